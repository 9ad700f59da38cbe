"""Shuffling by commitment and seeds of all seats, and the revealed deal, checked by the script in docs/."""

import hashlib
import json
import re
import subprocess
import sys
from collections import Counter
from math import factorial
from pathlib import Path

import pytest

from tournaments.competition.shuffling import commitment, first_dealer, shuffle, shuffle_source
from tournaments.games import registry
from tournaments.games.contract import Json, RefusedError

SCRIPT = Path(__file__).parents[2] / "docs" / "verify_shuffle.py"
SERVER = hashlib.sha256(b"the server").digest()
NORTH, SOUTH = hashlib.sha256(b"north").digest()[:16], hashlib.sha256(b"south").digest()[:16]
DECK_ALONE = "OK (the deck alone: this document has no dealer, hands, plays or points)"
PACK = [rank + suit for rank in "A234567FCR" for suit in "dcsb"]


def verdict(document: Json, *noted: str) -> str:
    run = subprocess.run(
        [sys.executable, "-I", str(SCRIPT), *noted],
        input=json.dumps(document),
        capture_output=True,
        text=True,
        check=False,
    )
    said = (run.stdout + run.stderr).strip()
    assert (run.returncode == 0) == said.startswith("OK")
    return said


# R-SHF-01
def test_the_commitment_is_a_sha256_that_anybody_can_compute() -> None:
    text = f"settebello-shuffle-1|{SERVER.hex()}|12|3|Ad,7d"
    assert commitment(SERVER, ["Ad", "7d"], 12, 3) == hashlib.sha256(text.encode()).hexdigest()


# R-SHF-01
def test_another_pack_match_or_deal_has_another_commitment() -> None:
    other = [(PACK[::-1], 12, 3), (PACK, 11, 3), (PACK, 12, 4), (PACK, 12, 3)]
    assert len({commitment(SERVER, *each) for each in other}) == 4


# R-SHF-02
def test_these_decks_never_change() -> None:
    assert "".join(shuffle("ABCDEFGH", SERVER, [NORTH, SOUTH], 1, 0)) == "GFBCDAEH"
    assert "".join(shuffle("ABCDEFGH", SERVER, [NORTH, SOUTH], 1, 1)) == "HABDCGFE"
    assert " ".join(shuffle(PACK, SERVER, [NORTH, b"", SOUTH], 7, 0)[:8]) == "2s 3b Cb Ad Fc Cc 5s 5c"


# R-SHF-02
def test_everything_that_goes_in_changes_the_deck() -> None:
    decks = {
        shuffle(PACK, SERVER, [NORTH, SOUTH], 1, 0),
        shuffle(PACK[::-1], SERVER, [NORTH, SOUTH], 1, 0),
        shuffle(PACK, SERVER[::-1], [NORTH, SOUTH], 1, 0),
        shuffle(PACK, SERVER, [SOUTH, NORTH], 1, 0),
        shuffle(PACK, SERVER, [NORTH, SOUTH[::-1]], 1, 0),
        shuffle(PACK, SERVER, [NORTH], 1, 0),
        shuffle(PACK, SERVER, [NORTH, SOUTH, b""], 1, 0),
        shuffle(PACK, SERVER, [NORTH, SOUTH], 2, 0),
        shuffle(PACK, SERVER, [NORTH, SOUTH], 1, 1),
        shuffle(PACK, SERVER, [NORTH, SOUTH], 11, 0),
    }
    assert len(decks) == 10
    assert {tuple(sorted(deck)) for deck in decks} == {tuple(sorted(PACK))}


# R-SHF-05
def test_a_seat_may_add_nothing() -> None:
    decks = {shuffle(PACK, SERVER, seeds, 1, 0) for seeds in ([NORTH, b""], [b"", NORTH], [b"", b""], [b""])}
    assert len(decks) == 4


def chi_square(seen: Counter[str], cells: int) -> float:
    expected = seen.total() / cells
    return sum((seen[each] - expected) ** 2 for each in seen) / expected + expected * (cells - len(seen))


@pytest.mark.without_coverage
# R-SHF-03; bounds that chance passes once in a million
def test_every_order_of_a_small_pack_is_equally_likely() -> None:
    for cards, bound in (("ABC", 35.8), ("ABCD", 70.5)):
        seen = Counter("".join(shuffle(cards, SERVER, [NORTH, SOUTH], deal, 0)) for deal in range(9_600))
        assert chi_square(seen, factorial(len(cards))) < bound


