"""“Where do I play?”: three letters of a name, then the table, the opponents and the path through the event."""

import json
from collections.abc import Collection, Sequence
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tournaments.competition.rooms import room_at
from tournaments.competition.stages.alone import alone
from tournaments.entries.pages import name_search
from tournaments.entries.pages.name_search import Hit
from tournaments.entries.reads import finding
from tournaments.entries.reads.finding import FoundEntry, Way
from tournaments.events.pages.event_frame import clock
from tournaments.events.pages.event_page import Page, answer
from tournaments.events.reads.events import EventProgress, progress_of
from tournaments.events.words import sentences as words
from tournaments.events.words.by_format import bracket_word, is_paired, stage_of
from tournaments.folding import words_of
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.alone_words import alone_word
from tournaments.frame.numbers import score_text
from tournaments.frame.policies import Right, door
from tournaments.frame.serving.kept import text_once
from tournaments.models import Entry, Table, Tournament
from tournaments.standings.words.prizes import Places, outlook_key, outlook_of, places_of
from tournaments.standings.words.stage_tables import sentence
from tournaments.standings.words.stage_words import later_words, rest_words
from tournaments.tables.reads.cards import Card, Side
from tournaments.tables.reads.stages import reasons_of

MOST_TYPED, MOST_FOUND = 60, 20
# Texts for entries that may still be called.
CALLED_YET = ("table", "wait", "before", "listed")


@door(reads=Right.BROWSE)
def find(request: HttpRequest) -> HttpResponse:
    """Find a name in all running events."""
    events, typed = finding.running_events(), _search_text(request)
    if len(events) == 1:
        return redirect(reverse("event_find", args=(events[0].slug,), query={"q": typed} if typed else None))
    context = _search(events, typed, {})
    if len(context["hits"]) == 1:
        return redirect(context["hits"][0]["url"])
    return render(request, "entries/find_all.html", {**context, "action": reverse("find"), "is_played": bool(events)})


@door(reads=Right.SEE)
def event_find(request: HttpRequest, slug: str) -> HttpResponse:
    """Find a name in one event."""
    event, actor = access.tournament(visitor(request), slug)
    typed = _search_text(request)
    context = _search([event], typed, places_of(event) if typed else {})
    if len(context["hits"]) == 1:
        return redirect(context["hits"][0]["url"])
    context |= {"event": event, "action": reverse("event_find", args=(event.slug,))}
    page = Page(
        "find",
        (),
        _("Where do I play?"),
        lambda: render_to_string("entries/_find_main.html", {**context, "bracket": bracket_word(event)}),
        frame="entries/find.html",
        is_kept=not typed,
    )
    return answer(request, event, actor, page)


def _search_text(request: HttpRequest) -> str:
    return " ".join(request.GET.get("q", "").split())[:MOST_TYPED]


def _search(events: Sequence[Tournament], typed: str, places: Places) -> dict[str, Any]:
    """Return the entries found, for the template; empty before something is typed."""
    hits: list[Hit] = []
    if typed:
        # All entries of these events, cached until one of the events changes.
        key = outlook_key("entrants", events)
        kept = text_once(key, lambda: json.dumps(finding.entrants([event.pk for event in events])))
        everybody = [
            FoundEntry(event, entry, label, status, tuple(people), table)
            for event, entry, label, status, people, table in json.loads(kept)
        ]
        hits = name_search.find(everybody, typed)
    known = {event.pk: event for event in events}
    shown = []
    for hit in hits[:MOST_FOUND]:
        entrant = hit.entrant
        event = known[entrant.event]
        place, shared = places.get(entrant.entry, (0, 0))
        # The text in place of a table.
        state = ""
        if entrant.table is None and entrant.status == Entry.Status.WAITING:
            state = _("Waiting list")
        elif entrant.table is None and entrant.status == Entry.Status.WITHDRAWN:
            state = ngettext("withdrawn", "withdrawn", event.entry_size)
        elif entrant.table is None and place:
            state = _("place %(place)s") % {"place": place} if shared else _("out")
        shown.append(
            {
                "before": hit.before,
                "marked": hit.marked,
                "after": hit.after,
                "others": words.list_of_names(hit.others),
                "event": event.name if len(events) > 1 else "",
                "table": entrant.table,
                "room": room_at(event.rooms, entrant.table),
                "state": state,
                "url": reverse("event_where", args=(event.slug, entrant.entry)),
            }
        )
    # The number of results, for screen readers.
    if not typed:
        said = ""
    elif not hits and max(map(len, words_of(typed)), default=0) < name_search.ENOUGH:
        said = _("Type three letters of the name.")
    elif not hits:
        said = _("Nobody here has a name with “%(typed)s”.") % {"typed": typed}
    else:
        said = ngettext("%(n)s name with “%(typed)s”", "%(n)s names with “%(typed)s”", len(hits))
        said %= {"n": len(hits), "typed": typed}
    return {
        "typed": typed,
        "hits": shown,
        "said": said,
        "has_more": len(hits) > MOST_FOUND,
        "in_teams": any(event.entry_size > 1 for event in events),
    }


