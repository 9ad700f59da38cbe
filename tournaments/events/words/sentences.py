"""Words for events, rounds, tables and lines that the pages of all rooms share: names, labels, short sentences."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from tournaments.competition.discipline import KINDS
from tournaments.competition.formats.registry import format_of
from tournaments.competition.handing_on import LEGS
from tournaments.competition.stages.alone import alone
from tournaments.events.reads.events import EventProgress
from tournaments.frame import format_words, penalty_words
from tournaments.frame.access import is_readable
from tournaments.frame.alone_words import alone_title
from tournaments.frame.deal_words import deal_now, deals_of_match
from tournaments.frame.numbers import score_text, with_separators
from tournaments.frame.reads.teams import is_of_teams
from tournaments.frame.round_names import (
    bracket_name,
    later_bracket,
    match_name_inside,
    round_name_inside,
    round_of,
    section_title,
)
from tournaments.games import registry
from tournaments.games.contract import Json
from tournaments.models import Ruling, Table, Tournament
from tournaments.tables.reads.cards import Card, Side, Source
from tournaments.tables.reads.records import TieNow
from tournaments.templatetags.evening import day_and_time

Status = Tournament.Status
AN_HOUR = 60


def game_name(key: str, rules: Json = None) -> str:
    """Return the game's name for pages; with the ``rules`` of an event the name of what is played by them."""
    game = registry.game(key)
    named = registry.game_with_titles(key) if rules is not None else None
    if named is not None:
        title = named.title(rules)
        return _(game.phrases[title]) if title.startswith("game.") and title in game.phrases else title
    found = game.phrases.get("game")
    return _(found) if found else key.replace("_", " ").capitalize()


def phrase(game: str, code: str, params: dict[str, Json] | None = None) -> str:
    """Return a phrase of the game in the reader's language; the code itself when the game has none."""
    found = registry.game(game).phrases.get(code)
    return _(found) % (params or {}) if found else code


def phrases_of(game: str, codes: Iterable[str]) -> str:
    """Return several phrases of the game, one after the other."""
    known = registry.game(game).phrases
    return " ".join([_(known[code]) % {} if code in known else code for code in codes])


def entries_word(size: int, number: int) -> str:
    """Return “61 pairs”, “1 player”: the competitors of an event, counted."""
    if size == 1:
        return ngettext("%(n)s player", "%(n)s players", number) % {"n": with_separators(number)}
    if size == 2:
        return ngettext("%(n)s pair", "%(n)s pairs", number) % {"n": with_separators(number)}
    return ngettext("%(n)s team", "%(n)s teams", number) % {"n": with_separators(number)}


def still_in(size: int, number: int) -> str:
    """Return the line above running standings: how many are still in, and who is listed below them."""
    if not number:
        return _("Everything is played. The standings are final once the organiser has closed the event.")
    values = {"n": with_separators(number)}
    if size == 1:
        text = ngettext(
            "%(n)s player still in.\nBelow: eliminated, by round",
            "%(n)s players still in.\nBelow: eliminated, by round",
            number,
        )
    elif size == 2:
        text = ngettext(
            "%(n)s pair still in.\nBelow: eliminated, by round",
            "%(n)s pairs still in.\nBelow: eliminated, by round",
            number,
        )
    else:
        text = ngettext(
            "%(n)s team still in.\nBelow: eliminated, by round",
            "%(n)s teams still in.\nBelow: eliminated, by round",
            number,
        )
    return text % values


def competitor_word(size: int) -> str:
    """Return what one competitor is called, as the head of a column."""
    return {1: _("Player"), 2: _("Pair")}.get(size, _("Team"))


def eyebrow(event: Tournament) -> str:
    """Return the kind of event in one line: game, format, length."""
    if not is_readable(event):
        return _("the rules of this event cannot be read")
    kinds = {1: _("%(game)s, singles"), 2: _("%(game)s in pairs")}
    if event.mode == Tournament.Mode.ONLINE:
        kinds = {1: _("%(game)s online, singles"), 2: _("%(game)s online, in pairs")}
    # A game of teams says in its name who plays.
    kind = "%(game)s" if is_of_teams(event) else kinds.get(event.entry_size, _("%(game)s in teams"))
    return " · ".join((kind % {"game": game_name(event.game, event.rules)}, format_word(event), length_word(event)))


def format_word(event: Tournament) -> str:
    """Return the format of the event, inside a sentence, with its rounds where they were chosen."""
    return format_words.inside(format_of(event.format))


def going_on(event: Tournament) -> str:
    """Return who goes on from each stage of the event to the next; empty where there is one stage."""
    return format_words.going_on(format_of(event.format), event.entry_size)


