"""The addresses of what is done at tables."""

from django.urls import path

from tournaments.api.directing import (
    absences,
    clocks,
    corrections,
    deals,
    forfeits,
    penalties,
    places,
    scores,
    steps,
    tables,
)

EVENT = "events/<slug:slug>/"
TABLE = f"{EVENT}tables/<int:number>/"

urlpatterns = [
    path(f"{TABLE}sheet/", tables.TableSheet.as_view(), name="api_table_sheet"),
    path(f"{TABLE}sheet/versions/<int:version>/", tables.SheetVersion.as_view(), name="api_table_sheet_version"),
    path(f"{TABLE}deal/", deals.DealForm.as_view(), name="api_table_deal"),
    path(f"{TABLE}deal/preview/", deals.DealPreview.as_view(), name="api_table_deal_preview"),
    path(f"{TABLE}score/", scores.Score.as_view(), name="api_table_score"),
    path(f"{TABLE}total/", scores.Total.as_view(), name="api_table_total"),
    path(f"{TABLE}time/", scores.TimeCalled.as_view(), name="api_table_time"),
    path(f"{TABLE}confirm/", steps.Confirm.as_view(), name="api_table_confirm"),
    path(f"{TABLE}dispute/", steps.Dispute.as_view(), name="api_table_dispute"),
    path(f"{TABLE}undo/", steps.Undo.as_view(), name="api_table_undo"),
    path(f"{TABLE}call-referee/", steps.CallReferee.as_view(), name="api_table_call_referee"),
    path(f"{TABLE}referee-seen/", steps.RefereeSeen.as_view(), name="api_table_referee_seen"),
    path(f"{TABLE}missing/", steps.Missing.as_view(), name="api_table_missing"),
    path(f"{TABLE}arrived/", steps.Arrived.as_view(), name="api_table_arrived"),
    path(f"{TABLE}correction/", corrections.Correction.as_view(), name="api_table_correction"),
    path(f"{TABLE}correction/preview/", corrections.CorrectionPreview.as_view(), name="api_table_correction_preview"),
    path(f"{TABLE}forfeit/", forfeits.Forfeit.as_view(), name="api_table_forfeit"),
    path(f"{TABLE}forfeit/preview/", forfeits.ForfeitPreview.as_view(), name="api_table_forfeit_preview"),
    path(f"{TABLE}absence/", absences.Absence.as_view(), name="api_table_absence"),
    path(f"{TABLE}absence/preview/", absences.AbsencePreview.as_view(), name="api_table_absence_preview"),
    path(f"{TABLE}clock/", clocks.TableClock.as_view(), name="api_table_clock"),
    path(f"{TABLE}clock/start/", clocks.StartClock.as_view(), name="api_table_clock_start"),
    path(f"{TABLE}clock/pause/", clocks.PauseClock.as_view(), name="api_table_clock_pause"),
    path(f"{TABLE}clock/resume/", clocks.ResumeClock.as_view(), name="api_table_clock_resume"),
    path(f"{TABLE}clock/stop/", clocks.StopClock.as_view(), name="api_table_clock_stop"),
    path(f"{TABLE}clock/extra-time/", clocks.ExtraTime.as_view(), name="api_table_extra_time"),
    path(f"{TABLE}line-clocks/", clocks.LineClocks.as_view(), name="api_table_line_clocks"),
    path(f"{TABLE}line-clocks/set/", clocks.SetLineClocks.as_view(), name="api_table_line_clocks_set"),
    path(f"{TABLE}line-clocks/run/", clocks.RunLineClock.as_view(), name="api_table_line_clocks_run"),
    path(f"{TABLE}line-clocks/stop/", clocks.StopLineClocks.as_view(), name="api_table_line_clocks_stop"),
    path(f"{EVENT}penalties/", penalties.Penalties.as_view(), name="api_penalties"),
    path(f"{EVENT}penalties/preview/", penalties.PenaltyPreview.as_view(), name="api_penalty_preview"),
    path(f"{EVENT}penalties/<int:pk>/", penalties.Penalty.as_view(), name="api_penalty"),
    path(f"{EVENT}penalties/<int:pk>/apply/", penalties.ApplyPenalty.as_view(), name="api_penalty_apply"),
    path(f"{EVENT}penalties/<int:pk>/dismiss/", penalties.DismissPenalty.as_view(), name="api_penalty_dismiss"),
    path(f"{EVENT}penalties/<int:pk>/cancel/", penalties.CancelPenalty.as_view(), name="api_penalty_cancel"),
    path(f"{EVENT}places/", places.Places.as_view(), name="api_places"),
    path(f"{EVENT}places/<int:pk>/empty/", places.EmptyPlace.as_view(), name="api_place_empty"),
]
