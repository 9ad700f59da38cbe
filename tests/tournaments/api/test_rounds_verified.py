"""The public state of events in rounds, checked by the script in docs/ as anybody does."""

import subprocess
import sys
from copy import deepcopy
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from tests.competition.rounds_script import verdict as verify
from tests.searching import seeds
from tests.tournaments import factories as make
from tests.tournaments.services import level
from tests.tournaments.services.evenings import STEPS, Evening
from tests.tournaments.services.rounds import drawn, late, pair, play, played_out
from tests.tournaments.services.rulings import given, seated
from tests.tournaments.services.stages import event_of
from tournaments.discipline.writes import penalties
from tournaments.draw.writes import pairings
from tournaments.entries.writes import participation
from tournaments.events.writes import closing
from tournaments.models import Tournament
from tournaments.standings.reads.level import open_levels
from tournaments.tables.writes import corrections

pytestmark = pytest.mark.django_db
KNOCKOUT = {"kind": "knockout", "from": {"best": 4}}
BY_PLACE = {"kind": "knockout", "from": {"first": 3, "apart": True}}


def state(event: Tournament) -> Any:
    return Client().get(f"/api/v1/events/{event.slug}/state/")


def verdict(event: Tournament) -> str:
    return verify(state(event).json())


def test_the_script_runs_alone() -> None:
    script = settings.BASE_DIR / "docs" / "verify_rounds.py"
    event = drawn("danish", entries=5, rounds=3)
    run = subprocess.run(
        [sys.executable, "-I", str(script)], input=state(event).content, capture_output=True, check=False
    )
    assert (run.stdout + run.stderr).decode() == verdict(event) == "OK\n"


@pytest.mark.parametrize(
    ("options", "entries"),
    [
        ({"kind": "danish", "rounds": 3, "rematches": "not_in_a_row"}, 9),
        ({"kind": "swiss", "rounds": 3}, 5),
        ({"kind": "king", "rounds": 3}, 7),
        ({"kind": "groups", "size": 4}, 7),
        ({"kind": "mitchell", "rounds": 3}, 9),
        ({"kind": "partners", "rounds": 3}, 10),
    ],
)
def test_the_script_confirms_an_event_from_its_public_state(options: dict[str, Any], entries: int) -> None:
    event = drawn(options.pop("kind"), entries=entries, **options)
    assert verdict(event) == "OK\n"
    assert verdict(played_out(event, 3)) == "OK\n"


def taken_in_place_of(found: Any, number: int) -> Any:
    """The state with the first line of the second table of a round at the first table too."""
    forged = deepcopy(found)
    one, two = [table for table in forged["tables"] if table["round"] == number and len(table["lines"]) > 1][:2]
    one["lines"][0] = {**one["lines"][0], "entry": two["lines"][0]["entry"], "name": two["lines"][0]["name"]}
    return forged


@pytest.mark.parametrize("kind", ["groups", "mitchell", "heats"])
def test_the_script_tells_a_schedule_that_is_not_that_of_the_draw(kind: str, penalty: str) -> None:
    game = {"entries": 8, "format": {"kind": kind, "rounds": 3} if kind != "groups" else {"kind": kind, "size": 4}}
    event = make.tables(penalty, **game) if kind == "heats" else make.drawn(**game)
    found = state(event).json()
    assert verify(found) == "OK\n"
    assert "sits twice in round 2" in verify(taken_in_place_of(found, 2))
    if kind != "heats":
        again = deepcopy(found)
        for table, earlier in zip(of_round(again, 2), of_round(again, 1), strict=True):
            table["lines"], table["group"] = earlier["lines"], earlier["group"]
        assert " meet twice" in verify(again) or " meet 2 times" in verify(again)


def exchanged(found: Any, number: int, one: int, other: int) -> Any:
    """The state with two players in each other's seats in a round of rotating partners."""
    forged, of_each_other = deepcopy(found), {one: other, other: one}
    lines = [line for table in of_round(forged, number) for line in table["lines"]]
    here = {line["entry"] for line in lines}
    for each in forged["stage"]["pairs"]:
        if each["entry"] in here:
            each["members"] = [of_each_other.get(key, key) for key in each["members"]]
    for line in lines:
        line["entry"] = of_each_other.get(line["entry"], line["entry"])
    return forged