def length_word(event: Tournament) -> str:
    """Return the length of a match: points or deals, and the time."""
    game = registry.game(event.game)
    length = game.match_length(event.rules)
    if length.is_out and length.target:
        words = ngettext("out at %(n)s point", "out at %(n)s points", length.target) % {"n": length.target}
        minutes = event.round_minutes or 0
        in_time = ngettext("%(length)s, %(n)s minute for a round", "%(length)s, %(n)s minutes for a round", minutes)
        return in_time % {"length": words, "n": minutes} if minutes else words
    if length.deals:
        words = deals_of_match(event.game, length.deals)
    else:
        words = ngettext("%(n)s point", "%(n)s points", length.target or 0) % {"n": length.target}
    if not event.round_minutes:
        return words
    if event.round_minutes == AN_HOUR:
        return _("%(length)s in an hour") % {"length": words}
    in_time = ngettext("%(length)s in %(n)s minute", "%(length)s in %(n)s minutes", event.round_minutes)
    return in_time % {"length": words, "n": event.round_minutes}


def meta(event: Tournament, entered: int) -> str:
    """Return where, when and how many."""
    where = event.venue or (event.club.name if event.club else "")
    if event.mode == Tournament.Mode.ONLINE:
        where = _("online")
    return " · ".join(part for part in (where, when(event.starts_at), entries_word(event.entry_size, entered)) if part)


def when(moment: datetime) -> str:
    """Return a day and a time as people say them: “Saturday 21 November 2026, 20:30”."""
    return day_and_time(moment)


def status_pill(event: Tournament, progress: EventProgress) -> tuple[str, str]:
    """Return the state of the event and the kind of its pill."""
    if event.status == Status.RUNNING:
        if progress.current is None:
            return _("Drawn"), "live"
        name = round_name_inside(progress.current.number, progress.rounds)
        return _("Running: %(round)s") % {"round": name}, "live"
    kinds = {Status.OPEN: "blue", Status.FINISHED: "done"}
    return str(event.get_status_display()), kinds.get(Status(event.status), "")


STATES = {
    Table.Status.PLANNED: "todo",
    Table.Status.CALLED: "called",
    Table.Status.PLAYING: "live",
    Table.Status.TO_CONFIRM: "live",
    Table.Status.DISPUTED: "live",
    Table.Status.DONE: "done",
    Table.Status.BYE: "bye",
}


def state(card: Card) -> str:
    """Return the state of a table as the templates name it."""
    in_tiebreak = card.tiebreak_due or card.note.get("tiebreaks")
    if card.status in (Table.Status.PLAYING, Table.Status.TO_CONFIRM, Table.Status.DISPUTED) and in_tiebreak:
        return "tie"
    return STATES[Table.Status(card.status)]


def state_label(card: Card) -> str:
    label = str(Table.Status(card.status).label)
    if card.status != Table.Status.BYE:
        return label
    seated = [side for side in card.sides if side.entry is not None]
    has_left = bool(seated) and all(side.is_absent for side in seated)
    return alone_title(alone(card.note, has_left=has_left), label)


def beside_main(card: Card) -> str:
    """Return what a table decides, or the bracket that it is in; empty in the main bracket, or the first of several."""
    if card.section != Table.Section.MAIN:
        return section_title(card, card.round)
    number = later_bracket(card)
    return bracket_name(number) if number else ""


def games(table: Table | Card) -> str:
    """Return over how many matches a table goes; "" for a single one."""
    if table.lead:
        return _("A has to win once, B twice")
    if table.best_of == LEGS:
        return _("two legs, the sum decides")
    return _("best of %(n)s") % {"n": table.best_of} if table.best_of > 1 else ""


def side_name(side: Side, rounds: int, *, from_table: bool = False) -> str:
    """Return the entry, or the source of the line; ``from_table`` where several advance from each table."""
    if side.entry is not None:
        return side.name
    if side.is_nobody:
        return _("nobody") if from_table else _("bye")
    if side.source is None:
        return _("one of the best who were out") if from_table else _("bye")
    if not from_table:
        return waiting_for(side.source, rounds)
    # Two who advance together are not told apart before the table is over.
    if side.source.hall_number is None:
        return _("from a pair that rests")
    return _("from table %(table)s") % {"table": side.source.hall_number}


def waiting_for(source: Source, rounds: int) -> str:
    """Return “winner of quarterfinal 2”; a match beside the main bracket has no such name and uses its table.

    In a second bracket it is a table of another round each time, which is named too.
    """
    return _waiting_for(get_language() or "", source, rounds, getattr(rounds, "numbered", 0))


# A bracket of two hundred lines says it of nearly all of them, in each version the same.
@lru_cache(maxsize=2048)
def _waiting_for(_language: str, source: Source, rounds: int, _numbered: int) -> str:
    wins = source.place == 1
    if source.section == Table.Section.SECOND:
        return _("winner of table %(table)s of round %(round)s") % {
            "table": source.hall_number,
            "round": source.round,
        }
    if source.section != Table.Section.MAIN:
        table = {"table": source.hall_number}
        return _("winner of table %(table)s") % table if wins else _("loser of table %(table)s") % table
    match = {"match": match_name_inside(source.round, rounds, source.position)}
    return _("winner of %(match)s") % match if wins else _("loser of %(match)s") % match


