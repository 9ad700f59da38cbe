"""The addresses of the site, with the bell's page and end point."""

from django.urls import include, path

from tests.tournaments.toy_operation.toy import BELL
from tournaments.tables.api.base import table_endpoint
from tournaments.tables.pages.steps import table_step

urlpatterns = [
    path(
        "e/<slug:slug>/tavoli/<int:number>/campana/",
        table_step(BELL, lambda table, answer, sent: f"Rung: {answer}"),
        name="table_bell",
    ),
    path(f"api/v1/events/<slug:slug>/tables/<int:number>/{BELL.address}", table_endpoint(BELL).as_view()),
    path("", include("tournaments.config.urls")),
]
