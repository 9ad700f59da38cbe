"""Addresses of the pages for referees, scorers and lines with a table code."""

from django.urls import URLPattern, URLResolver, path

from tournaments.config.on_demand import Pages

deciding = Pages("tournaments.discipline.pages.deciding")
giving = Pages("tournaments.discipline.pages.giving")
register = Pages("tournaments.discipline.pages.register")
desk = Pages("tournaments.hall.pages.desk")
level = Pages("tournaments.standings.pages.level")
corrections = Pages("tournaments.tables.pages.corrections")
forfeits = Pages("tournaments.tables.pages.forfeits")
grid = Pages("tournaments.tables.pages.grid")
line_clocks = Pages("tournaments.tables.pages.line_clocks")
places = Pages("tournaments.tables.pages.places")
preview = Pages("tournaments.tables.pages.preview")
sheets = Pages("tournaments.tables.pages.sheets")
steps = Pages("tournaments.tables.pages.steps")
table_clock = Pages("tournaments.tables.pages.table_clock")
totals = Pages("tournaments.tables.pages.totals")
round_clock = Pages("tournaments.timing.pages")

urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/tavoli/<int:number>/", sheets.table_sheet, name="table_sheet"),
    path("e/<slug:slug>/arbitro/", desk.referee_desk, name="referee_desk"),
    path("e/<slug:slug>/risultati/", grid.results_grid, name="results_grid"),
    path("e/<slug:slug>/risultati/chi-scrive/", grid.results_typing, name="results_typing"),
    path("e/<slug:slug>/risultati/<int:number>/", grid.results_row, name="results_row"),
    path("e/<slug:slug>/parita/", level.orders, name="orders"),
    path("e/<slug:slug>/parita/<int:pk>/annulla/", level.order_take_back, name="order_take_back"),
    path("e/<slug:slug>/posti/", places.places, name="places"),
    path("e/<slug:slug>/posti/<int:pk>/annulla/", places.place_empty, name="place_empty"),
    path("e/<slug:slug>/orologio/<int:number>/", round_clock.round_clock, name="round_clock"),
    path("e/<slug:slug>/orologio/<int:number>/annulla/", round_clock.round_clock_stop, name="round_clock_stop"),
    path("e/<slug:slug>/tavoli/<int:number>/orologio/", table_clock.table_clock, name="table_clock"),
    path("e/<slug:slug>/tavoli/<int:number>/orologio/annulla/", table_clock.table_clock_stop, name="table_clock_stop"),
    path("e/<slug:slug>/tavoli/<int:number>/orologi/", line_clocks.table_line_clocks, name="table_line_clocks"),
    path("e/<slug:slug>/tavoli/<int:number>/anteprima/", preview.table_preview, name="table_preview"),
    path("e/<slug:slug>/tavoli/<int:number>/totale/", totals.table_total, name="table_total"),
    path("e/<slug:slug>/tavoli/<int:number>/tempo/", steps.table_time, name="table_time"),
    path("e/<slug:slug>/tavoli/<int:number>/conferma/", steps.table_confirm, name="table_confirm"),
    path("e/<slug:slug>/tavoli/<int:number>/contesta/", steps.table_dispute, name="table_dispute"),
    path("e/<slug:slug>/tavoli/<int:number>/chiama/", steps.table_call_referee, name="table_call_referee"),
    path("e/<slug:slug>/tavoli/<int:number>/annulla/", steps.table_undo, name="table_undo"),
    path("e/<slug:slug>/tavoli/<int:number>/correggi/", corrections.table_correct, name="table_correct"),
    path("e/<slug:slug>/tavoli/<int:number>/colpa/", forfeits.table_forfeit, name="table_forfeit"),
    path("e/<slug:slug>/tavoli/<int:number>/manca/", steps.table_missing, name="table_missing"),
    path("e/<slug:slug>/tavoli/<int:number>/arrivato/", steps.table_arrived, name="table_arrived"),
    path("e/<slug:slug>/arbitro/penalita/", register.penalty_register, name="penalties"),
    path("e/<slug:slug>/arbitro/penalita/nuova/", giving.penalty_new, name="penalty_new"),
    path("e/<slug:slug>/arbitro/penalita/<int:pk>/applica/", deciding.penalty_apply, name="penalty_apply"),
    path("e/<slug:slug>/arbitro/penalita/<int:pk>/lascia/", deciding.penalty_dismiss, name="penalty_dismiss"),
    path("e/<slug:slug>/arbitro/penalita/<int:pk>/annulla/", giving.penalty_cancel, name="penalty_cancel"),
]
