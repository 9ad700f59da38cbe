"""The list of the check-in desk: rows by first letter, totals, and the proposal for a name not on the list."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.entries.forms.desk import parts_of, people_of, readings
from tournaments.entries.reads.arrivals import PLACED, known_people, money_taken
from tournaments.entries.reads.desk import EntryCounts, entry_counts
from tournaments.entries.reads.fees import Account, account, due, usual_fee
from tournaments.entries.writes.entries import PersonName, needs_all
from tournaments.events.words.sentences import entries_word
from tournaments.folding import are_begun, fold, words_of
from tournaments.frame.reads.teams import is_of_teams
from tournaments.frame.words import euros
from tournaments.jobs.reads.event_records import hand_word
from tournaments.models import Entry, Tournament

Status = Entry.Status
MISSING, TO_PAY, TO_GIVE_BACK = "mancano", "pagare", "ridare"
# In shorter words one wrong letter would match too many names.
LONG_ENOUGH = 4
MOST_SUGGESTED, LETTERS = 4, 2


class Known(NamedTuple):
    """A person who has played in an earlier event of the club."""

    name: PersonName
    club: str
    times: int


@dataclass(frozen=True, slots=True)
class DeskAnswer:
    """The message after a step, or the refusal.

    ``back`` holds the values that the undo button sends, ``many`` the entries that it is about.
    """

    text: str
    entry: Entry | None = None
    back: Sequence[str] = ()
    many: Sequence[int] = ()
    is_refused: bool = False
    typed: str = ""
    status: int = 200
    is_whole: bool = False
    question: Mapping[str, Any] | None = None


class Roll:
    """The entries expected at an event, ordered by name."""

    def __init__(self, event: Tournament, expected: Sequence[Entry]) -> None:
        self.event = event
        self.entries = sorted(expected, key=lambda entry: [fold(name) for name in names_of(entry)])
        self.words = {entry.pk: words_of(" ".join(names_of(entry))) for entry in self.entries}
        self.money = money_taken(event)
        self.held = Counter[int]()
        for row in self.money:
            self.held[row.entry] += row.cents
        self.has_fee = bool(event.fee_cents) or any(entry.fee_cents for entry in self.entries)

    @property
    def counts(self) -> EntryCounts:
        return entry_counts(self.event)

    def matching(self, typed: str) -> list[Entry]:
        """Return the entries where every typed word is the start of a word of the names."""
        wanted = words_of(typed)
        return [entry for entry in self.entries if wanted and are_begun(self.words[entry.pk], wanted)]

    def near(self, typed: str) -> list[Entry]:
        """Return the entries that would match after changing, adding or dropping one letter of one word."""
        wanted = words_of(typed)
        return [entry for entry in self.entries if wanted and _is_near(self.words[entry.pk], wanted)]

    def groups(self, *, only: str = "", typed: str = "") -> list[dict[str, Any]]:
        """Return the rows grouped by first letter."""
        shown = self.entries
        if typed:
            shown = self.matching(typed) or self.near(typed)
        elif only == MISSING:
            shown = self.missing()
        elif only == TO_PAY:
            shown = [entry for entry in shown if self.owes(entry)]
        elif only == TO_GIVE_BACK:
            shown = self.overpaid
        by_letter = groupby(shown, key=lambda entry: (fold(names_of(entry)[0]) or "#")[0].upper())
        return [
            {"letter": letter, "rows": [self.row_of(entry, only=only) for entry in rows]} for letter, rows in by_letter
        ]

    @staticmethod
    def absent(groups: Sequence[Mapping[str, Any]]) -> list[int]:
        """Return the keys of the entries in ``groups`` that are not checked in."""
        return [row["entry"].pk for group in groups for row in group["rows"] if not row["here"]]

    def missing(self) -> list[Entry]:
        """Return the entries that are not checked in."""
        return [entry for entry in self.entries if not entry.checked_in]

    def to_leave_out(self) -> list[Entry]:
        """Return the missing entries that hold a place, which would go to the waiting list."""
        return [entry for entry in self.missing() if entry.status in PLACED]

    def row(self, entry_id: int, *, only: str = "") -> dict[str, Any] | None:
        """Return the row of an entry as it is now, or None."""
        return next((self.row_of(entry, only=only) for entry in self.entries if entry.pk == entry_id), None)

    def owes(self, entry: Entry) -> bool:
        """Return whether the entry is checked in and has not paid all of its fee."""
        return entry.checked_in and self.account(entry).open > 0

    @cached_property
    def overpaid(self) -> list[Entry]:
        """Return the entries that have paid more than they have to."""
        return [entry for entry in self.entries if self.account(entry).excess]

    @property
    def excess(self) -> str:
        """Return the money that has to be given back; "" for none."""
        cents = sum(self.account(entry).excess for entry in self.overpaid)
        return euros(cents) if cents else ""

    def account(self, entry: Entry) -> Account:
        """Return what an entry has to pay, has paid and still owes."""
        return account(self.event, entry, self.held[entry.pk])

    @property
    def owing(self) -> int:
        """Return the cents that checked-in entries still owe."""
        return sum(self.account(entry).open for entry in self.entries if entry.checked_in)

    def row_of(self, entry: Entry, *, only: str = "") -> dict[str, Any]:
        """Return a row: the names, the notes below them, the fee, and the steps that are possible."""
        names = names_of(entry)
        money = self.account(entry)
        is_paid = entry.fee_paid and money.held > 0
        notes = [entry.club.name if entry.club else ""]
        if entry.status == Status.WAITING:
            notes.append(_("waiting list"))
        if entry.status == Status.SINGLE:
            notes.append(_("without a partner"))
        if entry.fee_cents is not None:
            pays = _("pays %(fee)s") % {"fee": euros(entry.fee_cents)} if entry.fee_cents else _("pays nothing")
            notes.append(f"{pays} ({entry.fee_reason})" if entry.fee_reason else pays)
        return {
            "entry": entry,
            "first": names[0],
            "others": names[1:],
            "words": " ".join(self.words[entry.pk]),
            "note": " · ".join(filter(None, notes)),
            "here": entry.checked_in,
            "paid": is_paid,
            "takes_fee": money.open > 0,
            "fee": euros(money.held if is_paid else money.open),
            "held": euros(money.held) if money.held > 0 else "",
            "excess": euros(money.excess) if money.excess else "",
            "has_fee": self.has_fee,
            "is_done": entry.checked_in and not money.open and not money.excess,
            "slug": self.event.slug,
            "solo": only,
            "may_leave": only == MISSING and self.is_before_draw and not entry.checked_in,
            "comes_in": self.next_in if entry.status == Status.CONFIRMED else "",
        }

    @property
    def is_before_draw(self) -> bool:
        return self.event.status not in (Tournament.Status.RUNNING, Tournament.Status.FINISHED)

    @cached_property
    def next_in(self) -> str:
        """Return the name of who comes in from the waiting list when a confirmed entry leaves; "" for nobody."""
        confirmed = sum(entry.status == Status.CONFIRMED for entry in self.entries)
        if self.event.capacity is not None and confirmed > self.event.capacity:
            return ""
        waiting = [entry for entry in self.entries if entry.status == Status.WAITING]
        return min(waiting, key=lambda entry: entry.number).label if waiting else ""

    def singles(self) -> list[dict[str, Any]]:
        """Return the players without a partner; none after the draw, when no pairs can be made."""
        if not self.is_before_draw:
            return []
        looking = [entry for entry in self.entries if entry.status == Status.SINGLE]
        return [{"entry": entry, "name": names_of(entry)[0], "here": entry.checked_in} for entry in looking]

    def totals(self) -> dict[str, Any]:
        """Return how many are checked in, the money taken, and the money that they still owe."""
        counts = self.counts
        return {
            "here": counts.checked_in,
            "of": entries_word(self.event.entry_size, counts.confirmed),
            "cash": euros(counts.cash_cents),
            "owing": euros(self.owing),
            "excess": self.excess,
            "has_fee": self.has_fee,
        }

    def cash(self, reader: int | None) -> dict[str, Any] | None:
        """Return the money taken, by the account that took it, and the money due; None if there is no fee."""
        counts = self.counts
        if not self.has_fee and not counts.cash_cents:
            return None
        hands = Counter[tuple[int | None, str]]()
        for row in self.money:
            hands[row.account, hand_word(row.name, is_imported=row.is_imported) or _("otherwise")] += row.cents
        return {
            "paid": sum(cents > 0 for cents in self.held.values()),
            "cash": euros(counts.cash_cents),
            "cents": counts.cash_cents,
            "hands": [
                {"name": _("you") if key and key == reader else name, "cents": euros(cents)}
                for (key, name), cents in hands.items()
                if cents
            ],
            "owing": euros(self.owing),
            "excess": self.excess,
        }

    def filters(self) -> list[dict[str, Any]]:
        """Return the filters (all, missing, to pay), each with its number of entries."""
        shown = [
            {"key": "", "label": _("All"), "count": len(self.entries)},
            {"key": MISSING, "label": _("Missing"), "count": len(self.missing())},
        ]
        if self.has_fee:
            owing = sum(self.owes(entry) for entry in self.entries)
            shown.append({"key": TO_PAY, "label": _("To pay"), "count": owing})
        if self.overpaid:
            shown.append({"key": TO_GIVE_BACK, "label": _("To give back"), "count": len(self.overpaid)})
        return shown


def names_of(entry: Entry) -> list[str]:
    """Return the names of the people of an entry, family name first."""
    return [f"{each.person.family_name} {each.person.given_name}".strip() for each in entry.members.all()] or [
        entry.label
    ]


def _is_near(words: Sequence[str], wanted: Sequence[str]) -> bool:
    """Return whether every typed word starts a word of the names, allowing one wrong letter in one of them."""
    wrong = [each for each in wanted if not any(word.startswith(each) for word in words)]
    if len(wrong) != 1:
        return not wrong
    (typed,) = wrong
    if len(typed) < LONG_ENOUGH:
        return False
    for word in words:
        at = next((n for n, (a, b) in enumerate(zip(word, typed, strict=False)) if a != b), min(len(word), len(typed)))
        rest, left = word[at:], typed[at:]
        # From the first different letter on: two letters swapped, one wrong, one too many, one missing.
        is_turned = rest[:2] == left[1::-1] and rest[2:].startswith(left[2:])
        if is_turned or rest[1:].startswith(left[1:]) or rest.startswith(left[1:]) or rest[1:].startswith(left):
            return True
    return False


def known_people_like(event: Tournament, typed: str) -> dict[tuple[str, str], Known]:
    """Return the people of the club who may match what was typed, by their normalised names."""
    words = {word for part in parts_of(typed) for word in part.split() if len(word) >= LETTERS}
    found = known_people(event, sorted(words)[:8])
    mine = [Known(PersonName(each.family_name, each.given_name), each.club, each.times) for each in found]
    return {each.name.key: each for each in reversed(mine)}


def proposal(event: Tournament, roll: Roll, typed: str) -> dict[str, Any] | None:
    """Return the entry that would be added for what was typed, the club's people it may mean, and similar entries."""
    found = known_people_like(event, typed)
    people = people_of(typed, {key: each.name for key, each in found.items()})
    # A team is entered with its name, on the page of the entries.
    if not people or is_of_teams(event):
        return None
    near = roll.matching(typed) or roll.near(typed)
    if not near:
        # Somebody's name differs from one of these by one letter at most.
        near = [
            entry
            for entry in roll.entries
            for each in people
            if each.given_name and any(_is_near(words_of(name), words_of(_full(each))) for name in names_of(entry))
        ]
    notes = []
    for each in people:
        seen, values = found.get(each.key), {"name": each.given_name or each.family_name}
        if seen is None:
            notes.append(_("%(name)s is new.") % values)
            continue
        if seen.times:
            text = ngettext("%(name)s has come %(n)s time", "%(name)s has come %(n)s times", seen.times)
        else:
            text = _("%(name)s is known")
        text %= {**values, "n": seen.times}
        notes.append(f"{text}, {seen.club}." if seen.club else f"{text}.")
    # People of the club whose names start like the last one typed, each with the completed field.
    *before, last = parts_of(typed)
    suggested = []
    if words_of(last) and not found.keys() & {each.key for each in readings(last)}:
        like = [each.name for each in found.values() if are_begun(words_of(_full(each.name)), words_of(last))]
        for name in map(_full, like[:MOST_SUGGESTED]):
            suggested.append({"name": name, "typed": ", ".join([*before, name])})
    return {
        "first": _full(people[0]),
        "others": [_full(each) for each in people[1:]],
        "notes": notes,
        "is_single": len(people) < event.entry_size and not needs_all(event.entry_size),
        "lacks": len(people) < event.entry_size and needs_all(event.entry_size),
        "fee": euros(usual_fee(event, people=len(people))) if event.fee_cents else "",
        "is_entered": bool(roll.matching(typed)),
        "near": [{"entry": entry, "name": " – ".join(names_of(entry))} for entry in near[:3]],
        "suggested": suggested,
    }


