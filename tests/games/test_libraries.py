"""Each game is a library that stands alone: no platform, one family of errors, a deal as text, twins kept alike."""

import doctest
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scala40
import scopa
from tests.coded import coded

ROOT = Path(__file__).parents[2]
GAMES: dict[str, Any] = {"scopa": scopa, "scala40": scala40}
SURFACE = {
    "Deal": {"hand", "is_over", "legal", "play", "position", "read", "start", "state", "table", "text", "turn"},
    "Match": {"add", "is_over", "lines", "ranking", "records", "rules", "through", "tiebreak", "totals", "write"},
}
# Anything at all, small: numbers, texts, lists and objects of them.
ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.binary(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> Any:
    return GAMES[request.param]


def shuffled(game: ModuleType, seed: int) -> list[str]:
    pack = list(game.PACK)
    random.Random(seed).shuffle(pack)
    return pack


def played(game: Any, seed: int, seats: int = 2) -> Any:
    """A deal played to its end by lots, in a hurry to be rid of cards."""
    lots = random.Random(seed)
    deal = game.Deal.start(game.Rules(), shuffled(game, seed), dealer=seats - 1, seats=seats)
    while not deal.is_over:
        hasty = [each for each in deal.legal if each.split()[0] not in ("draw", "drop")]
        deal = deal.play(lots.choice(hasty or deal.legal))
    return deal


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_game_is_imported_without_the_platform(name: str, tmp_path: Path) -> None:
    for folder in (name, "gamekit"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    said = f"import {name}; print(*({{'django', 'tournaments', 'gamekit'}} & set(sys.modules)))"
    found = subprocess.run(
        [
            sys.executable,
            "-I",
            "-c",
            f"import sys; sys.path[:] = [p for p in sys.path if 'lib' in p]; "
            f"sys.path.insert(0, {str(tmp_path)!r}); {said}",
        ],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (found.stdout.split(), found.stderr) == (["gamekit"], "")


def test_twins_have_one_surface(game: Any) -> None:
    for name, wanted in SURFACE.items():
        assert wanted <= {each for each in dir(getattr(game, name)) if not each.startswith("_")}
    assert (Path(game.__file__).parent / "py.typed").exists()
    assert set(game.__all__) >= {"Deal", "Match", "Rules", "PACK", "PRESETS", "RefusalError"}


@pytest.mark.parametrize("seed", range(3))
def test_a_deal_is_written_and_read_again(game: Any, seed: int) -> None:
    deal = played(game, seed)
    assert game.Deal.read(deal.text()) == deal
    assert deal.turn is None
    assert deal.legal == ()
    with pytest.raises(game.RefusalError) as refused:
        deal.play("7d")
    assert str(refused.value) != refused.value.code


def test_what_a_seat_sees_holds_no_card_of_another(game: Any) -> None:
    deal = game.Deal.start(game.Rules(), shuffled(game, 7), dealer=1)
    seen = deal.position(0).split()
    assert seen.count("?") == len(deal.hand(1))
    assert game.Deal.start(game.Rules(), shuffled(game, 7), dealer=1).position().split().count("?") == 2 * seen.count(
        "?"
    )


def test_a_match_has_chairs_and_somebody_who_goes_on(game: Any) -> None:
    for lines, through in ((1, 1), (7, 1), (2, 0), (2, 2)):
        with pytest.raises(game.RefusalError) as refused:
            game.Match(game.Rules(), lines=lines, through=through)
        assert refused.value.code == "seats_not_allowed"


def test_the_hands_of_a_finished_deal_are_laid_open(game: Any) -> None:
    assert "?" not in played(game, 3).position().split()


def test_a_match_is_played_to_its_end(game: Any) -> None:
    match = game.Match(game.Rules(), lines=2, through=1)
    for seed in range(200):
        if match.is_over:
            break
        match = match.add(played(game, seed))
    assert match.is_over
    assert len(match.ranking) == 2
    with pytest.raises(game.RefusalError) as refused:
        match.add(played(game, 1))
    assert "%(" not in str(refused.value)


def looked_at(match: Any) -> Any:
    """What a match says of itself."""
    return match.is_over, match.ranking, match.totals, match.tiebreak


def test_what_is_of_another_kind_is_refused_by_name(game: Any) -> None:
    deal = game.Deal.start(game.Rules(), shuffled(game, 7), dealer=1)
    match = game.Match(game.Rules(), lines=2, through=1)
    nobody = "last_capture_unknown" if game is scopa else "line_unknown"
    for code, call in (
        ("rules_not_a_mapping", lambda: game.Match({})),
        ("pack_incomplete", lambda: game.Deal.start(game.Rules(), [7] * 40, dealer=0)),
        ("seat_unknown", lambda: deal.position(2)),
        ("deal_not_over", lambda: match.add(deal)),
        ("deal_not_over", lambda: match.add("7d")),
        ("points_missing", lambda: match.write((1, "0"), 0)),
        (nobody, lambda: match.write((1, 0), 2)),
    ):
        with pytest.raises(game.RefusalError, check=coded(code)) as refused:
            call()
        assert "%(" not in str(refused.value)


@given(ODD, ODD)
def test_garbage_is_only_ever_refused(odd: Any, other: Any) -> None:
    for game in GAMES.values():
        deal = game.Deal.start(game.Rules(), shuffled(game, 7), dealer=1)
        match = game.Match(game.Rules(), lines=2, through=1)
        for call in (
            lambda game=game: game.Deal.start(odd, other),
            lambda game=game: game.Deal.start(game.Rules(), odd, dealer=other),
            lambda game=game: game.Deal.start(game.Rules(), list(game.PACK), dealer=odd, seats=other),
            lambda game=game: game.Deal.read(odd),
            lambda deal=deal: deal.play(odd),
            lambda deal=deal: deal.hand(odd),
            lambda deal=deal: deal.position(odd),
            lambda game=game: game.Match(odd, other),
            lambda game=game: game.Match(game.Rules(), odd, through=other),
            lambda match=match: match.add(odd),
            lambda match=match: match.write(odd, other),
            lambda match=match: looked_at(match.write((1, 0), odd)),
        ):
            try:
                call()
            except game.RefusalError as refusal:
                assert str(refusal)
                assert "%(" not in str(refusal)


def test_a_tie_between_some_lines_of_scopa_is_played_by_them() -> None:
    rules = replace(scopa.PRESETS["several_004"], target=11)
    match = scopa.Match(rules, lines=3, must_decide=True).write((11, 11, 4))
    assert (match.tiebreak, match.is_over) == (1, False)
    deal = next(each for each in (played(scopa, seed) for seed in range(40)) if len(set(each.score.points)) > 1)
    for after in (match.write((3, 1, None), last_capture=0), match.add(deal)):
        assert after.is_over
        assert after.ranking[-1] == (2,)
    with pytest.raises(scopa.RefusalError) as refused:
        match.add(played(scopa, 1, seats=3))
    assert refused.value.code == "lines_of_sheet"


def test_a_tie_between_lines_of_scala40_that_are_out_is_played_by_them_and_then_drawn_for() -> None:
    rules = replace(scala40.Rules(), tiebreak_deals=1)
    match = scala40.Match(rules, lines=4, through=2).write((0, 101, 101, 110), closer=0)
    assert (match.tiebreak, match.is_over) == (1, False)
    deal = next(each for each in (played(scala40, seed) for seed in range(20)) if each.closer is not None)
    assert match.add(deal).is_over
    drawn = match.write((None, 0, 0, None), closer=None)
    assert drawn.tiebreak == 2
    assert drawn.draw_cards((2, 1)).ranking[1] == (2,)
    for order in ((1, 3), (1, 1), "21", (), (1, 9)):
        with pytest.raises(scala40.RefusalError) as refused:
            drawn.draw_cards(order)  # type: ignore[arg-type]
        assert "%(" not in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{game} x\nrules none\nA\nB",
        "{game} 2\nrules\nA 7d\nB",
        "{game} 3\nA 7d\nB",
        "nonsense",
        "x" * 10_001,
        "{game} 2\nrules torneo_003\nA 7s 7s 7s\nB\n",
        "{game} 3\nrules online_002\nA 7s\nB 7s\n",
        "{game} 2\nrules torneo_003\nA 7s\nB\ndealer Z",
        "{game} 2\nrules torneo_003\nA 7s\nB\nmoves\n1. fly",
        "{game} 2\nrules torneo_003\nA 7s\nB\nup 7s 8s",
        "{game} 3\nrules online_002\nA 7s 6s 5s 4s\nB",
    ],
)
def test_a_text_that_is_no_deal_is_refused_with_a_sentence(game: Any, text: str) -> None:
    with pytest.raises(game.RefusalError) as refused:
        game.Deal.read(text.format(game=game.__name__))
    assert " " in str(refused.value)
    assert "%(" not in str(refused.value)


def test_the_page_of_the_libraries_does_what_it_says() -> None:
    found = doctest.testfile(str(ROOT / "docs" / "games.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert (found.failed, found.attempted > 10) == (0, True)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_door_says_how_it_is_used(name: str) -> None:
    found = doctest.testmod(GAMES[name])
    assert (found.failed, found.attempted > 1) == (0, True)
