"""Two pages of an event: what happens now, and its rules; ``lists`` has its entries, tables and standings."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.entries.reads.entries import podium
from tournaments.entries.reads.qualified import number_of_each
from tournaments.events.pages import sharing
from tournaments.events.pages.event_frame import render_main
from tournaments.events.pages.event_page import Page, answer
from tournaments.events.reads.events import EventProgress, progress_of, tables_left
from tournaments.events.words import sentences as words
from tournaments.events.words.by_format import bracket_word, is_paired
from tournaments.frame import access
from tournaments.frame.access import visitor
from tournaments.frame.policies import Right, door
from tournaments.frame.round_names import round_name, round_name_inside
from tournaments.frame.words import fee_words
from tournaments.models import Tournament
from tournaments.rulebook.words import ruleset
from tournaments.standings.words.prizes import prize_rows

Status = Tournament.Status


@door(reads=Right.SEE)
def info(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.tournament(visitor(request), slug)
    page = Page("info", (), event.name, lambda: _info(event), preview=lambda: sharing.of_event(event).sentence)
    return answer(request, event, actor, page)


def _evenings_of(event: Tournament) -> str:
    """Return of which evenings the entries were taken; empty where they were not."""
    first = number_of_each(event)
    if not first or event.circuit is None:
        return ""
    text = ngettext(
        "the first of each evening of %(circuit)s",
        "the first %(n)s of each evening of %(circuit)s",
        first,
    )
    return text % {"n": first, "circuit": event.circuit.name}


def _info(event: Tournament) -> str:
    progress = progress_of(event)
    now = _now(event, progress)
    winners = podium(event) if event.status == Status.FINISHED else []
    prizes = prize_rows(event)
    in_play = progress.current if event.status == Status.RUNNING else None
    facts = [
        (_("When"), words.when(event.starts_at)),
        (_("Where"), event.venue),
        (_("Played"), str(event.get_mode_display()) if event.mode != Tournament.Mode.HALL else ""),
        (_("Organised by"), _link(event.club.name, "club", event.club.pk) if event.club else ""),
        (_("Circuit"), _link(event.circuit.name, "circuit", event.circuit.slug) if event.circuit else ""),
        (_("Played by"), f"{words.eyebrow(event)} · {words.phrase(event.game, event.preset)}"),
        (_("From stage to stage"), words.going_on(event)),
        (_("Qualified"), _evenings_of(event)),
        (_("Entries"), words.entries_word(event.entry_size, progress.entered)),
        (_("Places"), str(event.capacity or "")),
        (_("Fee"), fee_words(event)),
        (_("Round now"), round_name_inside(in_play.number, progress.rounds) if in_play else ""),
    ]
    context = {
        "now": now,
        "podium": winners,
        "prizes": prizes,
        "facts": [(label, value) for label, value in facts if value],
    }
    return render_main(event, "events/_info.html", "event", context, progress)


def _now(event: Tournament, progress: EventProgress) -> dict[str, Any]:
    """Return what happens now: a heading, a sentence, the next buttons, the progress of the round."""
    if event.status == Status.RUNNING:
        buttons = [_button(_("Tables"), "event_tables", event), *_bracket_button(event)]
        if not bracket_word(event):
            buttons.append(_button(_("Standings"), "event_standings", event))
        if progress.current is None:
            return {
                "title": _("The draw is out"),
                "text": _("The first tables will be called soon."),
                "buttons": buttons,
                "is_drawn": True,
            }
        left = tables_left(progress.current)
        missing = left.total - left.over
        text = ngettext("%(n)s table is still playing.", "%(n)s tables are still playing.", missing) % {"n": missing}
        if not missing:
            text = _("All tables of this round are finished.")
            if is_paired(event) and progress.current.number < progress.rounds:
                text = " ".join((text, _("The next round is paired by the standings.")))
        return {
            "title": round_name(progress.current.number, progress.rounds),
            "text": text,
            "buttons": buttons,
            "is_drawn": True,
            "progress": {
                "label": _("Tables finished"),
                "text": _("%(done)s of %(total)s") % {"done": left.over, "total": left.total},
                "value": left.over,
                "max": left.total or 1,
            },
        }
    if event.status == Status.OPEN:
        places = words.entries_word(event.entry_size, progress.entered)
        if event.capacity is not None:
            free = max(0, event.capacity - progress.entered)
            places = ngettext("%(n)s place left", "%(n)s places left", free) % {"n": free}
            if not free:
                places = _("The event is full: who signs up now goes on the waiting list")
        if event.public_sign_up:
            text, buttons = f"{places}.", [_button(_("Sign up"), "sign_up", event)]
        else:
            text, buttons = _("%(places)s. Entries are taken at the desk.") % {"places": places}, []
        return {"title": _("Entries are open"), "text": text, "buttons": buttons}
    if event.status == Status.CLOSED:
        return {
            "title": _("Entries are closed"),
            "text": _("The draw comes next; anybody can check it afterwards."),
            "buttons": [_button(_("The draw"), "event_draw", event)],
        }
    if event.status == Status.FINISHED:
        return {
            "title": _("The event is over"),
            "text": _("Every result stays here, as it was written."),
            "buttons": [_button(_("Final standings"), "event_standings", event), *_bracket_button(event)],
        }
    return {"title": _("In preparation"), "text": _("Only officials see this page until entries open."), "buttons": []}


def _button(label: str, name: str, event: Tournament) -> dict[str, str]:
    return {"label": label, "url": reverse(name, args=(event.slug,))}


def _bracket_button(event: Tournament) -> list[dict[str, str]]:
    label = bracket_word(event)
    return [_button(label, "event_bracket", event)] if label else []


def _link(name: str, page: str, key: int | str) -> str:
    return format_html('<a href="{}">{}</a>', reverse(page, args=(key,)), name)


@door(reads=Right.SEE)
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    event, actor = access.tournament(visitor(request), slug)
    title = _("Rules of %(event)s") % {"event": event.name}
    page = Page(
        "rules",
        (),
        title,
        lambda: render_main(event, "events/_ruleset.html", "event_rules", {"ruleset": ruleset(event)}),
    )
    return answer(request, event, actor, page)
