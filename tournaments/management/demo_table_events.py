"""The demonstration's elimination tables: three events made through the services, always the same."""

from datetime import timedelta
from functools import cache

from django.utils import timezone

from tournaments.entries.writes import entries
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.events.writes import closing, rounds
from tournaments.frame.policies import Actor
from tournaments.games import registry
from tournaments.management.demo_dealer import DemoDealer
from tournaments.management.demo_deals import DemoPlayer
from tournaments.management.demo_steps import create, dispute, draw, enter, enter_list, line_actor
from tournaments.management.demo_tables import DemoTables, Match
from tournaments.models import Round, Table, TableLine, Tournament
from tournaments.timing.writes import clocks

LIST = "quattro_valli.csv"
GAME = "scala40"
PRESET = "torneo_003"
SCOPA, SEVERAL = "scopa", "several_004"

SILVER = (
    ("Alessandrini", "Edda", "Circolo Arci Sarsina"),
    ("Baldini", "Otello", "Centro sociale Bagno"),
    ("Buratti", "Nives", "Casa del Popolo Marradi"),
    ("Canali", "Loris", "Circolo Arci Sarsina"),
    ("Dall'Agata", "Rino", "Bar Centrale Galeata"),
    ("Farolfi", "Giuliana", "Circolo dei Forestali"),
    ("Gori", "Amedeo", "Circolo Arci Sarsina"),
    ("Lucchi", "Tonina", "Centro sociale Bagno"),
    ("Magnani", "Sergio", "Dopolavoro Verucchio"),
    ("Neri", "Clara", ""),
    ("Orioli", "Gualtiero", "Bar Centrale Galeata"),
    ("Pantieri", "Ada", "Circolo dei Forestali"),
    ("Quercioli", "Romolo", "Casa del Popolo Marradi"),
    ("Ruffilli", "Delia", "Dopolavoro Verucchio"),
    ("Sintoni", "Ezio", "Circolo Arci Sarsina"),
    ("Tesei", "Luisa", ""),
    ("Utili", "Mario", "Circolo Acli Brisighella"),
    ("Vitali", "Ines", "Circolo Acli Brisighella"),
    ("Zoffoli", "Armando", "Centro sociale Bagno"),
)
SINGLES = (
    ("Aimo", "Renzo", "Circolo di Traves"),
    ("Bertino", "Adele", "Bar Sport Lanzo"),
    ("Cargnino", "Piero", ""),
    ("Droetto", "Silvana", "Bar Sport Lanzo"),
    ("Enrietto", "Beppe", "Pro Loco Ceres"),
    ("Favero", "Lucia", "Circolo di Traves"),
    ("Gallo", "Tino", "Bar Sport Lanzo"),
    ("Genotti", "Elsa", ""),
    ("Losero", "Mario", "Pro Loco Ceres"),
    ("Martinengo", "Rosa", "Circolo di Traves"),
    ("Nepote", "Gino", "Bar Sport Lanzo"),
    ("Olivetti", "Carla", "Pro Loco Ceres"),
    ("Peracchione", "Aldo", ""),
    ("Reteuna", "Ines", "Circolo di Traves"),
    ("Solero", "Dino", "Bar Sport Lanzo"),
    ("Teppa", "Olga", "Pro Loco Ceres"),
    ("Usseglio", "Nino", ""),
    ("Vana", "Teresa", "Circolo di Traves"),
    ("Vottero", "Luigi", "Bar Sport Lanzo"),
    ("Zanotti", "Anna", "Pro Loco Ceres"),
    ("Airola", "Franco", ""),
    ("Bellezza", "Maria", "Circolo di Traves"),
    ("Cabodi", "Ugo", "Bar Sport Lanzo"),
    ("Destefanis", "Irma", "Pro Loco Ceres"),
    ("Foglia", "Guido", ""),
    ("Geninatti", "Lina", "Circolo di Traves"),
    ("Magnetti", "Secondo", "Bar Sport Lanzo"),
)


def finished_tables(actor: Actor) -> Tournament:
    """(d) A finished event of 19 players, at tables of 5, 5, 5 and 4, with every deal of every table."""
    evening = timezone.now() - timedelta(days=7)
    event = create(
        actor,
        "Scala d'Argento",
        PRESET,
        evening,
        game=GAME,
        venue="Circolo Arci di Sarsina",
        capacity=20,
        fee_cents=800,
        prizes="1° forma di pecorino\n2° damigiana di sangiovese\n3° e 4° olio nuovo",
    )
    rows = [NewEntry((PersonName(family, given),), club=club) for family, given, club in SILVER]
    entries.import_entries(actor=actor, tournament_id=event.pk, rows=rows)
    draw(actor, event, "silver")
    player = _player(event, 19)
    for number in Round.objects.filter(tournament=event).values_list("number", flat=True):
        for table in rounds.announce_round(actor=actor, tournament_id=event.pk, number=number):
            _write(actor, event, table, player.match(_lines(table), table.through))
    return closing.finish_tournament(actor=actor, tournament_id=event.pk)


