"""Search the names of the entries of events by what a player types: without accents, by beginnings, in any order."""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.entries.reads.finding import FoundEntry
from tournaments.folding import are_begun, letters_of, words_of

# Letters of a prefix; a shorter text must be a whole name.
ENOUGH = 3


class Hit(NamedTuple):
    """An entry found: the name split at the typed letters (before, match, after), and the other names in it."""

    entrant: FoundEntry
    before: str
    marked: str
    after: str
    others: tuple[str, ...]


def find(everybody: Sequence[FoundEntry], typed: str) -> list[Hit]:
    """Return the entries with a name in which every typed word begins a word; else those that contain the words.

    Words of one entry may belong to different people in it. Fewer than three letters match a whole name only.
    """
    wanted = words_of(typed)
    if not wanted:
        return []
    if max(map(len, wanted)) < ENOUGH:
        return _hits([each for each in everybody if set(wanted) <= set(_all_words(each))], wanted)
    begun = [each for each in everybody if are_begun(_all_words(each), wanted)]
    held = begun or [each for each in everybody if all(word in "".join(_all_words(each)) for word in wanted)]
    return _hits(held, wanted)


def _all_words(entrant: FoundEntry) -> tuple[str, ...]:
    return words_of(" ".join(entrant.people))


def _hits(found: Sequence[FoundEntry], wanted: Sequence[str]) -> list[Hit]:
    """Return the hits by name, each with the matching person first and the typed letters marked in the name."""
    hits = []
    for each in found:
        people = each.people
        meant = next((name for name in people if are_begun(words_of(name), wanted[:1])), people[0])
        at = people.index(meant)
        before, marked, behind = meant, "", ""
        start = 0
        for word in meant.split():
            start = meant.index(word, start)
            begun = next((text for text in wanted if letters_of(word).startswith(text)), "")
            if begun:
                end = next(n for n in range(1, len(word) + 1) if len(letters_of(word[:n])) >= len(begun))
                before, marked, behind = meant[:start], word[:end], meant[start + end :]
                break
            start += len(word)
        hits.append(Hit(each, before, marked, behind, (*people[:at], *people[at + 1 :])))
    return sorted(hits, key=lambda hit: words_of(f"{hit.before}{hit.marked}{hit.after}"))
