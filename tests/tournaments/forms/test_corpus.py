"""Lists as clubs have them: nothing wrong is sure, and most of what is there is read right."""

from collections import Counter

import pytest

from tests.tournaments.forms.corpus import LISTS
from tournaments.entries.forms.entry_file import EntryFile, read_entries
from tournaments.entries.writes.entries import NewEntry

FEWEST_LISTS, FEWEST_RIGHT = 37, 85


def written(entry: NewEntry) -> str:
    people = [f"{person.given_name} |{person.family_name}".strip() for person in entry.people]
    return " + ".join(people) + (f" @ {entry.club}" if entry.club else "")


def meant(entry: str) -> str:
    """The same of an entry of the corpus: the last word is the family name unless a sign says where it begins."""
    names, _at, club = entry.partition(" @ ")
    people = []
    for name in names.split(" + "):
        given, _space, family = name.rpartition(" ") if "|" not in name else name.partition("|")
        people.append(f"{given.strip()} |{family}".strip())
    return " + ".join(people) + (f" @ {club}" if club else "")


def judged(read: EntryFile, entries: tuple[str, ...]) -> tuple[int, int, list[str]]:
    """How many entries are right, how many are in rows to be looked at, and which are wrong and sure, or lost."""
    wanted, found = Counter(map(meant, entries)), Counter(map(written, read.good))
    right = (wanted & found).total()
    wrong = sorted((found - wanted).elements())
    missing = sorted((wanted - found).elements())
    doubtful = min(len(missing), len(read.to_look_at))
    return right, doubtful, wrong + missing[doubtful:]


@pytest.mark.parametrize(("size", "text", "entries"), [each[1:] for each in LISTS], ids=[each[0] for each in LISTS])
def test_nothing_of_a_list_is_wrong_and_sure_or_lost(size, text, entries):
    assert judged(read_entries(text, size=size), entries)[2] == []


def test_most_of_the_lists_is_read_right(capsys):
    assert len(LISTS) >= FEWEST_LISTS
    figures = [judged(read_entries(text, size=size), entries) for _name, size, text, entries in LISTS]
    right, doubtful, wrong = (
        sum(each[0] for each in figures),
        sum(each[1] for each in figures),
        sum(len(each[2]) for each in figures),
    )
    with capsys.disabled():
        print(f"\n{len(LISTS)} lists: {right} entries right, {doubtful} to be looked at, {wrong} wrong and sure")  # noqa: T201
    assert wrong == 0
    assert right * 100 >= FEWEST_RIGHT * (right + doubtful)
