"""Addresses of the pages for people: accounts, table codes, sign-ups, my events."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.config.addresses import accounts as account_urls
from tournaments.config.on_demand import Pages

codes = Pages("tournaments.accounts.pages.codes")
hand_over = Pages("tournaments.accounts.pages.hand_over")
invitations = Pages("tournaments.accounts.pages.invitations")
mine = Pages("tournaments.accounts.pages.mine")
player_page = Pages("tournaments.accounts.pages.player_page")
privacy = Pages("tournaments.accounts.pages.privacy")
passes = Pages("tournaments.accounts.pages.own_passes")
sign_ups = Pages("tournaments.entries.pages.sign_ups")

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include(account_urls)),
    path("miei/", mine.my_events, name="my_events"),
    path("miei/dati/", privacy.my_data, name="my_data"),
    path("miei/dati/file/", privacy.my_data_file, name="my_data_file"),
    path("miei/dati/chiudi/", privacy.account_close, name="account_close"),
    path("invito/<str:secret>/", invitations.invitation, name="invitation"),
    path("codice/", codes.enter_code, name="enter_code"),
    path("passaggio/", hand_over.hand_over, name="hand_over"),
    path("e/<slug:slug>/codice/<str:code>/", codes.open_code, name="open_code"),
    path("e/<slug:slug>/entra/", passes.enter_pin, name="enter_pin"),
    path("e/<slug:slug>/pass/<str:secret>/", passes.open_pass, name="open_pass"),
    path("e/<slug:slug>/io/", player_page.event_mine, name="event_mine"),
    path("e/<slug:slug>/iscrizione/", sign_ups.sign_up, name="sign_up"),
    path("e/<slug:slug>/iscrizione/ricevuta/", sign_ups.receipt_page, name="signed_up"),
]
