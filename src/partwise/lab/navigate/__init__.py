"""Which user model do readers follow? Models against observed routes."""
