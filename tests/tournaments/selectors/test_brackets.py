"""The windows on a bracket: every table is on some page, and no page grows with the event."""

import pytest

from tournaments.standings.reads.brackets import BracketPart, leaf_of, window

MOST_ROUNDS = 16


def all_parts(rounds: int) -> list[BracketPart]:
    """Every part that the pages lead to, from the whole bracket down."""
    found, todo = [], [BracketPart(rounds, 0)]
    while todo:
        part = todo.pop()
        found.append(part)
        shown = window(rounds, part)
        assert shown is not None
        todo.extend(shown.parts)
    return found


@pytest.mark.parametrize("rounds", range(1, 11))
def test_every_table_of_the_bracket_is_on_some_page(rounds: int) -> None:
    shown_tables = set()
    for part in all_parts(rounds):
        shown = window(rounds, part)
        assert shown is not None
        for round_ in range(shown.first_round, part.round + 1):
            shown_tables |= {(round_, position) for position in shown.positions(round_)}
    assert shown_tables == {(r, p) for r in range(1, rounds + 1) for p in range(1 << (rounds - r))}


@pytest.mark.parametrize("rounds", range(1, MOST_ROUNDS + 1))
def test_no_page_shows_more_than_64_matches_or_leads_to_more_than_32_parts(rounds: int) -> None:
    part: BracketPart | None = BracketPart(rounds, 0)
    while part is not None:
        shown = window(rounds, part)
        assert shown is not None
        assert sum(len(shown.positions(r)) for r in range(shown.first_round, part.round + 1)) < 64
        assert len(shown.parts) <= 32
        part = shown.parts[-1] if shown.parts else None


@pytest.mark.parametrize("rounds", range(1, 7))
def test_up_to_32_first_tables_the_bracket_is_whole(rounds: int) -> None:
    shown = window(rounds)
    assert shown is not None
    assert (shown.first_round, shown.parts) == (1, ())
    assert leaf_of(rounds, 0) is None


@pytest.mark.parametrize("rounds", [7, 8, 9, 10, 12, 14])
def test_the_leaf_of_a_first_table_shows_that_table(rounds: int) -> None:
    last = (1 << (rounds - 1)) - 1
    for position in (0, 1, 37, last // 2, last):
        leaf = leaf_of(rounds, position)
        assert leaf is not None
        shown = window(rounds, leaf)
        assert shown is not None
        assert shown.first_round == 1
        assert position in shown.positions(1)


@pytest.mark.parametrize("brackets", [2, 3, 8, 16])
@pytest.mark.parametrize("rounds", range(1, 11))
def test_a_page_of_several_brackets_is_no_longer_than_that_of_one(rounds: int, brackets: int) -> None:
    shown = window(rounds, None, brackets)
    assert shown is not None
    assert sum(len(shown.positions(r)) for r in range(shown.first_round, rounds + 1)) < 64
    assert shown.parts in {(), tuple(BracketPart(rounds, number) for number in range(brackets))}
    assert (shown.first_round == 1) == (not shown.parts) or rounds == 1


@pytest.mark.parametrize(("rounds", "first", "position"), [(5, 1, 47), (7, 1, 191), (7, 5, 8), (9, 5, 47), (10, 10, 2)])
def test_the_leaf_of_a_table_of_the_third_bracket_shows_that_table(rounds: int, first: int, position: int) -> None:
    leaf = leaf_of(rounds, position, 3, first)
    assert leaf is not None
    shown = window(rounds, leaf, 3)
    assert shown is not None
    assert shown.first_round <= first <= leaf.round
    assert position in shown.positions(first)


def test_three_brackets_that_fit_on_a_page_have_no_leaf() -> None:
    assert leaf_of(4, 9, 3) is None


@pytest.mark.parametrize(
    "part", [BracketPart(0, 0), BracketPart(9, 0), BracketPart(8, 1), BracketPart(4, 16), BracketPart(4, -1)]
)
def test_a_part_that_does_not_exist_has_no_window(part: BracketPart) -> None:
    assert window(8, part) is None
