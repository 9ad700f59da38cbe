"""Addresses of what referees do: sheets and clocks of tables, penalties, entries that are level, places in a round."""

from django.urls import path

from tournaments.discipline.api import penalties
from tournaments.discipline.operations import DECISIONS
from tournaments.standings import api as level
from tournaments.tables.api import absences, corrections, deals, forfeits, places
from tournaments.tables.api import table_clocks as clocks
from tournaments.tables.api.base import table_endpoint
from tournaments.tables.operations.at_tables import LINE_CLOCK_STEPS, STEPS

EVENT = "events/<slug:slug>/"
TABLE = f"{EVENT}tables/<int:number>/"
PENALTY = f"{EVENT}penalties/<int:pk>/"

urlpatterns = [
    *(path(TABLE + each.address, table_endpoint(each).as_view(), name=f"api_{each.name}") for each in STEPS),
    *(
        path(TABLE + each.address, table_endpoint(each, clocks.AtLineClocks).as_view(), name=f"api_{each.name}")
        for each in LINE_CLOCK_STEPS
    ),
    path(f"{TABLE}sheet/", deals.TableSheet.as_view(), name="api_table_sheet"),
    path(f"{TABLE}sheet/versions/<int:version>/", deals.SheetVersion.as_view(), name="api_table_sheet_version"),
    path(f"{TABLE}deal/", deals.DealForm.as_view(), name="api_table_deal"),
    path(f"{TABLE}deal/preview/", deals.DealPreview.as_view(), name="api_table_deal_preview"),
    path(f"{TABLE}score/", deals.ScoreEndpoint.as_view(), name="api_table_score"),
    path(f"{TABLE}total/", deals.Total.as_view(), name="api_table_total"),
    path(f"{TABLE}time/", deals.TimeCalled.as_view(), name="api_table_time"),
    path(f"{TABLE}correction/", corrections.Correction.as_view(), name="api_table_correction"),
    path(f"{TABLE}correction/preview/", corrections.CorrectionPreview.as_view(), name="api_table_correction_preview"),
    path(f"{TABLE}forfeit/", forfeits.Forfeit.as_view(), name="api_table_forfeit"),
    path(f"{TABLE}forfeit/preview/", forfeits.ForfeitPreview.as_view(), name="api_table_forfeit_preview"),
    path(f"{TABLE}absence/", absences.Absence.as_view(), name="api_table_absence"),
    path(f"{TABLE}absence/preview/", absences.AbsencePreview.as_view(), name="api_table_absence_preview"),
    path(f"{TABLE}clock/", clocks.TableClock.as_view(), name="api_table_clock"),
    path(f"{TABLE}line-clocks/", clocks.LineClocks.as_view(), name="api_table_line_clocks"),
    path(f"{EVENT}penalties/", penalties.GIVE.as_view(), name="api_penalties"),
    path(f"{EVENT}penalties/preview/", penalties.PREVIEW.as_view(), name="api_penalty_preview"),
    path(PENALTY, penalties.Penalty.as_view(), name="api_penalty"),
    *(
        path(PENALTY + each.address, penalties.decision_endpoint(each).as_view(), name=f"api_{each.name}")
        for each in DECISIONS
    ),
    path(f"{EVENT}level/", level.RECORD.as_view(), name="api_level"),
    path(f"{EVENT}level/<int:pk>/take-back/", level.TAKE_BACK.as_view(), name="api_order_take_back"),
    path(f"{EVENT}places/", places.FILL.as_view(), name="api_places"),
    path(f"{EVENT}places/preview/", places.PREVIEW.as_view(), name="api_place_preview"),
    path(f"{EVENT}places/<int:pk>/empty/", places.EMPTY.as_view(), name="api_place_empty"),
]
