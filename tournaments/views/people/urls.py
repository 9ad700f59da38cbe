"""Addresses of the pages for people: accounts, table codes, sign-ups, what is mine."""

from django.contrib.auth import views as auth
from django.urls import URLPattern, URLResolver, path

from tournaments.views.people import accounts, codes, mine, sign_ups

urlpatterns: list[URLPattern | URLResolver] = [
    path("entra/", accounts.Login.as_view(), name="login"),
    path("esci/", auth.LogoutView.as_view(template_name="registration/logged_out.html", next_page=None), name="logout"),
    path("registrati/", accounts.register, name="register"),
    path("password/", accounts.PasswordChange.as_view(), name="password_change"),
    path("password/fatto/", auth.PasswordChangeDoneView.as_view(), name="password_change_done"),
    path("password/dimenticata/", accounts.PasswordReset.as_view(), name="password_reset"),
    path("password/dimenticata/inviata/", auth.PasswordResetDoneView.as_view(), name="password_reset_done"),
    path(
        "password/nuova/<uidb64>/<token>/",
        auth.PasswordResetConfirmView.as_view(),
        name="password_reset_confirm",
    ),
    path("password/nuova/fatto/", auth.PasswordResetCompleteView.as_view(), name="password_reset_complete"),
    path("miei/", mine.my_events, name="my_events"),
    path("codice/", codes.enter_code, name="enter_code"),
    path("e/<slug:slug>/codice/<str:code>/", codes.open_code, name="open_code"),
    path("e/<slug:slug>/iscrizione/", sign_ups.sign_up, name="sign_up"),
    path("e/<slug:slug>/iscrizione/ricevuta/", sign_ups.received, name="signed_up"),
]
