"""The primiera of the most sevens: who has it, what a sheet says of it, and what a sheet cannot say."""

import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from scopa import codec, sheet_fields, sheet_form
from scopa.cards import BIT, DENARI, NAMES, Cards
from scopa.errors import RefusalError
from scopa.game import GAME
from scopa.phrases import label
from scopa.presets import CLASSICA_001, SEVENS_004, WIKIPEDIA_004
from scopa.primiera import COUNTED, COUNTED_SIZES, ranks_of
from scopa.rules import Rules, to_json
from scopa.scoring import Award, score_deal, score_taken, winners
from scopa.sheet import Sheet, from_json
from scopa.sheet import to_json as sheet_json
from scopa.sheet_score import counts_sheet, of_deal, score
from scopa.snapshot import certain_winners
from scopa.state import State
from scopa.turn import begin, play
from tests.one_line import in_one_line
from tests.scopa.tables import cards
from tests.searching import often

SEVENS = SEVENS_004
EACH = replace(SEVENS, primiera_tie="each")
NOBODYS = replace(SEVENS, leftovers_to="nobody")
PLAYERS = replace(SEVENS, partners="scores", sides="pairs")
ORDER = ("7", "6", "A", "5", "4", "3", "2", "FCR")


def by_hand(piles: list[list[str]]) -> list[int]:
    """R-SCO-58 in the words of the source, from the names of the cards: who is ahead at the end."""
    level = list(range(len(piles)))
    for ranks in ORDER:
        found = {pile: len([name for name in piles[pile] if name[0] in ranks]) for pile in level}
        level = [pile for pile in level if found[pile] == max(found.values())]
        if len(level) == 1:
            return level
    return level


@given(st.integers(2, 4), st.lists(st.integers(0, 4), min_size=40, max_size=40))
def test_the_most_sevens_then_sixes_then_aces_and_so_on(lines: int, owners: list[int]) -> None:
    """R-SCO-58: as somebody counts who reads the source, also of cards that nobody took."""
    piles = [[name for name, owner in zip(NAMES, owners, strict=True) if owner == line] for line in range(lines)]
    taken = tuple(cards(" ".join(own)) for own in piles)
    ahead = by_hand(piles)
    assert winners(EACH, "primiera", taken) == tuple(ahead)
    assert winners(SEVENS, "primiera", taken) == (tuple(ahead) if len(ahead) == 1 else ())
    given = score_taken(SEVENS, taken, [0] * lines).awards[3]
    assert given.points == tuple(int(ahead == [line]) for line in range(lines))
    ranks = ORDER[tuple(COUNTED).index(given.code.removeprefix("primiera_"))]
    assert given.values == tuple(len([name for name in own if name[0] in ranks]) for own in piles)


@pytest.mark.parametrize(
    ("mine", "theirs", "code", "values", "points"),
    [
        pytest.param("7d 7c 7s", "7b 6d 6c 6s 6b", "sevens", (3, 1), (1, 0), id="R-SCO-58 one suit missing"),
        pytest.param("7d 7c 6d", "7s 7b 6c 6s 6b", "sixes", (1, 3), (0, 1), id="R-SCO-58 level in sevens"),
        pytest.param("7d 7c 6d 6c Ad", "7s 7b 6s 6b Rd", "aces", (1, 0), (1, 0), id="R-SCO-58 down to aces"),
        pytest.param("7d 7c 5d 2d", "7s 7b 4d 4c 4s 4b", "fives", (1, 0), (1, 0), id="R-SCO-58 and so on"),
        pytest.param("Fd Cd", "Rd", "figures", (2, 1), (1, 0), id="R-SCO-58 figures together"),
        pytest.param("7d 6d Fd", "7c 6c Rc", "figures", (1, 1), (0, 0), id="R-SCO-23 level all the way"),
    ],
)
def test_what_decides_is_said(
    mine: str, theirs: str, code: str, values: tuple[int, int], points: tuple[int, int]
) -> None:
    found = score_taken(SEVENS, (cards(mine), cards(theirs)), (0, 0)).awards[3]
    assert found == Award(f"primiera_{code}", points, values)
    assert GAME.phrases[found.code]


def test_no_suit_is_asked_for() -> None:
    """R-SCO-52, R-SCO-58"""
    with pytest.raises(RefusalError) as refused:
        Rules(primiera_values="most_sevens")
    assert (refused.value.code, refused.value.field) == ("rule_primiera_sevens", "primiera_requires_all_suits")
    GAME.check_rules(to_json(SEVENS))


