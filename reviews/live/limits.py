"""How often each person may have a socket bring what a page has missed: reading that costs the most here."""

from dataclasses import dataclass, field

from django.conf import settings

MOST_REMEMBERED = 1000
MINUTE = 60.0


@dataclass
class Resumes:
    """What is left of each person's ELM_RESUMES_PER_MINUTE: all of them at once, and each comes back in its time."""

    left: dict[int, tuple[float, float]] = field(default_factory=dict)

    def take(self, user_id: int, now: float) -> bool:
        """Take one. Returns whether there was one left. now: seconds of any clock that only goes on."""
        most = settings.ELM_RESUMES_PER_MINUTE
        before, at = self.left.get(user_id, (most, now))
        left = min(most, before + (now - at) * most / MINUTE)
        if left < 1:
            return False
        if len(self.left) >= MOST_REMEMBERED:
            self.left = {user: row for user, row in self.left.items() if now - row[1] < MINUTE}
        self.left[user_id] = (left - 1, now)
        return True
