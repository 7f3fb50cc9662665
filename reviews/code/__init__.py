"""Source code as data: which language it is in, its units, and what analysers find in it. Knows nothing of Django."""
