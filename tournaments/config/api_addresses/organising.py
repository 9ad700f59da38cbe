"""Addresses of what organisers do. What is read there too stands in the classes: these come before the readers' own."""

from django.urls import path

from tournaments.accounts.api import roles
from tournaments.draw.api import draws, headcount, seeds
from tournaments.draw.operations import STEPS as DRAW_STEPS
from tournaments.draw.operations import WITHDRAW
from tournaments.entries.api import entries, entry, many, sign_ups
from tournaments.entries.operations import STEPS as ENTRY_STEPS
from tournaments.events.api import closing, event_data, hand, rounds, rulesets, steps
from tournaments.events.operations import CLOCK_STEPS, FINISH, PARTS, REOPEN, UNPAIR
from tournaments.events.operations import STEPS as EVENT_STEPS
from tournaments.jobs.api import jobs, lists
from tournaments.timing.api import clocks

EVENT = "events/<slug:slug>/"
ENTRY = f"{EVENT}entries/<int:entry_id>/"
DRAW = f"{EVENT}draws/<int:draw_id>/"
ROUND = f"{EVENT}rounds/<int:number>/"
TABLE = f"{EVENT}tables/<int:number>/"

urlpatterns = [
    path("events/", event_data.Events.as_view(), name="api_events"),
    path(EVENT, event_data.EventData.as_view(), name="api_event"),
    path(f"{EVENT}copies/", event_data.EventCopies.as_view(), name="api_event_copies"),
    *(path(EVENT + each.address, rulesets.part_endpoint(each).as_view(), name=f"api_{each.name}") for each in PARTS),
    *(path(EVENT + each.address, steps.step_endpoint(each).as_view(), name=f"api_{each.name}") for each in EVENT_STEPS),
    path(f"{EVENT}desk/", entries.DeskEndpoint.as_view(), name="api_desk"),
    path(f"{EVENT}entries/", entries.Entries.as_view(), name="api_entries"),
    path(f"{EVENT}entries/late/", entries.LatePreview.as_view(), name="api_entry_late"),
    path(f"{EVENT}entries/bulk/", entries.EntryListEndpoint.as_view(), name="api_entries_bulk"),
    path(f"{EVENT}entries/checked-in/", many.CHECK_IN.as_view(), name="api_entries_checked_in"),
    path(f"{EVENT}entries/leave-out/", many.LEAVE_OUT.as_view(), name="api_entries_leave_out"),
    path(f"{EVENT}entries/bring-back/", many.BRING_BACK.as_view(), name="api_entries_bring_back"),
    path(f"{EVENT}entries/qualified/", many.QUALIFIED.as_view(), name="api_entries_qualified"),
    path(f"{EVENT}entries/pair/", entries.PAIR.as_view(), name="api_entries_pair"),
    path(f"{ENTRY}names/", entry.EntryNames.as_view(), name="api_entry_names"),
    path(f"{ENTRY}receipt/", entry.RECEIPT.as_view(), name="api_entry_receipt"),
    *(
        path(ENTRY + each.address, entry.entry_endpoint(each).as_view(), name=f"api_{each.name}")
        for each in ENTRY_STEPS
    ),
    path(f"{ENTRY}preview/", entry.EntryPreview.as_view(), name="api_entry_preview"),
    path(f"{EVENT}seeds/", seeds.SEEDS.as_view(), name="api_seeds"),
    path(f"{EVENT}seeds/proposal/", seeds.SeedsProposed.as_view(), name="api_seeds_proposal"),
    path(f"{EVENT}sign-up/", sign_ups.SignUp.as_view(), name="api_sign_up"),
    path(f"{EVENT}headcount/", headcount.Headcount.as_view(), name="api_headcount"),
    path(f"{EVENT}draws/", draws.SEAL.as_view(), name="api_draws"),
    path(EVENT + WITHDRAW.address, steps.step_endpoint(WITHDRAW, "draws").as_view(), name="api_draw_withdraw"),
    path(f"{DRAW}draft/", draws.DraftEndpoint.as_view(), name="api_draw_draft"),
    *(path(DRAW + each.address, draws.draw_endpoint(each).as_view(), name=f"api_{each.name}") for each in DRAW_STEPS),
    path(f"{EVENT}rounds/pair/", rounds.PAIR.as_view(), name="api_round_pair"),
    path(EVENT + UNPAIR.address, steps.step_endpoint(UNPAIR, "rounds").as_view(), name="api_round_unpair"),
    path(f"{ROUND}announce/", rounds.ANNOUNCE.as_view(), name="api_round_announce"),
    path(f"{ROUND}swap/preview/", hand.SwapPreview.as_view(), name="api_round_swap_preview"),
    path(f"{ROUND}swap/", hand.SWAP.as_view(), name="api_round_swap"),
    path(f"{ROUND}as-seated/", hand.AS_SEATED.as_view(), name="api_round_as_seated"),
    path(f"{ROUND}skip/", hand.SKIP.as_view(), name="api_round_skip"),
    path(f"{ROUND}skip/end/", hand.END_SKIP.as_view(), name="api_round_skip_end"),
    path(f"{EVENT}fixed-tables/", hand.FIX_TABLE.as_view(), name="api_table_fix"),
    path(f"{EVENT}fixed-tables/end/", hand.UNFIX_TABLE.as_view(), name="api_table_unfix"),
    path(f"{EVENT}apart/", hand.KEEP_APART.as_view(), name="api_apart"),
    path(f"{EVENT}apart/end/", hand.LET_MEET.as_view(), name="api_apart_end"),
    path(f"{ROUND}pair-others/", hand.PAIR_OTHERS.as_view(), name="api_round_pair_others"),
    path(f"{ROUND}plan/", rounds.PLAN.as_view(), name="api_round_plan"),
    path(f"{ROUND}codes/", rounds.RENEW_ALL_CODES.as_view(), name="api_round_codes"),
    path(f"{ROUND}slips/", rounds.SlipsEndpoint.as_view(), name="api_round_slips"),
    path(f"{ROUND}clock/", clocks.ClockEndpoint.as_view(), name="api_round_clock"),
    *(
        path(ROUND + each.address, clocks.clock_endpoint(each).as_view(), name=f"api_{each.name}")
        for each in CLOCK_STEPS
    ),
    path(f"{TABLE}call/", rounds.CALL.as_view(), name="api_table_call"),
    path(f"{TABLE}take-back/", rounds.TAKE_CALL_BACK.as_view(), name="api_table_take_back"),
    path(f"{TABLE}codes/renew/", rounds.RENEW_CODES.as_view(), name="api_table_codes_renew"),
    path(f"{EVENT}closing/", steps.step_endpoint(FINISH, "closing", closing.Closing).as_view(), name="api_closing"),
    path(EVENT + REOPEN.address, steps.step_endpoint(REOPEN, "closing").as_view(), name="api_reopening"),
    path(f"{EVENT}roles/", roles.Roles.as_view(), name="api_roles"),
    path(f"{EVENT}roles/<int:membership_id>/", roles.REVOKE.as_view(), name="api_role"),
    path(f"{EVENT}invitations/", roles.INVITE.as_view(), name="api_invitations"),
    path(f"{EVENT}invitations/<int:invitation_id>/", roles.REVOKE_INVITATION.as_view(), name="api_invitation"),
    path(f"{EVENT}lists/", lists.Lists.as_view(), name="api_lists"),
    path(f"{EVENT}lists/<int:job_id>/", lists.OneList.as_view(), name="api_list"),
    path(f"{EVENT}lists/<int:job_id>/cancel/", lists.CANCEL.as_view(), name="api_list_cancel"),
    path(f"{EVENT}jobs/", jobs.Jobs.as_view(), name="api_jobs"),
    path(f"{EVENT}jobs/<int:job_id>/", jobs.OneJob.as_view(), name="api_job"),
    path(f"{EVENT}jobs/<int:job_id>/file/", jobs.JobFile.as_view(), name="api_job_file"),
    path(f"{EVENT}jobs/<int:job_id>/again/", jobs.AGAIN.as_view(), name="api_job_again"),
]
