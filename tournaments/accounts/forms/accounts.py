"""Forms of accounts: logging in, registering, choosing a password, another address."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.login import perform_password_login
from allauth.account.models import Login
from allauth.core.internal.cryptokit import compare_user_code
from django import forms
from django.contrib.auth.password_validation import validate_password
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from tournaments.errors import RefusedError
from tournaments.frame import phrases
from tournaments.frame.forms.widgets import NameFormField
from tournaments.frame.writes import rate_limits
from tournaments.models import User

WRONG = _("This e-mail and this password do not match. Check the capital letters in the password.")
STRONG = _("At least 10 characters: three words that only you would put together are easy and strong.")


LONGEST_ADDRESS = 254
# A sentence or two; what is longer would only be hashed for as long as it is.
LONGEST_PASSWORD = 1_000
LONGEST_CODE = 40


class TriedForm(forms.Form):
    """A form behind which something can be guessed; ``held`` is the refusal of one try too many."""

    held: RefusedError | None = None

    def hold(self, refusal: RefusedError) -> forms.ValidationError:
        """The sentence of a try too many; the page answers 429."""
        self.held = refusal
        return forms.ValidationError(phrases.sentence(refusal))

    def own_password(self, user: User, field: str) -> str:
        """Return the password typed in a field; refused where it is not that of the account."""
        password = str(self.cleaned_data[field])
        try:
            is_right = get_adapter().reauthenticate(user, password)
        except RefusedError as refusal:
            raise self.hold(refusal) from refusal
        if not is_right:
            raise forms.ValidationError(_("This is not your password. Check the capital letters."))
        return password

    def may_try(self, *limits: rate_limits.Limit) -> bool:
        """Count a try; False, with the sentence on the form, where it is one too many."""
        try:
            rate_limits.take(*limits)
        except RefusedError as refusal:
            self.add_error(None, self.hold(refusal))
            return False
        return True


def email_field(autocomplete: str) -> forms.EmailField:
    widget = forms.EmailInput(attrs={"autocomplete": autocomplete})
    return forms.EmailField(label=_("E-mail"), max_length=LONGEST_ADDRESS, widget=widget)


def password_field(label: Any, autocomplete: str, help_text: Any = "") -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(label=label, strip=False, max_length=LONGEST_PASSWORD, widget=widget, help_text=help_text)


def log_in(request: HttpRequest, account: User, redirect_url: str | None = None) -> HttpResponse:
    """Log in the person who has shown the password of an account."""
    login = Login(user=account, email=account.email, redirect_url=redirect_url)
    answer: HttpResponse = perform_password_login(request, {"email": account.email}, login)
    return answer


class LoginForm(TriedForm):
    """E-mail and password; failures are counted for the address they come from, never for the account alone."""

    login = email_field("username")
    password = password_field(_("Password"), "current-password")
    account: User | None = None

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        self.request = request
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        try:
            self.account = get_adapter(self.request).authenticate(
                self.request, email=cleaned["login"], password=cleaned["password"]
            )
        except RefusedError as refusal:
            raise self.hold(refusal) from refusal
        if self.account is None:
            raise forms.ValidationError(WRONG)
        return cleaned

    def enter(self, redirect_url: str | None) -> HttpResponse:
        """Go on to whatever else the log-in asks for, in the end to the page that was wanted."""
        assert self.account is not None  # noqa: S101 - the form is valid
        return log_in(self.request, self.account, redirect_url)


class AddressForm(TriedForm):
    """The address of an account, known or not."""

    email = email_field("email")


class PasswordAgainForm(TriedForm):
    """The password once more, before something that opens the account is changed."""

    password = password_field(_("Password"), "current-password")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)

    def clean_password(self) -> str:
        return self.own_password(self.user, "password")


class SendCodeForm(TriedForm):
    """The wish to get a code by mail, to the address of the account that is logged in."""


class CodeAgainForm(TriedForm):
    """The mailed code, before something that opens an account without a password is changed."""

    code = forms.CharField(
        label=_("Code"),
        max_length=LONGEST_CODE,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )

    def __init__(self, *args: Any, code: str, **kwargs: Any) -> None:
        self.sent = code
        super().__init__(*args, **kwargs)

    def clean_code(self) -> str:
        typed = str(self.cleaned_data["code"])
        if not compare_user_code(actual=typed, expected=self.sent):
            raise forms.ValidationError(_("This is not the code of the last mail."))
        return typed


class RegisterForm(TriedForm):
    """A new account."""

    name = NameFormField("account", autocomplete="name", label=_("First name and family name"), max_length=120)
    email = email_field("email")
    password = password_field(_("Password"), "new-password", STRONG)

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


class NewPasswordForm(TriedForm):
    """A new password, typed twice."""

    new_password1 = password_field(_("New password"), "new-password", STRONG)
    new_password2 = password_field(_("New password, once more"), "new-password")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        # The page of a mailed link brings the link's key too.
        kwargs.pop("temp_key", None)
        self.user = user
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        first, second = cleaned.get("new_password1"), cleaned.get("new_password2")
        if first and second and first != second:
            self.add_error("new_password2", _("The two passwords are not the same."))
        elif first:
            try:
                validate_password(first, self.user)
            except forms.ValidationError as weak:
                self.add_error("new_password1", weak)
        return cleaned


class ChangePasswordForm(NewPasswordForm):
    """The same, with the one that there is."""

    old_password = password_field(_("Password that you have now"), "current-password")
    field_order = ["old_password", "new_password1", "new_password2"]

    def clean_old_password(self) -> str:
        return self.own_password(self.user, "old_password")
