"""The demonstration's knockouts: three events made through the services, always the same."""

from collections.abc import Sequence
from datetime import timedelta

from django.utils import timezone

from tournaments.entries.writes import entries
from tournaments.entries.writes.entries import NewEntry, PersonName
from tournaments.events.writes import closing, rounds
from tournaments.frame.policies import Actor
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.management.demo_deals import DemoPlayer
from tournaments.management.demo_discipline import late_and_punished
from tournaments.management.demo_steps import create, dispute, draw, enter, enter_list, line_actor
from tournaments.models import Round, Table, Tournament
from tournaments.tables.writes import scoresheets
from tournaments.timing.writes import clocks

LIST = "coppa_delle_valli.csv"
GAME = "scopa"
VALLIADI, CLASSICA = "valliadi_2022", "classica_001"
FAULTS = ["move_timeout", "match_clock", "abandon", "no_show", "disqualification"]

AUTUMN = (
    ("Bussone", "Perotti", "Traves"),
    ("Castagno", "Vigo", "Germagnano"),
    ("Rolla", "Baima", "Viù"),
    ("Tempia", "Graglia", "Lanzo"),
    ("Poncina", "Dematteis", "Ceres"),
    ("Chiappero", "Musso", "Mezzenile"),
    ("Berardo", "Fea", "Traves"),
    ("Cresto", "Noè", "Ala di Stura"),
    ("Ballesio", "Canova", "Lanzo"),
    ("Drago", "Merlino", "Viù"),
    ("Sapino", "Turinetti", "Germagnano"),
    ("Picat", "Amateis", "Groscavallo"),
    ("Bianco", "Moriondo", "Ceres"),
    ("Vercellino", "Data", "Balme"),
    ("Cagliero", "Olivero", "Mezzenile"),
    ("Giordana", "Sibona", "Balangero"),
)
CHRISTMAS = (
    ("Anselmo", "Rita", "Traves"),
    ("Bonino", "Aldo", "Lanzo"),
    ("Cerutti", "Franca", "Viù"),
    ("Dogliotti", "Ezio", ""),
    ("Ellena", "Marisa", "Ceres"),
    ("Fino", "Guido", "Lanzo"),
    ("Garelli", "Piera", "Traves"),
    ("Isaia", "Bruno", ""),
)


def finished_evening(actor: Actor) -> Tournament:
    """(a) A finished knockout of 16 pairs, with every deal of every match and a match for third place."""
    evening = timezone.now() - timedelta(days=14)
    event = create(
        actor,
        "Coppa d'Autunno",
        VALLIADI,
        evening,
        game=GAME,
        venue="Circolo di Traves",
        capacity=16,
        fee_cents=2000,
        format={"third_place": True},
        prizes="1° prosciutto e targa\n2° toma di malga\n3° vino dolcetto",
    )
    rows = [
        NewEntry((PersonName(first), PersonName(second)), club=club, seed=seed if seed <= 4 else None)
        for seed, (first, second, club) in enumerate(AUTUMN, start=1)
    ]
    entries.import_entries(actor=actor, tournament_id=event.pk, rows=rows)
    draw(actor, event, "autumn")
    player = _player(event, 1916)
    for number in Round.objects.filter(tournament=event).values_list("number", flat=True):
        called = rounds.announce_round(actor=actor, tournament_id=event.pk, number=number)
        for table in called:
            enter(actor, event, table, [player.match()])
    return closing.finish_tournament(actor=actor, tournament_id=event.pk)


