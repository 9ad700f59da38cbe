"""People and clubs by their names, which are compared in the folded form (``tournaments.folding``) by the database.

A row without that form was written by the release before this one; it is found as well, and the caller compares it.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Final

from django.db.models import F, Q
from django.db.models.expressions import OrderBy

from tournaments import folding

PERSON: Final = ("family_name", "given_name")
CLUB: Final = ("name",)
UNKNOWN: Final = Q(folded=None)


def by_name(path: str = "") -> OrderBy:
    """Return the order of names, for people, clubs, or rows with these at the end of ``path``."""
    return F(f"{path}folded").asc(nulls_last=True)


def rows_called(names: Iterable[tuple[str, ...]]) -> Q:
    """Return the rows with one of these names, each the texts of the columns that make a name."""
    return Q(folded__in={folding.folded_name(*parts) for parts in names}) | UNKNOWN


def holding(search: str, columns: Iterable[str]) -> Q:
    """Return the rows whose name contains every word of a search; all where it is empty."""
    if not search.strip():
        return Q()
    words = folding.asked_words(search)
    if not words:
        return Q(pk__in=())
    known, written = Q(), Q(UNKNOWN)
    for word in words:
        known &= Q(folded__contains=word)
    for word in search.split()[: folding.MOST_WORDS]:
        written &= _any(columns, "icontains", word)
    return known | written


def beginning(words: Iterable[str], columns: Iterable[str]) -> Q:
    """Return the rows with a name of which a word begins with one of ``words``; none without words."""
    found = Q(pk__in=())
    for word in words:
        found |= UNKNOWN & _any(columns, "istartswith", word)
        for each in folding.words_of(word):
            found |= Q(folded__startswith=each) | Q(folded__contains=f" {each}")
    return found


def _any(columns: Iterable[str], lookup: str, word: str) -> Q:
    return reduce(or_, (Q(**{f"{column}__{lookup}": word}) for column in columns))
