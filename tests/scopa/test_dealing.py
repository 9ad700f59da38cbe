"""Dealing: order, seats, lines, redeal and rotation."""

import pytest

from scopa.cards import NAMES, members, names
from scopa.dealing import deal, lines, next_dealer, seats_allowed, turns
from scopa.errors import RefusalError
from scopa.presets import ONLINE_002, PRESETS, VALLIADI_2022
from scopa.rules import Rules
from scopa.turn import begin
from tests.scopa.tables import dealt, to_the_end

PACK = list(range(40))


def test_three_cards_one_at_a_time_from_the_dealers_right_then_four_on_the_table() -> None:
    """R-SCO-05"""
    state = begin(ONLINE_002, PACK, 0, 4)
    assert [names(state.hand(seat)) for seat in (1, 2, 3, 0)] == [
        (NAMES[0], NAMES[4], NAMES[8]),
        (NAMES[1], NAMES[5], NAMES[9]),
        (NAMES[2], NAMES[6], NAMES[10]),
        (NAMES[3], NAMES[7], NAMES[11]),
    ]
    assert members(state.table) == (12, 13, 14, 15)


@pytest.mark.parametrize(("seats", "cycles"), [(2, 6), (3, 4), (4, 3)], ids=lambda each: f"R-SCO-05 {each}")
def test_every_cycle_gives_three_cards_each_and_none_to_the_table(seats: int, cycles: int) -> None:
    state = begin(ONLINE_002, PACK, 0, seats)
    assert len(state.deal.cycles) == cycles
    before = to_the_end(state, 3 * seats - 1)
    state = to_the_end(state, 3 * seats)
    assert [state.hand(seat).bit_count() for seat in range(seats)] == [3] * seats
    assert state.table.bit_count() <= before.table.bit_count() + 1


def test_the_dealers_right_begins_and_the_others_follow() -> None:
    """R-SCO-06"""
    assert turns(2, 4, 36)[:5] == (3, 0, 1, 2, 3)
    assert begin(ONLINE_002, PACK, 1, 2).turn == 0


def test_partners_sit_opposite() -> None:
    """R-SCO-03"""
    assert [lines(seats) for seats in (2, 3, 4)] == [(0, 1), (0, 1, 2), (0, 1, 0, 1)]


@pytest.mark.parametrize(
    ("sides", "seats"),
    [("singles", (2, 3)), ("pairs", (4,)), ("both", (2, 3, 4))],
    ids=["R-SCO-03 singles", "R-SCO-03 pairs", "R-SCO-03 both"],
)
def test_seats_by_rules(sides: str, seats: tuple[int, ...]) -> None:
    assert seats_allowed(Rules(sides=sides)) == seats


@pytest.mark.parametrize(("dealer", "seats", "after"), [(0, 2, 1), (1, 2, 0), (2, 3, 0), (2, 4, 3)])
def test_the_deal_moves_to_the_right(dealer: int, seats: int, after: int) -> None:
    """R-SCO-17"""
    assert next_dealer(dealer, seats) == after


@pytest.mark.parametrize(
    ("table", "threshold", "redealt"),
    [
        pytest.param("Rd Rc Rs 7d", 3, True, id="R-SCO-12 three kings"),
        pytest.param("Rd Rc Rs Rb", 3, True, id="R-SCO-12 four kings"),
        pytest.param("Rd Rc 6s 7d", 3, False, id="R-SCO-12 two kings"),
        pytest.param("Rd Rc Rs 7d", 4, False, id="R-SCO-12 three kings where four are needed"),
        pytest.param("Rd Rc Rs Rb", 4, True, id="R-SCO-12 four kings where four are needed"),
        pytest.param("Rd Rc Rs Rb", None, False, id="R-SCO-12 switched off"),
    ],
)
def test_redeal(table: str, threshold: int | None, redealt: bool) -> None:
    rules = Rules(redeal_kings_threshold=threshold)
    if not redealt:
        assert dealt(table=table, rules=rules).turn == 0
        return
    with pytest.raises(RefusalError) as refused:
        dealt(table=table, rules=rules)
    kings = table.count("R")
    assert (refused.value.code, refused.value.params) == (
        "redeal",
        {"kings": kings, "worth": 7 * (4 - kings) + 10 * kings},
    )


@pytest.mark.parametrize(
    ("pack", "dealer", "seats", "code", "field"),
    [
        (PACK, 0, 5, "seats_not_allowed", "seats"),
        (PACK, 2, 2, "dealer_not_seated", "dealer"),
        (PACK[:39], 0, 2, "pack_incomplete", "pack"),
        ([*PACK[:39], 0], 0, 2, "pack_incomplete", "pack"),
    ],
)
def test_what_cannot_be_dealt(pack: list[int], dealer: int, seats: int, code: str, field: str) -> None:
    with pytest.raises(RefusalError) as refused:
        deal(ONLINE_002, pack, dealer, seats)
    assert (refused.value.code, refused.value.field) == (code, field)


@pytest.mark.parametrize("style", ["italiane", "piemontesi", "napoletane", "piacentine", "francesi", "player_choice"])
def test_the_pattern_of_the_cards_changes_nothing(style: str) -> None:
    """R-SCO-02"""
    plain, other = (to_the_end(begin(Rules(deck_style=each), PACK, 1, 2)) for each in ("italiane", style))
    assert (plain.taken, plain.sweeps) == (other.taken, other.sweeps)


def test_the_first_dealer_is_chosen_by_lot_or_by_cutting() -> None:
    """R-SCO-04: the platform draws the lot, any seat may deal."""
    assert {preset.first_dealer for preset in PRESETS.values()} == {"random"}
    assert [Rules(first_dealer=how).first_dealer for how in ("cut_low", "cut_high")] == ["cut_low", "cut_high"]
    assert [begin(ONLINE_002, PACK, dealer, 4).turn for dealer in range(4)] == [1, 2, 3, 0]


def test_valliadi_is_played_by_pairs_and_by_single_players() -> None:
    """R-SCO-03: "il giocatore o la coppia"."""
    assert seats_allowed(VALLIADI_2022) == (2, 3, 4)
