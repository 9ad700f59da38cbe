"""Forms of accounts: logging in, registering, choosing a password."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments import phrases
from tournaments.errors import RefusedError
from tournaments.models import User
from tournaments.services import throttle


class LoginForm(AuthenticationForm):
    """E-mail and password; failures are counted for the address they come from, never for the account alone."""

    username = forms.EmailField(label=_("E-mail"), widget=forms.EmailInput(attrs={"autocomplete": "username"}))
    throttled = False

    error_messages = {
        "invalid_login": _("This e-mail and this password do not belong together. Mind capitals in the password."),
        "inactive": _("This account is closed."),
    }

    def clean(self) -> dict[str, Any]:
        limits = throttle.failed_logins(address_of(self.request), self.cleaned_data.get("username", ""))
        try:
            throttle.require_room(*limits)
        except RefusedError as refusal:
            self.throttled = True
            raise forms.ValidationError(phrases.sentence(refusal)) from refusal
        try:
            return super().clean()
        except forms.ValidationError:
            throttle.count(*limits)
            raise


def address_of(request: HttpRequest | None) -> str:
    """The network address that a request comes from."""
    return str(request.META.get("REMOTE_ADDR", "")) if request is not None else ""


class RegisterForm(forms.Form):
    """A new account."""

    name = forms.CharField(label=_("First name and family name"), max_length=120)
    email = forms.EmailField(label=_("E-mail"), widget=forms.EmailInput(attrs={"autocomplete": "email"}))
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least 10 characters: three words that only you would put together are easy and strong."),
    )

    def clean_email(self) -> str:
        return str(self.cleaned_data["email"]).strip().lower()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "password" in cleaned:
            person = User(email=cleaned.get("email", ""), name=cleaned.get("name", ""))
            try:
                validate_password(cleaned["password"], person)
            except forms.ValidationError as weak:
                self.add_error("password", weak)
        return cleaned
