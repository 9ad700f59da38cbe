"""For the templates of games and of their online tables: the picture of a card, values by place and by seat."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def card_image(deck: Any, card: str, *, silent: bool = False) -> SafeString:
    """Return the picture of a card in a deck; ``silent`` if the text next to it names the card."""
    return format_html(
        '<img class="card__face" src="{}#card-{}" width="120" height="190" alt="{}">',
        deck.picture,
        card,
        "" if silent else deck.names[card],
    )


@register.filter
def at(values: Any, place: Any) -> Any:
    """Return the item of a list, or the value of a mapping."""
    return values[place]


@register.filter
def among(values: Any, key: Any) -> Any:
    """Return the value of a seat from a view, whose keys are texts; None if there is none."""
    return values.get(str(key))


@register.filter
def times(number: int) -> range:
    """Return a range, to repeat something so many times."""
    return range(number)
