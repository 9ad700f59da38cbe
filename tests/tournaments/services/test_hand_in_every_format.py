"""What the director's hand does in each format: it is done, or refused with a sentence that says why and what to do."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import pytest
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext

from tests.searching import short_of
from tests.tournaments import factories as make
from tests.tournaments.services.rounds import drawn
from tournaments.backups.verifying.events import violations_of
from tournaments.competition.phrases import PHRASES
from tournaments.draw.writes import apart, hand, pairings
from tournaments.errors import RefusedError
from tournaments.events.writes import tournaments
from tournaments.frame.phrases import sentence
from tournaments.models import Tournament
from tournaments.tables.reads import stages

pytestmark = pytest.mark.django_db
ROOMS: Final = [{"name": "Sala", "first": 1, "last": 2}, {"name": "Bar", "first": 11, "last": 20}]
HEATS: Final = {"kind": "heats", "rounds": 2, "max_table": 5}
TEAMS: Final = {"game": "squadre", "preset": "scopa_briscola_21"}
IN_ROUNDS: Final = ("groups", "swiss", "danish", "king", "mitchell", "partners", "heats", "teams")
EVENTS: Final[Mapping[str, Callable[[], Tournament]]] = {
    "knockout": lambda: make.drawn(make.closed(entries=8)),
    "tables": lambda: make.drawn(make.closed(make.knockout(entries=9, game="scala40", preset="torneo_003"))),
    "groups": lambda: drawn("groups", entries=9, size=5),
    "swiss": lambda: drawn("swiss", entries=9, rounds=3),
    "danish": lambda: drawn("danish", entries=9, rounds=3),
    "king": lambda: drawn("king", entries=9, rounds=3),
    "mitchell": lambda: drawn("mitchell", entries=9, rounds=3),
    "partners": lambda: drawn("partners", entries=10, rounds=3),
    "heats": lambda: make.drawn(
        make.closed(make.knockout(entries=9, game="punti", preset="machiavelli", format=HEATS))
    ),
    "teams": lambda: make.drawn(make.closed(make.knockout(entries=5, **TEAMS, format={"kind": "danish", "rounds": 2}))),
    "teams in a knockout": lambda: make.drawn(make.closed(make.knockout(entries=4, **TEAMS))),
}
ALWAYS: Final = {"rooms", "apart", "swap"}
FIXED: Final = {"room", "table", "anywhere"}


def steps(event: Tournament) -> Iterator[tuple[str, Callable[[], object]]]:
    """Every step of the hand in a first round that is not called, each with its name."""
    by: dict[str, Any] = {"actor": make.boss_of(event), "tournament_id": event.pk}
    first: dict[int, int] = {}
    for seat in stages.seats_of(event):
        if seat.round == 1 and seat.hall is not None:
            first.setdefault(seat.table, seat.entry)
    one, other, *_ = first.values()
    two: dict[str, Any] = {"number": 1, "one": one, "other": other}

    def swap() -> None:
        found = hand.preview_swap(tournament=make.fresh(event), **two)
        for doubt in found.doubts:
            assert "%(" not in gettext(PHRASES[doubt.code]) % found.values(doubt)
        accepted = " ".join(each.name for each in found.doubts)
        hand.swap_seats(**by, **two, reason="Chiesto da tutti e due", accepted=accepted)

    yield "rooms", lambda: tournaments.update_tournament(**by, rooms=ROOMS)
    yield "room", lambda: hand.fix_table(**by, entry=one, room="Bar", reason="Le scale")
    yield "table", lambda: hand.fix_table(**by, entry=other, table=2, reason="Le scale")
    yield "anywhere", lambda: hand.unfix_table(**by, entry=one)
    yield "apart", lambda: apart.keep_apart(**by, name="Fratelli", until=2, entries=[one, other])
    yield "swap", swap
    yield "pair others", lambda: pairings.pair_others(**by, number=1, entries=[one], reason="Nella saletta")
    yield "skip", lambda: pairings.skip_round(**by, number=1, entry=one, vp=0, reason="Lavoro")
    yield "play after all", lambda: pairings.end_skip(**by, number=1, entry=one)
    yield "as seated", lambda: hand.record_as_seated(**by, **two, reason="Tavoli scambiati", confirmed=True)


# R-HND-01, R-HND-05, R-HND-08, R-HND-09, R-HND-10, R-HND-11, R-HND-13
@pytest.mark.parametrize("kind", short_of(EVENTS, "knockout", "swiss", "teams"))
def test_each_step_of_the_hand_is_done_or_refused_in_words(kind: str) -> None:
    event = EVENTS[kind]()
    refused = {}
    for name, step in steps(event):
        try:
            with transaction.atomic():
                step()
        except RefusedError as refusal:
            refused[name] = refusal
    expected = {"pair others", "skip", "play after all", "as seated"}
    assert refused.keys() == (expected if kind in IN_ROUNDS else expected | FIXED)
    assert not refused.keys() & ALWAYS
    for language in ("it", "en"):
        with translation.override(language):
            said = {name: sentence(refusal) for name, refusal in refused.items()}
        assert all(len(each) > 30 and "%(" not in each for each in said.values()), said
    assert list(violations_of(make.fresh(event))) == []
