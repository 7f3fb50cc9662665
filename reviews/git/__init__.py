"""Repositories of a team: a bare mirror of each, read from its objects, and commits made without a work tree.

No Django in here: functions over paths and values. `command.py` is the only file that starts git.
"""