def running_evening(actor: Actor) -> Tournament:
    """(b) A running knockout of 61 pairs from the list in the repository, in its second round."""
    event = create(
        actor,
        "Coppa delle Valli",
        VALLIADI,
        timezone.now() - timedelta(minutes=80),
        game=GAME,
        venue="Salone di Traves",
        capacity=64,
        fee_cents=2000,
        rules={"forfeit_causes": FAULTS},
        format={"separate_by_group": True},
        discipline="steps",
        description="Scopa a coppie tra i circoli di cinque valli. Cena alle 19, sorteggio alle 20:35.",
        prizes="1° targa e cesto delle valli\n2° cesto\n3° e 4° bottiglie",
    )
    enter_list(actor, event, LIST)
    draw(actor, event, "valleys")
    player = _player(event, 1961)
    first = rounds.announce_round(actor=actor, tournament_id=event.pk, number=1)
    _play_first_round(actor, event, first, player)
    second = rounds.announce_round(actor=actor, tournament_id=event.pk, number=2)
    clocks.start_clock(actor=actor, tournament_id=event.pk, number=2)

    # A hall in mid-round: finished, in a tie-break, waiting for the other line, disputed, in play, not begun.
    for table in second[:3]:
        enter(actor, event, table, [player.match()])
    enter(actor, event, second[3], [player.level_match()])
    one, other = line_actor(second[4], 0), line_actor(second[4], 1)
    enter(one, event, second[4], [player.match()])
    enter(one, event, second[5], [player.match()])
    dispute(other, event, second[5], "Le scope erano due.")
    for place, table in enumerate(second[6:12]):
        enter(actor, event, table, [player.opening(2 + place % 4)])
    scoresheets.call_referee(actor=other, tournament_id=event.pk, table_id=second[8].pk)
    late_and_punished(actor, event, second[12:])
    event.refresh_from_db()
    return event


def _play_first_round(actor: Actor, event: Tournament, tables: Sequence[Table], player: DemoPlayer) -> None:
    """Play every ending of a match: at the target, on time, by tie-break, by the last capture, by a fault."""
    last_capture, timed_out, abandoned, tied, *plain = tables
    enter(actor, event, last_capture, [player.level_to_the_end()])
    enter(
        actor,
        event,
        timed_out,
        [player.opening(4)],
        reason="Tempo della giocata scaduto due volte.",
        forfeit=_forfeit(player, "move_timeout", 0, settebello="b"),
    )
    enter(
        actor,
        event,
        abandoned,
        [player.opening(3)],
        reason="La coppia ha lasciato la sala.",
        forfeit=_forfeit(player, "abandon", 1, settebello="a", cards="a"),
    )
    enter(actor, event, tied, [player.match_decided_by_tiebreak()])
    for place, table in enumerate(plain):
        if place % 7 == 3:
            enter(actor, event, table, [player.on_time(6, place % 2)], time_called=True)
        else:
            enter(actor, event, table, [player.match()])


def open_event(actor: Actor) -> Tournament:
    """(c) An event that takes entries, with a list to review."""
    evening = (timezone.localtime() + timedelta(days=21)).replace(hour=20, minute=30, second=0, microsecond=0)
    event = create(
        actor,
        "Torneo di Natale",
        CLASSICA,
        evening,
        game=GAME,
        venue="Bocciofila di Germagnano",
        capacity=32,
        fee_cents=500,
        entry_size=1,
        rules={"sides": "singles"},
        format={"third_place": True},
        description="Scopa individuale agli 11 punti. Si gioca con le carte piemontesi; panettone per tutti.",
    )
    rows = [NewEntry((PersonName(family, given),), club=club) for family, given, club in CHRISTMAS]
    entries.import_entries(actor=actor, tournament_id=event.pk, rows=rows)
    visitor = Actor(label="Marta Rolando")
    for family, given in (("Rolando", "Marta"), ("Savio", "Ettore")):
        entries.sign_up(
            actor=visitor,
            tournament_id=event.pk,
            new=NewEntry((PersonName(family, given),)),
            contact=f"{given}.{family}@example.org".lower(),
        )
    event.refresh_from_db()
    return event


def _player(event: Tournament, seed: int) -> DemoPlayer:
    return DemoPlayer(registry.playable(event.game), event.rules, seed)


def _forfeit(player: DemoPlayer, cause: str, offender: int, **awarded: str) -> Json:
    """Return a forfeit in the middle of a deal, as the referee's form writes it."""
    form = {"cause": cause, "offender": "ab"[offender], "moment": "in_deal", "f_sweeps_a": "1", "f_sweeps_b": "0"}
    for name in ("cards", "coins", "settebello", "primiera"):
        form[f"f_{name}"] = awarded.get(name, "open")
    return player.game.read_forfeit(player.rules, form)
