"""Events for tests, made as people make them: through the services only."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from typing import Any

from django.test import Client

from tournaments.draw.writes import draws
from tournaments.entries.writes import entries
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.events.writes import closing, rounds, tournaments
from tournaments.frame import access
from tournaments.frame.policies import Actor, Role
from tournaments.frame.reads.teams import is_of_teams
from tournaments.games import registry
from tournaments.games.contract import Circumstances, Json, ScoredGame
from tournaments.models import Draw, Entry, Membership, Round, Table, Tournament, User
from tournaments.tables.writes import scoresheets

# What the hall names at each draw of the tests.
HALL = "7 di denari"
EVENING = datetime(2026, 11, 20, 20, 30, tzinfo=UTC)
_counter = count(1)

FAMILIES = ("Vana", "Cargnino", "Bussone", "Perotti", "Chiolero", "Grosso", "Airola", "Rocchietti", "Teppa", "Solero")
CLUBS = ("Traves", "Germagnano", "Viù", "Lanzo", "Ceres")
ONE_DEAL = {"match_mode": "fixed_deals", "deals": 1, "target": None}


def user(email: str = "", *, name: str = "", password: str | None = None) -> User:
    """An account; without a password it logs in by ``client.force_login`` only, which saves the hashing."""
    email = email or f"person{next(_counter)}@example.org"
    return User.objects.create_user(email, password, name=name or email.split("@")[0])


def actor_of(account: User, tournament: Tournament) -> Actor:
    """The account as the event knows it."""
    _event, actor = access.tournament(access.Visitor(account), tournament.slug)
    return actor


def organiser(account: User | None = None) -> Actor:
    """Somebody with an account who is about to organise."""
    account = account or user()
    return Actor(user=account, role=Role.ORGANISER, label=str(account))


def client_of(account: User | Actor | None = None) -> Client:
    """A browser in Italian, logged in as the account, or nobody's."""
    client = Client(headers={"accept-language": "it"})
    account = account.user if isinstance(account, Actor) else account
    if account is not None:
        client.force_login(account)
    return client


def with_role(tournament: Tournament, role: str, *, tables: Sequence[int] = (), account: User | None = None) -> User:
    """An account that holds ``role`` in the event."""
    account = account or user(name=f"{role} {next(_counter)}")
    tournaments.grant_role(
        actor=boss_of(tournament), tournament_id=tournament.pk, user=account, role=role, tables=tuple(tables)
    )
    return account


def boss_of(tournament: Tournament) -> Actor:
    """The first organiser of the event, who is looked up once for each object that stands for it."""
    kept: Actor | None = tournament.__dict__.get("_boss")
    if kept is None:
        memberships = Membership.objects.filter(tournament=tournament, role=Role.ORGANISER).select_related("user")
        membership = memberships.first()
        assert membership is not None
        kept = Actor(user=membership.user, role=Role.ORGANISER, label=str(membership.user))
        tournament.__dict__["_boss"] = kept
    return kept


def where(event: Tournament) -> dict[str, Any]:
    """The arguments of a step of the organiser: the actor and the event."""
    return {"actor": boss_of(event), "tournament_id": event.pk}


def event(actor: Actor | None = None, *, preset: str = "valliadi_2022", **overrides: Any) -> Tournament:
    """An event in preparation; ``overrides`` go to ``create_tournament``."""
    fields: dict[str, Any] = {"name": f"Torneo {next(_counter)}", "starts_at": EVENING, **overrides}
    fields.setdefault("game", registry.keys()[0])
    return tournaments.create_tournament(actor=actor or organiser(), preset=preset, **fields)


def names(number: int, size: int = 2, *, club: str = "", seed: int | None = None) -> NewEntry:
    """The ``number``-th entry of a club evening: family names that never repeat."""
    people = tuple(PersonName(f"{FAMILIES[number % 10]}{number}{'ABCDEFGHIJKL'[seat]}", "Gino") for seat in range(size))
    return NewEntry(people=people, club=club, seed=seed)


def with_entries(tournament: Tournament, n: int, *, clubs: bool = False, first: int = 1) -> list[Entry]:
    """``n`` entries in one file; with ``clubs`` from five valleys in turn."""
    rows = [
        replace(
            names(number, tournament.entry_size, club=CLUBS[number % 5] if clubs else ""),
            name=f"Squadra {number}" if is_of_teams(tournament) else "",
        )
        for number in range(first, first + n)
    ]
    return entries.import_entries(actor=boss_of(tournament), tournament_id=tournament.pk, rows=rows)


