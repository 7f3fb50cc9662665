"""The git command, without Django: functions over paths and values.

Each repository has a bare mirror, which is read from its objects; commits are made without a work tree.
`command.py` is the only file that starts git.
"""
