"""Previews of links to an event's pages: title, one sentence, a picture (Open Graph)."""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.competition.rooms import room_at
from tournaments.entries.reads.entries import podium
from tournaments.events.reads.events import progress_of
from tournaments.events.words import sentences as words
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.pages.middleware import FOR_GOOD, FOR_NOW, LANGUAGE, VERSION, version_in_address
from tournaments.frame.policies import Right, door
from tournaments.frame.serving.build import build
from tournaments.frame.serving.pictures import HEIGHT, WIDTH, PictureRow, Sign, picture_once
from tournaments.models import Tournament
from tournaments.tables.reads import cards

# The place of the version in kept tags; escaped text cannot contain it.
PLACE: Final = "<!--version-->"


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """The preview of a page: a sentence beside the picture, and the text in the picture."""

    sentence: str
    sign: Sign


def tags(event: Tournament, sentence: str, match: int | None) -> str:
    """Return the part of the head that changes with the event; empty for an event that is not public."""
    if not event.is_public:
        return ""
    said = sentence or _sentence(words.eyebrow(event), event.venue, words.when(event.starts_at))
    return _tags(get_language() or "", said, event.slug, match).replace(PLACE, str(event.version))


@lru_cache(maxsize=256)
def _tags(language: str, sentence: str, slug: str, match: int | None) -> str:
    """Render them with a place for the version, which alone differs in most of them; kept by all that they say."""
    name, args = ("event_picture", (slug,)) if match is None else ("match_picture", (slug, match))
    address = escape(f"{settings.SITE_URL}{reverse(name, args=args, query={VERSION: 0, LANGUAGE: language})}")
    picture = mark_safe(address.replace(f"{VERSION}=0", f"{VERSION}={PLACE}", 1))  # noqa: S308 - escaped
    context = {"sentence": sentence, "picture": picture, "width": WIDTH, "height": HEIGHT}
    return render_to_string("events/_share.html", context)


def _sentence(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def of_event(event: Tournament) -> LinkPreview:
    """Return an event's preview: its state, and its winners once it is over."""
    progress = progress_of(event)
    state, _kind = words.status_pill(event, progress)
    foot = words.entries_word(event.entry_size, progress.entered)
    if event.status == Tournament.Status.FINISHED:
        winners = tuple(
            PictureRow(entry.label, label=f"{entry.final_place}.", is_first=entry.final_place == 1)
            for entry in podium(event)
        )
        said = ", ".join(f"{row.label} {row.name}" for row in winners)
        return LinkPreview(
            _sentence(said, words.meta(event, progress.entered)), Sign(_("Winners"), event.name, winners, foot)
        )
    sign = Sign(words.eyebrow(event), event.name, foot=_sentence(words.when(event.starts_at), foot))
    return LinkPreview(_sentence(words.meta(event, progress.entered), state), sign)


def of_match(event: Tournament, number: int) -> LinkPreview:
    """Return a match's preview: the players, the points, the round."""
    card = cards.card(event, number)
    progress = progress_of(event)
    title = words.table_title(card, progress.rounds)
    rows = tuple(
        PictureRow(
            words.side_name(side, progress.rounds, from_table=words.is_of_several(card)),
            "" if side.points is None else str(side.points),
            is_first=card.has_won(side),
        )
        for side in card.sides
    )
    room = room_at(event.rooms, card.hall_number)
    note, _kind = words.note(card, event.game, room=room)
    state = words.state_label(card)
    said = ", ".join(" ".join(part for part in (row.name, row.points) if part) for row in rows)
    return LinkPreview(_sentence(said, title, note or state), Sign(event.name, title, rows, note or state))


@door(reads=Right.SEE)
def event_picture(request: HttpRequest, slug: str) -> HttpResponse:
    event, _actor = access.tournament(visitor(request), slug)
    return _picture(request, event, None)


@door(reads=Right.SEE)
def match_picture(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    event, _actor = access.tournament(visitor(request), slug)
    return _picture(request, event, number)


def _picture(request: HttpRequest, event: Tournament, match: int | None) -> HttpResponse:
    """Return the current picture; the site's own while too many are being drawn."""
    named = "|".join(map(str, (build(), event.pk, event.version, match, get_language())))
    key = f"picture-{sha256(named.encode()).hexdigest()[:32]}"
    png = picture_once(key, lambda: (of_event(event) if match is None else of_match(event, match)).sign)
    if png is None:
        away = HttpResponseRedirect(static("tournaments/img/icon-512.png"))
        away["Cache-Control"] = "no-store"
        return away
    response = HttpResponse(png, content_type="image/png")
    kept = FOR_GOOD if version_in_address(request) == event.version else FOR_NOW
    response["Cache-Control"] = kept if event.is_public else "private, no-cache"
    return response
