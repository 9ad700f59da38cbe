"""Every code of the competition has its sentence, and every sentence its code."""

import ast
import re
from pathlib import Path

from tournaments.competition import phrases
from tournaments.competition.live.options import BOUNDS
from tournaments.competition.pairing.positions import REASONS

PACKAGE = Path(phrases.__file__).parent
CODE = re.compile(r"[a-z]+(_[a-z0-9]+)+")
PLACE = re.compile(r"%\((\w+)\)s")


def calls() -> list[ast.Call]:
    return [
        node
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]


def codes_of(given: ast.expr) -> list[str]:
    """The code that is given; that of every number of an online event where the number is put in."""
    if isinstance(given, ast.JoinedStr):
        assert ast.unparse(given) == "f'bad_{name}'"
        return [f"bad_{name}" for name in BOUNDS]
    assert isinstance(given, ast.Constant)
    assert isinstance(given.value, str)
    return [given.value]


def refusals() -> list[tuple[str, set[str]]]:
    found = []
    for call in calls():
        if getattr(call.func, "id", "") in ("RefusedError", "UnknownScaleError"):
            values = {word.arg or "" for word in call.keywords}
            found += [(code, values) for code in codes_of(call.args[0])]
    return found


def texts(*names: str) -> set[str]:
    return {
        node.value
        for name in names
        for node in ast.walk(ast.parse((PACKAGE / name).read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value)
    }


def test_every_refusal_has_a_sentence_and_the_values_it_shows() -> None:
    found = refusals()
    assert {code for code, _ in found} == set(phrases._REFUSALS)
    for code, given in found:
        assert set(PLACE.findall(phrases.PHRASES[code])) <= given, code


def test_every_move_has_a_sentence_with_its_values() -> None:
    assert set(phrases._MOVES) == texts("pairing/positions.py", "pairing/kept_apart.py") & set(phrases._MOVES)
    assert set(REASONS) <= set(phrases._MOVES)
    values = {"name", "because", "from_position", "to_position", "round"}
    for sentence in phrases._MOVES.values():
        assert {"name", "because"} <= set(PLACE.findall(sentence)) <= values


# R-DAN-07
def test_every_reason_of_a_pairing_has_a_sentence_with_its_values() -> None:
    assert set(phrases._PAIRINGS) == texts("stages/by_standing.py") & set(phrases._PAIRINGS)
    for sentence in phrases._PAIRINGS.values():
        assert {"rank"} <= set(PLACE.findall(sentence)) <= {"rank", "other", "nearest", "round"}


# R-KO-16
def test_every_reach_has_a_sentence() -> None:
    tree = ast.parse((PACKAGE / "stages/correction.py").read_text(encoding="utf-8"))
    (code,) = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "code")
    given = {node.value for node in ast.walk(code) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert {each for each in given if CODE.fullmatch(each)} == set(phrases._REACHES)


def test_sentences_end_like_sentences_and_have_no_stray_percent() -> None:
    for code, sentence in phrases.PHRASES.items():
        assert CODE.fullmatch(code)
        assert sentence.endswith(".")
        assert "%" not in PLACE.sub("", sentence)
