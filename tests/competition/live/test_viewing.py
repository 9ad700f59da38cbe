"""Who sees what of a match, and nothing else."""

import json
import random
import re

import pytest

from tests.competition.live.table import MOVE, Table, scopa, setup
from tournaments.competition.live import deciding, viewing
from tournaments.competition.live.log import EFFECTS
from tournaments.games.contract import RefusedError


def hands(table: Table) -> dict[int, set[str]]:
    return {seat: set(table.cards(seat)["hand"]) for seat in table.state.deal.seats}


def told(table: Table, viewer: int | None) -> set[str]:
    """The cards of the toy game that a viewer is told, by the view and by every event of the log."""
    events = [viewing.view_of_event(event) for event in table.log]
    return set(re.findall(r"\bk\d+\b", json.dumps([viewing.view(table.live, viewer, 0), events])))


def test_every_kind_of_event_says_what_may_be_shown_of_it():
    assert set(viewing.SHOWN) == set(EFFECTS)


def test_nobody_is_told_a_card_of_another_hand_or_of_the_stock():
    table = Table(setup((0, 1, 2))).deal()
    for _ in range(5):
        played, held = set(table.state.deal.plays), hands(table)
        assert [told(table, viewer) for viewer in (None, 0, 1, 2)] == [played, *(played | held[seat] for seat in held)]
        table.play()


def test_a_seed_and_a_forfeit_stay_in_the_log_and_leave_no_gap():
    table = Table(scopa()).deal()
    table.do(deciding.abandon, 1)
    seen = [viewing.view_of_event(event) for event in table.log]
    assert [event["sequence"] for event in seen] == [1, 2, 3, 4, 5, 6]
    assert seen[1] == {"sequence": 2, "kind": "ready", "seat": 0, "at": 0}
    assert seen[4] == {"sequence": 5, "kind": "abandoned", "seat": 1, "at": 0, "line": 1, "cause": "abandon"}
    fault = viewing.view(table.live, None, 0)["fault"]
    assert {**fault, "points": None} == {"line": 1, "cause": "abandon", "points": None}
    assert fault["points"][0] > fault["points"][1] == 0


def test_before_the_first_deal_is_dealt_there_are_no_cards_and_afterwards_those_of_the_last():
    table = Table(setup())
    before = viewing.view(table.live, 0, 0)
    assert (before["cards"], before["score"], before["fault"], before["deal"]["ready"]) == (None, [], None, [])
    first = table.deal().close().state.closed[0]
    between = viewing.view(table.live, 0, 0)
    assert (between["cards"]["plays"], between["deal"]["number"]) == (list(first.plays), 2)


@pytest.mark.parametrize("bank", [None, 3 * MOVE])
@pytest.mark.parametrize("later", [0, 1_000, 10 * MOVE])
def test_a_cached_view_is_sent_with_the_clock_of_now(later, bank):
    table = Table(setup(move_ms=MOVE, bank_ms=bank)).deal()
    before, now = (viewing.view(table.live, 0, moment)["clock"] for moment in (3_000, 3_000 + later))
    assert viewing.clock_after(before, later) == now
    table.do(deciding.abandon, 1)
    stopped = viewing.view(table.live, 0, 3_000)["clock"]
    assert viewing.clock_after(stopped, later) == stopped


def test_the_clocks_of_all_seats_are_in_sight():
    table = Table(setup(move_ms=MOVE)).deal()
    clock = {"turn": 1, "is_running": True, "move_ms": [MOVE, MOVE - 3_000], "bank_ms": [None, None]}
    assert viewing.view(table.live, None, 3_000)["clock"] == clock
    table.do(deciding.pause, at=3_000)
    assert viewing.view(table.live, None, 9_000)["clock"] == {**clock, "is_running": False}


def test_the_score_names_winners_ties_and_reasons():
    table = Table(scopa("online_002")).play_out(random.Random(1))
    last = viewing.view(table.live, None, 0)["score"][-1]
    assert (last["is_over"], last["tie"], last["won"][last["winner"]]) == (True, None, 1)
    assert last["totals"] == [sum(column) for column in zip(*(deal["points"] for deal in last["deals"]), strict=True)]
    reasons = last["deals"][0]["awards"]
    assert [sum(column) for column in zip(*(each["points"] for each in reasons), strict=True)] == last["deals"][0][
        "points"
    ]


def test_lines_that_are_level_are_named_and_a_seat_outside_their_deal_sees_what_all_see():
    table = Table(setup((0, 1, 2, 3), through=2))
    lots = random.Random(1)
    while not (table.state.deal.tiebreak and table.state.deal.is_open):
        if table.state.is_over:
            table = Table(table.live.setup)
        table.deal() if table.state.deal.is_waiting else table.play(lots.choice)
    level = table.state.deal.seats
    assert viewing.view(table.live, None, 0)["score"][-1]["tie"] == list(level)
    outside = next(seat for seat in range(4) if seat not in level)
    assert table.cards(outside) == table.cards(None)
    assert table.cards(level[0])["hand"]


@pytest.mark.parametrize("viewer", [-1, 2])
def test_a_seat_that_is_not_there_sees_nothing(viewer):
    with pytest.raises(RefusedError, match="seat_missing"):
        viewing.view(Table(setup()).live, viewer, 0)


def test_a_closed_deal_is_replayed_with_every_hand_and_what_it_was_shuffled_from():
    table = Table(setup()).deal().close()
    deal = table.state.closed[0]
    first = viewing.replay(table.live, 1, 0)
    held = first["cards"]["0"]["hand"] + first["cards"]["1"]["hand"]
    assert (sorted(held), first["cards"]["all"]["hand"]) == (sorted(deal.plays), [])
    assert set(held) <= set(first["reveal"]["decks"][0])
    assert first["reveal"]["commitment"] == first["deal"]["commitment"] == deal.commitment
    last = viewing.replay(table.live, 1, 4)
    assert (last["cards"]["0"]["hand"], last["shown"]) == ([], 4)


def test_a_deal_that_a_fault_cut_off_is_replayed_when_the_match_is_over():
    table = Table(setup()).deal()
    table.play()
    with pytest.raises(RefusedError, match="deal_not_closed"):
        viewing.replay(table.live, 1, 0)
    table.do(deciding.abandon, 0)
    cut = viewing.replay(table.live, 1, 1)
    assert (len(cut["cards"]["0"]["hand"] + cut["cards"]["1"]["hand"]), len(cut["plays"])) == (3, 1)
    assert cut["reveal"]["commitment"] == table.state.deal.commitment


@pytest.mark.parametrize(("number", "plays"), [(2, 0), (3, 0), (1, 5), (1, -1)])
def test_hands_are_opened_of_closed_deals_only(number, plays):
    table = Table(setup()).deal().close().deal()
    with pytest.raises(RefusedError, match="deal_not_closed"):
        viewing.replay(table.live, number, plays)


def test_a_deal_that_was_never_dealt_has_no_replay():
    table = Table(setup())
    table.do(deciding.abandon, 0)
    with pytest.raises(RefusedError, match="deal_not_closed"):
        viewing.replay(table.live, 1, 0)


def test_the_closed_deals_of_a_game_that_writes_them_are_texts_and_no_other():
    table = Table(scopa()).deal().close().deal()
    table.play()
    game, texts = table.live.setup.game, viewing.deal_texts(table.live)
    assert list(texts) == [1]
    last = viewing.replay(table.live, 1, len(table.state.closed[0].plays))
    assert game.view(game.read_deal(texts[1]), None) == last["cards"]["all"]
    assert viewing.deal_texts(Table(setup()).deal().close().live) == {}
