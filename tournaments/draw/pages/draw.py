"""The public draw: its commitment, its result, who was moved and why, and the same computed again here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from tournaments.competition.draw.document import draw_from_seed, positions_after_swaps
from tournaments.competition.draw.lots import LISTED, OF_HALL, keeps_commitment, list_digest
from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import InRounds
from tournaments.competition.pairing.positions import Swap
from tournaments.competition.phrases import PHRASES
from tournaments.competition.types import Entrant
from tournaments.draw.reads.drawing import draw_named, draw_record, exchanges, seal
from tournaments.draw.words.swaps import sentences
from tournaments.draw.writes.draws import published_document
from tournaments.errors import MissingError
from tournaments.events.pages.event_frame import render_main
from tournaments.events.pages.event_page import Page, answer
from tournaments.events.pages.lists import ListPages, whole_number
from tournaments.events.reads.events import progress_of
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.policies import Right, door
from tournaments.frame.round_names import round_name
from tournaments.games.contract import Json
from tournaments.models import Draw, Tournament
from tournaments.tables.reads.stages import exchanges_of
from tournaments.tables.writes.pairs import BETWEEN

PER_PAGE = 64
MOST_MOVES = 200
VERIFIERS = ("verify_draw.py", "verify_tables_draw.py", "verify_rounds_draw.py", "verify_rounds.py")


@door(reads=Right.SEE)
def event_draw(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.tournament(visitor(request), slug)
    page = whole_number(request, "page", 1)
    title = _("Draw of %(event)s") % {"event": event.name}
    return answer(request, event, actor, Page("draw", (page,), title, lambda: _main(event, page)))


@door(reads=Right.SEE)
def event_draw_document(request: HttpRequest, slug: str, draw_id: int) -> HttpResponse:
    """Return the draw's document, for anybody to check it elsewhere."""
    event, _actor = access.tournament(visitor(request), slug)
    draw = draw_named(event, draw_id)
    if draw is None:
        raise MissingError
    response = JsonResponse(published_document(draw), json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="{draw.reference}.json"'
    response["Cache-Control"] = "public, max-age=0, must-revalidate" if event.is_public else "private, no-cache"
    return response


@door(reads=Right.BROWSE)
def draw_verifier(request: HttpRequest, name: str) -> HttpResponse:
    """Return a script that checks a draw, or the places and pairings after it, without this program."""
    script = f"{name}.py"
    if script not in VERIFIERS:
        raise MissingError
    text = (settings.HOUSE / "docs" / script).read_text(encoding="utf-8")
    headers = {"Content-Disposition": f'attachment; filename="{script}"'}
    return HttpResponse(text, content_type="text/x-python; charset=utf-8", headers=headers)


def _main(event: Tournament, page: int) -> str:
    progress = progress_of(event)
    record = draw_record(event)
    rounds, names = progress.rounds, record.names
    shown = []
    for draw in reversed(record.draws):
        document = published_document(draw)
        row: dict[str, Any] = {
            "draw": draw,
            "title": round_name(draw.round_number, rounds) if rounds else _("First round"),
            "status": draw.get_status_display(),
            "is_discarded": draw.status == Draw.Status.DISCARDED,
            "reason": record.reasons.get(draw.reference, ""),
            "document": document,
            "seal": seal(draw.commitment),
            "sentence": _sentence(draw, is_drawn="positions" in document),
            "check": None,
            "moves": [],
            "swaps": [],
        }
        if "positions" in document:
            row["check"] = check(document)
            # One sentence for each entry that a constraint moved; positions count from 1 for people.
            row["moves"] = [
                _(PHRASES[move["reason_code"]])
                % {
                    "name": _name(move["key"], names),
                    "because": _name(move["because_of_key"], names),
                    "from_position": move["from_position"] + 1,
                    "to_position": move["to_position"] + 1,
                    "round": round_name(draw.round_number - 1 + move["round"], rounds),
                }
                for move in draw.moves[:MOST_MOVES]
            ]
            positions = (draw.document or {"positions": ()})["positions"]
            row["swaps"] = sentences(exchanges(positions, draw.swaps), names)
            row |= _positions(document, names, page)
        shown.append(row)
    # What was changed by hand after a draw or a pairing stands beside it (R-HND-06).
    played, swapped = (
        _("%(round)s: recorded as it was played, with %(one)s and %(other)s in each other's places."),
        _("%(round)s: %(one)s and %(other)s have swapped places."),
    )
    by_hand = [
        (played if each.since else swapped)
        % {"round": round_name(each.round, rounds), "one": _name(each.one, names), "other": _name(each.other, names)}
        for each in exchanges_of(event)
    ]
    return render_main(event, "draw/_public_draw.html", "event_draw", {"draws": shown, "by_hand": by_hand}, progress)


@dataclass(frozen=True, slots=True)
class Check:
    """The draw computed again: whether seed and list match the commitment, and the positions are the same."""

    keeps_promise: bool
    same_list: bool
    same_positions: bool

    @property
    def is_ok(self) -> bool:
        return self.keeps_promise and self.same_list and self.same_positions


def check(document: Json) -> Check:
    """Compute a published draw again, from its document only."""
    entrants = [
        Entrant(key=each["key"], seed=each["seed"], groups=tuple(each["groups"])) for each in document["entrants"]
    ]
    event_format = format_of(document["options"])
    swaps = [Swap(swap["a"], swap["b"], swap["reason"]) for swap in document["swaps"]]
    reference, seed, domain = document["reference"], document["seed"], document["format"]
    hall = document["hall"] if domain in OF_HALL else None
    again = positions_after_swaps(draw_from_seed(reference, seed, entrants, event_format, hall, domain), swaps)
    listed = document["list"] if domain in LISTED else ""
    return Check(
        keeps_promise=keeps_commitment(reference, seed, document["commitment"], domain, listed),
        same_list=domain not in LISTED or list_digest(document["options"], document["entrants"]) == listed,
        same_positions=list(again) == document["positions"],
    )


def _sentence(draw: Draw, *, is_drawn: bool) -> str:
    """Return the result of the proof for players, in words that are also true of a draw with swaps."""
    if not is_drawn and draw.status == Draw.Status.DISCARDED:
        return _("This seal was opened before anything was drawn.")
    if not is_drawn and draw.is_in_hall:
        told = [
            _("A secret number lies under this seal. The hall names another one, and only both together make the draw.")
        ]
    elif draw.is_in_hall:
        made = _("This seal was shown before the hall said «%(hall)s»; both together make the draw.")
        told = [
            made % {"hall": draw.hall},
            _("Anybody who did not know that number beforehand could not know the draw."),
        ]
    else:
        told = [_("This seal was shown before the draw, which follows from the secret number under it.")]
    if is_drawn:
        by_hand = _("Only the swaps below were made by hand.") if draw.swaps else _("No place was chosen by hand.")
        told.append(by_hand)
    if draw.is_listed:
        told.append(_("The seal also holds the list: entries, seeds, clubs and format."))
    return " ".join(told)


def _positions(document: Json, names: Mapping[int, str], page: int) -> dict[str, Any]:
    """Return the tables of the first round as they were drawn, a page at a time."""
    positions, event_format = document["positions"], format_of(document["options"])
    fewest, most = event_format.needs_lines
    meetings = event_format.meetings(positions)
    size = event_format.in_a_line if isinstance(event_format, InRounds) else 1
    pages = -(-len(meetings) // PER_PAGE)
    shown = meetings[(page - 1) * PER_PAGE : page * PER_PAGE]
    tables = []
    for number, meeting in enumerate(shown, (page - 1) * PER_PAGE + 1):
        named = [_name(positions[place], names) for place in meeting]
        people = [BETWEEN.join(named[at : at + size]) for at in range(0, len(named), size)]
        is_bye = len([name for name in people if name]) < fewest
        tables.append({"number": number, "first": meeting[0] + 1, "people": people, "is_bye": is_bye})
    verifier = event_format.verifier
    return {
        "tables": tables,
        "pages": ListPages(page, pages),
        "in_pairs": most == 2,
        "in_turn": size == 1,
        "verifier": verifier,
        "script": verifier.removesuffix(".py"),
    }


def _name(key: int | None, names: Mapping[int, str]) -> str:
    return "" if key is None else names.get(key, "?")
