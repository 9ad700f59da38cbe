"""Scopone: the cards of a whole deal at once, in pairs; its redeals, its sweeps, and what a deal can hold."""

import random
from dataclasses import replace

import pytest

from scopa import codec, sheet_form, text
from scopa.cards import NAMES, card, members, names
from scopa.dealing import seats_allowed
from scopa.errors import RefusalError
from scopa.game import GAME
from scopa.match import Record, Setting
from scopa.presets import PRESETS, SCOPA_D_ASSI, SCOPONE_CLASSICO, SCOPONE_SCIENTIFICO
from scopa.rules import Rules, from_json, to_json, upgrade
from scopa.scoring import score_deal
from scopa.sheet import from_json as sheet_from_json
from scopa.sheet import to_json as sheet_to_json
from scopa.sheet_checks import most_points, most_sweeps
from scopa.sheet_score import of_deal, score
from scopa.state import State
from scopa.turn import begin, play, read_play
from scopa.view import view
from tests.coded import coded
from tests.scopa.matches import is_over
from tests.scopa.tables import dealt_cards, plays, to_the_end
from tests.searching import often

PACK = list(range(40))
SCOPONI = {name: preset for name, preset in PRESETS.items() if preset.deals_all_at_once}


@pytest.mark.parametrize(
    ("rules", "each", "table"),
    [
        pytest.param(SCOPONE_SCIENTIFICO, 10, (), id="R-SCO-72 scientifico"),
        pytest.param(SCOPONE_CLASSICO, 9, (36, 37, 38, 39), id="R-SCO-72 classico"),
        pytest.param(SCOPA_D_ASSI, 10, (), id="R-SCO-74 scopa d'assi"),
    ],
)
def test_everybody_gets_the_cards_of_the_whole_deal(rules: Rules, each: int, table: tuple[int, ...]) -> None:
    state = begin(replace(rules, redeal_kings_threshold=None), PACK, 0, 4)
    assert members(state.table) == table
    assert [state.hand(seat).bit_count() for seat in range(4)] == [each] * 4
    assert names(state.hand(1))[:2] == (NAMES[0], NAMES[4])
    assert (state.turn, len(state.deal.cycles), len(state.deal.turns)) == (1, 1, 4 * each)


def test_only_four_seats_in_two_pairs_play_it() -> None:
    """R-SCO-72: ten cards for each of four are the pack."""
    assert {seats_allowed(preset) for preset in SCOPONI.values()} == {(4,)}
    assert [begin(SCOPONE_SCIENTIFICO, PACK, 0, 4).deal.lines[seat] for seat in range(4)] == [0, 1, 0, 1]
    with pytest.raises(RefusalError, check=coded("seats_not_allowed")):
        begin(SCOPONE_SCIENTIFICO, PACK, 0, 2)


def test_the_first_card_stays_and_the_next_may_sweep() -> None:
    """R-SCO-72: nothing lies on the table, so the leader lays a card; an equal one sweeps it."""
    state = begin(SCOPONE_SCIENTIFICO, PACK, 3, 4)
    assert plays(state) == list(names(state.hand(0)))
    state = play(play(state, 0, read_play(state, "Ad")), 1, (card("Ac"), 1 << card("Ad")))
    assert (state.table, state.sweeps, state.turn) == (0, (0, 1), 2)


def pack_of(*hands: str, table: str = "", rules: Rules = SCOPONE_SCIENTIFICO) -> list[int]:
    """A pack that gives the leader and the players after him these cards."""
    return dealt_cards([hand.split() for hand in hands], table.split(), rules)


def test_the_dealers_pair_may_take_everything() -> None:
    """R-SCO-26, R-SCO-72: 19 sweeps, because the last play makes none, and the four points."""
    mine, theirs = [], []
    for rank in "A234567FCR":
        mine += [rank + "d", rank + "s"]
        theirs += [rank + "c", rank + "b"]
    state = begin(
        SCOPONE_SCIENTIFICO,
        pack_of(*(" ".join(own) for own in (mine[::2], theirs[::2], mine[1::2], theirs[1::2]))),
        3,
        4,
    )
    for rank in "A234567FCR":
        for laid, takes in (("d", "c"), ("s", "b")):
            state = play(state, state.turn or 0, (card(rank + laid), 0))
            state = play(state, state.turn or 0, (card(rank + takes), 1 << card(rank + laid)))
    assert (state.is_over, state.sweeps) == (True, (0, 19))
    found = score_deal(SCOPONE_SCIENTIFICO, state.taken, state.sweeps)
    assert found.points == (0, 23) == (0, most_points(SCOPONE_SCIENTIFICO))
    assert score_deal(
        replace(SCOPA_D_ASSI, ace_takes_all="off", ace_on_empty="stays"), state.taken, state.sweeps
    ).points == (0, 33)