def test_what_is_clinched() -> None:
    """R-SCO-40, R-SCO-58: three sevens cannot be caught up with; two and two wait for the sixes."""
    assert certain_winners(SEVENS, (cards("7d 7c 7s"), cards("Ad")))["primiera"] == 0
    assert certain_winners(SEVENS, (cards("7d 7c"), cards("7s 7b 6d 6c")))["primiera"] == "open"
    assert certain_winners(SEVENS, (cards("7d 7c"), cards("7s 7b 6d 6c 6s")))["primiera"] == 1


COUNTS: dict[str, Any] = {
    "depth": "counts",
    "cards": [22, 18],
    "coins": [5, 5],
    "settebello": 0,
    "ranks": [[2, 3], [2, 1]],
    "sweeps": [2, 1],
}
SAID = {name: value for name, value in COUNTS.items() if name != "ranks"} | {"best": None, "primiera": 1}
LEVEL = {"cards": [20, 20], "ranks": [[2, 2, 2, 2, 2, 2, 2, 6]] * 2}
FOUR: dict[str, Any] = {
    "depth": "player_counts",
    "cards": [10, 12, 8, 10],
    "coins": [3, 3, 2, 2],
    "settebello": [0],
    "ranks": [[2, 1], [0, 0], [2, 2], [0, 1]],
    "sweeps": [0, 0, 0, 0],
}


@pytest.mark.parametrize(
    ("rules", "sheet", "points"),
    [
        pytest.param(SEVENS, COUNTS, (5, 1), id="R-SCO-58 counts until it is decided"),
        pytest.param(SEVENS, COUNTS | {"ranks": [[2, 3, 2, 2], [2, 1, 2, 2]]}, (5, 1), id="R-SCO-58 counts further on"),
        pytest.param(SEVENS, SAID, (4, 2), id="R-SCO-58 counts, and who has the primiera"),
        pytest.param(SEVENS, COUNTS | LEVEL, (3, 1), id="R-SCO-23 level all the way"),
        pytest.param(EACH, COUNTS | LEVEL, (4, 2), id="R-SCO-23 level all the way, a point each"),
        pytest.param(NOBODYS, COUNTS | {"cards": [20, 18], "ranks": [[2], [1]]}, (5, 1), id="R-SCO-15 nobody's seven"),
        pytest.param(PLAYERS, FOUR, (2, 1), id="R-SCO-57 counts of four players"),
    ],
)
def test_what_a_sheet_with_counts_of_ranks_is_worth(
    rules: Rules, sheet: dict[str, Any], points: tuple[int, int]
) -> None:
    assert score(rules, from_json(sheet)).points == points
    said = sheet | {"tiebreak": 0, "last_capture": None}
    assert sheet_json(from_json(sheet)) == said
    assert sheet_form.read(rules, sheet_form.write(said)) == said


