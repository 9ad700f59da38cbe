"""Large numbers as the reader's language writes them."""

from django import template

from tournaments.frame.numbers import spelled

register = template.Library()
register.filter(spelled)
