"""What things and people are called on the stage: as the stage thinks, or by texts that a test gives, one by one.

While texts are given, a visitor has an account of their own beside the one of that name, called by a text too: the
evenings of other tests keep their plain names.
"""

from collections.abc import Sequence

from tournaments.entries.writes.entries import NewEntry, PersonName

ELSEWHERE = "text.example.org"
_given: list[str] = []
_said = 0
_named = 0


def speak(texts: Sequence[str]) -> None:
    """Use these texts from now on; none ends it."""
    global _said, _named
    _given[:] = texts
    _said = _named = 0


def words(plain: str) -> str:
    """The next text that was given, or what the stage thinks."""
    global _said
    if not _given:
        return plain
    _said += 1
    return _given[_said % len(_given)]


def mail(plain: str) -> str:
    """The address of the person who is meant."""
    return f"{plain.partition('@')[0]}@{ELSEWHERE}" if _given else plain


def is_spoken() -> bool:
    return bool(_given)


def people(size: int) -> tuple[PersonName, ...]:
    """People by the next texts: each is a family name and a given name in turn, no two of both are alike."""
    return tuple(_person() for _seat in range(size))


def _person() -> PersonName:
    global _named
    count, _named = len(_given), _named + 1
    return PersonName(_given[_named % count], _given[(_named + 1 + _named // count) % count])


def entries(number: int, size: int) -> list[NewEntry]:
    """So many entries, each of a club."""
    return [NewEntry(people=people(size), club=words("")) for _entry in range(number)]