@pytest.mark.parametrize("entries", [8, 9, 10, 14])
def test_the_script_tells_an_old_partner_and_a_second_rest(entries: int) -> None:
    found = state(played_out(drawn("partners", entries=entries, rounds=4), 4)).json()
    assert verify(found) == "OK\n"
    members = {pair["entry"]: pair["members"] for pair in found["stage"]["pairs"]}
    pairs, rests = [], []
    for number in (1, 2):
        here = {line["entry"] for table in of_round(found, number) for line in table["lines"]}
        pairs.append([members[key] for key in here if key in members])
        rests.append([key for key in here if key not in members and key is not None])
    other, left = next(
        (before[1 - at], now[1 - now.index(key)])
        for before in pairs[0]
        for at, key in enumerate(before)
        for now in pairs[1]
        if key in now and before[1 - at] not in rests[1]
    )
    assert " are partners again in round 2" in verify(exchanged(found, 2, other, left))
    if rests[0]:
        assert " rests in round 2 before others have" in verify(exchanged(found, 2, rests[0][0], rests[1][0]))


def of_round(found: Any, number: int) -> list[Any]:
    return [table for table in found["tables"] if table["round"] == number]


def test_the_script_confirms_an_order_that_was_recorded_by_hand() -> None:
    event = level.evening()
    for each in open_levels(event):
        level.record(event, *reversed(each.keys))
    assert verdict(event) == "OK\n"
    assert [row["by"] for row in state(event).json()["stage"]["recorded"]] == ["highest_card"] * 2


def test_the_script_confirms_heats_of_a_game_in_which_fewer_points_win(penalty: str) -> None:
    event = make.tables(penalty, entries=8, format={"kind": "heats", "rounds": 2})
    for number in (1, 2):
        make.called(event, round=number)
        for table in make.tables_of(event, number):
            make.enter(table, make.ended(table))
    assert verdict(make.fresh(event)) == "OK\n"


@pytest.fixture
def heats(penalty: str) -> Tournament:
    """Heats of eight, and behind them two heats of six, in their first round."""
    first = {"kind": "heats", "rounds": 2, "heat": 8}
    then = {"kind": "heats", "rounds": 1, "heat": 6, "from": {"first": 3, "best": 3}}
    event = make.tables(penalty, entries=23, format={"kind": "stages", "stages": [first, then]})
    leave(event, 0)
    make.end_round(event, 1)
    leave(event, 1)
    make.end_round(event, 2)
    return pair(make.fresh(event))


def leave(event: Tournament, at: int) -> None:
    gone = event.entries.order_by("pk")[at]
    participation.withdraw_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=gone.pk, reason="Sta male")
    assert verdict(make.fresh(event)) == "OK\n"


# R-HEA-07, R-HEA-08
def test_the_script_confirms_heats_that_follow_each_other(heats: Tournament) -> None:
    assert verdict(heats) == "OK\n"
    found = state(heats).json()
    assert [each["options"].get("heat") for each in found["stages"]] == [8, 6]
    make.end_round(heats, 3)
    assert verdict(make.fresh(heats)) == "OK\n"


# R-HEA-07, R-HEA-08
@pytest.mark.parametrize("first", [1, 3])
def test_the_script_tells_a_wrong_heat(heats: Tournament, first: int) -> None:
    forged = state(heats).json()
    of_stage = [table for table in forged["tables"] if (table["round"] < 3) == (first == 1)]
    for table in of_stage:
        table["group"] = {1: 2, 2: 1}.get(table["group"], table["group"])
    assert f"heat 1 of round {first} is " in verify(forged)
    forged = state(heats).json()
    of_stage = [table for table in forged["tables"] if table["round"] == 3]
    one, other = (next(table for table in of_stage if table["group"] == group)["lines"][0] for group in (1, 2))
    one["entry"], other["entry"] = other["entry"], one["entry"]
    assert "heat 2 of round 3 is " in verify(forged)