def _full(person: PersonName) -> str:
    return f"{person.family_name} {person.given_name}".strip()


def counted_sentence(counted: int, wanted: int) -> str:
    """Return the sentence that compares the counted drawer with what it should hold."""
    values = {"wanted": euros(wanted), "apart": euros(abs(counted - wanted))}
    if counted == wanted:
        return _("The drawer is right: %(wanted)s.") % values
    if counted < wanted:
        return _("There should be %(wanted)s in the drawer: %(apart)s are missing.") % values
    return _("There should be %(wanted)s in the drawer: %(apart)s are too many.") % values


def done_sentence(entry: Entry, new: Mapping[str, bool], cents: int) -> str:
    """Return the sentence of what was ticked, for the bar with the undo. ``cents`` were paid or given back."""
    words = {
        ("checked_in", True): _("here"),
        ("checked_in", False): _("not here"),
        ("fee_paid", True): _("paid %(fee)s") % {"fee": euros(cents)},
        ("fee_paid", False): _("%(fee)s given back") % {"fee": euros(cents)},
    }
    return f"{entry.label}: {', '.join(words[each] for each in new.items())}"


def added_sentence(event: Tournament, entry: Entry) -> str:
    """Return the sentence of an added entry: whether it is checked in and has paid."""
    if entry.status == Status.WAITING:
        return _("%(name)s is on the waiting list: the event is full.") % {"name": entry.label}
    ticked = {field: True for field in ("checked_in", "fee_paid") if getattr(entry, field)}
    said = done_sentence(entry, ticked, due(event, entry)) if ticked else entry.label
    return _("Added: %(what)s") % {"what": said}
