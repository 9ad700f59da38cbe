"""Lots, commitment, and the published draw, checked by the script in docs/."""

import hashlib
import io
import json
import subprocess
import sys
from collections import Counter
from contextlib import redirect_stdout
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.competition.draws import SEED, relabelled
from tests.competition.fields import some_field
from tests.searching import in_short
from tournaments.competition.chance import _below
from tournaments.competition.draw.document import draw_document, draw_from_seed, positions_after_swaps
from tournaments.competition.draw.lots import HALL_DOMAIN, commitment, keeps_commitment, list_digest, lots
from tournaments.competition.formats.bracket import KnockoutFormat
from tournaments.competition.pairing.options import KnockoutOptions
from tournaments.competition.pairing.positions import Swap
from tournaments.competition.types import Entrant
from tournaments.games.contract import Json, RefusedError

SCRIPT = Path(__file__).parents[2] / "docs" / "verify_draw.py"
CLUBS = ("Bocciofila Traves", "Circolo Lanzo", "", "Pro Loco Mezzenile")


def verdict(document: Json) -> str:
    run = subprocess.run(
        [sys.executable, "-I", str(SCRIPT)], input=json.dumps(document), capture_output=True, text=True, check=False
    )
    return (run.stdout + run.stderr).strip()


def field(count: int, seeds: int, clubs: tuple[str, ...]) -> list[Entrant]:
    return [
        Entrant(100 + 7 * index % 1009, index + 1 if index < seeds else None, (clubs[index % len(clubs)], "valle"))
        for index in range(count)
    ]


def document(
    count: int, *, seeds: int = 0, clubs: tuple[str, ...] = CLUBS, swaps: tuple[Swap, ...] = (), **options: Any
) -> Json:
    entrants = field(count, seeds, clubs)
    return draw_document(
        reference=f"serata/{count}",
        seed=SEED,
        event_format=KnockoutFormat(KnockoutOptions(**options)),
        entrants=entrants,
        names={each.key: f"Coppia {each.key}" for each in entrants},
        swaps=swaps,
    )


# R-DRW-01
def test_the_commitment_is_a_sha256_that_anybody_can_compute() -> None:
    text = f"settebello-draw-1|serata di Traves/1|{SEED}"
    assert commitment("serata di Traves/1", SEED) == hashlib.sha256(text.encode()).hexdigest()


# R-DRW-02
def test_the_revealed_seed_is_checked_against_the_commitment() -> None:
    published = commitment("serata", SEED)
    assert keeps_commitment("serata", SEED, published)
    assert not keeps_commitment("serata", SEED[::-1], published)
    assert not keeps_commitment("serata 2", SEED, published)


# R-DRW-01
@pytest.mark.parametrize("seed", ["", "7", SEED[:-1], SEED + "0", SEED.upper(), "g" * 64, SEED + "\n"])
def test_a_seed_is_64_hexadecimal_digits(seed: str) -> None:
    for use in (lambda: commitment("serata", seed), lambda: lots("serata", seed, [1, 2])):
        with pytest.raises(RefusedError) as refusal:
            use()
        assert (refusal.value.code, refusal.value.field) == ("bad_draw_seed", "seed")


# R-DRW-03
def test_these_lots_never_change() -> None:
    assert lots("serata", SEED, range(1, 9)) == (7, 8, 5, 6, 4, 3, 1, 2)


# R-DRW-03
@given(st.lists(st.integers(1, 10_000), unique=True, max_size=60), st.randoms(use_true_random=False))
def test_lots_do_not_depend_on_the_order_of_the_list(keys: list[int], shuffler: Any) -> None:
    drawn = lots("serata", SEED, keys)
    shuffler.shuffle(keys)
    assert lots("serata", SEED, keys) == drawn
    assert sorted(drawn) == sorted(keys)


@pytest.mark.without_coverage
# R-DRW-04
def test_every_order_is_equally_likely() -> None:
    counts = Counter(lots(f"serata/{number}", SEED, [1, 2, 3, 4]) for number in range(24_000))
    assert len(counts) == 24
    chi_square = sum((seen - 1_000) ** 2 / 1_000 for seen in counts.values())
    assert chi_square < 49.7  # 23 degrees of freedom, one in a thousand


# R-DRW-04
def test_what_lies_past_the_last_full_turn_is_drawn_again() -> None:
    past = 2**64 - 2**64 % 3
    assert _below(3, iter([2**64 - 1, past, past - 1])) == 2
    assert _below(3, iter([7])) == 1


