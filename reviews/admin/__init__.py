"""The administration. Django finds it by this package's name; importing its modules registers what they show."""

from reviews.admin import repositories, roundtables, sessions

__all__ = ["repositories", "roundtables", "sessions"]
