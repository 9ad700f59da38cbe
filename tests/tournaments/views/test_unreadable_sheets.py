"""Whatever is stored as the sheet of a table, every page and program opens, and the referee can take it back."""

from typing import Any

import pytest
from django.test import Client

from tests.searching import FULL, short_of
from tests.tournaments import factories as make
from tests.tournaments.doors.addresses import routes
from tests.tournaments.doors.stage import read
from tests.tournaments.services import importing_archives as archives
from tournaments.models import Scoresheet, Table, Tournament
from tournaments.tables.writes.table_sheets import sheet_of

pytestmark = pytest.mark.django_db(transaction=True)

SCOPA_DEAL = {"depth": "points", "points": [3, 1], "tiebreak": 0, "last_capture": None}
SCALA40_DEAL = {"depth": "points", "points": [0, 30, 40, 5], "tiebreak": 0, "closer": 0, "in_hand": False, "left": {}}
JUNK: dict[str, Any] = {
    "last capture": {"games": [{"deals": [{**SCOPA_DEAL, "last_capture": 7}]}], "forfeit": None},
    "extra keys": {"games": [{"deals": [{**SCOPA_DEAL, "x": 1}, {**SCALA40_DEAL, "x": 1}]}], "forfeit": None},
    "no mapping": [1, 2],
    "nothing": {},
    "games that are none": {"games": 5, "forfeit": None},
    "deals that are none": {"games": [{"deals": [None, "x"]}], "forfeit": None},
    "a forfeit that is none": {"games": [], "forfeit": [1]},
    "a forfeit of the other game": {"games": [{"deals": [SCALA40_DEAL]}], "forfeit": {"cause": "time", "offenders": 9}},
    "a ruling on nobody": {"games": [], "forfeit": {"cause": "no_show", "ruled": [9]}},
    "marks of nobody": {"games": [], "forfeit": None, "ruled": {"x": 1}},
    "a game after the end": {"games": [{"deals": [SCOPA_DEAL] * 60, "time_called": False}] * 3, "forfeit": None},
}
OUTCOMES: dict[str, Any] = {
    "that of its sheet": None,
    "nothing": {},
    "no mapping": "x",
    "lists that are none": {"over": True, "points": 3, "games_won": {}, "places": "x", "vp": 1, "mp": 1, "ending": 5},
    "a fault of nobody": {
        "over": True,
        "points": [1, 2],
        "games_won": [0, 0],
        "places": [1, 2],
        "vp": [1, 2],
        "mp": [1, 2],
        "ending": "forfeit",
        "note": {"losers": [9], "cause": {}},
    },
}
WITH_EVERY_PAGE = ("last capture", "no mapping", "marks of nobody")
MEANINGS = {"slug", "event", "table", "round", "version"}


def scopa() -> Table:
    event = make.called(entries=4)
    return make.enter(
        make.tables_of(event)[0], {"games": [{"deals": [SCOPA_DEAL], "time_called": False}], "forfeit": None}
    )


def scala40() -> Table:
    event = make.called(make.tables("scala40", preset="torneo_003", entries=8))
    return make.enter(make.tables_of(event)[0], make.sheet(SCALA40_DEAL))


GAMES = {"scopa": scopa, "scala40": scala40}
CASES = short_of(
    [f"{game}: {outcome}" for game in GAMES for outcome in OUTCOMES],
    "scopa: that of its sheet",
)
# A short run asks each sheet in one of them.
STATUSES = ("running", "submitted", "disputed")


@pytest.fixture(autouse=True)
def _data(settings: Any, tmp_path: Any) -> None:
    settings.DATA_DIR = tmp_path


def addresses(event: Tournament, table: Table) -> list[str]:
    """Every address of the event, the table and its round, of pages and of the API."""
    values = {"slug": event.slug, "event": event.slug, "table": table.number, "round": 1, "version": 1}
    found = [route for route in routes() if "GET" in route.methods and set(route.parameters()) <= MEANINGS]
    # The stream of hints is the hub's, which no thread of pages serves.
    found = [route for route in found if not route.pattern.endswith("live/")]
    return [route.address([values[name] for name in route.parameters()]) for route in found if route.parameters()]


def spoil(table: Table, content: Any, outcome: Any, status: str) -> Table:
    sheet = Scoresheet.objects.filter(table=table).order_by("-version").first()
    assert sheet is not None
    sheet.content, sheet.status = content, status
    sheet.outcome = sheet.outcome if outcome is None else outcome
    sheet.save()
    Table.objects.filter(pk=table.pk).update(
        status={"running": "playing", "submitted": "to_confirm", "disputed": "disputed", "confirmed": "done"}[status]
    )
    Tournament.objects.filter(pk=table.tournament_id).update(version=table.tournament.version + 1)
    table.refresh_from_db()
    return table


