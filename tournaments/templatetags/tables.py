"""Cards on the page of a live table."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def card_image(deck: Any, card: str, *, silent: bool = False) -> SafeString:
    """A card of a deck as a picture; ``silent`` where words beside it say what it is."""
    return format_html(
        '<img class="card__face" src="{}#card-{}" width="120" height="190" alt="{}">',
        deck.picture, card, "" if silent else deck.names[card],
    )  # fmt: skip


@register.filter
def at(values: Any, place: Any) -> Any:
    """What a list has at a place, or a mapping at a key."""
    return values[place]


@register.filter
def among(values: Any, key: Any) -> Any:
    """What a view keeps by seat, whose keys are texts; None where it keeps nothing of that seat."""
    return values.get(str(key))


@register.filter
def times(number: int) -> range:
    """So many times."""
    return range(number)
