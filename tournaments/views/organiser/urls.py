"""Addresses of the pages for organisers."""

from django.urls import URLPattern, URLResolver, path

from tournaments.views.organiser import (
    closing,
    creating,
    dashboard,
    drawing,
    entries,
    entry,
    hall,
    headcount,
    listing,
    log,
    paper,
    roles,
    settings,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("organizza/nuovo/", creating.event_create, name="event_create"),
    path("organizza/<slug:slug>/", dashboard.organise, name="organise"),
    path("organizza/<slug:slug>/passo/", dashboard.organise_step, name="organise_step"),
    path("organizza/<slug:slug>/dati/", settings.organise_settings, name="organise_settings"),
    path("organizza/<slug:slug>/regole/", settings.organise_rules, name="organise_rules"),
    path("organizza/<slug:slug>/iscritti/", entries.organise_entries, name="organise_entries"),
    path("organizza/<slug:slug>/iscritti/coppie/", entries.organise_pair, name="organise_pair"),
    path("organizza/<slug:slug>/iscritti/elenco/", listing.organise_import, name="organise_import"),
    path(
        "organizza/<slug:slug>/iscritti/elenco/esempio.csv",
        listing.organise_import_example,
        name="organise_import_example",
    ),
    path("organizza/<slug:slug>/iscritti/<int:entry_id>/", entry.organise_entry, name="organise_entry"),
    path("organizza/<slug:slug>/iscritti/<int:entry_id>/spunta/", entries.organise_tick, name="organise_tick"),
    path("organizza/<slug:slug>/iscritti/<int:entry_id>/decisione/", entries.organise_decide, name="organise_decide"),
    path("organizza/<slug:slug>/numeri/", headcount.organise_headcount, name="organise_headcount"),
    path("organizza/<slug:slug>/sorteggio/", drawing.organise_draw, name="organise_draw"),
    path("organizza/<slug:slug>/sorteggio/annuncio/", drawing.organise_draw_announce, name="organise_draw_announce"),
    path("organizza/<slug:slug>/sorteggio/scarta/", drawing.organise_draw_discard, name="organise_draw_discard"),
    path("organizza/<slug:slug>/sorteggio/ritira/", drawing.organise_draw_withdraw, name="organise_draw_withdraw"),
    path("organizza/<slug:slug>/turni/", hall.organise_rounds, name="organise_rounds"),
    path("organizza/<slug:slug>/turni/<int:number>/", hall.organise_round_step, name="organise_round_step"),
    path("organizza/<slug:slug>/tavoli/<int:number>/", hall.organise_table_step, name="organise_table_step"),
    path("organizza/<slug:slug>/stampa/", paper.organise_print, name="organise_print"),
    path("organizza/<slug:slug>/stampa/<int:number>/", paper.organise_print, name="organise_print"),
    path("organizza/<slug:slug>/locandina/", paper.organise_poster, name="organise_poster"),
    path("organizza/<slug:slug>/ruoli/", roles.organise_roles, name="organise_roles"),
    path("organizza/<slug:slug>/ruoli/<int:membership_id>/", roles.organise_role_revoke, name="organise_role_revoke"),
    path("organizza/<slug:slug>/registro/", log.organise_audit, name="organise_audit"),
    path("organizza/<slug:slug>/chiusura/", closing.organise_closing, name="organise_closing"),
    path("organizza/<slug:slug>/chiusura/riapri/", closing.organise_reopen, name="organise_reopen"),
]
