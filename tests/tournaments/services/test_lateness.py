"""Who is late: reported by the table, proposed to the referee by the ladder of the event, decided by a person."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.refusals import refused
from tests.tournaments.services.rulings import apply, later, report, results, seated, waiting
from tournaments.competition.discipline import ladder_to_json, presets
from tournaments.discipline import reads as register
from tournaments.discipline.writes import penalties
from tournaments.entries.writes import participation
from tournaments.errors import MissingError, RefusedError
from tournaments.events.writes import rounds, tournaments
from tournaments.frame.policies import Actor
from tournaments.models import AuditEntry, Deadline, Round, Ruling, Table, TableLine, Tournament
from tournaments.timing.writes import clocks, lateness
from tournaments.upkeep.writes import firing

pytestmark = pytest.mark.django_db

STEPS = {"discipline": "steps"}


def arrive(table: Table, line: int = 1) -> TableLine:
    return lateness.line_arrived(
        actor=make.boss_of(table.tournament), tournament_id=table.tournament_id, table_id=table.pk, line=line
    )


def proposed(table: Table) -> list[tuple[str, int | None]]:
    return [(one.kind, one.value) for one in register.proposals(table.tournament)]


def dismiss(ruling: Ruling, reason: str = "Traffico") -> Ruling:
    event = ruling.tournament
    return penalties.dismiss_proposal(
        actor=make.boss_of(event), tournament_id=event.pk, ruling_id=ruling.pk, reason=reason
    )


# The ladder of an event


# R-PEN-01
def test_an_event_keeps_its_own_copy_of_the_ladder():
    usual, chosen = make.event(), make.event(**STEPS)

    assert usual.discipline == ladder_to_json(presets(uses_vp=True)["grace10"])
    assert chosen.discipline == ladder_to_json(presets(uses_vp=True)["steps"])


# R-PEN-04
@pytest.mark.parametrize(
    ("discipline", "code", "field"),
    [
        ("grace99", "discipline_preset", "discipline"),
        ({"ladder": [{"after": 300, "kind": "no_show"}]}, "step_minutes", "ladder.0.after"),
    ],
)
def test_an_impossible_ladder_names_its_field(discipline: Any, code: str, field: str):
    with pytest.raises(RefusedError) as caught:
        make.event(discipline=discipline)
    assert (caught.value.code, caught.value.field) == (code, field)
    assert not Tournament.objects.exists()


# R-PEN-02
def test_the_steps_of_a_game_without_vp_take_points(penalty: str):
    event = make.event(game=penalty, preset="club", **STEPS)

    assert event.discipline["ladder"][1] == {"after": 5, "kind": "points", "value": 10}


def change(event: Tournament, discipline: Any) -> Tournament:
    return tournaments.set_discipline(actor=make.boss_of(event), tournament_id=event.pk, discipline=discipline)


def test_the_ladder_may_be_changed_while_the_event_runs_and_it_is_on_record():
    event = make.called(entries=4)
    before = event.discipline

    change(event, "grace20")

    row = AuditEntry.objects.get(verb="discipline_changed")
    assert (row.before, row.after) == (before, ladder_to_json(presets(uses_vp=True)["grace20"]))
    assert refused(change, event, "often") == "discipline_preset"
    make.finished(event)
    assert refused(change, event, "grace10") == "event_finished"


def test_a_new_ladder_counts_for_who_is_missing_already():
    table = waiting(called=5)
    report(table)

    change(table.tournament, "grace20")

    due = Deadline.objects.get(kind="lateness").due_at
    table.refresh_from_db()
    assert table.called_at is not None
    assert due == table.called_at + timedelta(minutes=20)


def test_a_new_ladder_proposes_what_is_new_at_the_same_minute():
    table = waiting(called=11, discipline={"ladder": [{"after": 10, "kind": "warning"}]})
    report(table)

    change(table.tournament, "grace10")

    assert proposed(table) == [("no_show", None)]


# Reported


# R-PEN-08
def test_the_ladder_proposes_and_imposes_nothing():
    table = waiting()
    report(table)

    early, due, again = later(9.9), later(10.1), later(11)

    (ruling,) = register.proposals(table.tournament)
    table.refresh_from_db()
    assert (early, due, again) == ([], [True], [])
    assert (ruling.kind, ruling.entry, ruling.status) == ("no_show", seated(table)[1].entry, "proposed")
    assert (ruling.details["after"], ruling.details["step"]) == (10, 0)
    assert (table.status, results(table)) == ("called", [(None, None, None)] * 2)
    assert AuditEntry.objects.get(verb="penalty_proposed").actor_label == "Settebello"


# R-PEN-08
def test_one_proposal_is_open_and_a_later_step_takes_its_place():
    table = waiting(**STEPS)
    report(table)

    found = [proposed(table)]
    for minutes in (5.1, 10.1):
        later(minutes)
        found.append(proposed(table))

    assert found == [[("warning", None)], [("mp", 2)], [("no_show", None)]]
    assert [(one.status, one.cancel_reason) for one in Ruling.objects.order_by("pk")] == [
        ("dismissed", "superseded"),
        ("dismissed", "superseded"),
        ("proposed", ""),
    ]


# R-PEN-03
def test_who_is_reported_late_has_come_to_the_step_of_the_minutes_that_are_over():
    table = waiting(called=7, **STEPS)

    report(table)

    assert proposed(table) == [("mp", 2)]
    assert [row.step for row in Deadline.objects.filter(kind="lateness")] == [2]


# R-PEN-03
def test_lateness_counts_from_the_clock_of_a_round_that_starts_after_the_call():
    table = waiting(called=7)
    report(table)
    clocks.start_clock(actor=make.boss_of(table.tournament), tournament_id=table.tournament_id, number=1, minutes=60)

    # Ten minutes after the call only three have passed on the clock: the step is put off.
    fired = later(3.1)

    assert (fired, proposed(table)) == ([True], [])
    deadline = Deadline.objects.get(kind="lateness")
    started = Round.objects.get(tournament=table.tournament, number=1).clock_started_at
    assert started is not None
    assert (deadline.fired_at, deadline.due_at) == (None, started + timedelta(minutes=10))
    later(10.1)
    assert proposed(table) == [("no_show", None)]


def test_a_table_that_has_no_ladder_proposes_nothing():
    table = waiting(called=90, discipline="none")

    report(table)

    assert not Deadline.objects.filter(kind="lateness").exists()
    assert proposed(table) == []


@pytest.mark.parametrize("label", ["scorer", "the other line"])
def test_the_other_line_and_officials_may_report(label: str):
    table = waiting()
    actor = Actor(role="scorer", hall_tables=(1,), label="S") if label == "scorer" else Actor(line=0, label="1A")

    line = report(table, 1, actor=actor)

    assert line.missing_since is not None
    assert AuditEntry.objects.get(verb="line_missing").after == {"line": 1, "name": str(line.entry)}


def test_nobody_reports_themselves():
    assert refused(report, waiting(), 1, actor=Actor(line=1, label="1B")) == "own_absence"


def test_who_is_reported_twice_is_missing_since_the_first_time():
    table = waiting()

    first, second = report(table), report(table)

    assert first.missing_since == second.missing_since
    assert AuditEntry.objects.filter(verb="line_missing").count() == 1
    assert [line.pk for line in register.missing(table.tournament)] == [first.pk]


def test_nobody_is_waited_for_before_the_call_or_after_the_first_deal():
    event = make.drawn(entries=4)
    table = make.tables_of(event)[0]

    found = [refused(report, table)]
    make.called(event)
    found.append(refused(report, table, 5))
    make.enter(table, {"games": [{"deals": [make.points_sheet((3, 2))], "time_called": False}], "forfeit": None})
    found.append(refused(report, table))

    assert found == ["table_not_called", "line_missing", "match_begun"]


def test_an_empty_chair_is_waited_for_by_nobody(penalty: str):
    event = make.called(make.tables(penalty, entries=4))
    table = make.tables_of(event)[0]
    entry = seated(table)[3].entry
    assert entry is not None
    penalties.give_penalty(
        actor=make.boss_of(event),
        tournament_id=event.pk,
        kind="no_show",
        entry_id=entry.pk,
        table_id=table.pk,
        reason="Non c'è",
    )

    assert refused(report, table, 3) == "line_missing"


def test_a_table_of_another_event_is_not_found():
    event, other = make.called(entries=4), waiting()
    with pytest.raises(MissingError):
        lateness.report_missing(actor=make.boss_of(event), tournament_id=event.pk, table_id=other.pk, line=0)


# Arrived


def test_who_comes_stops_the_ladder_and_what_was_proposed_waits_for_the_referee():
    table = waiting(called=6, **STEPS)
    report(table)

    arrive(table)

    later(60)
    line = seated(table)[1]
    assert (line.arrived_at is None, proposed(table)) == (False, [("mp", 2)])
    assert not Deadline.objects.filter(kind="lateness").exists()
    assert register.missing(table.tournament) == []
    assert AuditEntry.objects.filter(verb="line_arrived").count() == 1
    arrive(table)
    assert AuditEntry.objects.filter(verb="line_arrived").count() == 1


def test_who_goes_missing_again_is_not_punished_twice_for_the_same_step():
    table = waiting(called=6, **STEPS)
    report(table)
    apply(register.proposals(table.tournament)[0])
    arrive(table)

    report(table)

    assert proposed(table) == []
    assert [row.step for row in Deadline.objects.filter(kind="lateness")] == [2]


def test_the_first_deal_says_that_everybody_is_there():
    table = waiting(called=11)
    report(table)

    make.enter(table, {"games": [{"deals": [make.points_sheet((3, 2))], "time_called": False}], "forfeit": None})

    line = seated(table)[1]
    assert line.arrived_at is not None
    assert [(one.status, one.cancel_reason) for one in Ruling.objects.all()] == [("dismissed", "obsolete")]
    assert refused(apply, Ruling.objects.get()) == "proposal_obsolete"


def test_the_first_deal_is_the_end_of_a_no_show_also_of_who_has_arrived():
    table = waiting(called=11)
    report(table)
    arrive(table)

    make.enter(table, {"games": [{"deals": [make.points_sheet((3, 2))], "time_called": False}], "forfeit": None})

    assert proposed(table) == []


@pytest.mark.parametrize("gone", [0, 1])
def test_a_walkover_is_the_end_of_a_no_show_that_was_proposed(gone: int):
    table = waiting(called=11)
    report(table)
    leave(table, gone)

    ruling = Ruling.objects.get(kind="no_show")
    assert (ruling.status, ruling.cancel_reason) == ("dismissed", "obsolete")
    assert refused(apply, ruling) == "proposal_obsolete"


def leave(table: Table, line: int) -> None:
    participation.withdraw_entry(
        actor=make.boss_of(table.tournament),
        tournament_id=table.tournament_id,
        reason="Febbre",
        entry_id=seated(table)[line].entry_id or 0,
    )


def test_who_comes_back_to_a_match_that_was_over_is_reported_again_and_followed():
    table = waiting(called=3)
    report(table)
    leave(table, 0)
    participation.reinstate_entry(
        actor=make.boss_of(table.tournament),
        tournament_id=table.tournament_id,
        reason="Passata",
        entry_id=seated(table)[0].entry_id or 0,
    )

    assert register.missing(table.tournament) == []
    report(table)
    later(7.1)

    assert proposed(table) == [("no_show", None)]


def test_a_call_that_is_taken_back_waits_for_nobody():
    table = waiting(called=11)
    report(table)

    rounds.take_call_back(actor=make.boss_of(table.tournament), tournament_id=table.tournament_id, table_id=table.pk)

    assert (seated(table)[1].missing_since, proposed(table)) == (None, [])
    assert not Deadline.objects.filter(kind="lateness").exists()


def test_a_deadline_that_nobody_waits_for_does_nothing():
    table = waiting()
    line = report(table)
    deadline = Deadline.objects.get(kind="lateness")
    TableLine.objects.filter(pk=line.pk).update(arrived_at=timezone.now())

    now = timezone.now() + timedelta(minutes=11)
    fired = firing.fire_deadline(deadline_id=deadline.pk, now=now)

    assert (fired, proposed(table)) == (True, [])


# Decided


# R-PEN-08
def test_a_proposal_that_is_applied_is_in_force():
    table = waiting(called=6, **STEPS)
    report(table)

    ruling = apply(register.proposals(table.tournament)[0], reason="Confermato")

    assert (ruling.status, ruling.reason, str(ruling.decided_by)) == (
        "in_force",
        "Confermato",
        str(make.boss_of(table.tournament).user),
    )
    assert register.deductions(table.tournament)[seated(table)[1].entry_id or 0].mp == 2
    assert AuditEntry.objects.get(verb="penalty_applied").after == {"kind": "mp", "value": 2, "table": table.number}


# R-PEN-08
def test_a_proposal_that_is_dismissed_stays_on_record_with_the_reason():
    table = waiting(called=6, **STEPS)
    report(table)

    ruling = dismiss(register.proposals(table.tournament)[0])

    assert (ruling.status, ruling.cancel_reason) == ("dismissed", "Traffico")
    assert register.deductions(table.tournament) == {}
    assert [one.pk for one in register.register(table.tournament)] == [ruling.pk]


def test_a_second_word_on_a_proposal_is_told_who_was_first():
    table = waiting(called=6, **STEPS)
    report(table)
    ruling = register.proposals(table.tournament)[0]
    apply(ruling)

    with pytest.raises(RefusedError) as refusal:
        dismiss(ruling)

    decided: datetime | None = Ruling.objects.get(pk=ruling.pk).decided_at
    assert decided is not None
    assert refusal.value.code == "proposal_decided"
    assert refusal.value.params == {
        "by": str(make.boss_of(table.tournament).user),
        "at": timezone.localtime(decided).strftime("%H:%M"),
    }


@pytest.mark.parametrize("first", ["dismissed", "superseded", "nothing"])
def test_what_is_no_proposal_any_more_cannot_be_applied(first: str):
    table = waiting(called=6, **STEPS)
    report(table)
    ruling = register.proposals(table.tournament)[0]
    if first == "dismissed":
        dismiss(ruling)
    elif first == "superseded":
        later(10.1)
    else:
        ruling.pk += 1000

    expected = {"dismissed": "proposal_dismissed", "superseded": "proposal_superseded", "nothing": "proposal_missing"}
    assert refused(apply, ruling) == expected[first]


def test_a_dismissal_needs_its_reason():
    table = waiting(called=6, **STEPS)
    report(table)

    assert refused(dismiss, register.proposals(table.tournament)[0], "") == "reason_missing"


def test_a_penalty_that_was_given_is_no_proposal():
    table = waiting()
    entry = seated(table)[0].entry
    assert entry is not None
    event = table.tournament
    ruling = penalties.give_penalty(
        actor=make.boss_of(event), tournament_id=event.pk, kind="warning", entry_id=entry.pk, reason="Grida"
    )

    assert refused(apply, ruling) == "proposal_missing"


def test_the_lines_of_a_table_say_a_few_times_who_is_missing_and_then_leave_it_to_an_official():
    event = make.called(entries=4)
    table = make.tables_of(event)[0]
    line = Actor(line=0, label="1A")
    where = {"tournament_id": event.pk, "table_id": table.pk, "line": 1}
    for _time in range(3):
        lateness.report_missing(actor=line, **where)
        lateness.line_arrived(actor=line, **where)

    with pytest.raises(RefusedError, match="too_many_tries"):
        lateness.report_missing(actor=line, **where)
    lateness.report_missing(actor=make.boss_of(event), **where)
    with pytest.raises(RefusedError, match="too_many_tries"):
        lateness.line_arrived(actor=line, **where)