BEST = [["7d", "6c", "As", "7b"], ["6d", "7c", "7s", "6b"]]
FEW = COUNTS | {"cards": [36, 4], "coins": [8, 2], "sweeps": [0, 0]}
IMPOSSIBLE: list[tuple[str, Rules, dict[str, Any], str, str]] = [
    ("best cards", SEVENS, COUNTS | {"best": BEST, "ranks": None}, "best_not_counted", "primiera"),
    ("both", SEVENS, COUNTS | {"best": BEST}, "best_not_counted", "primiera"),
    ("sums are compared", WIKIPEDIA_004, COUNTS, "ranks_not_counted", "primiera"),
    ("no counts", SEVENS, COUNTS | {"ranks": [[], []]}, "ranks_shape", "sevens_a"),
    ("no list", SEVENS, COUNTS | {"ranks": "2"}, "ranks_shape", "sevens_a"),
    ("no lists", SEVENS, COUNTS | {"ranks": [2, 2]}, "ranks_shape", "sevens_a"),
    ("three lines", SEVENS, COUNTS | {"ranks": [[2], [1], [1]]}, "ranks_shape", "sevens_a"),
    ("unlike lengths", SEVENS, COUNTS | {"ranks": [[3], [1, 2]]}, "ranks_shape", "sevens_a"),
    ("nine ranks", SEVENS, COUNTS | {"ranks": [[3] * 9, [1] * 9]}, "ranks_shape", "sevens_a"),
    ("no number", SEVENS, COUNTS | {"ranks": [["3"], [1]]}, "whole_number", "sevens_a"),
    ("five sevens", SEVENS, COUNTS | {"ranks": [[5], [-1]]}, "out_of_range", "sevens_a"),
    ("less than no sixes", SEVENS, COUNTS | {"ranks": [[2, 5], [2, -1]]}, "out_of_range", "sixes_a"),
    ("three sevens in all", SEVENS, COUNTS | {"ranks": [[2], [1]]}, "ranks_sum", "sevens_a"),
    ("five sixes of nobody", NOBODYS, COUNTS | {"ranks": [[2, 3], [2, 2]]}, "ranks_sum", "sixes_a"),
    ("still level", SEVENS, COUNTS | {"ranks": [[2, 2], [2, 2]]}, "ranks_undecided", "aces_a"),
    ("more than the cards", SEVENS, FEW | {"ranks": [[2, 1], [2, 3]]}, "ranks_cards", "sevens_b"),
    (
        "all counted, other cards",
        NOBODYS,
        COUNTS | {"ranks": [[3, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0]]},
        "ranks_cards",
        "sevens_a",
    ),
    ("settebello without a seven", SEVENS, COUNTS | {"ranks": [[0], [4]]}, "ranks_settebello", "sevens_a"),
    ("no settebello", SEVENS, COUNTS | {"settebello": 1, "ranks": [[4], [0]]}, "ranks_settebello", "sevens_a"),
    ("too few coins", SEVENS, COUNTS | {"coins": [2, 8], "ranks": [[4, 4, 4], [0, 0, 0]]}, "ranks_coins", "sevens_a"),
    ("of four: best cards", PLAYERS, FOUR | {"best": BEST * 2, "ranks": None}, "best_not_counted", "who_primiera"),
    ("of four: of two", PLAYERS, FOUR | {"ranks": [[2], [1]]}, "ranks_shape", "ranks_a1"),
    ("of four: still level", PLAYERS, FOUR | {"ranks": [[2], [0], [2], [0]]}, "ranks_undecided", "ranks_a1"),
    ("of four: five sixes", PLAYERS, FOUR | {"ranks": [[2, 1], [0, 1], [2, 2], [0, 1]]}, "ranks_sum", "ranks_a1"),
    ("of four: no settebello", PLAYERS, FOUR | {"settebello": [1]}, "ranks_settebello", "ranks_b1"),
]


