"""The demonstration shows what it promises, made through the services, once."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tournaments.competition.discipline import KINDS
from tournaments.games import registry
from tournaments.management.demo_dealer import DemoDealer
from tournaments.models import (
    Entry,
    Match,
    MatchDeadline,
    Ruling,
    Scoresheet,
    Table,
    TableLine,
    Tie,
    Tournament,
    User,
)
from tournaments.online.reads import live_matches
from tournaments.online.writes import firing, practice

pytestmark = pytest.mark.django_db


def test_the_events_of_the_demonstration(tmp_path: object, settings: object) -> None:
    settings.DATA_DIR = tmp_path  # type: ignore[attr-defined]
    call_command("seed_demo", verbosity=0)
    statuses = dict(Tournament.objects.values_list("slug", "status"))
    assert statuses == {
        "coppa-dautunno": "finished",
        "coppa-delle-valli": "running",
        "torneo-di-natale": "open",
        "scala-dargento": "finished",
        "trofeo-delle-quattro-valli": "running",
        "scopa-al-bar-sport": "running",
        "scopa-in-rete": "running",
    }
    _knockouts()
    _level_last_capture()
    _finished_tables()
    _running_tables()
    _scopa_tables()
    _online()
    _shown_tables()
    with pytest.raises(CommandError):
        call_command("seed_demo", verbosity=0)
    call_command("seed_demo", first_start=True, verbosity=0)
    assert (Tournament.objects.count(), User.objects.count()) == (7, 3)


def _shown_tables() -> None:
    """One of each game that has them. Robots play there, and more of it each time that somebody looks."""
    tables = Match.objects.filter(table=None, chairs__shown=True).order_by("id")
    assert tuple(shown.game for shown in tables) == registry.practice_keys()
    for shown in tables:
        pending = MatchDeadline.objects.get(match=shown)
        practice.look(match_id=shown.pk, now=pending.due_at)
        assert firing.fire(deadline_id=pending.pk, now=pending.due_at)
        assert Match.objects.get(pk=shown.pk).sequence > shown.sequence
        assert practice.watch(game=shown.game) == shown


def _knockouts() -> None:
    finished = Entry.objects.filter(tournament__slug="coppa-dautunno")
    assert list(finished.order_by("final_place").values_list("final_place", flat=True)) == list(range(1, 17))

    valleys = Table.objects.filter(tournament__slug="coppa-delle-valli")
    assert Entry.objects.filter(tournament__slug="coppa-delle-valli").count() == 61
    first = valleys.filter(round__number=1)
    assert first.filter(status="bye").count() == 3
    assert set(first.values_list("ending", flat=True)) == {"", "bye", "time", "tiebreak", "last_capture", "forfeit"}
    causes = {table.note["cause"] for table in first.filter(ending="forfeit")}
    assert causes == {"move_timeout", "abandon"}
    second = set(valleys.filter(round__number=2).values_list("status", flat=True))
    assert second == {"done", "playing", "to_confirm", "disputed", "called"}
    assert valleys.filter(tiebreak_due=1, status="playing").exists()

    discipline = Ruling.objects.filter(tournament__slug="coppa-delle-valli", kind__in=KINDS)
    assert sorted(discipline.values_list("status", flat=True)) == ["cancelled", "dismissed", "in_force", "proposed"]

    waiting = Entry.objects.filter(tournament__slug="torneo-di-natale", status="pending")
    assert waiting.count() == 2

    _every_deal_is_written(Scoresheet.objects.filter(table__tournament__slug="coppa-dautunno", status="confirmed"))


def _level_last_capture() -> None:
    """Both lines have the VP of a level match."""
    lines = TableLine.objects.filter(table__ending="last_capture").order_by("index")
    assert [(line.vp, line.mp) for line in lines] == [(10, 0), (10, 0)]
    assert sorted(line.place or 0 for line in lines) == [1, 2]


def _finished_tables() -> None:
    entries = Entry.objects.filter(tournament__slug="scala-dargento")
    assert list(entries.order_by("final_place").values_list("final_place", flat=True)) == list(range(1, 20))
    tables = Table.objects.filter(tournament__slug="scala-dargento").order_by("number")
    sizes = [(table.round.number, table.lines.count()) for table in tables]
    assert sorted(sizes) == [(1, 4), (1, 5), (1, 5), (1, 5), (2, 4), (2, 4), (3, 4)]
    assert {table.status for table in tables} == {"done"}
    assert all(line.deals for table in tables for line in table.lines.all())


def _running_tables() -> None:
    tables = Table.objects.filter(tournament__slug="trofeo-delle-quattro-valli").order_by("number")
    first = tables.filter(round__number=1)
    assert set(first.values_list("status", flat=True)) == {"done"}
    assert sorted(table.lines.count() for table in first) == [3, 3, *[4] * 14]
    assert set(first.values_list("ending", flat=True)) == {"", "time", "tiebreak", "card"}
    deals = [deal for table in first for deal in _confirmed(table)["deals"]]
    assert {deal["depth"] for deal in deals} == {"points", "cards", "card"}
    assert any(deal.get("in_hand") for deal in deals)

    done, together, abandoned, tied, sent, disputed, playing, called = tables.filter(round__number=2)
    assert {table.status for table in (done, together, abandoned)} == {"done"}
    together_out = together.lines.filter(points__gte=101)
    assert list(together_out.order_by("points").values_list("place", flat=True)) == [2, 3, 4]
    assert len(set(together_out.values_list("deals", flat=True))) == 1
    assert list(abandoned.note["left"].values()) == ["abandon"]
    tie = Tie.objects.get(table=tied, status=Tie.Status.OPEN)
    assert (tied.status, tie.places, tie.kind, len(tie.lines)) == ("playing", [2, 3], "deal", 2)
    assert len({tied.lines.get(index=line).points for line in tie.lines}) == 1
    assert [table.status for table in (sent, disputed, playing, called)] == [
        "to_confirm",
        "disputed",
        "playing",
        "called",
    ]
    assert playing.deals_played == 2


def _scopa_tables() -> None:
    """Four tables decided, one level at the cut, one that waits for another phone, one in play, one just called."""
    first = Table.objects.filter(tournament__slug="scopa-al-bar-sport", round__number=1).order_by("number")
    tables = list(first.prefetch_related("lines"))
    assert sorted(table.lines.count() for table in tables) == [3, 3, 3, 3, 3, 4, 4, 4]
    *done, level, sent, playing, called = tables
    assert [table.status for table in (*done, level, sent, playing, called)] == [
        "done",
        "done",
        "done",
        "done",
        "playing",
        "to_confirm",
        "playing",
        "called",
    ]
    for table in done:
        places = [line.place for line in sorted(table.lines.all(), key=lambda line: -(line.points or 0))]
        assert (places, table.through) == (sorted(places), 2)
    tie = Tie.objects.get(table=level, status=Tie.Status.OPEN)
    assert tie.places[0] <= level.through < tie.places[-1]
    assert playing.deals_played == 2


def _online() -> None:
    """Four matches that robots have played, two that they play while somebody looks; no clock runs meanwhile."""
    event = Tournament.objects.get(slug="scopa-in-rete")
    assert (event.mode, event.online["opens"]) == ("online", "word")
    tables = Table.objects.filter(tournament=event).order_by("number")
    assert [table.status for table in tables] == [*["done"] * 4, "playing", "playing", "planned", "planned"]
    over, shown = Match.objects.filter(table__round__number=1), Match.objects.filter(table__round__number=2)
    assert {match.status for match in over} == {"over"}
    assert [(match.chairs["shown"], live_matches.live(match).state.deal.is_open) for match in shown] == [
        (True, True)
    ] * 2
    assert set(MatchDeadline.objects.filter(match__in=shown).values_list("kind", flat=True)) == {"robot"}


def _confirmed(table: Table) -> Any:
    (game,) = Scoresheet.objects.get(table=table, status=Scoresheet.Status.CONFIRMED).content["games"]
    return game


@pytest.mark.full
def test_deals_of_the_demonstration_are_always_the_same() -> None:
    game = registry.playable("scala40")
    rules = game.presets["torneo_003"]
    one, other = (DemoDealer(game, rules, 40) for _time in range(2))
    assert one.deals(3) == other.deals(3)
    assert one.deals(3) != DemoDealer(game, rules, 41).deals(3)


def _every_deal_is_written(sheets: object) -> None:
    for sheet in sheets:  # type: ignore[attr-defined]
        assert {deal["depth"] for game in sheet.content["games"] for deal in game["deals"]} == {"counts"}
