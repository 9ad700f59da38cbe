"""What somebody with the database in hand may try at a result, a place or the log: verify names each in a sentence."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import pytest
from django.db.models import F
from django.utils.translation import override

from tests.tournaments import factories as make
from tests.tournaments.services import importing_archives as archives
from tournaments.backups.verifying.events import violations_of
from tournaments.discipline.writes import penalties
from tournaments.entries.writes import participation
from tournaments.events.writes import closing
from tournaments.frame.policies import SYSTEM
from tournaments.frame.writes import seals
from tournaments.frame.writes.chain import GENESIS, WORDS, digest_of, first_digest_of, hash_of
from tournaments.frame.writes.transaction import record
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.models import AuditChain, AuditEntry, Entry, Ruling, Scoresheet, Table, TableLine, Tournament
from tournaments.webhooks.writes.telling import payload_of

pytestmark = pytest.mark.django_db


def scopa() -> Tournament:
    """A knockout of four that is played to its end, with a penalty and somebody who left."""
    event = make.drawn(entries=5)
    make.play_round(event)
    return played(event)


def scala40() -> Tournament:
    """Two tables of four and a final, with a penalty."""
    event = make.tables("scala40", preset="torneo_003", entries=8)
    play_tables(event, 1)
    return played(event)


def played(event: Tournament) -> Tournament:
    boss = make.boss_of(event)
    first = Entry.objects.filter(tournament=event).order_by("number").first()
    assert first is not None
    kind = "vp" if event.vp_scale is not None else "points"
    penalties.give_penalty(
        actor=boss, tournament_id=event.pk, kind=kind, entry_id=first.pk, value=1, reason="In ritardo"
    )
    for number in event.rounds.order_by("number").values_list("number", flat=True):
        play_tables(event, number) if event.vp_scale is None else make.play_round(event, number)
    return make.fresh(event)


def play_tables(event: Tournament, number: int) -> None:
    if Table.objects.filter(tournament=event, round__number=number, status="planned").exists():
        make.called(event, round=number)
    for table in make.tables_of(event, number):
        if not table.is_over:
            points = [0 if line < table.through else 60 for line in range(table.lines.count())]
            points[1] = points[1] or 5
            deal = {"depth": "points", "points": points, "tiebreak": 0, "closer": 0, "in_hand": False, "left": {}}
            make.enter(table, make.sheet(deal, deal))


GAMES = {"scopa": scopa, "scala40": scala40}


@pytest.fixture(params=GAMES)
def running(request: pytest.FixtureRequest) -> Tournament:
    return GAMES[request.param]()


@pytest.fixture
def finished(running: Tournament) -> Tournament:
    return closing.finish_tournament(actor=make.boss_of(running), tournament_id=running.pk)


def said(event: Tournament) -> set[str]:
    with override("en"):
        sentences = [str(each) for each in violations_of(make.fresh(event))]
    assert all("%(" not in sentence for sentence in sentences)
    return {each.code for each in violations_of(make.fresh(event))}


def final_of(event: Tournament) -> Table:
    table = Table.objects.filter(tournament=event, section="main").order_by("-round__number").first()
    assert table is not None
    return table


def rows(event: Tournament) -> list[AuditEntry]:
    return list(AuditEntry.objects.filter(tournament=event).order_by("seq"))


def rechained(row: AuditEntry) -> AuditEntry:
    row.digest = digest_of(row.salt, {name: getattr(row, name) for name in WORDS}, row.verb)
    row.hash = hash_of(previous=row.previous, seq=row.seq, at=row.at, verb=row.verb, digest=row.digest)
    return row


def appended(event: Tournament, verb: str, after: Json) -> None:
    """A row at the end of the log as the program would have written it, with the length of the chain."""
    last = rows(event)[-1]
    row = AuditEntry(tournament=event, actor_label="x", verb=verb, target="-", after=after, seq=last.seq + 1)
    row.salt, row.previous = "0" * 32, last.hash
    rechained(row).save()
    AuditChain.objects.filter(event=event.pk).update(length=F("length") + 1)


def shorter(event: Tournament, by: int = 1) -> None:
    for row in rows(event)[-by:]:
        row.delete()
    AuditChain.objects.filter(event=event.pk).update(length=F("length") - by)


def exchanged(event: Tournament, model: Any, field: str, keys: list[int]) -> None:
    """Two rows give each other a value."""
    values = dict(model.objects.filter(pk__in=keys).values_list("pk", field))
    for key, other in (keys, reversed(keys)):
        model.objects.filter(pk=key).update(**{field: values[other]})


def swapped_places(event: Tournament) -> None:
    first, second = TableLine.objects.filter(table=final_of(event), place__in=(1, 2)).order_by("place")[:2]
    for line, place in ((first, 2), (second, 1)):
        TableLine.objects.filter(pk=line.pk).update(place=place)
    winner, loser = (Entry.objects.get(pk=line.entry_id) for line in (first, second))
    if winner.final_place is not None:
        Entry.objects.filter(pk=winner.pk).update(final_place=loser.final_place)
        Entry.objects.filter(pk=loser.pk).update(final_place=winner.final_place)


def ended_by_itself(ending: str) -> Callable[[Tournament], None]:
    """The final without its sheet, as if nobody had sat down at it, and the other one as winner."""

    def forge(event: Tournament) -> None:
        table = final_of(event)
        loser = TableLine.objects.get(table=table, place=1)
        Scoresheet.objects.filter(table=table, status="confirmed").update(status="superseded")
        note = {"cause": "no_show", "losers": [loser.index]} if ending == "walkover" else {}
        Table.objects.filter(pk=table.pk).update(ending=ending, note=note, deals_played=0)
        swapped_places(event)

    return forge


def other_seats(event: Tournament) -> None:
    lines = TableLine.objects.filter(table=final_of(event)).order_by("index")
    exchanged(event, TableLine, "entry_id", list(lines.values_list("pk", flat=True)[:2]))


def sheet_and_row(event: Tournament) -> tuple[Scoresheet, AuditEntry]:
    table = final_of(event)
    sheet = Scoresheet.objects.get(table=table, status="confirmed")
    row = AuditEntry.objects.filter(tournament=event, target=f"T{table.number}", verb="score_confirmed").latest("seq")
    return sheet, row


def attested(event: Tournament, *, names: bool) -> None:
    """The sheet of the final turned round together with its row, which a later row calls a removal of names."""
    sheet, row = sheet_and_row(event)
    for game in sheet.content["games"]:
        for deal in game["deals"]:
            deal["points"] = list(reversed(deal["points"]))
            if "closer" in deal:
                deal["closer"] = len(deal["points"]) - 1
    sheet.outcome = {**sheet.outcome, "points": list(reversed(sheet.outcome["points"]))}
    sheet.save()
    row.after = {**row.after, "points": sheet.outcome["points"], "sheet": "0" * 64}
    AuditEntry.objects.filter(pk=row.pk).update(after=row.after)
    words = {name: getattr(row, name) for name in WORDS}
    after: dict[str, Json] = {"digests": {str(row.seq): digest_of(row.salt, words, row.verb)}}
    appended(event, "names_removed", {**after, "names": {str(row.seq): "0" * 64}} if names else after)


def other_rules(event: Tournament) -> None:
    changed = {name: value + 1 if type(value) is int else value for name, value in event.rules.items()}
    Tournament.objects.filter(pk=event.pk).update(rules=changed)


def more_vp(event: Tournament) -> None:
    line = TableLine.objects.filter(table__tournament=event, place=2).order_by("pk").first()
    assert line is not None
    TableLine.objects.filter(pk=line.pk).update(vp=(line.vp or 0) + 3, mp=(line.mp or 0) + 3)


def without_penalties(event: Tournament) -> None:
    Ruling.objects.filter(tournament=event, kind__in=("vp", "points")).delete()


def a_bye_in_the_log(event: Tournament) -> None:
    ended_by_itself("bye")(event)
    appended(event, "score_undone", None)


# While it is played: what is tried, and a code of what is said.
FORGED: Mapping[str, tuple[Callable[[Tournament], None], str]] = {
    "the final as a walkover": (ended_by_itself("walkover"), "walkover_of_nobody"),
    "the final as a bye": (ended_by_itself("bye"), "ended_with_both"),
    "the final without its result in force": (a_bye_in_the_log, "result_lost"),
    "names that were no names": (lambda event: attested(event, names=False), "log_facts"),
    "names that were no names, with a digest": (lambda event: attested(event, names=True), "log_facts"),
    "the places of the final": (swapped_places, "result_differs"),
    "those who sit at the final": (other_seats, "result_not_logged"),
    "a penalty that is gone": (without_penalties, "penalty_differs"),
    "a penalty that weighs less": (
        lambda event: Ruling.objects.filter(tournament=event, kind__in=("vp", "points")).update(value=9),
        "penalty_differs",
    ),
    "VP and MP": (more_vp, "result_differs"),
    "the rules": (other_rules, "rules_differ"),
    "the terms or the format": (
        lambda event: Tournament.objects.filter(pk=event.pk).update(format={**event.format, "third_place": True}),
        "rules_differ",
    ),
}


def test_nothing_is_said_of_what_was_played(running):
    assert said(running) == set()
    finished = closing.finish_tournament(actor=make.boss_of(running), tournament_id=running.pk)
    assert said(finished) == set()
    closing.reopen_tournament(actor=make.boss_of(running), tournament_id=running.pk, reason="x")
    assert said(running) == set()
    closing.finish_tournament(actor=make.boss_of(running), tournament_id=running.pk)
    assert said(running) == set()


@pytest.mark.parametrize("kind", FORGED)
def test_what_is_forged_while_it_is_played_is_named(running, kind):
    forge, code = FORGED[kind]
    forge(running)
    assert code in said(running)


@pytest.mark.parametrize("kind", FORGED)
def test_what_is_forged_after_the_end_is_named_and_differs_from_the_closing(finished, kind):
    forge, code = FORGED[kind]
    forge(finished)
    found = said(finished)
    assert code in found
    assert "closing_differs" in found or kind.startswith("names")


def places_only(event: Tournament) -> None:
    first, second = Entry.objects.filter(tournament=event, final_place__in=(1, 2)).order_by("final_place")[:2]
    Entry.objects.filter(pk=first.pk).update(final_place=second.final_place)
    Entry.objects.filter(pk=second.pk).update(final_place=first.final_place)


def another_ladder(event: Tournament) -> None:
    Tournament.objects.filter(pk=event.pk).update(discipline={**event.discipline, "x": 1})


def closed_by_hand(event: Tournament) -> None:
    """The closing taken away, another final, and a closing that fits: all but the seal can be made by anybody."""
    shorter(event)
    places_only(event)
    told = seals.closing_of(make.fresh(event))
    appended(event, "tournament_finished", {"winner": ["x"], "entries": 4, **told, "seal": "0" * 64})


def closed_without_digest(event: Tournament) -> None:
    shorter(event)
    appended(event, "tournament_finished", {"winner": ["x"], "entries": 4})


def log_of_the_first_release(event: Tournament) -> None:
    """Every row hashed as the first release did, which anybody can, and a closing that has no digest."""
    previous = GENESIS
    for row in rows(event):
        if row.verb == "tournament_finished":
            row.after = {"winner": ["x"], "entries": 4}
        row.previous, row.digest = previous, first_digest_of(row.salt, {name: getattr(row, name) for name in WORDS})
        row.hash = hash_of(previous=row.previous, seq=row.seq, at=row.at, verb=row.verb, digest=row.digest)
        row.save()
        previous = row.hash


def places_in_a_log_of_the_first_release(event: Tournament) -> None:
    places_only(event)
    log_of_the_first_release(event)


CLOSED: Mapping[str, tuple[Callable[[Tournament], None], str]] = {
    "the last row of the log": (shorter, "closing_missing"),
    "the last rows of the log": (lambda event: shorter(event, 3), "closing_missing"),
    "the final places": (places_only, "closing_differs"),
    "the penalties for coming late": (another_ladder, "closing_differs"),
    "a closing of one's own": (closed_by_hand, "closing_unsealed"),
    "a closing of the first release": (closed_without_digest, "closing_without_digest"),
    "a log of the first release": (places_in_a_log_of_the_first_release, "closing_without_digest"),
}


@pytest.mark.parametrize("kind", CLOSED)
def test_what_is_forged_at_the_closing_is_named(finished, kind):
    forge, code = CLOSED[kind]
    forge(finished)
    assert code in said(finished)


def test_the_key_of_another_installation_seals_nothing_here_and_an_old_one_does(finished, settings):
    key, settings.SECRET_KEY = settings.SECRET_KEY, "another key of fifty characters and more, for nothing else"
    assert said(finished) == {"closing_unsealed"}
    settings.SECRET_KEY_FALLBACKS = [key]
    assert said(finished) == set()


def test_the_digest_is_on_page_and_paper_and_goes_to_webhooks(finished):
    row = rows(finished)[-1]
    digest = row.after["digest"]
    assert digest == seals.closing_digest(finished)
    assert payload_of(finished, row)["closing"] == digest
    staff = make.client_of(make.boss_of(finished))
    for address in (f"/e/{finished.slug}/classifica/", f"/organizza/{finished.slug}/stampa/classifica/"):
        assert digest in staff.get(address).content.decode()


def test_an_event_that_the_first_release_closed_is_given_a_digest_with_the_new_tables(finished):
    log_of_the_first_release(finished)
    assert said(finished) == {"closing_without_digest"}
    assert "closing" not in payload_of(finished, rows(finished)[-1])
    import_module("tournaments.migrations.0006_seal_earlier_closings").seal_closings()
    assert said(finished) == set()
    row = rows(finished)[-1]
    assert payload_of(finished, row)["closing"] == seals.closing_digest(finished) == row.after["digest"]
    seals.seal_all_again()
    assert rows(finished)[-1] == row
    places_in_a_log_of_the_first_release(finished)
    assert "closing_differs" in said(finished)


def test_a_seal_from_before_a_parameter_was_removed_still_holds(finished, monkeypatch):
    """A parameter of one value that the game has no more is in the seal and in the log of older events."""
    gone, names = {"former_rule": "its only value"}, seals.closing_of(finished)["names"]
    event = make.fresh(finished)
    event.rules |= gone
    sealed = seals.parts_of(event, [*names, "rule former_rule"])
    tell_rules_again(event)
    assert said(finished) == {"rules_differ"}
    assert seals.parts_of(finished, [*names, "rule former_rule"]) != sealed

    monkeypatch.setattr(registry.game(finished.game), "retired_rules", gone)
    assert said(finished) == set()
    assert seals.parts_of(finished, [*names, "rule former_rule"]) == sealed
    event.rules |= {"former_rule": "another one"}
    assert seals.parts_of(event, [*names, "rule former_rule"]) != sealed


def tell_rules_again(event: Tournament) -> None:
    """The log says the rules of the event once more, then the event is closed again."""
    told = AuditEntry.objects.filter(tournament=event, verb="tournament_created").values_list("after", flat=True).get()
    closing.reopen_tournament(actor=make.boss_of(event), tournament_id=event.pk, reason="Un errore")
    record(by=SYSTEM, verb="rules_changed", target="", tournament=event, after=told | {"rules": event.rules})
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("game", GAMES)
def test_a_finished_event_that_comes_from_elsewhere_is_sealed_here(game, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    event = GAMES[game]()
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    data, digest = archives.archive_of(event), seals.closing_digest(make.fresh(event))
    settings.SECRET_KEY = "another key of fifty characters and more, for nothing else"
    here = archives.brought(archives.bring(data))
    assert said(here) == set()
    assert seals.closing_digest(here) == digest
    places_only(here)
    assert "closing_differs" in said(here)


def test_a_walkover_of_somebody_who_left_is_sound():
    event = make.drawn(entries=4)
    line = TableLine.objects.filter(table__tournament=event, table__round__number=1).first()
    assert line is not None and line.entry_id is not None
    participation.withdraw_entry(
        actor=make.boss_of(event), tournament_id=event.pk, entry_id=line.entry_id, reason="Malato"
    )
    assert said(event) == set()
    Entry.objects.filter(pk=line.entry_id).update(status="confirmed")
    assert "walkover_of_nobody" in said(event)
