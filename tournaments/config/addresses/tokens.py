"""Addresses of the token pages."""

from django.urls import URLPattern, URLResolver, path

from tournaments.accounts.pages import club_tokens as of_clubs
from tournaments.accounts.pages import own_tokens as of_people

urlpatterns: list[URLPattern | URLResolver] = [
    path("miei/token/", of_people.my_tokens, name="my_tokens"),
    path("miei/token/<int:pk>/revoca/", of_people.my_token_revoke, name="my_tokens_revoke"),
    path("circoli/<int:pk>/token/", of_clubs.club_tokens, name="club_tokens"),
    path("circoli/<int:pk>/token/<int:token>/revoca/", of_clubs.club_token_revoke, name="club_tokens_revoke"),
]
