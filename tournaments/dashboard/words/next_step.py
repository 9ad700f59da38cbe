"""The organiser's next step, and the alarms that come before it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.competition.formats.registry import format_of
from tournaments.competition.rooms import rooms_of
from tournaments.competition.stages.correction import PairedRound
from tournaments.dashboard.reads import Progress, RoundNow
from tournaments.dashboard.words.tiles import MissingTable, missing_tables
from tournaments.draw.reads.drawing import draws_made
from tournaments.events.reads.online import NotOpened, is_online, next_draw_time, opens_at
from tournaments.events.reads.rounds import rounds_in
from tournaments.events.words.sentences import tie_sentence
from tournaments.frame import format_words
from tournaments.frame.phrases import kept_sentence
from tournaments.frame.reads.entry_places import has_rotating
from tournaments.frame.reads.formats import format_in, format_now, is_apart_next
from tournaments.frame.round_names import round_name, round_name_inside
from tournaments.models import Draw, Ruling, Table, Tournament
from tournaments.standings.reads import level
from tournaments.standings.reads.standings import all_standings
from tournaments.tables.reads import stages
from tournaments.tables.reads.records import TieNow
from tournaments.tables.writes.replacing import Vacancy
from tournaments.templatetags.evening import day_and_time
from tournaments.timing.reads import clock_of_round, ms_of
from tournaments.timing.words import digits, words_of_round

Status = Tournament.Status
FORGOTTEN = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Button:
    """A button: a link, or a POST if ``step`` is set.

    ``round`` is the round of the step. For the seal it is the number of draws so far: a form sent twice seals one draw.
    """

    label: str
    url: str
    step: str = ""
    round: int | None = None

    @property
    def hidden(self) -> list[dict[str, object]]:
        values: list[dict[str, object]] = [{"name": "step", "value": self.step}]
        return values + ([{"name": "round", "value": self.round}] if self.round else [])


@dataclass(frozen=True, slots=True)
class Now:
    """The next step: one main button and others beside it; of the current round also the missing tables."""

    title: str
    text: str
    button: Button | None = None
    others: Sequence[Button] = ()
    tables: Sequence[MissingTable] = ()
    done: int = 0
    of: int = 0
    playing: RoundNow | None = None


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something urgent, with the button that leads on; ``tables`` are those that it is about.

    ``kind`` identifies the alarm, so that a screen reader announces a new alarm once.
    """

    kind: str
    text: str
    button: Button
    tables: Sequence[Table] = field(default_factory=tuple)

    @property
    def keys(self) -> list[str]:
        """Return the identifiers of the alarm, one for each table."""
        return [f"{self.kind}-{table.number}" for table in self.tables] or [self.kind]


def what_now(event: Tournament, progress: Progress, waited: Collection[int] = ()) -> Now:
    """Return the next step of the evening; ``waited`` has the keys of tables where a player is missing."""
    if event.status == Status.DRAFT:
        return Now(
            _("Open the entries"),
            _("Only you and your officials see the event now. Opening shows it to everybody and takes entries."),
            _post(_("Open the entries"), event, "open"),
            [
                Button(_("Look at the settings"), _page("organise_settings", event)),
                Button(_("Type entries already"), _page("organise_entries", event)),
            ],
        )
    if event.status == Status.OPEN:
        if event.mode == Tournament.Mode.ONLINE:
            ways = [Button(_("Players' passes"), _page("organise_passes", event))]
            asked = _("A draw needs at least %(n)s. People sign up by themselves; you can type them, or take a list.")
        else:
            desk = Button(_("At the desk"), _page("organise_arrivals", event))
            ways = [desk, Button(_("Print the poster"), _page("organise_poster", event))]
            asked = _("A draw needs at least %(n)s. Type them at the desk, or take a list from a file.")
        found, least = progress.entries.confirmed, format_of(event.format).fewest_entrants
        if found < least:
            return Now(
                _("Take the entries"),
                asked % {"n": least},
                Button(_("To the entries"), _page("organise_entries", event)),
                [Button(_("Import a list"), _page("organise_import", event)), *ways],
            )
        text = ngettext("%(n)s entry so far. The draw comes next.", "%(n)s entries so far. The draw comes next.", found)
        return Now(
            _("Close the entries when everybody is here"),
            text % {"n": found},
            _post(_("Close the entries"), event, "close"),
            [*_absent(event, progress), _headcount(event), *ways],
        )
    if event.status == Status.RUNNING:
        return _running(event, progress, waited)
    if event.status == Status.FINISHED:
        return Now(
            _("The event is finished"),
            _("The final standings are public. A result can still be corrected after reopening."),
            Button(_("Final standings"), _page("event_standings", event)),
            [Button(_("Closing"), _page("organise_closing", event))],
        )

    # The entries are closed: the draw comes next.
    if progress.draw is not None:
        return _draw_step(event, progress.draw, _page("organise_draw", event))
    if event.mode == Tournament.Mode.ONLINE:
        title = _("Make the draw")
        text = _("A secret number is sealed first, so that anybody can check the draw. The draw itself comes after.")
    else:
        title = _("Draw in front of everybody")
        text = _(
            "A secret number is sealed and shown, then the hall names one of its own: nobody can know the draw before."
            " You announce it at the end."
        )
    reopen = _post(_("Open the entries again"), event, "open")
    return Now(title, text, _sealing(event), [*_absent(event, progress), _headcount(event), reopen])


