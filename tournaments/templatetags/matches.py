"""One match, or one table of several, as HTML: for the dozens of a bracket a template takes five times as long."""

from html import escape
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.frame.numbers import minus

register = template.Library()


@register.simple_tag
def match_card(match: Any) -> SafeString:
    """Return a match (``tables.words.cards.MatchView``); where it has a ``url`` all of it is one link.

    ``state_label`` is read aloud and not shown, but below a ``head`` (“Table 7”). A side has the ``state`` won,
    through, level, out, left, absent or open (not known yet), or none; ``said`` is what its mark says aloud.
    """
    label = escape(match.state_label)
    sides = "".join([_side(side) for side in match.sides])
    head = note = spoken = ""
    if match.head:
        head = f'<span class="match__head"><b>{escape(match.head)}</b>{label and f"<small>{label}</small>"}</span>'
    elif label:
        spoken = f'<span class="visually-hidden">{label}</span>'
    if match.note:
        kind = f" match__note--{match.note_kind}" if match.note_kind else ""
        note = f'<span class="match__note{kind}">{escape(match.note)}</span>'
    tag, link = ("a", f'a href="{escape(match.url)}"') if match.url else ("div", "div")
    last = " match--final" if match.is_final else ""
    text = f'<{link} class="match match--{match.state}{last}">{head}{sides}{spoken}{note}</{tag}>'
    return mark_safe(text)  # noqa: S308 - words are escaped, states and kinds are the program's own


def _side(side: Any) -> str:
    state = f" match__side--{side.state}" if side.state else ""
    place = (
        f'<span class="match__place">{side.place}<span class="visually-hidden">. </span></span>' if side.place else ""
    )
    seed = f' <small class="match__seed">{side.seed}</small>' if side.seed else ""
    said = escape(side.said) or (_("winner") if side.state == "won" else "")
    mark = f'<span class="visually-hidden"> ({said})</span>' if said else ""
    return (
        f'<span class="match__side{state}">{place}<span class="match__name">{escape(side.name)}{seed}{mark}</span>'
        f'<span class="match__points">{minus(side.points)}</span></span>'
    )
