"""Forms of passkeys: what a browser answers for its key, and the name that the key has for its owner."""

from collections.abc import Callable
from typing import Any

from allauth.mfa.webauthn import forms as webauthn
from django import forms
from django.utils.translation import gettext_lazy as _

# What a credential that no browser made ends in: it was read by a library that expects one.
NO_CREDENTIAL = (AttributeError, LookupError, TypeError, ValueError)
LONGEST_CREDENTIAL = 20_000
NOT_TAKEN = _("The passkey was not accepted. Try once more, or log in another way.")


class CredentialField(forms.JSONField):
    """What a browser answers for its key: JSON of some kilobytes, and nothing so deep that reading it ends badly."""

    def __init__(self) -> None:
        super().__init__(widget=forms.HiddenInput)
        self.longest = LONGEST_CREDENTIAL

    def to_python(self, value: Any) -> Any:
        if isinstance(value, str) and len(value) > self.longest:
            raise forms.ValidationError(NOT_TAKEN)
        try:
            return super().to_python(value)
        except RecursionError as error:
            raise forms.ValidationError(NOT_TAKEN) from error


class PasskeyNameForm(forms.Form):
    """The name of a key."""

    name = forms.CharField(
        label=_("Name of the key"), max_length=60, help_text=_("For example: my phone, the club's laptop.")
    )


class AddPasskeyForm(webauthn.AddWebAuthnForm):
    """A new key, which must know its owner by finger, face or PIN: alone it opens the account."""

    name = forms.CharField(
        label=_("Name of the key"), max_length=60, help_text=_("For example: my phone, the club's laptop.")
    )
    credential = CredentialField()
    passwordless = forms.BooleanField(initial=True, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = _parse_answer(super().clean)
        return cleaned


class LoginPasskeyForm(webauthn.LoginWebAuthnForm):
    """A key that opens an account."""

    credential = CredentialField()

    def clean_credential(self) -> Any:
        return _parse_answer(super().clean_credential)


class AgainPasskeyForm(webauthn.ReauthenticateWebAuthnForm):
    """A key of this account, shown once more."""

    credential = CredentialField()

    def clean_credential(self) -> Any:
        return _parse_answer(super().clean_credential)


def _parse_answer(clean: Callable[[], Any]) -> Any:
    """Return what the library reads; ValidationError in our words if it cannot."""
    try:
        return clean()
    except forms.ValidationError as refused:
        raise forms.ValidationError(NOT_TAKEN) from refused
    except NO_CREDENTIAL as unreadable:
        raise forms.ValidationError(NOT_TAKEN) from unreadable