def list_of_names(names: Sequence[str]) -> str:
    """Return names in a list: “Bianchi, Neri and Gallo”."""
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def opponents(names: Sequence[str]) -> str:
    """Return who meets at a table: “Bianchi – Neri against Gallo – Verdi”; of more than two each after the other."""
    if len(names) != 2:
        return ", ".join(names)
    return _("%(one)s against %(other)s") % {"one": names[0], "other": names[1]}


def tie_sentence(now: TieNow) -> str:
    """Return who plays a tie-break at which table."""
    names = list_of_names([line.entry.label for line in now.lines if line.entry is not None])
    table = now.table.public_number
    return _("Tie-break at table %(table)s: %(names)s.") % {"table": table, "names": names}


def is_of_several(card: Card) -> bool:
    """Return whether more than two sit at the table, or several advance from it: not a match of two lines."""
    return card.through > 1 or len(card.sides) > 2


def note(card: Card, game: str, *, with_table: bool = True, room: str = "") -> tuple[str, str]:
    """Return the line below a match and its kind: where it is played, in which ``room``, or how it ended."""
    if card.status == Table.Status.BYE and is_of_several(card):
        return _("rest in this round"), ""
    if card.status in (Table.Status.BYE, Table.Status.PLANNED):
        return "", ""
    if card.status == Table.Status.DONE and is_of_several(card):
        how = {
            "": "",
            "tiebreak": _("decided by a tie-break"),
            "last_capture": _("decided by a tie-break"),
            "time": _("at time"),
            "walkover": _("not played: too few were there"),
            "forfeit": cause(card.note.get("cause", ""), game),
        }
        if card.ending in how:
            ended = how[card.ending]
        else:
            what = phrase(game, f"tie.{card.ending}")
            ended = _("decided by: %(what)s") % {"what": what[:1].lower() + what[1:]}
        # Who left the table before, or was ruled out there.
        ruled = card.note.get("ruled")
        gone = {**card.note.get("left", {}), **(ruled if isinstance(ruled, dict) else {})}
        left = [
            _("%(name)s: %(cause)s") % {"name": card.sides[int(line)].name, "cause": cause(code, game)}
            for line, code in gone.items()
        ]
        return " · ".join(part for part in (ended, *left) if part), ""
    if card.status == Table.Status.DONE:
        text, kind = ending(card.ending, card.note, game)
        # A draw says so first.
        said = (drawn_word(), text) if card.is_drawn else (text,)
        return " · ".join(part for part in said if part), kind
    if card.tiebreak_due and not card.referee_called:
        return _("tie-break %(n)s in progress") % {"n": card.tiebreak_due}, "gold"
    # Nothing where it has only been called.
    now, kind = "", ""
    if card.referee_called or card.status == Table.Status.DISPUTED:
        now, kind = _("referee called"), "red"
    elif card.status == Table.Status.TO_CONFIRM:
        now = _("to confirm")
    elif card.status == Table.Status.PLAYING:
        now = deal_now(game, card.deals_played + 1)
    where = _("table %(table)s") % {"table": card.hall_number}
    if with_table:
        return " · ".join(part for part in (room, where, now) if part), kind
    return now or _("called"), kind


def drawn_word() -> str:
    """Return what a match that ended level is called."""
    return pgettext("of a match", "drawn")


def ending(how: str, details: Json, game: str) -> tuple[str, str]:
    """Return how a match ended, where it was not by the points alone."""
    if how in ("forfeit", "walkover"):
        return cause(details.get("cause", ""), game), "red"
    games = ", ".join(score_text(points) for points in details.get("games", ()))
    # How the last game ended, where it was not by its points alone.
    said, kind = "", ""
    tiebreaks = {"points": ", ".join(score_text(points) for points in details.get("tiebreaks", ()))}
    if how == "tiebreak":
        number = len(details["tiebreaks"])
        said = ngettext("tie-break %(points)s", "tie-breaks %(points)s", number) % tiebreaks
    elif how == "last_capture":
        said, kind = _("tie-breaks %(points)s: last capture") % tiebreaks, "gold"
    elif how == "time":
        said = _("at time")
    return " · ".join(part for part in (games, said) if part), kind


def cause(code: str, game: str) -> str:
    """Return why a line lost by fault, inside a sentence."""
    own = {
        "no_show": _("did not play"),
        "loss": _("lost by the referee's ruling"),
        "disqualification": _("disqualified"),
    }
    if code in own:
        return own[code]
    words = phrase(game, f"cause.{code}")
    return words[:1].lower() + words[1:]


def ruling(made: Ruling, game: str, *, several: bool) -> str:
    """Return a ruling in words. Leaving a table of several is no loss to another line: the cause is the ruling."""
    if several and made.kind == Ruling.Kind.FORFEIT and made.cause:
        return phrase(game, f"cause.{made.cause}")
    if made.kind in KINDS:
        return penalty_words.title(made.kind, made.value)
    return str(made.get_kind_display())


def table_title(card: Card, rounds: int) -> str:
    """Return the title of a match: its round, or the place it decides."""
    return round_of(card, card.round, rounds)
