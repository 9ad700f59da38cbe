"""One match, or one table of several, as HTML: for the dozens of a bracket a template takes sixteen times as long."""

from collections.abc import Iterable
from html import escape
from typing import Any, Final

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.frame.numbers import minus

register = template.Library()
GAP: Final = '<li class="bracket__gap" aria-hidden="true"></li>'


@register.simple_tag
def match_card(match: Any) -> SafeString:
    """Return a match (``tables.words.cards.MatchView``); where it has a ``url`` all of it is one link.

    ``state_label`` is read aloud and not shown, but below a ``head`` (“Table 7”). A side has the ``state`` won,
    through, level, out, left, absent or open (not known yet), or none; ``said`` is what its mark says aloud.
    """
    label, inside = escape(match.state_label), [_side(side) for side in match.sides]
    if match.head:
        small = f"<small>{label}</small>" if label else ""
        inside.insert(0, _span("match__head", f"<b>{escape(match.head)}</b>", small))
    elif label:
        inside.append(_span("visually-hidden", label))
    if match.note:
        kind = f" match__note--{match.note_kind}" if match.note_kind else ""
        inside.append(_span(f"match__note{kind}", escape(match.note)))
    tag, address = ("a", f' href="{escape(match.url)}"') if match.url else ("div", "")
    final = " match--final" if match.is_final else ""
    text = f'<{tag}{address} class="match match--{match.state}{final}">{"".join(inside)}</{tag}>'
    return mark_safe(text)  # noqa: S308 - words are escaped, states and kinds are the program's own


@register.simple_tag
def match_items(matches: Iterable[Any]) -> SafeString:
    """Return the matches of a round of a bracket as items of its list; a gap for None, where nobody plays."""
    items = [f"<li>{match_card(match)}</li>" if match else GAP for match in matches]
    return mark_safe("".join(items))  # noqa: S308 - made of matches that are escaped


def _side(side: Any) -> str:
    name = [escape(side.name)]
    if side.seed:
        name.append(f' <small class="match__seed">{side.seed}</small>')
    mark = side.said or (_("winner") if side.state == "won" else "")
    if mark:
        name.append(_span("visually-hidden", f" ({escape(mark)})"))
    return _span(
        f"match__side match__side--{side.state}" if side.state else "match__side",
        _span("match__place", str(side.place), _span("visually-hidden", ". ")) if side.place else "",
        _span("match__name", *name),
        _span("match__points", minus(side.points)),
    )


def _span(classes: str, *inside: str) -> str:
    """Return a part of a match; what stands inside is HTML."""
    return f'<span class="{classes}">{"".join(inside)}</span>'
