"""The groups of an event as cross tables: who has played who, with which result, and who rests when."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.competition.formats.rounds import InRounds
from tournaments.competition.rooms import room_of, rooms_of
from tournaments.competition.stages.alone import alone
from tournaments.competition.stages.facts import NO_GROUP
from tournaments.errors import MissingError
from tournaments.events.pages.event_frame import render_main
from tournaments.events.pages.lists import ListPages
from tournaments.events.reads.events import EventProgress
from tournaments.events.words import sentences as words
from tournaments.events.words.by_format import stage_of
from tournaments.frame.access import PLAYED
from tournaments.frame.alone_words import alone_word
from tournaments.frame.format_words import group_title
from tournaments.frame.numbers import score_text
from tournaments.frame.reads.formats import at_stage
from tournaments.frame.round_names import round_name_inside
from tournaments.models import Table, Tournament
from tournaments.standings.reads.groups import Group, groups
from tournaments.standings.words.rows import column_name
from tournaments.standings.words.stage_columns import total
from tournaments.standings.words.stage_tables import by_group, provisional, reasons
from tournaments.standings.words.stages import bracket_stages, stage_over
from tournaments.tables.reads.cards import Card, Side

FINISHED = Tournament.Status.FINISHED


@dataclass(frozen=True, slots=True)
class Result:
    """What one line has from a table: ``state`` is won, drawn, lost, now or next, ``said`` its word."""

    text: str
    state: str
    said: str = ""
    url: str = ""
    vp: int | None = None
    room: str = ""


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A row of a cross table. ``cells`` has the results against each one of the group, None against itself.

    ``extra`` are matches that make everybody have as many.
    """

    place: str
    entry: int
    name: str
    cells: Sequence[Sequence[Result] | None]
    rests: Sequence[str]
    extra: Sequence[Result]
    total: str


def groups_main(event: Tournament, progress: EventProgress, page: int, number: int = 0) -> str:
    """Return the main part of the page of the groups, of stage ``number`` if it is over.

    Raises MissingError for a page that does not exist.
    """
    shown = at_stage(event, number) if number else event
    stage, found = stage_of(shown), groups(shown, page, is_over=bool(number))
    if stage is None or page > found.pages:
        raise MissingError
    sight = _Sight(event, progress.rounds, stage)
    context = {
        "groups": [
            {
                "title": group_title(stage, group.number),
                "rows": sight.rows(group),
                "has_rests": any(card.status == Table.Status.BYE for card in group.cards),
                "has_extra": any(card.group == NO_GROUP for card in group.cards),
                "reasons": reasons(event, stage, group.rows),
            }
            for group in found.groups
        ],
        "column": column_name(event),
        "said": stage_over() if number else "" if event.status == FINISHED else provisional(progress),
        "stages": bracket_stages(event, number),
        "pages": ListPages(page, found.pages, f"stage={number}&" if number else ""),
    }
    return render_main(event, "standings/_groups.html", "event_bracket", context, progress)


class _Sight:
    """The common data of all tables on the page."""

    def __init__(self, event: Tournament, rounds: int, stage: InRounds) -> None:
        self.rounds, self.columns, self.uses_vp = rounds, stage.columns, stage.uses_vp
        self.rooms = rooms_of(event.rooms)
        self.address = reverse("match", args=(event.slug, 0)).replace("/0/", "/{}/")

    def rows(self, group: Group) -> list[CrossRow]:
        results: dict[tuple[int | None, int | None], list[Result]] = {}
        rests: dict[int | None, list[str]] = {}
        extra: dict[int | None, list[Result]] = {}
        for card in group.cards:
            if card.status == Table.Status.BYE:
                rest, name = card.sides[0], round_name_inside(card.round, self.rounds)
                word = alone_word(alone(card.note, has_left=rest.is_absent), "")
                worth = f"{rest.vp} VP" if self.uses_vp and rest.vp else ""
                said = f"{name}: {word or worth}" if word or worth else name
                rests.setdefault(rest.entry, []).append(said)
                continue
            one, other = card.sides
            for own, against in ((one, other), (other, one)):
                result = self._result(card, own, against)
                if card.group == NO_GROUP:
                    extra.setdefault(own.entry, []).append(result)
                else:
                    results.setdefault((own.entry, against.entry), []).append(result)
        [(_number, rows)] = by_group(group.rows)
        return [
            CrossRow(
                place=f"{row.place}{'=' * row.is_shared}",
                entry=row.entry,
                name=row.name,
                cells=[None if each is row else results.get((row.entry, each.entry), []) for each in rows],
                rests=rests.get(row.entry, []),
                extra=extra.get(row.entry, []),
                total=total(row.stage.tally, self.columns) if row.stage else "",
            )
            for row in rows
        ]

    def _result(self, card: Card, own: Side, other: Side) -> Result:
        url = self.address.format(card.number)
        if card.is_over:
            if card.is_drawn:
                state, said = "drawn", words.drawn_word()
            else:
                state, said = ("won", _("won")) if own.place == 1 else ("lost", _("lost"))
            has_points = own.points is not None and other.points is not None and card.ending != "walkover"
            text = score_text((own.points or 0, other.points or 0)) if has_points else said
            return Result(text, state, said if has_points else "", url, own.vp if self.uses_vp else None)
        if card.status in PLAYED:
            said = _("table %(table)s") % {"table": card.hall_number}
            return Result(said, "now", url=url, room=room_of(self.rooms, card.hall_number))
        return Result(round_name_inside(card.round, self.rounds), "next")