def look_before_calling(event: Tournament, now: Now) -> Now:
    """Put the pairing before the call, of tables that were paired on a result corrected since."""
    look = Button(_("Look at the pairing"), _page("organise_pairing", event))
    if now.button is None or now.button.step != "call":
        return now
    return replace(now, button=look, others=[now.button, *[each for each in now.others if each != look]])


def _page(name: str, event: Tournament, *more: object) -> str:
    return reverse(name, args=[event.slug, *more])


def _post(label: str, event: Tournament, step: str, number: int | None = None) -> Button:
    return Button(label, _page("organise_step", event), step, number)


def _absent(event: Tournament, progress: Progress) -> list[Button]:
    """Return the button for missing entries, once check-in has begun."""
    counts = progress.entries
    absent = counts.confirmed - counts.checked_in
    if not counts.checked_in or not absent:
        return []
    label = ngettext("%(n)s is not here yet: decide", "%(n)s are not here yet: decide", absent) % {"n": absent}
    return [Button(label, f"{_page('organise_arrivals', event)}?solo=mancano")]


def _headcount(event: Tournament) -> Button:
    return Button(_("The evening by numbers"), _page("organise_headcount", event))


def _draw_step(event: Tournament, draw: Draw, url: str) -> Now:
    if draw.status == Draw.Status.COMMITTED and draw.is_in_hall:
        return Now(
            _("Ask the hall for a number"),
            _("The draw is sealed. Let somebody cut the pack: their card goes into the draw, which nobody knows yet."),
            Button(_("Type the number and draw"), url),
        )
    if draw.status == Draw.Status.COMMITTED:
        return Now(
            _("Draw, in public"),
            _("The draw is sealed: everybody can check it afterwards."),
            _post(_("Draw now"), event, "draw"),
            [Button(_("Show the seal"), url)],
        )
    return Now(
        _("Check the draw and announce it"),
        _("Announcing it makes the tables."),
        Button(_("Look at the draw"), url),
    )


def _sealing(event: Tournament) -> Button:
    label = _("Seal the draw") if event.mode == Tournament.Mode.ONLINE else _("Draw in front of everybody")
    return _post(label, event, "commit", draws_made(event))


def _running(event: Tournament, progress: Progress, waited: Collection[int]) -> Now:
    current = progress.current
    if current is not None:
        return _round(event, progress, current, waited)
    draw = progress.draw
    if draw is not None and draw.status != Draw.Status.ANNOUNCED:
        now = _draw_step(event, draw, _page("organise_draw", event))
        is_waiting = draw.status == Draw.Status.COMMITTED
        return replace(now, text=now.text + _drawing_text(event)) if is_waiting else now
    if progress.goes_on:
        return Now(
            _("Draw the next round"),
            _("%(n)s go on. This event is drawn again each round.") % {"n": progress.goes_on} + _drawing_text(event),
            _sealing(event),
        )
    if progress.to_pair:
        return _pairing(event, progress)

    # Everything is played, or too few are left for the next stage (R-STG-27).
    title, text = _("The next stage cannot begin: close the event"), ""
    left = stages.coming(event)
    if left is None:
        title = _("Everything is played: close the event")
    elif not left:
        text = _("Nobody is left who could go on: the event ends with the standings of this stage.")
    elif left == 1:
        text = _("%(name)s alone would go on, and so wins.") % {"name": all_standings(event)[0].name}
    elif is_apart_next(event):
        text = _(
            "Only one group is left, too few for finals by place: the event ends with the standings of this stage."
        )
    else:
        text = ngettext(
            "Only %(n)s entry could go on, too few for the next stage: the event ends with the standings of this one.",
            "Only %(n)s entries could go on, too few for the next stage: the event ends with the standings of this"
            " one.",
            left,
        ) % {"n": left}
    said = [text, _("The final standings are computed and shown to everybody.")]
    others = []
    if level.open_levels(event):
        said.append(_("Some are level: an extra deal or the highest card can part them first."))
        others.append(Button(_("Who is level"), _page("orders", event)))
    look = Button(_("Look at the final standings"), _page("organise_closing", event))
    return Now(title, " ".join(filter(None, said)), look, others)