def test_corrections_penalties_and_withdrawals_after_a_pairing_are_said_and_not_taken_for_an_error() -> None:
    event = drawn("danish", entries=6, rounds=3)
    boss = make.boss_of(event)
    play(event, 1)
    event = pair(event)
    table = make.tables_of(event)[0]
    corrections.correct_score(
        actor=boss,
        tournament_id=event.pk,
        table_id=table.pk,
        seen=table.version,
        reason="Scritto al contrario",
        content=make.content_for(table, table.lines.get(place=2).index),
    )
    first, *_, gone = event.entries.order_by("pk")
    penalties.give_penalty(actor=boss, tournament_id=event.pk, entry_id=first.pk, kind="vp", value=30, reason="Ritardo")
    play(event, 2)
    participation.withdraw_entry(actor=boss, tournament_id=event.pk, entry_id=gone.pk, reason="Sta male")
    event = pair(event)
    found = state(event).json()
    assert [row["round"] for row in found["pairings"]] == [1, 2, 3]
    assert found["pairings"][1]["changed"] == ["score_corrected", "penalty_given", "entry_withdrawn"]
    assert found["pairings"][2] == {
        "round": 3,
        "order": [row["entry"] for row in found["standings"] if row["entry"] != gone.pk],
        "changed": [],
        "kept": [],
        "score_groups": [],
        "apart": [],
    }
    charged = next(row for row in found["standings"] if row["entry"] == first.pk)
    assert charged["stage"]["deduction"] == {"points": 0, "vp": 30, "mp": 0}
    said = verdict(event)
    assert said.endswith("OK\n")
    assert said.startswith("Note: round 2 was paired by another order, before these steps: score_corrected")


def test_a_pairing_that_was_taken_back_is_not_published() -> None:
    event = drawn("swiss", entries=8, rounds=3)
    play(event, 1)
    pair(event)
    pairings.unpair_round(actor=make.boss_of(event), tournament_id=event.pk, reason="Un risultato era sbagliato")
    assert [row["round"] for row in state(event).json()["pairings"]] == [1]


def test_an_elimination_has_no_pairings() -> None:
    found = state(make.drawn()).json()
    assert (found["stage"], found["pairings"], found["standings"][0]["stage"]) == (None, [], None)


def test_who_comes_late_or_leaves_is_paired_as_the_script_says() -> None:
    event = make.called(drawn("danish", entries=5, rounds=4))
    late(event)
    event = make.fresh(event)
    assert verdict(event) == "OK\n"
    play_called(event)
    late(event, 91, table=0)
    event = pair(event)
    assert verdict(event) == "OK\n"
    play(event, 2)
    gone = event.entries.order_by("pk")[2]
    participation.withdraw_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=gone.pk, reason="Sta male")
    event = pair(event)
    assert verdict(event).endswith("OK\n")


def test_a_late_entry_of_a_group_and_the_rests_of_who_left_are_counted_by_the_script() -> None:
    event = make.called(drawn("groups", entries=10, size=4))
    late(event, table=late_table(event))
    gone = event.entries.order_by("pk")[0]
    event = make.fresh(event)
    play_called(event)
    participation.withdraw_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=gone.pk, reason="Sta male")
    event = make.fresh(event)
    assert verdict(event) == "OK\n"
    for number in (2, 3):
        play_called(make.called(event, round=number), number)
        event = make.fresh(event)
        assert verdict(event) == "OK\n"


def play_called(event: Tournament, number: int = 1) -> None:
    for table in make.tables_of(event, number):
        if not table.is_over:
            make.play(table)


def late_table(event: Tournament) -> int:
    """The table at which a late entry would begin."""
    return participation.preview_late(actor=make.boss_of(event), tournament_id=event.pk, new=make.names(90)).table


