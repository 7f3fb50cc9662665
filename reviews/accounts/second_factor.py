"""The second factor at a log-in: a code that an app on the person's phone shows, or a recovery code instead."""

from base64 import b32encode
from datetime import timedelta
from math import ceil

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django_otp import verify_token
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from reviews.accounts import audit
from reviews.errors import ElmError
from reviews.language.wording import counted
from reviews.models.audit import Happening

SETUP_MINUTES = 10
RECOVERY_CODES = 10
DIGITS = 6


def app_of(user: User) -> TOTPDevice | None:
    """The app whose codes `user` is asked for; None when they have no second factor."""
    found: TOTPDevice | None = TOTPDevice.objects.filter(user=user, confirmed=True).first()
    return found


def begin_setup(user: User) -> TOTPDevice:
    """A new key for an app. It counts for nothing before `turn_on`. Raises ElmError when there is a second factor."""
    if app_of(user):
        raise ElmError("You have a second factor. Turn it off before you set up another.")
    TOTPDevice.objects.filter(user=user).delete()
    made: TOTPDevice = TOTPDevice.objects.create(user=user, name="app", confirmed=False)
    return made


def app_being_set_up(user: User) -> TOTPDevice | None:
    """The app whose setup was begun within ten minutes and is not finished."""
    since = timezone.now() - timedelta(minutes=SETUP_MINUTES)
    found: TOTPDevice | None = TOTPDevice.objects.filter(
        user=user, confirmed=False, created_at__gt=since
    ).first()
    return found


def key_to_type(app: TOTPDevice) -> str:
    """The key of an app for who can't scan it, in groups of four."""
    key = b32encode(app.bin_key).decode()
    return " ".join(key[start : start + 4] for start in range(0, len(key), 4))


def turn_on(app: TOTPDevice | None, code: str) -> None:
    """From now on log-ins of who is setting this app up ask for a code; recovery codes are made. Raises ElmError for a
    code that is not the app's, and for an app that is not being set up."""
    if app is None:
        raise ElmError(f"The setup was not finished within {SETUP_MINUTES} minutes. Begin again.")
    _use_up(app, plain(code))
    with transaction.atomic():
        TOTPDevice.objects.filter(pk=app.pk).update(confirmed=True)
        make_recovery_codes(app.user)
        audit.note(Happening.SECOND_FACTOR_ON, who=app.user, about=app.user)


def turn_off(user: User, *, by: User | None) -> bool:
    """Log-ins ask for no code any more. `by` is None for the person who runs the server. Gives whether they did."""
    with transaction.atomic():
        was_on = TOTPDevice.objects.filter(user=user, confirmed=True).exists()
        for devices in (TOTPDevice, StaticDevice):
            devices.objects.filter(user=user).delete()
        if was_on:
            audit.note(Happening.SECOND_FACTOR_OFF, who=by, about=user)
    return was_on


def make_recovery_codes(user: User) -> None:
    """New recovery codes, instead of those that there were."""
    with transaction.atomic():
        StaticDevice.objects.filter(user=user).delete()
        codes = StaticDevice.objects.create(user=user, name="recovery codes")
        StaticToken.objects.bulk_create(
            StaticToken(device=codes, token=StaticToken.random_token()) for _ in range(RECOVERY_CODES)
        )
        audit.note(Happening.RECOVERY_CODES_MADE, who=user, about=user)


def recovery_codes_of(user: User) -> list[str]:
    """Those that are not used up."""
    return list(StaticToken.objects.filter(device__user=user).order_by("pk").values_list("token", flat=True))


def use_code(user: User, code: str) -> bool:
    """Use up a code of the app or a recovery code; gives whether it was a recovery code.

    Raises ElmError for any other code, for one that was used before, and for any at all while too many were wrong: the
    wait is a second after the first wrong one, and twice as long after each further.
    """
    typed = plain(code)
    is_recovery = not (typed.isdecimal() and len(typed) == DIGITS)
    devices = StaticDevice if is_recovery else TOTPDevice
    _use_up(devices.objects.filter(user=user, confirmed=True).first(), typed)
    if is_recovery:
        audit.note(Happening.RECOVERY_CODE_USED, who=user, about=user)
    return is_recovery


def plain(code: str) -> str:
    """A code as it is compared: apps show it in groups, and people type it so."""
    return "".join(code.split()).replace("-", "").lower()


def _use_up(device: TOTPDevice | StaticDevice | None, code: str) -> None:
    """Raises ElmError, with what to do, for a code that is not one of the device."""
    told = device.verify_is_allowed()[1] if device else None
    if told:
        seconds = ceil((told["locked_until"] - timezone.now()).total_seconds())
        raise ElmError(f"Too many wrong codes. Wait {duration_of(max(1, seconds))}, then enter the next one.")
    if device is None or not verify_token(device.user, device.persistent_id, code):
        if device and device.confirmed:
            audit.note_refused(Happening.CODE_REFUSED, device.user)
        raise ElmError(
            "Wrong code, or one that was used before. Enter the next one of the app, or a recovery code."
        )


def duration_of(seconds: int) -> str:
    """A time as people say it, rounded up: "1 second", "5 minutes"."""
    for unit, length in (("hour", 3600), ("minute", 60)):
        if seconds > length:
            return f"{ceil(seconds / length)} {unit}s"
    return counted(seconds, "second")
