"""E-mail addresses of accounts: one account for each, and which of them their owners have confirmed."""

from typing import Any

from django.contrib.auth.models import User
from django.core import signing
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from reviews.accounts import audit
from reviews.errors import ElmError
from reviews.models import Account
from reviews.models.audit import Happening

SALT = "reviews.addresses"
DAY = 86_400
STALE = "This link is too old, was used, or was not copied completely. Ask for another under “Your teams”."
TAKEN = "Another account has this e-mail address. Log in with that account, or enter another address."


def normal_form(address: str) -> str:
    """The address as it is compared: whoever can tell capitals apart has no second account by that."""
    return address.strip().casefold()


def account_of(user: User) -> Account | None:
    return Account.objects.select_related("invited_by").filter(user=user).first()


def confirmed_address(user: User) -> str:
    """The address that is known to be the user's, in its normal form; "" for none.

    One that the operator entered for an account counts as known.
    """
    account: Account | None = getattr(user, "account", None)
    if account is None:
        return normal_form(user.email)
    return account.address if account.confirmed else ""


def hint_of(user: User) -> str:
    """Enough of the confirmed address to see that an account is not whose it says, and too little to write there:
    "m…@example.org"; "" for none."""
    name, at, host = confirmed_address(user).rpartition("@")
    return f"{name[:1]}…{at}{host}" if at else ""


def owner_of(address: str) -> User | None:
    """Whose confirmed address it is; the address in its normal form."""
    account = Account.objects.select_related("user").filter(address=address, confirmed__isnull=False).first()
    if account:
        return account.user
    return User.objects.filter(email__iexact=address, account__isnull=True).order_by("pk").first()


def claim(user: User, address: str, *, is_proved: bool, invited_by: User | None) -> Account:
    """Note the address of a new account. With `is_proved` it is confirmed by this, and an account that has only
    claimed it loses it. Raises ElmError when another account has it."""
    holder = owner_of(address)
    unproved = Account.objects.filter(address=address, confirmed__isnull=True).exclude(user=user)
    if (holder and holder != user) or (not is_proved and unproved.exists()):
        raise ElmError(TAKEN)
    values: dict[str, Any] = {"address": address, "invited_by": invited_by}
    try:
        with transaction.atomic():
            if is_proved:
                unproved.update(address="")
                User.objects.filter(pk=user.pk).update(email=address)
                values["confirmed"] = timezone.now()
            account, _ = Account.objects.update_or_create(user=user, defaults=values)
    except IntegrityError as error:
        raise ElmError(TAKEN) from error
    return account


def make_link(user: User, address: str) -> str:
    """The path of a link that confirms `address` for `user`: once, within a day, and for `user` alone."""
    told = [user.pk, normal_form(address), fingerprint_of(user)]
    return reverse("address", args=[signing.dumps(told, salt=SALT)])


def fingerprint_of(user: User) -> str:
    """The confirmed address so that links end with it, and nobody who gets such a link can read it."""
    return salted_hmac(SALT, confirmed_address(user), algorithm="sha256").hexdigest()[:16]


def read_link(user: User, token: str) -> str:
    """The address that a good link of `user` confirms. Raises ElmError for any other link."""
    try:
        pk, address, before = signing.loads(token, salt=SALT, max_age=DAY)
    except (signing.BadSignature, ValueError) as error:
        raise ElmError(STALE) from error
    if pk != user.pk:
        raise ElmError("This link is for another account. Log in with that account first.")
    if before != fingerprint_of(user):
        raise ElmError(STALE)
    return str(address)


def confirm(user: User, token: str) -> str:
    """Make the address of a good link the confirmed one of `user`. Gives the address. Raises ElmError."""
    with transaction.atomic():
        address = read_link(user, token)
        account = account_of(user)
        claim(user, address, is_proved=True, invited_by=account.invited_by if account else None)
        audit.note(Happening.ADDRESS_CONFIRMED, who=user, about=user, detail=address)
    return address