def _pairing(event: Tournament, progress: Progress) -> Now:
    number = progress.to_pair
    rounds = rounds_in(event, len(progress.rounds))
    if number > rounds:
        over, following = (format_in(event, stage) for stage in (event.stage, event.stage + 1))
        title = _("Begin: %(stage)s") % {"stage": format_words.inside(following)}
        text = _("%(stage)s: everything is played. Who sits where follows from these standings.")
        text %= {"stage": format_words.heading(over)}
    else:
        title = _("Pair round %(number)s") % {"number": number}
        text = _("Round %(number)s of %(rounds)s: who meets follows from the standings.")
        if has_rotating(event):
            text = _("Round %(number)s of %(rounds)s: everybody gets another partner.")
        text %= {"number": number, "rounds": int(rounds)}
    at = next_draw_time(event)
    by_itself = "" if at is None else " " + _("It is paired by itself: %(when)s.") % {"when": day_and_time(at)}
    look = Button(_("Look at the pairing first"), _page("organise_pairing", event))
    if number > rounds and level.open_levels(event):
        return Now(
            _("Decide who is level"),
            _("Some are level: their order decides who goes on and who meets."),
            Button(_("Decide who is level"), _page("orders", event)),
            [look, _post(_("Begin by the lot of the draw"), event, "pair_by_lot", number)],
        )
    return Now(title, text + by_itself, _post(title, event, "pair", number), [look])


def _drawing_text(event: Tournament) -> str:
    """Return when the next round is drawn automatically, or ""."""
    at = next_draw_time(event)
    return "" if at is None else " " + _("It is drawn by itself: %(when)s.") % {"when": day_and_time(at)}


def _round(event: Tournament, progress: Progress, current: RoundNow, waited: Collection[int]) -> Now:
    number, name = current.number, _name(event, progress, current)
    hall = Button(_("All tables of the round"), f"{_page('organise_rounds', event)}?turno={number}")
    is_on_paper = event.mode != Tournament.Mode.ONLINE
    slips = [Button(_("Print the slips"), _page("organise_print", event, number))] if is_on_paper else []
    # Paired from the standings, or the first round of a stage that was.
    first = min(one.number for one in progress.rounds if one.round.stage == current.round.stage)
    by_round = format_now(event).planned_rounds > 0
    is_paired = number > 1 and (number == first or by_round)
    paired = [Button(_("Look at the pairing"), _page("organise_pairing", event))] if is_paired else []
    if not current.open and current.ready and is_online(event, current.round):
        at = opens_at(event).get(number)
        by_itself = "" if at is None else " " + _("They open by themselves: %(when)s.") % {"when": day_and_time(at)}
        return Now(
            _("%(round)s: open the tables") % {"round": name},
            _ready_text(current) + by_itself,
            _post(
                ngettext("Open %(n)s table", "Open %(n)s tables", current.ready) % {"n": current.ready},
                event,
                "call",
                number,
            ),
            [hall, *paired],
        )
    if not current.open and current.ready:
        return Now(
            _("%(round)s: call the tables") % {"round": name},
            _ready_text(current),
            _post(
                ngettext("Call %(n)s table", "Call %(n)s tables", current.ready) % {"n": current.ready},
                event,
                "call",
                number,
            ),
            [*slips, hall, *paired],
        )
    minutes = current.round.clock_minutes or event.round_minutes or 0
    if (
        not is_online(event, current.round)
        and minutes
        and not current.has_begun
        and current.round.announced_at is not None
        and current.round.clock_started_at is None
        # If every line has its own clock, the clock of the hall is optional.
        and not words_of_round(event, number, 0).rule.costs_the_match
    ):
        same = ngettext(
            "The tables are called. Everybody gets the same time: %(n)s minute.",
            "The tables are called. Everybody gets the same time: %(n)s minutes.",
            minutes,
        )
        return Now(
            _("%(round)s: start the clock") % {"round": name},
            same % {"n": minutes},
            _post(_("Start the clock"), event, "clock", number),
            [*slips, hall],
        )
    return _waiting(event, progress, current, [hall, *slips], waited)


