"""Addresses of players' passes and of the codes of tables."""

from django.urls import path

from tournaments.accounts.api import codes, endpoints

urlpatterns = [
    path("codes/open/", codes.OpenCode.as_view(), name="api_code_open"),
    path("events/<slug:slug>/passes/", endpoints.ISSUE.as_view(), name="api_passes"),
    path("events/<slug:slug>/passes/revoke/", endpoints.REVOKE.as_view(), name="api_passes_revoke"),
    path("events/<slug:slug>/passes/open/", endpoints.OpenPass.as_view(), name="api_pass_open"),
    path("events/<slug:slug>/entries/<int:entry_id>/pass/", endpoints.RENEW.as_view(), name="api_pass_renew"),
]