def knockout(actor: Actor | None = None, *, entries: int = 8, open_: bool = True, **overrides: Any) -> Tournament:
    """A knockout with its entries taken, still open; ``open_=False`` leaves it in preparation."""
    tournament = event(actor, **overrides)
    if open_:
        tournaments.open_entries(actor=boss_of(tournament), tournament_id=tournament.pk)
    if entries:
        with_entries(tournament, entries)
    return fresh(tournament)


def fresh(tournament: Tournament) -> Tournament:
    """The event as the database has it now."""
    return with_boss(Tournament.objects.get(pk=tournament.pk), tournament)


def with_boss(now: Tournament, before: Tournament) -> Tournament:
    """The same event, whose organiser is known already."""
    if "_boss" in before.__dict__:
        now.__dict__["_boss"] = before.__dict__["_boss"]
    return now


def closed(tournament: Tournament | None = None, **overrides: Any) -> Tournament:
    """An event whose entries are closed: the draw comes next."""
    tournament = tournament or knockout(**overrides)
    return with_boss(tournaments.close_entries(actor=boss_of(tournament), tournament_id=tournament.pk), tournament)


def draft(tournament: Tournament | None = None, *, seed: str = "", **overrides: Any) -> tuple[Tournament, Draw]:
    """A draw that the organiser looks at before it is announced; with ``seed`` and one name it is always the same."""
    if tournament is None or tournament.status not in ("closed", "running"):
        tournament = closed(tournament, **overrides)
    actor = boss_of(tournament)
    committed = draws.prepare_draw(actor=actor, tournament_id=tournament.pk, seed=seed)
    drawn_ = draw_from(committed, actor)
    return fresh(tournament), drawn_


def whole(tournament: Tournament | None = None, **overrides: Any) -> tuple[Tournament, Draw]:
    """A draft of which the screen has shown every place, so it can be changed."""
    tournament, made = draft(tournament, **overrides)
    made = draws.show_whole(actor=boss_of(tournament), tournament_id=tournament.pk, draw_id=made.pk)
    return fresh(tournament), made


def draw_from(committed: Draw, actor: Actor) -> Draw:
    """The draft of a commitment; a hall names its number."""
    hall = HALL if committed.is_in_hall else ""
    return draws.draw_round(actor=actor, tournament_id=committed.tournament_id, draw_id=committed.pk, hall=hall)


def drawn(tournament: Tournament | None = None, *, seed: str = "", **overrides: Any) -> Tournament:
    """A running event: drawn and announced, no table called."""
    tournament, made = draft(tournament, seed=seed, **overrides)
    announced = draws.announce_draw(actor=boss_of(tournament), tournament_id=tournament.pk, draw_id=made.pk)
    return with_boss(announced, tournament)


def draw_again(tournament: Tournament) -> None:
    """Draw a drawn event anew, and announce that draw."""
    actor = boss_of(tournament)
    committed = draws.prepare_draw(actor=actor, tournament_id=tournament.pk)
    made = draw_from(committed, actor)
    draws.announce_draw(actor=actor, tournament_id=tournament.pk, draw_id=made.pk)


def called(tournament: Tournament | None = None, *, round: int = 1, **overrides: Any) -> Tournament:  # noqa: A002
    """A running event with every ready table of the round called."""
    tournament = tournament or drawn(**overrides)
    rounds.announce_round(actor=boss_of(tournament), tournament_id=tournament.pk, number=round)
    while tournament.mode != Tournament.Mode.HALL and rounds.open_some(tournament_id=tournament.pk, number=round):
        pass
    return fresh(tournament)


def tables_of(tournament: Tournament, round: int = 1) -> list[Table]:  # noqa: A002
    """The tables of a round that somebody has to play, by number."""
    rows = Table.objects.filter(tournament=tournament, round__number=round).exclude(status=Table.Status.BYE)
    return list(rows.order_by("number"))


def points_sheet(points: Sequence[int], *, tiebreak: int = 0, last_capture: int | None = None) -> Json:
    """A deal of which only the points are written down."""
    return {"depth": "points", "points": list(points), "tiebreak": tiebreak, "last_capture": last_capture}


