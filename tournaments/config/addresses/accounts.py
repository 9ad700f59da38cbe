"""Addresses of accounts. Where allauth redirects to a page by its own name, the page has that name too."""

from django.urls import URLPattern, path

from tournaments.config.on_demand import Pages

entering = Pages("tournaments.accounts.pages.entering")
own_account = Pages("tournaments.accounts.pages.own_account")
# Their library is large.
passkeys = Pages("tournaments.accounts.pages.passkeys", is_rare=True)
passwords = Pages("tournaments.accounts.pages.passwords")
reauthentication = Pages("tournaments.accounts.pages.reauthentication")
registering = Pages("tournaments.accounts.pages.registering")

urlpatterns: list[URLPattern] = [
    path("entra/", entering.Login, name="login"),
    path("entra/", entering.Login, name="account_login"),
    path("entra/codice/", entering.AskForCode, name="account_request_login_code"),
    path("entra/codice/conferma/", entering.TypeCode, name="account_confirm_login_code"),
    path("entra/chiave/", passkeys.EnterByPasskey, name="mfa_login_webauthn"),
    path("esci/", entering.Logout, name="logout"),
    path("registrati/", registering.register, name="register"),
    path("registrati/", registering.register, name="account_signup"),
    path("registrati/fatto/", registering.next_step, name="registered"),
    path("registrati/fatto/", registering.next_step, name="account_email_verification_sent"),
    path("email/conferma/<str:key>/", registering.ConfirmAddress, name="account_confirm_email"),
    path("password/", passwords.change, name="password_change"),
    path("password/fatto/", passwords.password_changed_page, name="password_change_done"),
    path("password/dimenticata/", passwords.Reset, name="password_reset"),
    path("password/dimenticata/", passwords.Reset, name="account_reset_password"),
    path("password/dimenticata/inviata/", passwords.ResetAsked, name="account_reset_password_done"),
    path("password/nuova/<str:uidb36>/<str:key>/", passwords.SetByLink, name="account_reset_password_from_key"),
    path("password/nuova/fatto/", passwords.SetDone, name="account_reset_password_from_key_done"),
    path("miei/accesso/", own_account.account, name="account"),
    path("miei/accesso/ancora/", reauthentication.PasswordAgain, name="account_reauthenticate"),
    path("miei/accesso/ancora/chiave/", passkeys.PasskeyAgain, name="mfa_reauthenticate_webauthn"),
    path("miei/accesso/ancora/codice/", reauthentication.CodeAgain, name="account_code_again"),
    path("miei/accesso/email/", own_account.change_email, name="change_email"),
    path("miei/accesso/chiavi/nuova/", passkeys.AddPasskey, name="passkey_add"),
    path("miei/accesso/chiavi/<int:pk>/", passkeys.rename, name="passkey_rename"),
    path("miei/accesso/chiavi/<int:pk>/togli/", passkeys.remove, name="passkey_remove"),
    path("miei/accesso/browser/<int:pk>/esci/", own_account.end_session, name="session_end"),
    path("miei/accesso/browser/altri/esci/", own_account.end_other_sessions, name="sessions_end_others"),
]
