"""The published draw of a format in rounds, checked by the script in docs/."""

import io
import json
import sys
from collections import Counter
from contextlib import redirect_stdout
from pathlib import Path
from random import Random

import pytest

from tests.competition.draws import LOTS_ALONE, SEED, groups, relabelled
from tests.competition.fields import some_field
from tournaments.competition.draw.document import draw_document, draw_from_seed
from tournaments.competition.formats.contract import Format
from tournaments.competition.formats.registry import format_of
from tournaments.competition.pairing.positions import Swap
from tournaments.competition.types import Entrant
from tournaments.games.contract import Json

SCRIPT = Path(__file__).parents[2] / "docs" / "verify_rounds_draw.py"
CODE = compile(SCRIPT.read_text(encoding="utf-8"), str(SCRIPT), "exec")


def verdict(document: Json) -> str:
    """Run the script as everybody does, but in this process: 300 draws would start 300 more."""
    said = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(said):
        patch.setattr(sys, "stdin", io.StringIO(json.dumps(document)))
        try:
            exec(CODE, {})
        except SystemExit as ended:
            return str(ended.code)
    return said.getvalue().strip()


def drawn(
    event_format: Format, entrants: list[Entrant], *, swaps: tuple[Swap, ...] = (), hall: str | None = None
) -> Json:
    return draw_document(
        reference=f"serata/{len(entrants)}",
        seed=SEED,
        event_format=event_format,
        entrants=entrants,
        hall=hall,
        names={each.key: f"Coppia {each.key}" for each in entrants},
        swaps=swaps,
        numbers={each.key: 2_000 - each.key for each in entrants},
    )


# R-DRW-05
@pytest.mark.parametrize("kind", LOTS_ALONE)
def test_the_script_confirms_rounds_whose_positions_are_the_lots(kind: str) -> None:
    for count in (*range(6, 40), 130, 301):
        entrants = [Entrant(key, key if key < 4 else None, ("Traves",)) for key in range(1, count + 1)]
        swaps = (Swap(0, count - 1, "padre e figlio"), Swap(2, 1, "arrivano tardi"))
        document = drawn(format_of({"kind": kind}), entrants, swaps=swaps, hall="7 di denari")
        assert verdict(document) == "OK"
        assert Counter(document["positions"]) == Counter(each.key for each in entrants)


# R-DRW-05, R-GRP-03
@pytest.mark.parametrize("fill", ["snake", "lots"])
@pytest.mark.without_coverage
def test_the_script_confirms_groups_of_every_number(fill: str) -> None:
    for count in range(4, 120):
        chance = Random(count)
        entrants = [Entrant(key, key if key <= count // 4 else None) for key in range(1, count + 1)]
        options = {"kind": "groups", "size": chance.randint(3, 12), "fill": fill}
        assert verdict(drawn(format_of(options), entrants)) == "OK"


# R-DRW-05, R-DRW-06, R-GRP-04, R-GRP-05
@pytest.mark.without_coverage
def test_the_script_agrees_on_hundreds_of_groups_with_clubs_circles_and_swaps() -> None:
    chance = Random(41)
    reasons: Counter[str] = Counter()
    for number in range(300):
        entrants = some_field(chance, chance.randint(1, 12), chance.randint(1, 6))
        if len(entrants) < 4:
            continue
        event_format = groups(chance)
        places = list(range(len(entrants)))
        swaps = tuple(Swap(*chance.sample(places, 2), "perché") for _ in range(chance.choice((0, 0, 1, 3))))
        document = drawn(event_format, entrants, swaps=swaps, hall=chance.choice((None, "7", "re di denari €")))
        assert verdict(document) == "OK", number
        moved = draw_from_seed(
            document["reference"], SEED, entrants, event_format, document.get("hall"), document["format"]
        )
        reasons.update(move.reason_code for move in moved.moves)
    assert min(reasons["same_group"], reasons["same_circle"]) > 100


# R-DRW-02, R-DRW-05, R-DRW-06, R-DRW-09
def test_the_script_says_what_differs() -> None:
    entrants = [Entrant(key, None, (f"club {key % 3}",)) for key in range(1, 13)]
    options = {"kind": "groups", "size": 4, "separate_by_group": True}
    document = drawn(format_of(options), entrants)
    positions = document["positions"]
    assert verdict(document) == "OK"
    assert verdict({**document, "positions": [positions[1], positions[0], *positions[2:]]}) == (
        "Differs: position 0, position 1"
    )
    assert verdict({**document, "positions": positions[:-1]}) == "Differs: position 11"
    assert verdict({**document, "commitment": "0" * 64}) == "Differs: seed"
    assert verdict(relabelled(document)).startswith("Differs: list")
    assert verdict({**document, "options": {**document["options"], "double": True}}) == "Differs: list"
    quiet = drawn(format_of(options), entrants, swaps=(Swap(1, 7, "x"),))["positions"]
    assert verdict({**document, "positions": quiet}) == "Differs: position 1, position 7"


# R-DRW-05
def test_the_script_is_short_and_stands_alone() -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 99
    imports = [line for line in text.splitlines() if line.startswith(("import", "from"))]
    assert imports == ["import hashlib, hmac, itertools, json, sys  # noqa: E401, I001"]
