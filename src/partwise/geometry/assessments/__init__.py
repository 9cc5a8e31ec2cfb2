"""Assessments, joined from all tables that know something of them."""
