"""The table of clubs: which entries count, and in which order clubs stand."""

from typing import Any

import pytest

from tournaments.competition.stages.chain import Chain
from tournaments.competition.stages.club_table import ClubOptions, club_table, clubs_from_json
from tournaments.competition.stages.ranking import RANKINGS, Ranking, name_of, ranking_from_json, ranking_to_json
from tournaments.games.contract import RefusedError


def table(best: int, **clubs: str) -> str:
    """Clubs such as ``a="7 4"``, by what their entries have: “1 a 7 (7 -4)”, a minus before what does not count."""
    names = list(clubs)
    entries = [(name, int(amount)) for name, amounts in clubs.items() for amount in amounts.split()]
    earned = [(key, amount) for key, (_name, amount) in enumerate(entries, 1)]
    of = {key: names.index(name) for key, (name, _amount) in enumerate(entries, 1)}
    rows = club_table(earned, of, ClubOptions(best))
    return ", ".join(
        f"{row.place}{'=' * row.shared} {names[row.club]} {row.total} "
        f"({' '.join(str(each.amount) if each.counts else f'-{each.amount}' for each in row.entries)})"
        for row in rows
    )


# R-CLB-01
def test_a_club_has_the_sum_of_its_entries() -> None:
    assert table(0, a="7 4", b="20", c="1 2 3") == "1 b 20 (20), 2 a 11 (7 4), 3 c 6 (3 2 1)"
    assert club_table([(1, 5), (2, 3)], {2: 9}, ClubOptions())[0].total == 3
    assert club_table([], {}, ClubOptions()) == ()


# R-CLB-02
def test_only_the_best_entries_of_a_club_count() -> None:
    assert table(2, a="1 7 4", b="10") == "1 a 11 (7 4 -1), 2 b 10 (10)"
    assert table(1, a="1 7 4", b="10") == "1 b 10 (10), 2 a 7 (7 -4 -1)"


# R-CLB-03
def test_level_clubs_stand_by_their_best_entries_then_share_the_place() -> None:
    assert table(0, a="6 4", b="7 3") == "1 b 10 (7 3), 2 a 10 (6 4)"
    assert table(0, a="6 4", b="6 4", c="1") == "1= a 10 (6 4), 1= b 10 (6 4), 3 c 1 (1)"
    assert table(0, a="6", b="6 0") == "1 b 6 (6 0), 2 a 6 (6)"


# R-CLB-04
@pytest.mark.parametrize(
    ("data", "code"),
    [({"best": 101}, "bad_best_of_club"), ({"best": -1}, "bad_best_of_club"), ({"worst": 1}, "unknown_field")],
)
def test_options_of_clubs_that_mean_nothing_are_refused(data: dict[str, Any], code: str) -> None:
    with pytest.raises(RefusedError, match=code):
        clubs_from_json(data)


# R-CLB-04
def test_clubs_are_part_of_a_ranking_that_begins_with_a_total() -> None:
    kept = {**ranking_to_json(RANKINGS["three_points"]), "clubs": {"best": 3}}
    ranking = ranking_from_json(kept)
    assert ranking.clubs == ClubOptions(3)
    assert ranking_to_json(ranking) == kept
    assert name_of(ranking) == "three_points"
    with pytest.raises(RefusedError, match="clubs_need_a_total"):
        Ranking(Chain(("scored", "lot")), clubs=ClubOptions())
