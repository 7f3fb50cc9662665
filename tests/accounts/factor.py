"""The app on Ana's phone."""

from django.contrib.auth.models import User
from django.test import Client
from django_otp.oath import totp
from django_otp.plugins.otp_totp.models import TOTPDevice

from reviews.accounts import second_factor

PAGE, DOOR, CODE = "/accounts/second-factor/", "/accounts/login/", "/accounts/code/"
PASSWORD = "correct horse"


def code_of(user: User, ahead: int = 1) -> str:
    """What the app shows `ahead` half minutes from now. A clock that is half a minute fast is allowed for."""
    key = TOTPDevice.objects.get(user=user).bin_key
    return f"{totp(key, drift=ahead):06}"


def wrong_code(user: User) -> str:
    """Six digits that the app shows neither now nor soon."""
    soon = {code_of(user, ahead) for ahead in range(-2, 6)}
    return next(code for number in range(20) if (code := f"{number:06}") not in soon)


def set_up(user: User) -> list[str]:
    """Have a second factor, whose code of just now is used up. Gives the recovery codes."""
    second_factor.begin_setup(user)
    second_factor.turn_on(user, code_of(user, 0))
    return second_factor.recovery_codes_of(user)


def with_password(username: str = "ana", password: str = PASSWORD, door: str = DOOR, **sent: str) -> Client:
    """A new browser in which a password was entered."""
    browser = Client()
    browser.post(door, {"username": username, "password": password, **sent})
    return browser


def is_in(browser: Client) -> bool:
    return browser.get("/accounts/here/").json()["user"] is not None
