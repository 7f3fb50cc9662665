"""In which browsers somebody is logged in, and logging them out."""

import time
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session as LoginSession
from django.db.models import QuerySet
from django.utils import timezone

from reviews.models import Device
from reviews.models.device import LONGEST_AGENT

NOTED = "noted"
"""Where a login session keeps when it was noted last, in seconds since 1970."""
LONGEST_PAUSE = 300
# The first that fits: browsers name those that they are like, too.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def seconds_between_signs() -> int:
    """How often a page that is looked at has to show that it is, so that its log-in does not expire."""
    return max(1, min(LONGEST_PAUSE, settings.SESSION_COOKIE_AGE // 4))


def is_to_be_noted(session: SessionBase) -> bool:
    """Whether it is so long ago that this browser was noted."""
    return time.time() - session.get(NOTED, 0) >= seconds_between_signs()


def note(user: User, session: SessionBase, agent: str, address: str) -> None:
    """Remember that `user` was here just now. Their log-in lasts the whole idle limit again from here."""
    now = timezone.now()
    told = {
        "user": user,
        "agent": agent.replace("\0", "")[:LONGEST_AGENT],
        "address": address[:45],
        "seen": now,
    }
    _, is_new = Device.objects.update_or_create(session_key=session.session_key, defaults=told)
    if is_new:
        expired = now - timedelta(seconds=settings.SESSION_COOKIE_AGE)
        Device.objects.filter(user=user, seen__lt=expired).delete()
    session[NOTED] = int(now.timestamp())


def devices_of(user: User) -> list[Device]:
    """The browsers in which `user` is logged in, the latest first."""
    return list(
        Device.objects.filter(user=user, session_key__in=open_sessions().values("pk")).order_by("-seen")
    )


def log_out(user: User, device: int, here: str) -> None:
    """Log `user` out in one of their browsers; nothing for one that is not theirs, or is the login session `here`."""
    end_sessions(Device.objects.filter(user=user, pk=device).exclude(session_key=here))


def log_out_elsewhere(user: User, here: str) -> None:
    """Log `user` out everywhere but in the login session `here`: also where nobody was since devices are noted."""
    end_sessions(Device.objects.filter(user=user).exclude(session_key=here))
    unknown = open_sessions().exclude(pk__in=Device.objects.values("session_key")).exclude(pk=here)
    own = [row.pk for row in unknown.iterator() if row.get_decoded().get(SESSION_KEY) == str(user.pk)]
    LoginSession.objects.filter(pk__in=own).delete()


def end_sessions(devices: QuerySet[Device]) -> None:
    """End the login sessions of devices, and forget the devices. Open pages are closed by a signal."""
    LoginSession.objects.filter(pk__in=list(devices.values_list("session_key", flat=True))).delete()
    devices.delete()


def open_sessions() -> QuerySet[LoginSession]:
    """The login sessions that have not expired."""
    return LoginSession.objects.filter(expire_date__gt=timezone.now())


def describe_agent(agent: str) -> str:
    """What a browser calls itself, as people call it: "Firefox on Linux"."""
    browser = next((name for mark, name in BROWSERS if mark in agent), "")
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    if browser and system:
        return f"{browser} on {system}"
    return browser or system or agent[:40] or "Unknown browser"
