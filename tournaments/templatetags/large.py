"""Large numbers as the reader's language writes them."""

from django import template

from tournaments.frame.numbers import with_separators

register = template.Library()
register.filter(with_separators)