@pytest.mark.parametrize(
    ("rules", "sheet", "code", "field"),
    [each[1:] for each in IMPOSSIBLE],
    ids=[f"R-SCO-58 {each[0]}" for each in IMPOSSIBLE],
)
def test_counts_of_ranks_that_cannot_be(rules: Rules, sheet: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(RefusalError) as refused:
        score(rules, from_json(sheet))
    assert (refused.value.code, refused.value.field) == (code, field)
    assert GAME.phrases[code] % ({"name": label(field)} | refused.value.params)


def possible_coins(own: list[int], all_cards: int, has_settebello: bool) -> set[int]:
    """How many coins a line may have, by trying the coins of each rank and of what was not counted."""
    sizes = [*COUNTED_SIZES[: len(own)], sum(COUNTED_SIZES[len(own) :])]
    choices = []
    for place, (count, size) in enumerate(zip([*own, all_cards - sum(own)], sizes, strict=True)):
        coins = [each for each in range(size // 4 + 1) if each <= count and count - each <= size - size // 4]
        choices.append([each for each in coins if place or each == has_settebello])
    return {sum(each) for each in product(*choices)}


def test_coins_are_refused_exactly_where_no_cards_make_them() -> None:
    """R-SCO-58, R-SCO-28: against every way to share out the coins of each rank."""
    lots = random.Random("coins")
    verdicts = set()
    for _ in range(often(400)):
        kept = lots.choice([0.5, 0.5, 0.15, 0.85])
        first = [card for card in range(40) if lots.random() < kept]
        taken: tuple[Cards, Cards] = (
            sum(BIT[each] for each in first),
            sum(BIT[each] for each in range(40) if each not in first),
        )
        said = counts_sheet(SEVENS, taken, (0, 0))
        coins = lots.randrange(11)
        sheet = sheet_json(Sheet(said)) | {"coins": [coins, 10 - coins]}
        has_settebello = said.settebello == (0,)
        ranks, own = sheet["ranks"], sheet["cards"]
        is_possible = coins in possible_coins(ranks[0], own[0], has_settebello)
        assert is_possible == (10 - coins in possible_coins(ranks[1], own[1], not has_settebello))
        try:
            score(SEVENS, from_json(sheet))
        except RefusalError:
            assert not is_possible
            verdicts.add("refused")
        else:
            assert is_possible
            verdicts.add("taken")
    assert verdicts == {"refused", "taken"}


def played(rules: Rules, seats: int, lots: random.Random) -> State:
    state = begin(rules, lots.sample(range(40), 40), 0, seats)
    while not state.is_over:
        state = play(state, state.turn or 0, lots.choice(state.legal))
    return state


@pytest.mark.parametrize(
    ("rules", "seats"),
    [(SEVENS, 2), (SEVENS, 4), (NOBODYS, 2), (PLAYERS, 4), (replace(PLAYERS, primiera_tie="each"), 4)],
)
def test_paper_says_what_the_engine_says(rules: Rules, seats: int) -> None:
    """R-SCO-58: the counted sheet of a deal is worth the deal, and its form says it again."""
    lots = random.Random(f"sevens {seats}")
    for _ in range(often(30)):
        state = played(replace(rules, redeal_kings_threshold=None), seats, lots)
        found = score_deal(rules, state.taken, state.sweeps)
        said = sheet_json(of_deal(state, 0, (0, 1)))
        assert "best" not in said and len(said["ranks"][0]) <= len(ORDER)
        assert score(rules, from_json(said)) == found
        form = sheet_form.write(said)
        assert sheet_form.read(rules, form) == said
        assert sum(int((own & DENARI).bit_count()) for own in state.taken) == sum(said["coins"])
        live = GAME.score(codec.to_json(state))
        assert (live.points, set(live.facts)) == (found.points, {"last_capture"})
        assert GAME.sheet(codec.to_json(state))["ranks"] == said["ranks"]
    three = played(replace(SEVENS, redeal_kings_threshold=None), 3, lots)
    assert len(GAME.score(codec.to_json(three)).points) == 3


FORM = {
    "depth": "counts",
    "cards_a": "22",
    "cards_b": "18",
    "coins_a": "5",
    "coins_b": "5",
    "settebello": "a",
    "sweeps_a": "2",
    "sweeps_b": "1",
    "sevens_a": "2",
    "sevens_b": "2",
    "sixes_a": "3",
    "sixes_b": "1",
}


def test_counts_and_the_winner_may_be_given_when_they_agree() -> None:
    """R-SCO-58"""
    assert sheet_form.read(SEVENS, FORM | {"primiera": "a"})["ranks"] == [[2, 3], [2, 1]]
    nothing = dict.fromkeys(("sevens_a", "sevens_b", "sixes_a", "sixes_b"), "")
    assert sheet_form.read(SEVENS, FORM | nothing | {"primiera": "b", "best_a_d": "7"})["primiera"] == 1
    level = FORM | {f"{word}_{line}": "6" if word == "figures" else "2" for word in COUNTED for line in "ab"}
    assert sheet_form.read(EACH, level | {"primiera": "each"})["ranks"] == [[2, 2, 2, 2, 2, 2, 2, 6]] * 2


@pytest.mark.parametrize(
    ("changed", "code", "field"),
    [
        ({"primiera": "b"}, "primiera_contradicts_ranks", "primiera"),
        ({"primiera": "a", "sixes_a": "2", "sixes_b": "2"}, "ranks_undecided", "aces_a"),
        ({"aces_a": "1"}, "number_missing", "aces_b"),
        ({"aces_a": "1", "aces_b": "1", "sevens_a": ""}, "number_missing", "sevens_a"),
        ({"sixes_b": "one"}, "whole_number", "sixes_b"),
        (dict.fromkeys(("sevens_a", "sevens_b", "sixes_a", "sixes_b"), ""), "choice_missing", "primiera"),
    ],
)
def test_a_form_that_cannot_be_read(changed: dict[str, str], code: str, field: str) -> None:
    """R-SCO-58"""
    with pytest.raises(RefusalError) as refused:
        sheet_form.read(SEVENS, FORM | changed)
    assert (refused.value.code, refused.value.field) == (code, field)


FOUR_FORM = sheet_form.write(FOUR)


def test_counts_of_four_players_are_typed_in_a_row() -> None:
    """R-SCO-57, R-SCO-58"""
    assert [FOUR_FORM[f"ranks_{player}"] for player in ("a1", "b1", "a2", "b2")] == ["2 1", "0 0", "2 2", "0 1"]
    in_a_row = {f"ranks_{player}": row for player, row in (("a1", "21"), ("b1", "00"), ("a2", "22"), ("b2", "01"))}
    said = FOUR | {"tiebreak": 0, "last_capture": None}
    assert sheet_form.read(PLAYERS, FOUR_FORM | in_a_row) == said
    assert sheet_form.read(PLAYERS, FOUR_FORM | {"who_primiera_a2": "on"}) == said
    nothing = dict.fromkeys(in_a_row, "") | {"who_primiera_a2": "on"}
    assert sheet_form.read(PLAYERS, FOUR_FORM | nothing)["primiera"] == [2]


@pytest.mark.parametrize(
    ("changed", "code", "field"),
    [
        ({"who_primiera_b1": "on"}, "primiera_contradicts_ranks", "who_primiera"),
        ({"ranks_a1": ""}, "counts_unknown", "ranks_a1"),
        ({"ranks_b1": "0x"}, "counts_unknown", "ranks_b1"),
        ({"ranks_b1": "0 0 0 0 0 0 0 0 0"}, "counts_unknown", "ranks_b1"),
        ({"ranks_b2": "0"}, "ranks_shape", "ranks_b2"),
    ],
)
def test_a_form_of_four_players_that_cannot_be_read(changed: dict[str, str], code: str, field: str) -> None:
    """R-SCO-57, R-SCO-58"""
    with pytest.raises(RefusalError) as refused:
        sheet_form.read(PLAYERS, FOUR_FORM | changed)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_programs_are_told_to_count_and_not_to_name_best_cards() -> None:
    """R-SCO-58"""
    both = replace(PLAYERS, sides="both")
    fields = {field["name"]: field for field in sheet_fields.of_deal(both, 2, 0)}
    assert [name for name in fields if name.startswith("best")] == []
    assert {word: fields[f"{word}_b"]["most"] for word in COUNTED} == dict(zip(COUNTED, COUNTED_SIZES, strict=True))
    assert (fields["sevens_a"]["label"], fields["sevens_a"]["needed"], fields["sevens_a"]["depths"]) == (
        "Sevens",
        False,
        ["counts"],
    )
    assert (fields["ranks_b2"]["label"], fields["ranks_b2"]["kind"]) == ("Sevens, sixes and so on", "text")
    plain = [field["name"] for field in sheet_fields.of_deal(CLASSICA_001, 2, 0)]
    assert [name for name in plain if name.startswith(("sevens", "ranks"))] == []


def page(rules: Rules, size: int, **context: Any) -> str:
    shown = {"names": ["A", "B"], "values": {}, "errors": {}, "rules": to_json(rules), "size": size} | context
    with translation.override("en"):
        return in_one_line(render_to_string("scopa/_sheet.html", shown))


def test_the_form_asks_for_counts_and_not_for_best_cards() -> None:
    """R-SCO-58"""
    lines = page(SEVENS, 2, values=FORM, errors={f"{word}_b": "So it is not." for word in COUNTED})
    assert [word for word in COUNTED if f'name="{word}_a"' not in lines] == []
    assert lines.count("So it is not.") == len(COUNTED)
    assert 'id="id_ranks" data-depths="counts" open' in lines
    players = page(PLAYERS, 2, values=FOUR_FORM, errors={"ranks_b2": "So it is not."})
    assert 'name="ranks_a2" value="2 2"' in players
    assert players.count("So it is not.") == 1
    assert "best_" not in lines + players
    assert "ranks_a" not in page(CLASSICA_001, 2) and "sevens_a" not in page(WIKIPEDIA_004, 2)


def test_counts_go_from_the_dearest_rank_to_the_figures() -> None:
    """R-SCO-58: every card is counted once."""
    assert ranks_of(cards("7d 7c 6s Ab 5d 4d 3d 2d 2c Fd Cc Rs Rb")) == (2, 1, 1, 1, 1, 1, 2, 4)
    assert (sum(COUNTED_SIZES), tuple(COUNTED.values())) == (40, ORDER)
