"""Addresses of accounts. Where allauth redirects to a page by its own name, the page has that name too."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path

from tournaments.accounts.pages import entering, own_account, passwords, reauthentication, registering
from tournaments.frame.policies import Door, door


def of_passkeys(name: str, asks: Door = reauthentication.OWNER) -> Callable[..., HttpResponse]:
    """Return the view of that name, loaded at the first request."""

    @door(asks.reads, asks.writes)
    def view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        from tournaments.accounts.pages import passkeys

        answer: HttpResponse = getattr(passkeys, name)(request, *args, **kwargs)
        return answer

    return view


urlpatterns: list[URLPattern] = [
    path("entra/", entering.Login.as_view(), name="login"),
    path("entra/", entering.Login.as_view(), name="account_login"),
    path("entra/codice/", entering.AskForCode.as_view(), name="account_request_login_code"),
    path("entra/codice/conferma/", entering.TypeCode.as_view(), name="account_confirm_login_code"),
    path("entra/chiave/", of_passkeys("enter", entering.EVERYBODY), name="mfa_login_webauthn"),
    path("esci/", entering.Logout.as_view(), name="logout"),
    path("registrati/", registering.register, name="register"),
    path("registrati/", registering.register, name="account_signup"),
    path("registrati/fatto/", registering.next_step, name="registered"),
    path("registrati/fatto/", registering.next_step, name="account_email_verification_sent"),
    path("email/conferma/<str:key>/", registering.ConfirmAddress.as_view(), name="account_confirm_email"),
    path("password/", passwords.change, name="password_change"),
    path("password/fatto/", passwords.password_changed_page, name="password_change_done"),
    path("password/dimenticata/", passwords.Reset.as_view(), name="password_reset"),
    path("password/dimenticata/", passwords.Reset.as_view(), name="account_reset_password"),
    path("password/dimenticata/inviata/", passwords.ResetAsked.as_view(), name="account_reset_password_done"),
    path(
        "password/nuova/<str:uidb36>/<str:key>/", passwords.SetByLink.as_view(), name="account_reset_password_from_key"
    ),
    path("password/nuova/fatto/", passwords.SetDone.as_view(), name="account_reset_password_from_key_done"),
    path("miei/accesso/", own_account.account, name="account"),
    path("miei/accesso/ancora/", reauthentication.PasswordAgain.as_view(), name="account_reauthenticate"),
    path("miei/accesso/ancora/chiave/", of_passkeys("again"), name="mfa_reauthenticate_webauthn"),
    path("miei/accesso/ancora/codice/", reauthentication.CodeAgain.as_view(), name="account_code_again"),
    path("miei/accesso/email/", own_account.change_email, name="change_email"),
    path("miei/accesso/chiavi/nuova/", of_passkeys("add"), name="passkey_add"),
    path("miei/accesso/chiavi/<int:pk>/", of_passkeys("rename"), name="passkey_rename"),
    path("miei/accesso/chiavi/<int:pk>/togli/", of_passkeys("remove"), name="passkey_remove"),
    path("miei/accesso/browser/<int:pk>/esci/", own_account.end_session, name="session_end"),
    path("miei/accesso/browser/altri/esci/", own_account.end_other_sessions, name="sessions_end_others"),
]