def _name(event: Tournament, progress: Progress, one: RoundNow) -> str:
    return round_name(one.number, rounds_in(event, len(progress.rounds)))


def _ready_text(current: RoundNow) -> str:
    text = ngettext("%(n)s table is ready.", "%(n)s tables are ready.", current.ready) % {"n": current.ready}
    if current.waiting:
        waiting = {"n": current.waiting}
        text += (
            " "
            + ngettext("%(n)s waits for a result before it.", "%(n)s wait for results before them.", current.waiting)
            % waiting
        )
    return text


def _waiting(
    event: Tournament, progress: Progress, current: RoundNow, others: list[Button], waited: Collection[int]
) -> Now:
    """Return the step while tables play; it is to resume the clock once that may have been forgotten."""
    # Where everybody plays in each round, the next one waits for this one, though its tables are known.
    later = [one for one in progress.rounds if one.number > current.number and one.ready]
    following = later[0] if later and format_now(event).is_elimination else None
    ready = [one for one in (current, following) if one is not None and one.ready]
    calls = []
    for one in ready:
        label = ngettext("%(round)s: call %(n)s table already", "%(round)s: call %(n)s tables already", one.ready)
        label %= {"n": one.ready, "round": _name(event, progress, one)}
        calls.append(_post(label, event, "call", one.number))

    name = _name(event, progress, current)
    button = Button(_("Type the results"), _page("results_grid", event))
    paused = current.round.clock_paused_at
    if paused is not None and timezone.now() - paused >= FORGOTTEN:
        since = {"round": name, "time": f"{timezone.localtime(paused):%H:%M}"}
        title = _("%(round)s: the clock has been paused since %(time)s") % since
        left = digits(clock_of_round(current.round).time_left(ms_of(paused)))
        text = _("%(left)s are left at every table that goes by it.") % {"left": left}
        button = _post(_("Resume the clock"), event, "resume", current.number)
    elif current.round.time_called_at is None:
        title = _("%(round)s: the tables are playing") % {"round": name}
        missing = current.total - current.over
        text = ngettext("%(n)s result is missing.", "%(n)s results are missing.", missing) % {"n": missing}
    else:
        title = ngettext(
            "%(round)s: time is over, %(n)s table is missing",
            "%(round)s: time is over, %(n)s tables are missing",
            current.open,
        ) % {"round": name, "n": current.open}
        text = words_of_round(event, current.number, rounds_in(event, len(progress.rounds))).over
    return Now(
        title,
        text,
        button,
        [*calls, Button(_("Referee's desk"), _page("referee_desk", event)), *others],
        tables=missing_tables(progress.missing, waited, rooms_of(event.rooms)),
        done=current.played,
        of=current.to_play,
        playing=current,
    )


