"""The forms about people: who is invited, who joins, what their password and their e-mail address are."""

from typing import Any

from django import forms
from django.contrib.auth import authenticate, password_validation
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import HttpRequest

from personas.names import find_imitation
from reviews.models.joining import LONGEST_ADDRESS
from reviews.models.team import Role


class MemberForm(forms.Form):
    """Somebody to invite to a team: an account by its username, or somebody new by their e-mail address."""

    username = forms.CharField(
        max_length=LONGEST_ADDRESS,
        label="E-mail or username",
        error_messages={"required": "Enter the e-mail address or the username of the person to invite."},
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    role = forms.ChoiceField(choices=Role, initial=Role.MEMBER)
    sure = forms.BooleanField(required=False, label="I know whose account this is. Invite it.")

    def clean_username(self) -> str:
        """What may be an address, if it has an @, else what may be a username."""
        wanted = str(self.cleaned_data["username"])
        if "@" in wanted:
            validate_email(wanted)
        else:
            UnicodeUsernameValidator()(wanted)
        return wanted


class NewAccountForm(forms.Form):
    """Who somebody new wants to be."""

    username = forms.CharField(
        max_length=60,
        validators=[UnicodeUsernameValidator()],
        help_text="You log in with it. Letters, digits and . + - _",
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    name = forms.CharField(
        max_length=60,
        required=False,
        label="Your name",
        help_text="What the team calls you.",
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    password = forms.CharField(
        strip=False,
        help_text="At least ten characters, and not one that everybody uses.",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_username(self) -> str:
        """A username that nobody has, and that nobody takes for another or for an address."""
        username = str(self.cleaned_data["username"])
        if "@" in username:
            raise ValidationError("A username has no @, so that it is never taken for an e-mail address.")
        taken = User.objects.values_list("username", flat=True)
        if problem := find_imitation(username, taken, "somebody else"):
            raise ValidationError(problem)
        return username

    def clean_name(self) -> str:
        """A name in one script that is not one of ELM's own."""
        name = " ".join(str(self.cleaned_data["name"]).split())
        if name and (problem := find_imitation(name, (), "")):
            raise ValidationError(problem)
        return name

    def clean(self) -> dict[str, Any]:
        """Refuse a password that the username or the name gives away, or that is too short."""
        cleaned = super().clean() or {}
        if password := cleaned.get("password"):
            user = User(username=cleaned.get("username", ""), first_name=cleaned.get("name", ""))
            try:
                password_validation.validate_password(password, user)
            except ValidationError as error:
                self.add_error("password", error)
        return cleaned


class AddressForm(forms.Form):
    email = forms.EmailField(
        max_length=LONGEST_ADDRESS,
        label="E-mail address",
        error_messages={"required": "Enter your e-mail address."},
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class OldPasswordForm(PasswordChangeForm):
    """A new password for somebody who knows the old one. Guesses of the old one count like those at the log-in."""

    def __init__(self, request: HttpRequest, user: User, data: Any = None) -> None:
        super().__init__(user, data)
        self.request = request

    def clean_old_password(self) -> str:
        """The old password. What checks it is what checks log-ins, so that it is locked with them."""
        given = str(self.cleaned_data["old_password"])
        if authenticate(self.request, username=self.user.get_username(), password=given) is None:
            raise ValidationError(self.error_messages["password_incorrect"], code="password_incorrect")
        return given


class PasswordForm(forms.Form):
    """The reader's own password, for what an open browser alone may not do. Guesses count like those at the log-in."""

    password = forms.CharField(
        strip=False,
        label="Your password",
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, request: HttpRequest, data: Any = None) -> None:
        super().__init__(data)
        self.request = request

    def clean_password(self) -> str:
        given, username = str(self.cleaned_data["password"]), self.request.user.get_username()
        if authenticate(self.request, username=username, password=given) is None:
            raise ValidationError("This is not your password. Enter it again.")
        return given


class CodeForm(forms.Form):
    code = forms.CharField(
        max_length=40,
        error_messages={"required": "Enter the code."},
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
