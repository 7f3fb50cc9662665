"""What kept analysers find in source code, each alert with its place, and what they could not read.

`analysis.py` runs them; each analyser is a module that says what to start and how to read what it printed.
"""