# R-SHF-03; 39 degrees of freedom
@pytest.mark.without_coverage
def test_every_card_is_equally_likely_at_every_place() -> None:
    decks = [shuffle(PACK, SERVER, [NORTH, SOUTH], 1, attempt) for attempt in range(1_000)]
    for place in (0, 19, 39):
        assert chi_square(Counter(deck[place] for deck in decks), 40) < 96.1


# R-SHF-07; for chi square as above
@pytest.mark.without_coverage
def test_every_place_is_drawn_equally_often() -> None:
    for seats, bound in ((2, 24.0), (3, 27.7), (4, 30.7)):
        seeds = [NORTH, SOUTH, b"", NORTH][:seats]
        seen = Counter(str(first_dealer(SERVER, seeds, deal)) for deal in range(9_600))
        assert chi_square(seen, seats) < bound


# R-SHF-07
def test_each_seed_and_the_deal_move_the_dealer() -> None:
    places = range(40)
    of_server = [first_dealer(bytes([at]) * 32, [NORTH, SOUTH, b""], 1) for at in places]
    of_seat = [first_dealer(SERVER, [NORTH, bytes([at]) * 16, b""], 1) for at in places]
    of_deal = [first_dealer(SERVER, [NORTH, SOUTH, b""], at) for at in places]
    assert [set(each) for each in (of_server, of_seat, of_deal)] == [{0, 1, 2}] * 3


# R-SHF-07
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"server_seed": SERVER[:-1]}, "bad_server_seed"),
        ({"client_seeds": []}, "bad_seat_seed"),
        ({"client_seeds": [NORTH, SOUTH[:-1]]}, "bad_seat_seed"),
        ({"deal": 10_000}, "bad_deal_number"),
    ],
)
def test_no_dealer_is_drawn_from_what_cannot_be(change: dict[str, Json], code: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        first_dealer(**{"server_seed": SERVER, "client_seeds": [NORTH, SOUTH], "deal": 1, **change})
    assert refusal.value.code == code


# R-SHF-02
@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"server_seed": SERVER[:-1]}, "bad_server_seed", "server_seed"),
        ({"server_seed": SERVER + b"0"}, "bad_server_seed", "server_seed"),
        ({"client_seeds": []}, "bad_seat_seed", "client_seeds"),
        ({"client_seeds": [NORTH] * 9}, "bad_seat_seed", "client_seeds"),
        ({"client_seeds": [NORTH, SOUTH[:-1]]}, "bad_seat_seed", "client_seeds"),
        ({"client_seeds": [NORTH, SOUTH + b"0"]}, "bad_seat_seed", "client_seeds"),
        ({"pack": []}, "bad_pack", "pack"),
        ({"pack": ["Ad"] * 201}, "bad_pack", "pack"),
        ({"deal": -1}, "bad_deal_number", "deal"),
        ({"deal": 10_000}, "bad_deal_number", "deal"),
        ({"attempt": -1}, "bad_deal_number", "attempt"),
        ({"attempt": 1_000}, "bad_deal_number", "attempt"),
    ],
)
def test_what_is_out_of_bounds_is_refused(change: dict[str, Json], code: str, field: str) -> None:
    usual = {"pack": PACK, "server_seed": SERVER, "client_seeds": [NORTH, SOUTH], "deal": 1, "attempt": 0}
    with pytest.raises(RefusedError) as refusal:
        shuffle(**{**usual, **change})
    assert (refusal.value.code, refusal.value.field) == (code, field)


# R-SHF-02
def test_the_widest_bounds_are_taken() -> None:
    deck = shuffle(["Ad"] * 200, SERVER, [NORTH] * 8, 9_999, 999)
    assert deck == ("Ad",) * 200


# R-SHF-04
def test_the_document_holds_what_the_deal_was_shuffled_from() -> None:
    seeds = [NORTH, b""]
    assert shuffle_source(PACK, SERVER, seeds, 5, 3, 1) == {
        "format": "settebello-shuffle-1",
        "commitment": commitment(SERVER, PACK, 5, 3),
        "server_seed": SERVER.hex(),
        "client_seeds": [NORTH.hex(), ""],
        "match": 5,
        "deal": 3,
        "pack": PACK,
        "decks": [list(shuffle(PACK, SERVER, seeds, 3, 0)), list(shuffle(PACK, SERVER, seeds, 3, 1))],
    }