def alarms(
    event: Tournament, progress: Progress, ties: Sequence[TieNow] = (), free: Sequence[Vacancy] = ()
) -> list[Alarm]:
    """Return the alarms, the most urgent first; ``ties`` are open ties, ``free`` vacant places."""
    found = []
    desk = Button(_("To the referee's desk"), _page("referee_desk", event))
    # A table cannot finish before its tie-break.
    if len(ties) > 1:
        text = ngettext("%(n)s table plays a tie-break", "%(n)s tables play a tie-break", len(ties)) % {"n": len(ties)}
        found.append(Alarm("tie", text, desk, [now.table for now in ties]))
    elif ties:
        table = ties[0].table
        button = Button(_("Open the sheet"), reverse("table_sheet", args=[event.slug, table.number]))
        found.append(Alarm(f"tie-{table.number}", tie_sentence(ties[0]), button))

    # Players left before their tables were called.
    tables = list({each.board.table.pk: each.board.table for each in free}.values())
    button = Button(_("Give the place"), _page("places", event))
    if len(free) > 1:
        text = ngettext("%(n)s place is free", "%(n)s places are free", len(free)) % {"n": len(free)}
        found.append(Alarm("place", text, button, tables))
    elif free:
        rounds = rounds_in(event, len(progress.rounds))
        values = {
            "table": tables[0].public_number,
            "round": round_name_inside(tables[0].round.number, rounds),
        }
        text = _("A place is free at table %(table)s (%(round)s).") % values
        found.append(Alarm(f"place-{tables[0].number}", text, button))

    if calls := len(progress.calling):
        text = ngettext("%(n)s table calls the referee", "%(n)s tables call the referee", calls) % {"n": calls}
        found.append(Alarm("call", text, desk, progress.calling))

    before_draw = event.status in (Status.DRAFT, Status.OPEN, Status.CLOSED)
    pending, singles = progress.entries.pending, progress.entries.singles
    if pending and before_draw:
        text = ngettext("%(n)s sign-up waits for your answer.", "%(n)s sign-ups wait for your answer.", pending)
        url = f"{_page('organise_entries', event)}?stato=pending"
        button = Button(ngettext("Look at it", "Look at them", pending), url)
        found.append(Alarm(f"pending-{pending}", text % {"n": pending}, button))
    if singles and before_draw:
        text = ngettext(
            "%(n)s player looks for a partner and is not in the draw yet.",
            "%(n)s players look for a partner and are not in the draw yet.",
            singles,
        )
        button = Button(_("Make pairs"), f"{_page('organise_arrivals', event)}#arrivals-singles")
        found.append(Alarm(f"single-{singles}", text % {"n": singles}, button))
    return found


def of_proposals(event: Tournament, found: Sequence[Ruling]) -> list[Alarm]:
    """Return the alarm about proposed penalties that wait for a decision."""
    if not found:
        return []
    text = ngettext("%(n)s penalty waits for a decision", "%(n)s penalties wait for a decision", len(found))
    tables = list(dict.fromkeys(ruling.table for ruling in found if ruling.table is not None))
    button = Button(_("Decide"), f"{_page('referee_desk', event)}#proposals")
    return [Alarm("penalty", text % {"n": len(found)}, button, tables)]


def of_openings(event: Tournament, refused: Sequence[NotOpened], rounds: int) -> list[Alarm]:
    """Return alarms about rounds and tables that failed to open or to be drawn automatically, with the reason."""
    alike: dict[tuple[int, bool, bool, str], list[NotOpened]] = {}
    for each in refused:
        key = (each.round, each.is_draw, each.table is None, kept_sentence(each.refusal))
        alike.setdefault(key, []).append(each)
    found = []
    for (number, is_draw, _whole_round, why), group in alike.items():
        tables = [each.table for each in group if each.table is not None and not is_draw]
        values = {
            "round": round_name(number, rounds),
            "time": f"{timezone.localtime(group[0].at):%H:%M}",
            "why": why,
        }
        if is_draw and format_now(event).planned_rounds:
            text = _("%(round)s: it was not paired by itself at %(time)s. %(why)s") % values
            button = Button(_("Look at the pairing"), _page("organise_pairing", event))
        elif is_draw:
            text = _("%(round)s: it was not drawn by itself at %(time)s. %(why)s") % values
            button = Button(_("To the draw"), _page("organise_draw", event))
        else:
            text = _("%(round)s: the tables did not open by themselves at %(time)s. %(why)s") % values
            button = _post(_("Try again"), event, "call", number)
        if tables:
            text = ngettext(
                "%(round)s: %(n)s table did not open at %(time)s. %(why)s",
                "%(round)s: %(n)s tables did not open at %(time)s. %(why)s",
                len(tables),
            ) % {**values, "n": len(tables)}
        found.append(Alarm(f"opening-{number}", text, button, tables))
    return found


def of_corrections(event: Tournament, found: Sequence[PairedRound], rounds: int) -> list[Alarm]:
    """Return the alarms about rounds that were paired on a result corrected since; until a call one is taken back."""
    made = []
    for paired in found:
        name = {"round": round_name(paired.round, rounds)}
        if paired.called:
            text = _("%(round)s: it was called on a result that has been corrected. It stays as it was announced.")
            button = Button(_("What was corrected"), f"{_page('organise_audit', event)}?cosa=score_corrected")
        else:
            text = _("%(round)s: it was paired on a result that has been corrected. Nobody has been called.")
            button = Button(_("Take the pairing back"), _page("organise_unpair", event))
        made.append(Alarm(f"corrected-{paired.round}", text % name, button))
    return made
