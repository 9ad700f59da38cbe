"""The draw computed again in a browser: the same as by this program, for every kind, and on the page of the draw."""

import hashlib
import hmac
import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.competition.draws import LOTS_ALONE, groups, relabelled
from tests.competition.fields import some_field, some_sets
from tests.e2e.browsing import PHONE, Hall
from tests.e2e.statics import PREFIX, serving_statics
from tests.e2e.tables import FORMAT
from tests.searching import in_short, short_of
from tournaments.competition.draw.document import draw_document
from tournaments.competition.formats.bracket import KnockoutFormat, TablesFormat
from tournaments.competition.formats.contract import Format
from tournaments.competition.formats.registry import format_of
from tournaments.competition.pairing.options import KnockoutOptions
from tournaments.competition.pairing.table_options import LARGEST_TABLES, POLICIES, TablesOptions
from tournaments.competition.pairing.table_sizes import is_playable
from tournaments.games.contract import Json

BOTH = ("seeds", "lot")
GROUPS = {"preset": "online_002", "format": {"kind": "groups", "size": 4}}
VERIFY = """async ([at, draws]) => {
  const { verify } = await import(`${at}tournaments/js/draw/verify.js`);
  return draws.map((draw) => verify(draw));
}"""
DIGESTS = """async ([at, messages, keys]) => {
  const { bytes, hex, hmac, sha256, unhex } = await import(`${at}tournaments/js/draw/sha256.js`);
  return messages.map((message, n) => [hex(sha256(bytes(message))), hex(hmac(unhex(keys[n]), bytes(message)))]);
}"""


@pytest.fixture(scope="module")
def bare(browser: Browser) -> Iterator[tuple[Page, str]]:
    """A page without TLS that can import the modules: there ``crypto.subtle`` may be missing."""
    with serving_statics() as address:
        page = browser.new_page()
        page.goto(f"{address}{PREFIX}tournaments/js/start.js")
        yield page, f"{address}{PREFIX}"
        page.close()


def drawn(number: int, chance: Random, event_format: Format, field: list[Any]) -> Json:
    field = some_sets(chance, field) if chance.random() < 0.5 else field
    plain = draw_document(
        reference=f"serata/{number}",
        seed=f"{chance.getrandbits(256):064x}",
        event_format=event_format,
        entrants=field,
        names={each.key: "" for each in field},
        hall=chance.choice((None, "7", "re di denari €")),
        numbers=chance.choice((None, {each.key: 10_000 - each.key for each in field})),
    )
    if len(plain["positions"]) < 4 or chance.random() < 0.5:
        return plain
    a, b = chance.sample(range(len(plain["positions"])), 2)
    plain["positions"][a], plain["positions"][b] = plain["positions"][b], plain["positions"][a]
    return {**plain, "swaps": [{"a": a, "b": b, "reason": "x"}]}


def knockouts(many: int) -> list[Json]:
    chance = Random(44)
    found = []
    for number in range(many):
        options = KnockoutOptions(
            byes=chance.choice(BOTH),
            separate_by_group=chance.random() < 0.8,
            separate_rounds=chance.randint(1, 4),
        )
        field = some_field(chance, chance.randint(1, 12), chance.randint(1, 6))
        found.append(drawn(number, chance, KnockoutFormat(options), field))
    return found


def of_tables(many: int) -> list[Json]:
    chance = Random(45)
    found: list[Json] = []
    while len(found) < many:
        options = TablesOptions(
            policy=chance.choice(POLICIES),
            max_table=chance.choice(LARGEST_TABLES),
            byes=chance.choice(BOTH),
            separate_by_group=chance.random() < 0.8,
        )
        field = some_field(chance, chance.randint(1, 12), chance.randint(1, 6))
        if len(field) >= 4 and is_playable(len(field), options):
            found.append(drawn(len(found), chance, TablesFormat(options), field))
    return found


def in_rounds(many: int) -> list[Json]:
    chance = Random(47)
    found: list[Json] = []
    while len(found) < many:
        kind = chance.choice(("groups", "groups", *LOTS_ALONE))
        more = chance.choice(({}, {"max_table": 5, "heat": 8})) if kind == "heats" else {}
        event_format = groups(chance) if kind == "groups" else format_of({"kind": kind, **more})
        field = some_field(chance, chance.randint(1, 12), chance.randint(1, 6))
        if len(field) >= (6 if kind == "heats" else 4):
            found.append(drawn(len(found), chance, event_format, field))
    return found


def test_the_digests_are_those_of_the_standard(bare: tuple[Page, str]) -> None:
    page, at = bare
    chance = Random(46)
    messages = ["à" * length for length in (0, 1, 27, 28, 31, 32, 60, 500)] + [str(chance.random()) for _ in range(40)]
    keys = [f"{chance.getrandbits(256):064x}" for _ in messages]
    expected = [
        [
            hashlib.sha256(message.encode()).hexdigest(),
            hmac.digest(bytes.fromhex(key), message.encode(), "sha256").hex(),
        ]
        for message, key in zip(messages, keys, strict=True)
    ]
    assert page.evaluate(DIGESTS, [at, messages, keys]) == expected


@pytest.mark.parametrize("some", [knockouts, of_tables, in_rounds], ids=["knockouts", "tables", "rounds"])
def test_the_browser_draws_what_this_program_draws(bare: tuple[Page, str], some: Callable[[int], list[Json]]) -> None:
    page, at = bare
    draws = some(in_short(60, 300))
    said = page.evaluate(VERIFY, [at, draws])
    assert [n for n, each in enumerate(said) if each != {"keepsSeal": True, "isListed": True, "wrong": []}] == []
    listed = [relabelled(draw) for draw in draws if "list" in draw and len(draw["entrants"]) > 1]
    assert not any(each["isListed"] for each in page.evaluate(VERIFY, [at, listed]))


def test_the_browser_says_what_differs(bare: tuple[Page, str]) -> None:
    page, at = bare
    honest = next(draw for draw in knockouts(40) if "hall" in draw and "list" in draw and len(draw["entrants"]) > 20)
    forged = json.loads(json.dumps(honest))
    forged["positions"][2], forged["positions"][8] = forged["positions"][8], forged["positions"][2]
    other_seal = {**honest, "commitment": "0" * 64}
    others = [{**each, "number": each["number"] + 1} for each in honest["entrants"]]
    said = page.evaluate(
        VERIFY, [at, [forged, other_seal, {**honest, "hall": "another"}, {**honest, "entrants": others}]]
    )
    assert said[0] == {"keepsSeal": True, "isListed": True, "wrong": [3, 9]}
    assert not said[1]["keepsSeal"]
    assert said[2]["wrong"]
    assert said[3] == {"keepsSeal": True, "isListed": False, "wrong": []}


DRAWN = {"knockout": {"pairs": 13}, "tables": {"pairs": 19, **FORMAT}, "groups": {"pairs": 10, **GROUPS}}


# What is drawn again of the others, the script is asked for above.
@pytest.mark.parametrize("drawn", short_of(DRAWN, "tables"))
def test_a_reader_draws_again_on_the_page_of_the_draw(hall: Hall, stage: Any, drawn: str) -> None:
    more = DRAWN[drawn]
    slug = stage("event", name=f"Coppa da rifare {more['pairs']}", state="drawn", **more)["slug"]
    page = hall.person(viewport=PHONE).open(f"/e/{slug}/sorteggio/")
    page.locator("[data-draw-again]").click()
    expect(page.locator("[data-draw-said]")).to_have_text(re.compile("^✓"))