# R-DRW-05
@pytest.mark.parametrize("byes", ["seeds", "lot"])
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7, 8, 11, 16, 23, 61, 64, 65, 130])
def test_the_script_confirms_a_draw(count: int, byes: str) -> None:
    apart = count % 2 == 1
    drawn = document(count, seeds=count // 5, byes=byes, separate_by_group=apart, separate_rounds=1 + count % 4)
    assert verdict(drawn) == "OK"


# R-DRW-05
@pytest.mark.parametrize(
    ("seeds", "clubs", "byes"),
    [
        pytest.param(0, ("",), "lot", id="neither seeds nor groups"),
        pytest.param(0, ("a",), "seeds", id="one club only"),
        pytest.param(30, ("a", "b"), "lot", id="everybody seeded, two clubs"),
        pytest.param(12, ("a", "", "", ""), "lot", id="one club among others"),
        pytest.param(4, tuple("abcdefghijklmno"), "seeds", id="pairs of clubs"),
    ],
)
def test_the_script_confirms_a_draw_that_kept_groups_apart(seeds: int, clubs: tuple[str, ...], byes: str) -> None:
    assert verdict(document(30, seeds=seeds, clubs=clubs, byes=byes, separate_by_group=True)) == "OK"


# R-DRW-05
def test_the_script_confirms_a_large_draw() -> None:
    assert verdict(document(1_000, seeds=16, separate_by_group=True)) == "OK"


@pytest.mark.without_coverage
# R-DRW-05, R-KO-20
def test_the_script_agrees_on_hundreds_of_draws_with_clubs_and_circles() -> None:
    chance = Random(40)
    script = compile(SCRIPT.read_text(encoding="utf-8"), str(SCRIPT), "exec")
    reasons: Counter[str] = Counter()
    draws = in_short(120, 400)
    for number in range(draws):
        entrants = some_field(chance, chance.randint(1, 12), chance.randint(1, 6))
        options = KnockoutOptions(
            byes=chance.choice(("seeds", "lot")), separate_by_group=True, separate_rounds=chance.randint(1, 4)
        )
        drawn = draw_document(
            reference=f"serata/{number}",
            seed=SEED,
            event_format=KnockoutFormat(options),
            entrants=entrants,
            names={each.key: "" for each in entrants},
            hall=chance.choice((None, "7", "re di denari €")),
        )
        said = io.StringIO()
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(said):
            patch.setattr(sys, "stdin", io.StringIO(json.dumps(drawn)))
            exec(script, {})
        assert said.getvalue() == "OK\n", number
        moves = draw_from_seed(drawn["reference"], SEED, entrants, KnockoutFormat(options), drawn.get("hall")).moves
        reasons.update(move.reason_code for move in moves)
    assert min(reasons["same_group"], reasons["same_circle"]) > draws


# R-DRW-05
def test_the_script_is_short_and_stands_alone() -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 78
    imports = [line for line in text.splitlines() if line.startswith(("import", "from"))]
    assert imports == ["import hashlib, hmac, itertools, json, sys  # noqa: E401, I001"]


# R-DRW-06
def test_the_script_applies_the_swaps() -> None:
    swaps = (Swap(0, 9, "padre e figlio"), Swap(3, 14, "arrivano tardi"))
    drawn = document(16, swaps=swaps)
    assert drawn["swaps"][0] == {"a": 0, "b": 9, "reason": "padre e figlio"}
    assert drawn["positions"] != document(16)["positions"]
    assert verdict(drawn) == "OK"


def forged(change: str) -> Json:
    drawn = document(8, seeds=2, separate_by_group=True)
    positions = drawn["positions"]
    if change == "two exchanged":
        positions[2], positions[5] = positions[5], positions[2]
    elif change == "one missing":
        positions.pop()
    elif change == "one too many":
        positions.append(None)
    elif change == "another seed":
        drawn["seed"] = drawn["seed"][::-1]
    elif change == "a swap kept quiet":
        drawn["positions"] = document(8, seeds=2, separate_by_group=True, swaps=(Swap(1, 4, "x"),))["positions"]
    elif change == "another commitment":
        drawn["commitment"] = "0" * 64
    else:
        drawn["entrants"][0]["seed"], drawn["entrants"][7]["seed"] = None, 1
    return drawn


# R-DRW-02, R-DRW-05, R-DRW-06
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("two exchanged", "Differs: position 2, position 5"),
        ("one missing", "Differs: position 7"),
        ("one too many", "Differs: position 8"),
        ("another commitment", "Differs: seed"),
        ("a swap kept quiet", "Differs: position 1, position 4"),
    ],
)
def test_the_script_says_what_differs(change: str, said: str) -> None:
    assert verdict(forged(change)) == said


