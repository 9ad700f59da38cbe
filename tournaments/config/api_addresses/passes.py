"""Addresses of players' passes and of the codes of tables."""

from django.urls import path

from tournaments.accounts.api import codes, passes

urlpatterns = [
    path("codes/open/", codes.OpenCode.as_view(), name="api_code_open"),
    path("events/<slug:slug>/passes/", passes.ISSUE.as_view(), name="api_passes"),
    path("events/<slug:slug>/passes/revoke/", passes.REVOKE.as_view(), name="api_passes_revoke"),
    path("events/<slug:slug>/passes/open/", passes.OpenPass.as_view(), name="api_pass_open"),
    path("events/<slug:slug>/entries/<int:entry_id>/pass/", passes.RENEW.as_view(), name="api_pass_renew"),
]