def open_all(client: Client, event: Tournament, table: Table) -> dict[str, int]:
    """The addresses that fail, with their status."""
    answers = {address: read(client.get(address)).status_code for address in addresses(event, table)}
    assert answers[f"/e/{event.slug}/tavoli/{table.number}/"] == 200
    assert answers[f"/e/{event.slug}/partite/{table.number}/"] == 200
    assert len(answers) > 60
    return {address: status for address, status in answers.items() if status >= 500}


@pytest.mark.parametrize("case", CASES)
def test_every_page_opens_and_undo_takes_the_sheet_back(case):
    game, outcome = case.split(": ")
    table = GAMES[game]()
    boss = make.boss_of(table.tournament)
    staff, anybody = make.client_of(boss), make.client_of()
    everywhere = WITH_EVERY_PAGE if FULL else WITH_EVERY_PAGE[:1]
    tried = JUNK if outcome == "that of its sheet" else {everywhere[0]: JUNK[everywhere[0]]}
    for number, (junk, content) in enumerate(tried.items()):
        for status in STATUSES if FULL else STATUSES[number % 3 :][:1]:
            spoil(table, content, OUTCOMES[outcome], status)
            if status == "running" and junk in everywhere:
                assert (junk, open_all(staff, make.fresh(table.tournament), table)) == (junk, {})
            public = anybody.get(f"/e/{table.tournament.slug}/partite/{table.number}/")
            assert (junk, public.status_code) == (junk, 200)
            assert junk not in WITH_EVERY_PAGE or "non si legge" in public.content.decode()
            shown = staff.get(f"/e/{table.tournament.slug}/tavoli/{table.number}/").content.decode()
            assert "non si legge" in shown
            undone = staff.post(
                f"/e/{table.tournament.slug}/tavoli/{table.number}/annulla/", {"seen": table.version, "reason": "x"}
            )
            assert (junk, status, undone.status_code) == (junk, status, 303)
            table.refresh_from_db()
            assert table.status == "called"
            Scoresheet.objects.filter(table=table).update(status="running")


@pytest.mark.parametrize("game", GAMES)
def test_a_readable_sheet_before_an_unreadable_one_is_in_force_again(game):
    table = GAMES[game]()
    deal = SCOPA_DEAL if game == "scopa" else SCALA40_DEAL
    make.enter(table, make.sheet(deal, deal))
    first = Scoresheet.objects.get(table=table, version=1)
    Scoresheet.objects.filter(pk=first.pk).update(content=JUNK["extra keys"])
    staff = make.client_of(make.boss_of(table.tournament))
    for left in ("playing", "called"):
        table.refresh_from_db()
        address = f"/e/{table.tournament.slug}/tavoli/{table.number}/"
        assert staff.post(f"{address}annulla/", {"seen": table.version, "reason": "x"}).status_code == 303
        table.refresh_from_db()
        assert table.status == left
        assert staff.get(address).status_code == 200


@pytest.mark.full
@pytest.mark.parametrize("game", short_of(GAMES, "scala40"))
def test_a_confirmed_result_that_cannot_be_read_is_shown_undone_and_exported(game):
    table = GAMES[game]()
    event = table.tournament
    spoil(table, JUNK["last capture"], {}, "confirmed")
    staff = make.client_of(make.boss_of(event))
    assert open_all(staff, make.fresh(event), table) == {}
    assert archives.archive_of(event)
    for what in ("results", "deals"):
        for form in ("csv", "xlsx"):
            assert read(staff.get(f"/organizza/{event.slug}/documenti/tabelle/{what}.{form}")).status_code == 200
    address = f"/e/{event.slug}/tavoli/{table.number}/"
    assert staff.post(f"{address}annulla/", {"seen": table.version, "reason": "x"}).status_code == 303
    table.refresh_from_db()
    assert table.status == "called"
    assert not sheet_of(Table.objects.select_related("tournament", "round").get(pk=table.pk)).is_unreadable


def unconfirmed(rows: archives.Rows, status: str) -> None:
    """A sheet that a page cannot read, as somebody puts it into an archive."""
    sheet = rows["tournaments.scoresheet"][0]["fields"]
    sheet["status"] = status
    sheet["content"]["games"][0]["deals"][0] |= {"last_capture": 7, "x": 1}


@pytest.mark.parametrize("status", ["running", "submitted", "disputed", "superseded", "undone"])
@pytest.mark.parametrize("game", GAMES)
def test_an_archive_with_such_a_sheet_is_refused(game, status):
    data = archives.archive_of(GAMES[game]().tournament)
    job = archives.bring(archives.forged(data, lambda rows: unconfirmed(rows, status)))
    assert archives.refusal(job)[0] == "archive_does_not_hold"
