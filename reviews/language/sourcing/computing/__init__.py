"""How figures and dates of a claim follow from others."""
