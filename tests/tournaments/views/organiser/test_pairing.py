"""The page of a pairing: who would meet and why, and what a correction changes before the tables are called."""

import pytest

from tests.tournaments import factories as make
from tests.tournaments.views.counted import questions
from tests.tournaments.views.organiser.conftest import Desk, text
from tournaments.tables.writes import corrections

pytestmark = pytest.mark.django_db


def played(entries: int = 5, **options: object) -> Desk:
    """A Danish of three rounds after its first one."""
    options = {"kind": "danish", "rounds": 3, "rematches": "not_in_a_row", **options}
    event = make.called(make.drawn(make.closed(entries=entries, preset="online_002", format=options)))
    for table in make.tables_of(event):
        make.play(table)
    return Desk(event)


def correct(desk: Desk) -> None:
    """The result of the first table was written the wrong way round."""
    table = make.tables_of(desk.event)[0]
    content = make.content_for(table, table.lines.get(place=2).index)
    corrections.correct_score(
        actor=make.boss_of(desk.event),
        tournament_id=desk.event.pk,
        table_id=table.pk,
        content=content,
        seen=table.version,
        reason="Scritto al contrario",
    )


def test_the_tables_are_shown_with_their_reasons_before_they_are_made() -> None:
    desk = played()
    page = desk.get("organise_pairing")
    assert "Ranks 1 and 2 are neighbours in the standing." in text(page)
    assert "rests" in text(page)
    assert len(page.context["tables"]) == 3
    assert desk.event.rounds.count() == 1
    assert "Round 2 is paired." in desk.follow("organise_pairing", seen=str(desk.fresh().version))
    assert desk.event.rounds.count() == 2


def test_a_page_that_is_out_of_date_pairs_nothing_and_shows_the_pairing_of_now() -> None:
    desk = played()
    stale = desk.fresh().version
    correct(desk)
    refused = desk.post("organise_pairing", seen=str(stale))
    assert refused.status_code == 409
    assert desk.event.rounds.count() == 1
    assert f'value="{desk.fresh().version}"' in refused.content.decode()


def test_a_correction_shows_the_pairing_of_now_until_the_tables_are_called() -> None:
    """R-STG-07."""
    desk = played()
    desk.follow("organise_pairing", seen=str(desk.fresh().version))
    assert "By the standings of now they are the same." in text(desk.get("organise_pairing"))
    correct(desk)
    page = desk.get("organise_pairing")
    assert "The standings have changed since these tables were made." in text(page)
    assert [table.names for table in page.context["made"]] != [table.names for table in page.context["tables"]]
    assert "The pairing is taken back." in desk.follow("organise_unpair", reason="Un risultato era sbagliato")
    assert desk.event.rounds.count() == 1
    desk.follow("organise_pairing", seen=str(desk.fresh().version))
    make.called(desk.event, round=2)
    assert "still being played" in text(desk.get("organise_pairing"))
    assert "Tables called already: 2." in text(desk.post("organise_unpair", reason="x"))


def test_where_nothing_is_paired_the_page_says_so() -> None:
    desk = Desk(make.called(entries=4))
    assert "no round is paired by the standings" in text(desk.get("organise_pairing"))
    assert desk.post("organise_pairing", seen="1").status_code == 409


def test_the_log_says_who_paired_and_who_took_it_back() -> None:
    desk = played()
    desk.follow("organise_step", step="pair", round="2")
    desk.follow("organise_unpair", reason="Un risultato era sbagliato")
    log = text(desk.get("organise_audit"))
    assert "paired Round 2 from the standings." in log
    assert "tables – 1 · 2 Round paired" in log
    assert "took back the pairing of Round 2." in log


def test_the_page_takes_as_many_queries_with_many_entries() -> None:
    few, many = played(), played(17)
    assert questions(few.client, few.url("organise_pairing")) == questions(many.client, many.url("organise_pairing"))