# R-DRW-02, R-DRW-05
@pytest.mark.parametrize("change", ["another seed", "another list"])
def test_the_script_notices_what_the_draw_was_not_made_from(change: str) -> None:
    assert verdict(forged(change)).startswith("Differs: ")


# R-DRW-05
def test_the_document_holds_what_the_draw_was_made_from() -> None:
    drawn = document(3, seeds=1, clubs=("Traves",), third_place=True)
    assert set(drawn) == {
        "format",
        "reference",
        "commitment",
        "seed",
        "options",
        "entrants",
        "swaps",
        "positions",
    }
    assert drawn["commitment"] == commitment("serata/3", SEED)
    assert drawn["options"] == {"byes": "seeds", "separate_by_group": False, "separate_rounds": 2}
    assert drawn["entrants"][0] == {"key": 100, "name": "Coppia 100", "seed": 1, "groups": ["Traves", "valle"]}


# R-DRW-05, R-DRW-06
def test_the_draw_from_the_seed_is_the_document_before_its_swaps() -> None:
    entrants = field(8, 2, CLUBS)
    drawn = draw_from_seed("serata/8", SEED, entrants, KnockoutFormat())
    assert list(drawn.positions) == document(8, seeds=2)["positions"]
    assert draw_from_seed("serata/8", SEED, entrants[::-1], KnockoutFormat()) == drawn
    assert positions_after_swaps(drawn, [Swap(0, 1, "x"), Swap(1, 0, "x")]) == drawn.positions


# R-DRW-08
def test_the_number_of_the_hall_changes_the_draw_and_stands_in_its_document() -> None:
    entrants = field(16, 2, CLUBS)
    asked = {
        "reference": "serata",
        "seed": SEED,
        "event_format": KnockoutFormat(),
        "entrants": entrants,
        "names": {each.key: "" for each in entrants},
    }
    drawn = [draw_document(**asked, hall=hall) for hall in ("7", "7 di denari", None)]
    assert [verdict(each) for each in drawn] == ["OK"] * 3
    assert [each.get("hall") for each in drawn] == ["7", "7 di denari", None]
    assert len({tuple(each["positions"]) for each in drawn}) == 3
    assert drawn[0]["commitment"] == drawn[1]["commitment"] == commitment("serata", SEED, HALL_DOMAIN)
    assert drawn[0]["commitment"] != drawn[2]["commitment"]
    assert verdict({**drawn[0], "hall": "8"}).startswith("Differs: position")
    # To leave the number out of a draw that was sealed with it is to give another commitment.
    assert "seed" in verdict({**drawn[2], "commitment": drawn[0]["commitment"]})


# R-DRW-09
@pytest.mark.parametrize(("hall", "domain"), [(None, "settebello-draw-3"), ("7", "settebello-draw-4")])
def test_the_seal_holds_the_list_that_anybody_can_compute(hall: str | None, domain: str) -> None:
    entrants = field(9, 2, ("Viù", ""))
    sealed = draw_document(
        reference="serata",
        seed=SEED,
        event_format=KnockoutFormat(),
        entrants=entrants,
        hall=hall,
        names={each.key: "" for each in entrants},
        numbers={each.key: 999 - each.key for each in entrants},
    )
    text = (
        '[{"byes":"seeds","separate_by_group":false,"separate_rounds":2},[[899,1,["Viù","valle"]],[892,2,["","valle"]],'
    )
    assert (
        list_digest(sealed["options"], sealed["entrants"][:2])
        == hashlib.sha256((text.removesuffix(",") + "]]").encode()).hexdigest()
    )
    told = f"{domain}|serata|{SEED}|{sealed['list']}"
    assert sealed["commitment"] == hashlib.sha256(told.encode()).hexdigest()
    assert verdict(sealed) == "OK"
    assert verdict({**sealed, "entrants": sealed["entrants"][::-1]}) == "OK"

    assert verdict(relabelled(sealed)) == "Differs: list"
    others = [{**each, "number": each["number"] + 1} for each in sealed["entrants"]]
    assert verdict({**sealed, "entrants": others}) == "Differs: list"
    digest = list_digest(sealed["options"], others)
    assert verdict({**sealed, "entrants": others, "list": digest}) == "Differs: seed"


# R-DRW-08
@pytest.mark.parametrize("hall", ["", " ", " 7", "7\n", "7" * 41, "7\x00"])
def test_what_the_hall_named_can_be_read_and_typed_again(hall: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        lots("serata", SEED, [1, 2], hall)
    assert (refusal.value.code, refusal.value.field) == ("bad_hall_number", "hall")
