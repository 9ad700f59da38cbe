"""The audit log in sentences, and its rows grouped by hour and table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.events.reads.rounds import rounds_in
from tournaments.frame.numbers import score_text
from tournaments.log.reads import named_clubs, named_tables
from tournaments.log.words.log_values import TARGET, RowContext, money, target
from tournaments.log.words.verbs import verb
from tournaments.models import AuditEntry, Tournament

SENTENCES: Mapping[str, Any] = {
    "tournament_created": _("%(who)s created the event."),
    "tournament_changed": _("%(who)s changed the settings."),
    "rules_changed": _("%(who)s changed the rules."),
    "entries_opened": _("%(who)s opened entries."),
    "entries_closed": _("%(who)s closed entries."),
    "entries_reopened": _("%(who)s opened entries again."),
    "tournament_hidden": _("%(who)s hid the event."),
    "tournament_finished": _("%(who)s closed the event with its final standings."),
    "closing_sealed": _("%(who)s sealed the closing."),
    "tournament_reopened": _("%(who)s opened the event again."),
    "role_granted": _("%(who)s gave a role to %(about)s."),
    "role_revoked": _("%(who)s took the role of %(about)s."),
    "entries_taken": _("%(who)s entered %(about)s."),
    "entries_paid": _("%(who)s took from a list what was paid: %(about)s."),
    "entries_taken_back": _("%(who)s took back an imported list: %(about)s."),
    "job_started": _("%(who)s asked for a document: %(about)s."),
    "entry_accepted": _("%(who)s accepted the sign-up of %(about)s."),
    "entry_rejected": _("%(who)s refused the sign-up of %(about)s."),
    "entry_withdrawn": _("%(who)s withdrew %(about)s."),
    "entry_reinstated": _("%(who)s cancelled the withdrawal of %(about)s."),
    "entry_promoted": _("%(who)s took %(about)s from the waiting list."),
    "entry_put_back": _("%(who)s put %(about)s back on the waiting list."),
    "entry_late": _("%(who)s entered %(about)s late."),
    "entry_ticked": _("%(who)s ticked %(about)s at the desk."),
    "entry_fee_set": _("%(who)s changed what %(about)s has to pay."),
    "fee_given_back": _("%(who)s gave back what %(about)s had paid too much."),
    "receipt_given": _("%(who)s gave %(about)s a receipt."),
    "refund_noted": _("%(who)s gave %(about)s a note of refund."),
    "entry_seeded": _("%(who)s changed the seed of %(about)s."),
    "seeds_set": _("%(who)s set the seeds."),
    "entry_unreachable": _("%(who)s could not reach %(about)s by mail."),
    "entry_renamed": _("%(who)s corrected the name or club of %(about)s."),
    "entry_warned": _("%(who)s warned %(about)s."),
    "warning_cancelled": _("%(who)s cancelled a warning of %(about)s."),
    "line_missing": _("%(who)s wrote that somebody is not there: %(about)s."),
    "line_arrived": _("%(who)s wrote that somebody has arrived: %(about)s."),
    "penalty_proposed": _("%(who)s proposed a penalty by the rule: %(about)s."),
    "penalty_given": _("%(who)s gave a penalty: %(about)s."),
    "penalty_applied": _("%(who)s applied a proposed penalty: %(about)s."),
    "penalty_dismissed": _("%(who)s dropped a proposed penalty: %(about)s."),
    "penalty_cancelled": _("%(who)s cancelled a penalty: %(about)s."),
    "discipline_changed": _("%(who)s changed the ladder for late arrivals."),
    "singles_paired": _("%(who)s made a pair of two players: %(about)s."),
    "draw_committed": _("%(who)s sealed the draw %(about)s."),
    "draw_shown": _("%(who)s showed the whole draw %(about)s."),
    "draw_made": _("%(who)s made the draw %(about)s."),
    "draw_swapped": _("%(who)s swapped two positions of the draw %(about)s."),
    "draw_discarded": _("%(who)s discarded the draft %(about)s."),
    "draw_announced": _("%(who)s announced the draw %(about)s."),
    "draw_withdrawn": _("%(who)s took back the draw %(about)s."),
    "round_announced": _("%(who)s called the tables: %(about)s."),
    "round_paired": _("%(who)s paired %(about)s from the standings."),
    "round_unpaired": _("%(who)s took back the pairing of %(about)s."),
    "seats_swapped": _("%(who)s swapped two places in %(about)s."),
    "played_as_seated": _("%(who)s recorded in %(about)s who had sat where."),
    "table_fixed": _("%(who)s gave %(about)s a fixed table or room."),
    "table_unfixed": _("%(who)s let %(about)s play at any table again."),
    "entries_kept_apart": _("%(who)s wrote who should not meet: %(about)s."),
    "entries_may_meet": _("%(who)s let them meet again: %(about)s."),
    "round_planned": _("%(who)s set the hour of a round: %(about)s."),
    "round_not_opened": _("%(who)s could not open the online round: %(about)s."),
    "table_called": _("%(who)s called %(about)s."),
    "call_taken_back": _("%(who)s took back the call of %(about)s."),
    "clock_started": _("%(who)s started the clock: %(about)s."),
    "clock_stopped": _("%(who)s reset the clock: %(about)s."),
    "clock_paused": _("%(who)s paused the clock: %(about)s."),
    "clock_resumed": _("%(who)s resumed the clock: %(about)s."),
    "time_added": _("%(who)s gave extra time: %(about)s."),
    "table_clock_started": _("%(who)s started the clock of %(about)s."),
    "table_clock_paused": _("%(who)s paused the clock of %(about)s."),
    "table_clock_resumed": _("%(who)s resumed the clock of %(about)s."),
    "table_clock_stopped": _("%(who)s reset the clock of %(about)s."),
    "line_clocks_set": _("%(who)s set the clocks of the lines: %(about)s."),
    "line_clocks_stopped": _("%(who)s stopped the clocks of the lines: %(about)s."),
    "clocks_moved": _("%(who)s moved the clocks, since the service was away."),
    "time_called": _("%(who)s called time: %(about)s."),
    "codes_renewed": _("%(who)s made new codes: %(about)s."),
    "code_opened": _("%(who)s opened the code of %(about)s."),
    "result_left_out": _("%(who)s did not send a result of %(about)s that was kept on a phone: the desk has it."),
    "passes_issued": _("%(who)s made players' passes: %(about)s."),
    "pass_renewed": _("%(who)s made a new pass for %(about)s."),
    "passes_revoked": _("%(who)s revoked passes: %(about)s."),
    "pass_opened": _("%(who)s opened the pass."),
    "match_opened": _("%(who)s opened the online match at %(about)s."),
    "score_running": _("%(who)s wrote points at %(about)s."),
    "score_submitted": _("%(who)s entered the result of %(about)s."),
    "score_confirmed": _("%(who)s confirmed the result of %(about)s."),
    "score_disputed": _("%(who)s disputed the result of %(about)s."),
    "score_undone": _("%(who)s took back the result of %(about)s."),
    "score_corrected": _("%(who)s corrected the result of %(about)s."),
    "place_filled": _("%(who)s gave a place to somebody who was out: %(about)s."),
    "place_emptied": _("%(who)s took back a place: %(about)s."),
    "order_recorded": _("%(who)s recorded the order of those who were level: %(about)s."),
    "order_taken_back": _("%(who)s took back the order of those who were level: %(about)s."),
    "referee_called": _("%(who)s called the referee to %(about)s."),
    "referee_seen": _("%(who)s answered the call of %(about)s."),
    "names_removed": _("%(who)s took out names of somebody who asked for it."),
    "event_imported": _("%(who)s took the event from an archive."),
    "invitation_sent": _("%(who)s offered a role to %(about)s."),
    "invitation_accepted": _("%(who)s took the offered role."),
    "invitation_revoked": _("%(who)s took back the role offered to %(about)s."),
    "circuit_joined": _("%(who)s put the event into a circuit."),
    "circuit_left": _("%(who)s took the event out of a circuit."),
    "webhook_made": _("%(who)s made the webhook %(about)s."),
    "webhook_changed": _("%(who)s changed the webhook %(about)s."),
    "webhook_secret_renewed": _("%(who)s made a new secret for the webhook %(about)s."),
    "webhook_removed": _("%(who)s removed the webhook %(about)s."),
    "webhook_sent_again": _("%(who)s sent again to the webhook %(about)s."),
    "webhook_stopped": _("%(who)s paused the webhook %(about)s, since nobody answers."),
}

# Sentences of a tick that moved money.
TICKED: Mapping[str, Any] = {
    "paid_cents": _("%(who)s marked %(about)s as paid: %(fee)s."),
    "given_back_cents": _("%(who)s marked %(about)s as not paid: %(fee)s given back."),
}


@dataclass(frozen=True, slots=True)
class Fold:
    """Rows of one hour about the table named in ``title``, or one row about something else."""

    title: str
    rows: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Hour:
    """The rows of one hour, the newest first."""

    begins: datetime
    folds: Sequence[Fold]
    count: int


def with_context(event: Tournament, rows: Iterable[AuditEntry]) -> list[tuple[AuditEntry, RowContext]]:
    """Return each row with the context that its words need."""
    found = list(rows)
    tables, clubs, rounds = named_tables(event, found), named_clubs(found), rounds_in(event)
    return [(row, RowContext(row.verb, event.game, rounds, tables, clubs)) for row in found]


def sentence(entry: AuditEntry, told: RowContext) -> str:
    """Return a row as one sentence; a result with its points."""
    about = target(entry.target, told)
    known = SENTENCES.get(entry.verb)
    if known is None:
        return f"{entry.actor_label}: {verb(entry.verb)}: {about}"
    after = entry.after if isinstance(entry.after, Mapping) else {}
    values = {"who": entry.actor_label, "about": about}
    for key, with_money in TICKED.items():
        if entry.verb == "entry_ticked" and key in after:
            return str(with_money) % {**values, "fee": money(after[key])}
    said = str(known) % values
    points = after.get("points")
    if not isinstance(points, list) or not points or not all(type(each) is int for each in points):
        return said
    return gettext("%(sentence)s Points: %(points)s.") % {"sentence": said, "points": score_text(points)}


def group_by_hour(rows: Iterable[tuple[AuditEntry, RowContext, Mapping[str, Any]]]) -> list[Hour]:
    """Group the rows of a page by hour, and within an hour by table, at the place of its newest row."""
    hours = groupby(rows, key=lambda each: timezone.localtime(each[0].at).replace(minute=0, second=0, microsecond=0))
    found = []
    for begins, group in hours:
        folds: dict[str, tuple[str, list[Mapping[str, Any]]]] = {}
        for entry, told, row in group:
            match = TARGET.fullmatch(entry.target)
            is_table = match is not None and match[1] == "T"
            key, title = (entry.target, target(entry.target, told)) if is_table else (str(entry.seq), "")
            folds.setdefault(key, (title, []))[1].append(row)
        titled = [Fold(title[:1].upper() + title[1:], kept) for title, kept in folds.values()]
        found.append(Hour(begins, titled, sum(len(fold.rows) for fold in titled)))
    return found