@door(reads=Right.SEE)
def event_where(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """Show where one entry plays, for its followers."""
    event, actor = access.tournament(visitor(request), slug)
    title = _("Where do I play?")
    # Looked up before: a page in the cache must not read another cached text.
    place = places_of(event).get(entry_id, (0, 0))
    why = ""
    if is_paired(event) or event.stage > 1:
        # Why each entry plays where it does in the round that was paired last; cached per version.
        made = text_once(
            outlook_key(f"pairing-{get_language()}", [event]),
            lambda: json.dumps({entry: sentence(reason) for entry, reason in reasons_of(event).items()}),
        )
        why = json.loads(made).get(str(entry_id), "")
    ahead = outlook_of(event, entry_id)
    page = Page(
        "where", (entry_id,), title, lambda: _where(event, entry_id, *place, why, ahead), frame="entries/find.html"
    )
    return answer(request, event, actor, page)


def _where(event: Tournament, entry_id: int, place: int, shared: int, why: str, ahead: str) -> str:
    """Return the main part. ``place`` is 0 for an entry that is still in, ``shared`` 0 while the place is uncertain.

    ``why`` says why the entry plays where it does in the last round, where that can be told: it is shown until then.
    ``ahead`` says what is still open for it.
    """
    found = finding.way(event, entry_id)
    progress = progress_of(event)
    now = found.now if found.entry.status in (Entry.Status.CONFIRMED, Entry.Status.PAIR) else None
    is_called = now is not None and now.status in access.PLAYED
    is_live = event.is_public and found.entry.status != Entry.Status.PAIR and event.status != Tournament.Status.FINISHED
    if is_called:
        state = "table"
    elif found.entry.status == Entry.Status.WITHDRAWN:
        state = "withdrawn"
    elif found.entry.status == Entry.Status.WAITING:
        state = "listed"
    elif found.entry.status == Entry.Status.PAIR and found.now is None:
        state = "parted"
    elif place or event.status == Tournament.Status.FINISHED:
        state = "over"
    else:
        state = "wait" if progress.rounds else "before"
    last = found.tables[-1] if found.tables else None
    # The points of the newest match that is over, if it was won; the winner of the last one, to follow next.
    over = [card for card in found.tables if card.status == "done"]
    won = _points(over[-1], *_sides(over[-1], found.keys)) if over and _has_won(over[-1], found.keys) else ""
    beaten_by = None
    if place and stage_of(event) is None and last is not None and last.status == "done":
        _own, others = _sides(last, found.keys)
        if not _has_won(last, found.keys) and len(others) == 1 and others[0].entry is not None:
            url = reverse("event_where", args=(event.slug, others[0].entry))
            beaten_by = {"name": others[0].name, "url": url}
    context = {
        "event": event,
        "entry": found.entry,
        # An entry on the waiting list has no matches yet, and may have no page.
        "people": found.people if found.entry.status != Entry.Status.WAITING else (),
        "state": state,
        "now": _step(now, found, progress) if now is not None else None,
        "pair": _pair(now, found) if now is not None else "",
        "won": won,
        "place": place if shared else 0,
        "shared": shared if shared > 1 else 0,
        "last": _step(last, found, progress) if last is not None else None,
        "beaten_by": beaten_by,
        "path": _path(found, progress),
        "stage": _in_rounds(event, found, progress),
        "why": why if last is not None and last.status != Table.Status.DONE else "",
        "ahead": ahead if found.entry.status == Entry.Status.CONFIRMED else "",
        "bracket": bracket_word(event),
        "clock": clock(event, progress) if is_called else None,
        "is_online": event.mode != Tournament.Mode.HALL,
        "is_live": is_live,
        "alerts": is_live and settings.ALERTS and state in CALLED_YET,
    }
    return render_to_string("entries/_find_where.html", context)


def _in_rounds(event: Tournament, found: Way, progress: EventProgress) -> dict[str, str] | None:
    """Return what only somebody who plays in each round reads; None in an elimination.

    ``rest`` is said while they rest, ``later`` where no table is known.
    """
    stage, now = stage_of(event), progress.current
    if stage is None or now is None or not found.tables:
        return None
    last = found.tables[-1]
    rests = [card for card in found.tables if card.round == now.number and card.status == Table.Status.BYE]
    is_coming = last.status == Table.Status.BYE and last.round > now.number
    coming = (last.round, _alone(last, found.keys)) if is_coming else None
    return {
        "rest": rest_words(stage, _sides(rests[0], found.keys)[0].vp, _alone(rests[0], found.keys)) if rests else "",
        "later": later_words(event, progress, coming) if found.now is None else "",
    }


def _alone(card: Card, keys: Collection[int]) -> str:
    return alone(card.note, has_left=_sides(card, keys)[0].is_absent)


def _sides(card: Card, keys: Collection[int]) -> tuple[Side, list[Side]]:
    """Return the entry's own line, and the other lines that are or will be occupied."""
    own = next(side for side in card.sides if side.entry in keys)
    return own, [side for side in card.sides if side is not own and not side.is_nobody]


def _pair(card: Card, found: Way) -> str:
    """Return the pair in which somebody sits here who has entered singly; empty for anybody else."""
    own, _others = _sides(card, found.keys)
    return own.name if own.entry != found.entry.pk else ""


def _opponents(card: Card, others: Sequence[Side], progress: EventProgress) -> str:
    several = words.is_of_several(card)
    return words.list_of_names([words.side_name(side, progress.rounds, from_table=several) for side in others])


def _points(card: Card, own: Side, others: Sequence[Side]) -> str:
    """Return “11–7”, their own points first; at a table of several only those."""
    if own.points is None or card.ending == "walkover":
        return ""
    return score_text((own.points, *(side.points for side in others if side.points is not None and len(others) == 1)))


def _has_won(card: Card, keys: Collection[int]) -> bool:
    own, _others = _sides(card, keys)
    return card.has_won(own)


def _path(found: Way, progress: EventProgress) -> list[dict[str, Any]]:
    steps = [
        {**_step(card, found, progress, is_next=card == found.now), "pair": _pair(card, found)} for card in found.tables
    ]
    if found.after is None:
        return steps
    last = found.tables[-1]
    from_last = (last.round, last.section, last.position)
    leads = [
        side
        for side in found.after.sides
        if side.source is None or (side.source.round, side.source.section, side.source.position) != from_last
    ]
    title = words.table_title(found.after, progress.rounds)
    return [*steps, {"state": "next", "round": title, "others": _opponents(found.after, leads, progress)}]


def _step(card: Card, found: Way, progress: EventProgress, *, is_next: bool = True) -> dict[str, Any]:
    """Return a table of the path: won, drawn, lost, bye, in play or to come (``here`` the first, ``later`` the others).

    At a bye ``alone`` says what the entry does in that round.

    ``table`` is set if the entry has been called to it.
    """
    keys = found.keys
    own, others = _sides(card, keys)
    ended = "won" if _has_won(card, keys) else "drawn" if card.is_drawn else "lost"
    open_ = "here" if is_next else "later"
    return {
        "state": "bye" if card.status == "bye" else ended if card.is_over else open_,
        "round": words.table_title(card, progress.rounds),
        "table": card.public_number if card.status in access.PLAYED else None,
        "room": room_at(found.entry.tournament.rooms, card.hall_number),
        "number": card.number,
        "points": _points(card, own, others),
        "others": _opponents(card, others, progress),
        "is_known": all(side.entry is not None for side in others),
        "is_of_several": len(others) > 1,
        "alone": alone_word(_alone(card, keys), _("rest")),
        "label": words.state_label(card),
    }