# R-STG-21, R-STG-22, R-STG-23, R-STG-25, R-STG-27, R-GRP-11, R-GRP-12, R-GRP-13, R-GRP-16, R-GRP-17, R-GRP-18
@pytest.mark.parametrize("seed", seeds())
@pytest.mark.parametrize(
    ("entries", "parts"),
    [
        (9, [{"kind": "groups", "size": 3}, {"kind": "knockout", "from": {"first": 1, "best": 2}}]),
        (7, [{"kind": "groups", "size": 4, "ranking": "three_points"}, {"kind": "knockout", "from": {"best": 5}}]),
        (8, [{"kind": "mitchell", "rounds": 2}, {"kind": "danish", "rounds": 2, "from": {"carries": True}}]),
        (7, [{"kind": "danish", "rounds": 1}, {"kind": "swiss", "rounds": 2, "from": {"carries": True}}, KNOCKOUT]),
        (8, [{"kind": "swiss", "rounds": 1}, {"kind": "groups", "size": 3, "from": {"best": 6}}, KNOCKOUT]),
        (8, [{"kind": "king", "rounds": 2}, {"kind": "mitchell", "rounds": 1, "from": {"best": 6}}]),
        (9, [{"kind": "groups", "size": 3}, BY_PLACE]),
        (7, [{"kind": "groups", "size": 3}, {**BY_PLACE, "third_place": True}]),
        (9, [{"kind": "partners", "rounds": 3}]),
        (10, [{"kind": "partners", "rounds": 4}]),
    ],
)
def test_the_script_confirms_an_event_in_rounds_that_goes_any_way(entries: int, parts: list[Any], seed: int) -> None:
    evening = Evening(seed, entries, {"kind": "stages", "stages": parts} if parts[1:] else parts[0])
    for step in range(STEPS):
        evening.anything()
        said = verify(state(evening.event).json())
        assert said.endswith("OK\n"), (step, said)
    evening.to_the_end()
    assert verify(state(evening.event).json()).endswith("OK\n")
    closing.finish_tournament(**evening.where)
    assert verify(state(evening.event).json()).endswith("OK\n")


# R-GRP-16, R-GRP-18
def test_the_script_tells_a_wrong_place_between_the_brackets() -> None:
    event = event_of({"kind": "groups", "size": 3}, {**BY_PLACE, "third_place": True})
    event = pair(played_out(event, 3))
    play(event, 4)
    running = state(event).json()
    assert verify(running) == "OK\n"
    play(event, 5)
    found = state(event).json()
    assert verify(found) == "OK\n"
    forged, names = deepcopy(found), {row["place"]: row["name"] for row in found["standings"]}
    for row in forged["standings"]:
        row["place"] = {4: 5, 5: 4, 7: 8, 8: 7}.get(row["place"], row["place"])
    assert set(verify(forged).removeprefix("Differs: ").strip().split("; ")) == {
        f"place {given} of {names[right]} is {right}" for given, right in ((5, 4), (4, 5), (8, 7), (7, 8))
    }
    forged = deepcopy(running)
    swapped(forged, 4, 4)
    assert "those of place 1 of their groups meet in round 4 like this: " in verify(forged)


@pytest.fixture
def whole() -> Any:
    """The state of an event of three stages, the last of which is a knockout."""
    groups = {"kind": "groups", "size": 3, "from": {"best": 9}}
    knockout = {"kind": "knockout", "from": {"first": 1, "best": 2}}
    event = event_of({"kind": "mitchell", "rounds": 2}, groups, knockout, entries=10)
    event = pair(played_out(event, 2))
    for number in (3, 4, 5):
        play(event, number)
    return state(pair(event)).json()


def swapped(found: Any, *rounds: int) -> None:
    """Let the first entry of a round, in its first table, change places with the last one of another round."""
    one, other = ([table for table in found["tables"] if table["round"] == number] for number in rounds)
    mine, theirs = one[0]["lines"][0], other[-1]["lines"][0]
    mine["entry"], theirs["entry"] = theirs["entry"], mine["entry"]


