"""A row of the standings is not written anew where nothing of it has changed; whatever has changed is shown."""

from collections.abc import Callable

import pytest
from django.db.models import F
from django.utils import translation

from tests.tournaments import factories as make
from tournaments.discipline.writes import penalties
from tournaments.entries.writes import participation
from tournaments.events.words.sentences import waiting_for
from tournaments.frame.round_names import Rounds
from tournaments.models import Entry, TableLine, Tournament
from tournaments.standings.reads import standings as reads
from tournaments.standings.words import rows as words
from tournaments.tables.reads.cards import Source

pytestmark = pytest.mark.django_db

ROUNDS = 3


def shown(event: Tournament, rounds: int = ROUNDS) -> str:
    found = reads.standings(event)
    return words.grouped_rows(event, found.rows, rounds, found.still_in)


def made_anew(event: Tournament, rounds: int = ROUNDS) -> str:
    words._writer_of.cache_clear()
    return shown(event, rounds)


def rename(event: Tournament) -> None:
    Entry.objects.filter(tournament=event, number=3).update(label="Nome & nuovo")


def score(event: Tournament) -> None:
    TableLine.objects.filter(table__tournament=event, place=1).update(mp=F("mp") + 5)


def leave(event: Tournament) -> None:
    entry = Entry.objects.filter(tournament=event, number=1).get()
    participation.withdraw_entry(**make.where(event), entry_id=entry.pk, reason="goes home")


def punish(event: Tournament) -> None:
    entry = Entry.objects.filter(tournament=event, number=2).get()
    penalties.give_penalty(**make.where(event), entry_id=entry.pk, kind="vp", value=1, reason="late")


@pytest.mark.parametrize("change", [rename, score, leave, punish])
def test_what_changes_in_a_row_is_shown_at_once(change: Callable[[Tournament], None]) -> None:
    event = make.drawn(make.knockout(entries=8))
    make.play_round(event)
    before = shown(make.fresh(event))
    change(event)
    now = make.fresh(event)
    after = shown(now)
    assert after != before
    assert after == made_anew(now)


def test_each_language_and_each_number_of_rounds_has_its_own_rows() -> None:
    event = make.drawn(make.knockout(entries=8))
    make.play_round(event)
    event = make.fresh(event)
    with translation.override("it"):
        italian = shown(event)
    with translation.override("en"):
        english, longer = shown(event), shown(event, ROUNDS + 1)
        assert english == made_anew(event)
        assert longer == made_anew(event, ROUNDS + 1)
    assert len({italian, english, longer}) == 3


def test_a_page_that_is_made_again_writes_no_row_twice() -> None:
    event = make.drawn(make.knockout(entries=8))
    make.play_round(event)
    words._writer_of.cache_clear()
    event = make.fresh(event)
    assert shown(event) == shown(event)
    kept = words._writer_of.cache_info()
    assert (kept.hits, kept.misses) == (1, 1)


def test_what_a_line_waits_for_is_said_in_each_language_and_by_each_count_of_rounds() -> None:
    source = Source(hall_number=7, round=3, position=0, section="main", place=1)
    said = []
    for language in ("it", "en"):
        with translation.override(language):
            said += [waiting_for(source, rounds) for rounds in (Rounds(3), Rounds(4), Rounds(4, numbered=3))]
    assert len(set(said)) == 6
    assert said[3:] == ["winner of final", "winner of semifinal 1", "winner of match 1, round 3"]