@pytest.mark.parametrize(
    ("rules", "sweeps", "points"),
    [
        pytest.param(SCOPONE_SCIENTIFICO, 19, 23, id="R-SCO-26 an empty table at first"),
        pytest.param(replace(SCOPONE_SCIENTIFICO, sweep_exclusion="none"), 20, 24, id="R-SCO-26 the last play too"),
        pytest.param(SCOPONE_CLASSICO, 18, 22, id="R-SCO-26 four cards on it"),
        pytest.param(SCOPA_D_ASSI, 19, 33, id="R-SCO-70 with ten of napola"),
    ],
)
def test_the_most_that_a_deal_holds(rules: Rules, sweeps: int, points: int) -> None:
    assert (most_sweeps(rules), most_points(rules)) == (sweeps, points)
    sheet = {"depth": "points", "tiebreak": 0, "last_capture": None}
    assert score(rules, sheet_from_json(sheet | {"points": [points, 0]})).points == (points, 0)
    with pytest.raises(RefusalError, check=coded("points_bound")):
        score(rules, sheet_from_json(sheet | {"points": [points, 1]}))


@pytest.mark.parametrize("stays", [False, True], ids=["R-SCO-14 the last play", "R-SCO-14 not excluded"])
def test_the_fortieth_card_makes_no_sweep(stays: bool) -> None:
    rules = replace(SCOPONE_SCIENTIFICO, sweep_exclusion="none" if stays else "last_play")
    for number in range(often(200)):
        chance = random.Random(number)
        state = begin(rules, chance.sample(PACK, 40), 3, 4)
        while len(state.log) < 39:
            state = play(state, state.turn or 0, chance.choice(state.legal))
        last = next((each for each in state.legal if each[1] == state.table and state.table), None)
        if last is not None:
            over = play(state, state.turn or 0, last)
            assert sum(over.sweeps) - sum(state.sweeps) == stays
            return
    pytest.fail("no deal ends by emptying the table")


@pytest.mark.parametrize(
    ("table", "low", "kings", "again"),
    [
        pytest.param("Ad Ac 3d 4d", None, 3, False, id="R-SCO-73 not played"),
        pytest.param("Ad 2c 3d 4d", 10, 3, True, id="R-SCO-73 ten in all"),
        pytest.param("Ad 2c 3d 5d", 10, 3, False, id="R-SCO-73 eleven in all"),
        pytest.param("Rd Rc Rs 4d", 10, 3, True, id="R-SCO-12 three kings"),
        pytest.param("Rd Rc Rs 4d", 10, None, False, id="R-SCO-12 kings do not matter"),
    ],
)
def test_what_calls_for_a_new_deal(table: str, low: int | None, kings: int | None, again: bool) -> None:
    rules = replace(SCOPONE_CLASSICO, redeal_low_sum=low, redeal_kings_threshold=kings)
    pack = pack_of("", "", "", "", table=table, rules=rules)
    if not again:
        assert names(begin(rules, pack, 3, 4).table) == tuple(sorted(table.split(), key=NAMES.index))
        return
    with pytest.raises(RefusalError, check=coded("redeal")):
        begin(rules, pack, 3, 4)


@pytest.mark.parametrize("kings", [3, 4])
def test_without_cards_on_the_table_nothing_calls_for_a_new_deal(kings: int) -> None:
    """R-SCO-73: the rules may say it, but there is no table to look at."""
    rules = replace(SCOPONE_SCIENTIFICO, redeal_kings_threshold=kings, redeal_low_sum=20)
    assert begin(rules, PACK, 0, 4).table == 0


@pytest.mark.parametrize("name", SCOPONI)
def test_a_deal_survives_json_and_text(name: str) -> None:
    """R-SCO-55, R-SCO-65"""
    chance = random.Random(name)
    state = begin(replace(SCOPONI[name], redeal_kings_threshold=None), chance.sample(PACK, 40), 1, 4)
    while not state.is_over:
        written = text.write(codec.to_json(state))
        assert codec.from_json(codec.to_json(state)) == codec.from_json(text.read(written)) == state
        state = play(state, state.turn or 0, chance.choice(state.legal))
    first, *_ = [line for line in text.write(codec.to_json(state)).splitlines() if line.startswith("A ")]
    assert "|" not in first


