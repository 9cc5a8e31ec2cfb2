"""Elements: results and assessments as nodes of trees."""