# R-SHF-04
@pytest.mark.parametrize("seeds", [[NORTH], [NORTH, SOUTH], [b"", SOUTH, NORTH], [b"", b"", b"", b""]])
def test_the_script_confirms_a_deal(seeds: list[bytes]) -> None:
    assert verdict(shuffle_source(PACK, SERVER, seeds, 5, 12, 0)) == DECK_ALONE
    for place, seed in enumerate(seeds, 1):
        noted = [commitment(SERVER, PACK, 5, 12), "12", str(place), seed.hex()]
        assert verdict(shuffle_source(PACK, SERVER, seeds, 5, 12, 0), *noted) == DECK_ALONE


# R-SHF-04
def test_the_script_confirms_a_large_pack_and_says_how_often_it_was_dealt_again() -> None:
    large = [f"{card}{copy}" for card in PACK for copy in "abcde"]
    assert verdict(shuffle_source(large, SERVER, [NORTH], 5, 0, 2)) == (
        "OK (the deck alone: this document has no dealer, hands, plays or points; dealt again 2 times)"
    )


def forged(change: str) -> Json:
    deal = shuffle_source(PACK, SERVER, [NORTH, SOUTH], 5, 1, 1)
    deck = deal["decks"][-1]
    if change == "two cards exchanged":
        deck[4], deck[30] = deck[30], deck[4]
    elif change == "a card missing":
        deck.pop()
    elif change == "the first deck kept quiet":
        del deal["decks"][0]
    elif change == "no deck":
        deal["decks"] = []
    elif change == "another commitment":
        deal["commitment"] = "0" * 64
    elif change == "another seed of the server":
        deal["server_seed"] = deal["server_seed"][::-1]
    elif change == "another seed of a seat":
        deal["client_seeds"][1] = deal["client_seeds"][0]
    elif change == "another deal":
        deal["deal"] = 2
    elif change == "another match":
        deal["match"] = 6
    else:
        deal["pack"].reverse()
        if change != "another pack":
            deal["decks"] = [list(shuffle(deal["pack"], SERVER, [NORTH, SOUTH], 1, number)) for number in range(2)]
    return deal


# R-SHF-04, R-SHF-01
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("two cards exchanged", "deck 1"),
        ("a card missing", "deck 1"),
        ("the first deck kept quiet", "deck 0"),
        ("no deck", "no deck"),
        ("another commitment", "commitment"),
        ("another seed of the server", "commitment, deck 0, deck 1"),
        ("another seed of a seat", "deck 0, deck 1"),
        ("another match", "commitment"),
        ("another deal", "commitment, deck 0, deck 1"),
        ("another pack", "commitment, deck 0, deck 1"),
        ("a pack for the deck that is wanted", "commitment"),
    ],
)
def test_the_script_says_what_is_forged(change: str, said: str) -> None:
    assert verdict(forged(change)) == f"Differs: {said}"


# R-SHF-04, R-SHF-01
@pytest.mark.parametrize(
    ("server", "seeds", "deal", "said"),
    [
        (SERVER, [NORTH, SOUTH], 1, DECK_ALONE),
        (SERVER[::-1], [NORTH, SOUTH], 1, "Differs: noted commitment"),
        (SERVER, [SOUTH, NORTH], 1, "Differs: noted seed"),
        (SERVER, [NORTH], 1, "Differs: noted seed"),
        (SERVER, [NORTH, SOUTH], 2, "Differs: noted commitment, noted deal"),
    ],
)
def test_the_script_misses_what_a_player_noted(server: bytes, seeds: list[bytes], deal: int, said: str) -> None:
    """Every document is sound in itself: only what was noted before and during the deal refuses the others."""
    document = shuffle_source(PACK, server, seeds, 5, deal, 0)
    assert verdict(document) == DECK_ALONE
    assert verdict(document, commitment(SERVER, PACK, 5, 1), "1", "2", SOUTH.hex()) == said


# R-SHF-04
@pytest.mark.parametrize("game", ["scopa", "scala40"])
def test_the_packs_are_printed_in_their_order(game: str) -> None:
    text, pack = (SCRIPT.parent / "shuffle.md").read_text(encoding="utf-8"), registry.playable(game).pack({})
    printed = [pack] if game == "scopa" else [pack[:52], pack[52:104], pack[104:]]
    assert [each for each in printed if " ".join(each) not in text] == []


# R-SHF-04
def test_the_script_of_a_shuffle_is_short_and_stands_alone() -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    assert len([line for line in text.splitlines() if line]) <= 220
    assert "tournaments" not in text
    assert set(re.findall(r"^(?:import|from) (\w+)", text, re.M)) == {"hashlib", "hmac", "json", "sys"}