def test_a_table_of_ten_cards_each_names_none_in_its_text() -> None:
    """R-SCO-65"""
    with pytest.raises(RefusalError, check=coded("deal_text_line")):
        text.read("scopa 7\nrules scopone_scientifico\ntable 7d\nA\nB\nC\nD")
    found = codec.from_json(text.read("scopa 7\nrules scopone_scientifico\ntable\nA 7d\nB\nC\nD"))
    assert found.hand(0) & 1 << card("7d")


@pytest.mark.parametrize("name", SCOPONI)
def test_a_seat_sees_its_hand_and_how_many_cards_the_others_hold(name: str) -> None:
    """R-SCO-49: no stock, no cycle after the first, no card of another hand."""
    state = begin(replace(SCOPONI[name], redeal_kings_threshold=None), random.Random(7).sample(PACK, 40), 3, 4)
    seen = view(state, 0)
    each = SCOPONI[name].cards_each
    assert (seen["stock"], seen["cycle"], seen["cycles"], seen["held"]) == (0, 1, 1, [each] * 4)
    assert len(seen["hand"]) == each
    hidden = {card for seat in (1, 2, 3) for card in names(state.hand(seat))}
    assert not hidden & {*seen["hand"], *seen["table_cards"]}
    shown = view(
        state._replace(deal=replace(state.deal, rules=replace(state.deal.rules, carte_scoperte_partners=True))), 0
    )
    assert shown["open_hands"] == {"2": list(names(state.hand(2)))}


@pytest.mark.without_coverage
@pytest.mark.parametrize("name", SCOPONI)
def test_paper_says_what_the_engine_says(name: str) -> None:
    """R-SCO-27, R-SCO-28, R-SCO-70, R-SCO-72: counts and the form of counts of many deals."""
    rules = replace(SCOPONI[name], redeal_kings_threshold=None)
    napolas = 0
    for number in range(often(60)):
        state = played(rules, random.Random(f"{name} {number}"))
        counts = of_deal(state, 0, (0, 1))
        found = score_deal(rules, state.taken, state.sweeps)
        assert score(rules, sheet_from_json(sheet_to_json(counts))) == found
        form = sheet_form.write(sheet_to_json(counts))
        assert sheet_form.read(rules, form) == sheet_to_json(counts)
        assert score(rules, sheet_from_json({"depth": "points", "points": list(found.points)})).points == found.points
        napolas += any(award.code == "napola" and any(award.points) for award in found.awards)
    assert (napolas > 0) == bool(rules.longest_napola)


def played(rules: Rules, chance: random.Random) -> State:
    state = begin(rules, chance.sample(PACK, 40), 3, 4)
    while not state.is_over:
        state = play(state, state.turn or 0, chance.choice(state.legal))
    return state


@pytest.mark.parametrize(
    ("rules", "points", "over"),
    [
        pytest.param(SCOPONE_SCIENTIFICO, (20, 3), False, id="R-SCO-29 scientifico, 20"),
        pytest.param(SCOPONE_SCIENTIFICO, (21, 3), True, id="R-SCO-29 scientifico, 21"),
        pytest.param(SCOPONE_CLASSICO, (11, 3), True, id="R-SCO-29 classico, 11"),
        pytest.param(SCOPA_D_ASSI, (20, 3), False, id="R-SCO-29 scopa d'assi, 20"),
        pytest.param(SCOPA_D_ASSI, (31, 30), True, id="R-SCO-29 scopa d'assi, past it"),
    ],
)
def test_a_match_ends_at_its_target(rules: Rules, points: tuple[int, int], over: bool) -> None:
    assert is_over(rules, [Record(points)], Setting()) == over


def test_rules_of_before_are_dealt_in_threes() -> None:
    """R-SCO-56: version 7 added how many cards are dealt, and the low sum."""
    today = to_json(PRESETS["valliadi_2022"])
    old = {name: value for name, value in today.items() if name not in ("cards_each", "redeal_low_sum")}
    assert from_json(upgrade(old | {"version": 6})) == PRESETS["valliadi_2022"]
    assert to_the_end(begin(from_json(upgrade(old | {"version": 6})), PACK, 0, 4)).log[35:]


@pytest.mark.parametrize("preset", ["scopone_scientifico", "scopone_classico", "scopa_d_assi"])
def test_pairs_enter_for_scopone_and_nobody_alone(preset: str) -> None:
    assert tuple(GAME.line_sizes(GAME.presets[preset])) == (2,)