def deal_won(rules: Json) -> tuple[int, int]:
    """The points of a deal that a line wins clearly, within what the rules say of a deal."""
    if "deal_most" not in rules:
        return 3, 1
    step = rules["deal_step"]
    return rules["deal_sum"] or max(1, rules["deal_most"] // 2 // step * step), 0


def won_game(game: ScoredGame, rules: Json, winner: int) -> Json:
    """A game that ``winner`` wins without a tie-break, as the sheet of a table holds it."""
    better, worse = deal_won(rules)
    points = (better, worse) if winner == 0 else (worse, better)
    sheets: list[Json] = []
    circumstances = Circumstances(must_decide=True)
    while not game.match(rules, [game.score_sheet(rules, sheet) for sheet in sheets], circumstances).is_over:
        sheets.append({"depth": "points", "points": list(points), "tiebreak": 0})
    return {"deals": sheets, "time_called": False}


def content_for(table: Table, winner: int = 0) -> Json:
    """A finished sheet of the whole match at ``table``."""
    game = registry.game(table.tournament.game)
    won = won_game(game, table.tournament.rules, winner)
    lead = table.lead if winner == 0 else 0
    return {"games": [won] * (table.best_of // 2 + 1 - lead), "forfeit": None}


def play(table: Table, winner: int = 0, *, actor: Actor | None = None) -> Table:
    """Record a finished match; by an organiser, when nobody is named, so that it is confirmed at once."""
    table = Table.objects.select_related("tournament").get(pk=table.pk)
    scoresheets.enter_score(
        actor=actor or boss_of(table.tournament),
        tournament_id=table.tournament_id,
        table_id=table.pk,
        content=content_for(table, winner),
        seen=table.version,
    )
    return Table.objects.select_related("tournament").get(pk=table.pk)


def tables(name: str, *, entries: int = 19, **overrides: Any) -> Tournament:
    """A running event of elimination tables of the game ``name``, with nothing called; 19 are 5, 5, 5 and 4."""
    return drawn(knockout(game=name, preset=overrides.pop("preset", "club"), entries=entries, **overrides))


def deal(*points: int | None, tiebreak: int = 0, left: dict[int, str] | None = None) -> Json:
    """A deal of the game of the tests: the penalties of every line, None for who takes no part."""
    return {"points": list(points), "tiebreak": tiebreak, "left": {str(k): cause for k, cause in (left or {}).items()}}


def sheet(*deals: Json, time_called: bool = False) -> Json:
    """What is written of a match of one game."""
    return {"games": [{"deals": list(deals), "time_called": time_called}], "forfeit": None}


def ended(table: Table, order: Sequence[int] = ()) -> Json:
    """A match that ends in one deal; ``order`` are the lines from the best, without it those who are there."""
    seated = table.lines.order_by("index")
    here = order or [line.index for line in seated if not (line.is_nobody or line.is_absent)]
    points: list[int | None] = [None] * len(seated)
    for rank, line in enumerate(here):
        points[line] = rank if rank < table.through else 100 + rank
    return sheet(deal(*points))


def enter(table: Table, content: Json, *, actor: Actor | None = None, **more: Any) -> Table:
    """Write ``content`` at a table; by an organiser when nobody is named."""
    table = Table.objects.select_related("tournament").get(pk=table.pk)
    scoresheets.enter_score(
        actor=actor or boss_of(table.tournament),
        tournament_id=table.tournament_id,
        table_id=table.pk,
        content=content,
        seen=table.version,
        **more,
    )
    return Table.objects.select_related("tournament").get(pk=table.pk)


def end_round(tournament: Tournament, round: int = 1) -> None:  # noqa: A002
    """Call and end every table of a round of elimination tables; the first lines go on."""
    if Table.objects.filter(tournament=tournament, round__number=round, status=Table.Status.PLANNED).exists():
        called(tournament, round=round)
    for table in tables_of(tournament, round):
        if not table.is_over:
            enter(table, ended(table))


def play_round(tournament: Tournament, round: int = 1) -> None:  # noqa: A002
    """Call and play every table of a round; the first line wins each."""
    if Round.objects.get(tournament=tournament, number=round).tables.filter(status=Table.Status.PLANNED).exists():
        called(tournament, round=round)
    for table in tables_of(tournament, round):
        if not table.is_over:
            play(table)


def played_out(tournament: Tournament | None = None, **overrides: Any) -> Tournament:
    """A running event with nothing left to play."""
    tournament = tournament or drawn(**overrides)
    for number in tournament.rounds.order_by("number").values_list("number", flat=True):
        play_round(tournament, number)
    return fresh(tournament)


def finished(tournament: Tournament | None = None, **overrides: Any) -> Tournament:
    """A finished event with its final standings."""
    tournament = played_out(tournament, **overrides)
    return closing.finish_tournament(actor=boss_of(tournament), tournament_id=tournament.pk)
