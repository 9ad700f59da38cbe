"""Addresses of the pages for referees, scorers and lines with a table code."""

from django.urls import URLPattern, URLResolver, path

from tournaments.views.referee import (
    corrections,
    desk,
    forfeits,
    places,
    preview,
    round_clock,
    sheets,
    steps,
    table_clock,
    totals,
    warnings,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/arbitro/", desk.referee_desk, name="referee_desk"),
    path("e/<slug:slug>/posti/", places.places, name="places"),
    path("e/<slug:slug>/posti/<int:pk>/annulla/", places.place_empty, name="place_empty"),
    path("e/<slug:slug>/tavoli/<int:number>/", sheets.table_sheet, name="table_sheet"),
    path("e/<slug:slug>/orologio/<int:number>/", round_clock.round_clock, name="round_clock"),
    path("e/<slug:slug>/orologio/<int:number>/annulla/", round_clock.round_clock_stop, name="round_clock_stop"),
    path("e/<slug:slug>/tavoli/<int:number>/orologio/", table_clock.table_clock, name="table_clock"),
    path("e/<slug:slug>/tavoli/<int:number>/orologio/annulla/", table_clock.table_clock_stop, name="table_clock_stop"),
    path("e/<slug:slug>/tavoli/<int:number>/anteprima/", preview.table_preview, name="table_preview"),
    path("e/<slug:slug>/tavoli/<int:number>/totale/", totals.table_total, name="table_total"),
    path("e/<slug:slug>/tavoli/<int:number>/tempo/", steps.table_time, name="table_time"),
    path("e/<slug:slug>/tavoli/<int:number>/conferma/", steps.table_confirm, name="table_confirm"),
    path("e/<slug:slug>/tavoli/<int:number>/contesta/", steps.table_dispute, name="table_dispute"),
    path("e/<slug:slug>/tavoli/<int:number>/chiama/", steps.table_call_referee, name="table_call_referee"),
    path("e/<slug:slug>/tavoli/<int:number>/annulla/", steps.table_undo, name="table_undo"),
    path("e/<slug:slug>/tavoli/<int:number>/correggi/", corrections.table_correct, name="table_correct"),
    path("e/<slug:slug>/tavoli/<int:number>/colpa/", forfeits.table_forfeit, name="table_forfeit"),
    path("e/<slug:slug>/tavoli/<int:number>/ammonisci/", warnings.table_warn, name="table_warn"),
    path("e/<slug:slug>/ammonizioni/<int:pk>/annulla/", warnings.warning_cancel, name="warning_cancel"),
]