def test_the_script_says_what_differs_in_a_stage(whole: Any) -> None:
    assert verify(whole) == "OK\n"
    assert [each["first_round"] for each in whole["stages"]] == [1, 3, 6]
    forged = deepcopy(whole)
    swapped(forged, 6, 6)
    assert "table 1 of round 6 is " in verify(forged)
    forged = deepcopy(whole)
    forged["stages"][1]["standings"][0]["place"] = 2
    assert "in stage 2 is 1" in verify(forged)
    forged = deepcopy(whole)
    rows = forged["standings"]
    rows[-1]["place"], rows[-2]["place"] = rows[-2]["place"], rows[-1]["place"]
    assert f"place {rows[-1]['place']} of {rows[-1]['name']} is 10" in verify(forged)
    forged = deepcopy(whole)
    order = forged["pairings"][-1]["order"]
    order[0], order[1] = order[1], order[0]
    assert "round 6 was paired by another order" in verify(forged)
    forged = deepcopy(whole)
    forged["pairings"][-1]["order"].pop(0)
    assert "comes to round 6" in verify(forged)
    forged = deepcopy(whole)
    for table in forged["tables"]:
        table["group"] = {1: 2, 2: 1}.get(table["group"], table["group"])
    assert "group 1 of round 3 is " in verify(forged)


def test_the_state_of_an_event_of_stages_has_the_stage_of_now_and_all_pairings(whole: Any) -> None:
    assert (whole["stage"], [each["number"] for each in whole["stages"]]) == (None, [1, 2, 3])
    assert [row["round"] for row in whole["pairings"]] == [1, 3, 6]
    kinds = [(each["options"]["kind"], len(each["standings"])) for each in whole["stages"]]
    assert kinds == [("mitchell", 10), ("groups", 9), ("knockout", 0)]
    event = event_of({"kind": "danish", "rounds": 1}, KNOCKOUT, entries=6)
    found = state(event).json()
    assert found["stage"]["options"]["kind"] == "danish"
    assert [each["first_round"] for each in found["stages"]] == [1, None]


@pytest.mark.parametrize("kind", ["nobody", "alone"])
def test_the_script_knows_an_event_that_ended_before_its_next_stage(kind: str) -> None:
    """R-STG-27."""
    event = played_out(event_of({"kind": "mitchell", "rounds": 2}, KNOCKOUT, entries=6), 2)
    rows = state(event).json()["standings"]
    for row in rows[: 5 if kind == "alone" else 6]:
        participation.withdraw_entry(
            actor=make.boss_of(event), tournament_id=event.pk, entry_id=row["entry"], reason="Sta male"
        )
    found = state(make.fresh(event)).json()
    assert verify(found) == "OK\n"
    assert found["order"][0] == rows[5 if kind == "alone" else 0]["entry"]
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    assert verify(state(make.fresh(event)).json()) == "OK\n"


# R-DAN-09, R-DAN-10
def test_the_script_confirms_rounds_in_groups() -> None:
    event = drawn("danish", entries=11, rounds=3, rematches="not_in_a_row", groups=3)
    assert verdict(event) == "OK\n"
    late(event)
    assert verdict(played_out(event, 3)) == "OK\n"


@pytest.mark.parametrize("lots", [3, 8])
def test_the_script_cuts_groups_from_a_standing_without_groups(lots: int) -> None:
    """By some lots two of a group who had met are level with others: who won between them counts later, and not yet."""
    event = event_of(
        {"kind": "mitchell", "rounds": 2},
        {"kind": "danish", "rounds": 2, "rematches": "allowed", "groups": 2, "from": {"carries": True}},
        entries=9,
    )
    assert verdict(played_out(event, 4)) == "OK\n"


@pytest.mark.parametrize("is_earlier", [False, True])
@pytest.mark.parametrize(
    ("kind", "options"), [("groups", {"size": 4}), ("danish", {"rounds": 3}), ("swiss", {"rounds": 3})]
)
def test_the_script_knows_that_who_waits_in_vain_has_won_no_match(
    kind: str, options: dict[str, Any], is_earlier: bool
) -> None:
    event = drawn(kind, entries=8, **options)
    if is_earlier:
        Tournament.objects.filter(pk=event.pk).update(no_show_is_rest=False)
    make.called(event, round=1)
    missed, *others = make.tables_of(event, 1)
    given(event, "no_show", seated(missed)[1].entry_id, table_id=missed.pk)
    given(event, "loss", seated(others[0])[1].entry_id, table_id=others[0].pk)
    for table in others[1:]:
        make.play(table, 0)
    told = state(event).json()
    assert [table["is_no_show"] for table in told["tables"] if table["round"] == 1] == [True, False, False, False]
    assert verdict(make.fresh(event)) == "OK\n"
