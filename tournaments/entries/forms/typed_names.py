"""People as somebody types them in a hurry: “bertino aldo, re anita” is a pair, the family name first."""

import re
from collections.abc import Iterable, Mapping

from tournaments.entries.writes.entries import PersonName
from tournaments.folding import fold
from tournaments.frame.text_problems import text_problem
from tournaments.frame.writable import tidy
from tournaments.guessing.names import PARTICLES

MOST_TYPED = 160
# Between two people: a comma, a semicolon or a slash, or a dash with a space beside it.
BETWEEN = re.compile(r"\s*[,;/+]\s*|\s+[-–—]+\s+|\s+[-–—]+$")
Known = Mapping[tuple[str, str], PersonName]


def parts_of(typed: str) -> list[str]:
    """Return the typed text of each person, in the order of typing."""
    return [part for part in BETWEEN.split(tidy(typed[:MOST_TYPED])) if part]


def people_of(typed: str, known: Known) -> tuple[PersonName, ...]:
    """The people that were typed; somebody ``known`` (by folded names) as they are known, in either order."""
    return tuple(_person(part, known) for part in parts_of(typed))


def readings(part: str) -> list[PersonName]:
    """Every way to read the words of a part as a family name and a name, the likeliest first."""
    words = _mended(part).split()
    first = 1
    while first < len(words) and fold(words[first - 1]) in PARTICLES:
        first += 1
    cuts = [first, *(cut for cut in range(1, len(words) + 1) if cut != first)]
    ahead = [PersonName(" ".join(words[:cut]), " ".join(words[cut:])) for cut in cuts]
    behind = [PersonName(" ".join(words[cut:]), " ".join(words[:cut])) for cut in range(1, len(words))]
    return [*ahead, *behind]


def problem_of(people: Iterable[PersonName]) -> str:
    """Return the first error of the names as a sentence; empty if there is none."""
    for person in people:
        for name, kind in ((person.family_name, "family"), (person.given_name, "given")):
            problem = text_problem(name, kind)
            if problem is not None:
                return str(problem)
    return ""


def _person(part: str, known: Known) -> PersonName:
    read = readings(part)
    return next((known[each.key] for each in read if each.key in known), read[0])


def _mended(part: str) -> str:
    """Capitals where there were only small letters, or only capitals; else as it was typed."""
    if part not in (part.lower(), part.upper()):
        return part
    return re.sub(r"[^\W\d_]+", lambda word: word[0][0].upper() + word[0][1:].lower(), part)
