"""A deal and a position as a text."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scopa import codec, text
from scopa.cards import NAMES
from scopa.errors import RefusalError
from scopa.presets import CLASSICA_001, ONLINE_002, PRESETS
from scopa.rules import Rules
from scopa.turn import begin, play
from scopa.view import view
from tests.scopa.tables import after, dealt, played_at, to_the_end

ODD_RULES = {
    "a preset": ONLINE_002,
    "another target": replace(CLASSICA_001, target=31),
    "deals and no target": replace(ONLINE_002, match_mode="fixed_deals", target=None, deals=4),
    "a text and a list": Rules(sum_choice="fewest_cards", forfeit_causes=("abandon", "no_show"), carte_viste=True),
}
DEAL = """\
scopa 7
rules online_002 target=21
dealer B
table 3c 4b 2s Rd
A 7d 2c Fs | 5d 6c Ab | 2d 3d 4d | Ac 6s 6b | 7c 7b Rb | Cd Cc Cs
B Rc Ad 3b | 5c 5s 5b | Fd Fc Fb | As 2b 3s | 4c 4s 6d | 7s Cb Rs
plays
1. 7dx3c+4b RcxRd
2. 2cx2s
"""


@pytest.mark.without_coverage
@settings(deadline=None)
@given(
    st.sampled_from(sorted(PRESETS) + sorted(ODD_RULES)),
    st.sampled_from([2, 3, 4]),
    st.integers(0, 40),
    st.randoms(use_true_random=False),
)
def test_reading_the_text_of_a_deal_gives_the_same_deal(name: str, seats: int, stop: int, lots: random.Random) -> None:
    """R-SCO-65"""
    rules = played_at((PRESETS | ODD_RULES)[name], seats)
    state = begin(rules, lots.sample(range(40), 40), lots.randrange(seats), seats)
    while len(state.log) < stop and not state.is_over:
        state = play(state, state.turn or 0, lots.choice(state.legal))
    written = text.write(codec.to_json(state))
    assert codec.from_json(text.read(written)) == state
    assert text.write(text.read(written)) == written


def test_a_deal_is_written_as_people_read_it() -> None:
    """R-SCO-65"""
    assert text.write(text.read(DEAL)) == DEAL
    state = codec.from_json(text.read(DEAL))
    assert (state.deal.rules, state.turn) == (replace(ONLINE_002, target=21), 1)
    assert text.position(view(state, state.turn)) == (
        "turn B\ntable\nA ?\nB Ad 3b\nstock 30\ntaken 5 2\nsweeps 1 0\nlast A\n"
    )


def test_what_a_text_leaves_out_is_the_rest_of_the_pack() -> None:
    """R-SCO-65"""
    short = "scopa 7  # a remark\nrules online_002\n\nA 7d\nB | ? 5d\ntable Rd ? 2c"
    state = codec.from_json(text.read(short))
    assert text.write(codec.to_json(state)).splitlines()[2:6] == [
        "dealer B",
        "table Rd 2s 2c 2b",
        "A 7d Ad Ac | 3d 3s 3b | 4c 4b 5s | 6d 6s 7c | 7b Fc Fb | Cc Cb Rs",
        "B As Ab 2d | 3c 5d 4d | 4s 5c 5b | 6c 6b 7s | Fd Fs Cd | Cs Rc Rb",
    ]


def test_a_text_may_name_no_card_at_all() -> None:
    """R-SCO-65"""
    pack = text.read("scopa 7\nrules online_002\nA\nB")["pack"]
    assert (" ".join(pack[:6]), pack[6:]) == ("Ad Ab Ac 2d As 2c", list(NAMES[6:]))


@pytest.mark.parametrize(
    ("line", "other", "code", "params"),
    [
        ("scopa 7", "scopa", "deal_text_line", {"line": 1, "typed": "scopa"}),
        ("scopa 7", "scopa 7.", "deal_text_line", {"line": 1, "typed": "scopa 7."}),
        ("scopa 7", "scopa 7 4", "deal_text_line", {"line": 1, "typed": "scopa 7 4"}),
        ("scopa 7\n", "", "deal_text_lacks", {"head": "scopa"}),
        ("rules online_002 target=21\n", "", "deal_text_lacks", {"head": "rules"}),
        ("rules online_002 target=21", "rules", "deal_text_line", {"line": 2, "typed": "rules"}),
        ("online_002", "online_003", "deal_text_line", {"line": 2, "typed": "rules online_003 target=21"}),
        ("target=21", "target", "deal_text_line", {"line": 2, "typed": "rules online_002 target"}),
        ("dealer B", "dealer C", "deal_text_line", {"line": 3, "typed": "dealer C"}),
        ("dealer B", "dealer A B", "deal_text_line", {"line": 3, "typed": "dealer A B"}),
        ("dealer B", "dealer B\ndealer B", "deal_text_line", {"line": 4, "typed": "dealer B"}),
        ("dealer B", "giver B", "deal_text_line", {"line": 3, "typed": "giver B"}),
        ("table 3c", "table 5d 3c", "deal_text_line", {"line": 4, "typed": "table 5d 3c 4b 2s Rd"}),
        ("table 3c 4b", "table 3c | 4b", "deal_text_line", {"line": 4, "typed": "table 3c | 4b 2s Rd"}),
        ("table 3c", "table 9c", "unknown_card", {"typed": "9c"}),
        ("table 3c", "table 7d", "card_dealt_twice", {"card": "7d"}),
        ("B Rc", "C Rc", "deal_text_lacks", {"head": "B"}),
        ("plays", "plays 7d", "deal_text_line", {"line": 7, "typed": "plays 7d"}),
    ],
)
def test_the_line_that_cannot_be_read_is_named(line: str, other: str, code: str, params: dict[str, object]) -> None:
    """R-SCO-65"""
    with pytest.raises(RefusalError) as refused:
        text.read(DEAL.replace(line, other))
    assert (refused.value.code, refused.value.params) == (code, params)


def test_a_text_of_an_older_version_means_what_it_meant_then() -> None:
    """R-SCO-56, R-SCO-65: in 001 of versions 1 and 2 partners had one pile."""
    older = "scopa {}\nrules classica_001 race_rule=compare_totals\nA\nB\nC\nD"
    partners = [codec.from_json(text.read(older.format(version))).deal.rules.partners for version in (1, 2, 3)]
    assert partners == ["piles", "piles", "scores"]


@pytest.mark.parametrize("typed", [None, 7, "x" * 10_001], ids=["nothing", "a number", "too long"])
def test_what_is_no_text_of_a_deal_is_refused(typed: object) -> None:
    """R-SCO-65"""
    with pytest.raises(RefusalError) as refused:
        text.read(typed)  # type: ignore[arg-type]
    assert (refused.value.code, refused.value.params) == ("deal_text_long", {"most": 10_000})


@pytest.mark.parametrize(
    ("line", "other", "code"),
    [
        ("target=21", "target=" + "[" * 5_000, "rule_value"),
        ("target=21", "aim=21", "rule_unknown"),
        ("scopa 7", "scopa 8", "rules_version"),
        ("scopa 7", "scopa 0", "rules_version"),
        ("7dx3c+4b", "7d", "must_capture"),
        ("2cx2s", "hello", "malformed_play"),
    ],
)
def test_a_deal_that_was_read_is_checked_as_any_other(line: str, other: str, code: str) -> None:
    """R-SCO-65, R-SCO-55"""
    with pytest.raises(RefusalError) as refused:
        codec.from_json(text.read(DEAL.replace(line, other)))
    assert refused.value.code == code


def test_a_position_is_what_a_seat_sees() -> None:
    """R-SCO-65, R-SCO-49: open hands are named, others are not, and a spectator sees none."""
    state = after(dealt("Rs 2s 3s", "6s 6c Fb", table="4c 3c 2c Ac"), "RsxAc+2c+3c+4c")
    assert text.position(view(state, 0)) == (
        "turn B\ntable\nA 2s 3s\nB ? ? ?\nstock 30\ntaken 5 0\nsweeps 1 0\nlast A\n"
    )
    assert text.position(view(state, None)).splitlines()[2:4] == ["A ? ?", "B ? ? ?"]
    over = to_the_end(state)
    assert text.position(view(over, 1)).splitlines()[0] == "turn -"
    shown = begin(replace(ONLINE_002, carte_scoperte_partners=True), list(range(40)), 3, 4)
    lines = text.position(view(shown, 0)).splitlines()
    assert ["?" in line for line in lines[2:6]] == [False, True, False, True]
    assert text.position(view(shown, 0)).splitlines()[-1] == "last -"
