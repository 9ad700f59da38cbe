"""Addresses of the token pages."""

from django.urls import URLPattern, URLResolver, path

from tournaments.config.on_demand import Pages

tokens = Pages("tournaments.accounts.pages.tokens")

urlpatterns: list[URLPattern | URLResolver] = [
    path("miei/token/", tokens.my_tokens, name="my_tokens"),
    path("miei/token/<int:pk>/revoca/", tokens.my_token_revoke, name="my_tokens_revoke"),
    path("circoli/<int:pk>/token/", tokens.club_tokens, name="club_tokens"),
    path("circoli/<int:pk>/token/<int:token>/revoca/", tokens.club_token_revoke, name="club_tokens_revoke"),
]
