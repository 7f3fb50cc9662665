"""The administration. Django finds it by this package's name; importing its modules registers what they show."""

from reviews.admin import people, repositories, roundtables, sessions

__all__ = ["people", "repositories", "roundtables", "sessions"]