def running_tables(actor: Actor) -> Tournament:
    """(e) A running event of 62 players from the list in the repository, in its second round."""
    event = create(
        actor,
        "Trofeo delle Quattro Valli",
        PRESET,
        timezone.now() - timedelta(minutes=100),
        game=GAME,
        venue="Palazzetto di Santa Sofia",
        capacity=64,
        fee_cents=1000,
        round_minutes=75,
        format={"separate_by_group": True},
        description="Scala 40 individuale tra i circoli di quattro valli: da ogni tavolo passano in due.",
        prizes="1° targa e prosciutto\n2° forma di pecorino\n3° e 4° vino e olio",
    )
    enter_list(actor, event, LIST)
    draw(actor, event, "four valleys")
    player = _player(event, 62)
    first = rounds.announce_round(actor=actor, tournament_id=event.pk, number=1)

    # Every ending of a table: by an extra deal, by a drawn card, on time, closed in hand, or plainly.
    by_deal, by_card, on_time, in_hand, *plain = first
    _write(actor, event, by_deal, player.match_decided_by_deal(_lines(by_deal)))
    _write(actor, event, by_card, player.match_decided_by_card(_lines(by_card)))
    _write(actor, event, on_time, player.on_time(_lines(on_time), 3))
    _write(actor, event, in_hand, player.in_hand(_lines(in_hand)))
    for number, table in enumerate(plain):
        depth = "points" if number % 3 == 0 else "cards"
        _write(actor, event, table, player.match(_lines(table), table.through, depth))

    second = rounds.announce_round(actor=actor, tournament_id=event.pk, number=2)
    clocks.start_clock(actor=actor, tournament_id=event.pk, number=2)

    # A hall in mid-round: three tables over, one each in a tie, waiting, disputed, in play and called.
    done, together, abandoned, tied, sent, disputed, playing, *_called = second
    _write(actor, event, done, player.match(_lines(done), done.through))
    _write(actor, event, together, player.out_together(_lines(together), 3))
    _write(
        actor,
        event,
        abandoned,
        player.match_with_leaver(_lines(abandoned)),
        reason="Ha lasciato la sala a metà smazzata.",
    )
    _write(actor, event, tied, player.level(_lines(tied)))
    _write(line_actor(sent, 1), event, sent, player.match(_lines(sent), sent.through))
    _write(line_actor(disputed, 0), event, disputed, player.match(_lines(disputed), disputed.through))
    dispute(line_actor(disputed, 2), event, disputed, "I miei punti dell'ultima smazzata sono sbagliati.")
    _write(actor, event, playing, player.opening(_lines(playing), 2))
    event.refresh_from_db()
    return event


def scopa_tables(actor: Actor) -> Tournament:
    """(f) A running Scopa event of 27 single players at tables of three and four, in its first round."""
    event = create(
        actor,
        "Scopa al Bar Sport",
        SEVERAL,
        timezone.now() - timedelta(minutes=50),
        game=SCOPA,
        venue="Bar Sport di Lanzo",
        capacity=32,
        fee_cents=500,
        description="Scopa individuale a tavoli da tre e da quattro: da ogni tavolo passano in due.",
        prizes="1° salame e grissini\n2° bottiglia di dolcetto",
    )
    rows = [NewEntry((PersonName(family, given),), club=club) for family, given, club in SINGLES]
    entries.import_entries(actor=actor, tournament_id=event.pk, rows=rows)
    draw(actor, event, "bar sport")
    players = {
        lines: DemoPlayer(registry.playable(SCOPA), event.rules, lines, lines=lines, through=2) for lines in (3, 4)
    }
    tables = rounds.announce_round(actor=actor, tournament_id=event.pk, number=1)
    *done, level, sent, playing, _called = tables
    for table in done:
        enter(actor, event, table, [players[_lines(table)].match()])
    enter(actor, event, level, [players[_lines(level)].level_match()])
    enter(line_actor(sent, 0), event, sent, [players[_lines(sent)].match()])
    enter(actor, event, playing, [players[_lines(playing)].opening(2)])
    event.refresh_from_db()
    return event


@cache
def _dealer() -> DemoDealer:
    """Return the deals of both events: they are played by the same rules."""
    game = registry.playable(GAME)
    return DemoDealer(game, game.presets[PRESET], 40)


def _player(event: Tournament, seed: int) -> DemoTables:
    return DemoTables(_dealer(), seed)


def _lines(table: Table) -> int:
    return TableLine.objects.filter(table=table).count()


def _write(actor: Actor, event: Tournament, table: Table, match: Match, *, reason: str = "") -> None:
    time_called = match.chairs.time_called
    enter(actor, event, table, [match.sheets], time_called=time_called, reason=reason)
