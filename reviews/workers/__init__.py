"""Work on foreign text in processes of their own, which can be ended: a regular expression holds the interpreter, so
that neither a thread nor a time-out in Python could end it.

Functions are named by their modules; what they take and give is pickled. `lanes.py` says what runs where.
"""
