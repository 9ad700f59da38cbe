"""Preview of a list of entries: how each row was understood, what is to be looked at, and what is no entry."""

from collections import Counter
from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.entries.forms.entry_file import (
    DOUBLE,
    GOOD,
    HERE,
    LEFT_OUT,
    NOTHING,
    ON_WAITING,
    TAKEN,
    TO_LOOK_AT,
    WITH_OTHERS,
    EntryFile,
    ListRow,
)
from tournaments.entries.forms.list_mending import FIELDS, MOST_MENDED, name_of
from tournaments.entries.reads.desk import entry_counts
from tournaments.entries.writes.entries import NewEntry, label_of
from tournaments.frame.names import TextProblem, printable
from tournaments.frame.reads.teams import is_of_teams
from tournaments.frame.words import euros
from tournaments.guessing.headings import (
    CIRCLE,
    CLUB,
    CONTACT,
    FAMILY1,
    FAMILY2,
    FAMILY3,
    GIVEN1,
    GIVEN2,
    GIVEN3,
    NUMBER,
    PAID,
    PERSON1,
    PERSON2,
    PERSON3,
    SEED,
    STATE,
)
from tournaments.guessing.lines import GROUP
from tournaments.guessing.marks import CONFIRM, OUT, WAIT
from tournaments.models import Tournament

SHOWN_ROWS = 200
DELIMITERS = {";": gettext_lazy("semicolon"), ",": gettext_lazy("comma"), "\t": gettext_lazy("tabulator")}
# What the buttons of a row say, by what it may mean.
CHOICES = {
    "two": gettext_lazy("They are two people"),
    "one": gettext_lazy("It is one person"),
    "family": gettext_lazy("It is a family name"),
    "as_read": gettext_lazy("It is right so"),
    "turned": gettext_lazy("The other way round"),
    "as_written": gettext_lazy("As it is written"),
    "club": gettext_lazy("It is the club"),
    "without": gettext_lazy("Without it"),
    "behind_club": gettext_lazy("It is the club"),
    "behind_nothing": gettext_lazy("Without it"),
    "without_club": gettext_lazy("Without it"),
    "contact": gettext_lazy("It is a contact"),
    "paid": gettext_lazy("It means: paid"),
    "looking": gettext_lazy("It means: looks for a partner"),
    "alone": gettext_lazy("Enter alone"),
    "each": gettext_lazy("Each has an entry"),
    "first": gettext_lazy("Only the first"),
    "same": gettext_lazy("It is the same, leave it out"),
    "others": gettext_lazy("They are others"),
    "shown": gettext_lazy("It is an entry"),
    "same_out": gettext_lazy("Both have withdrawn, leave them out"),
    "drop": gettext_lazy("It is no entry"),
}
OF_SECOND = (gettext_lazy("Family name of the second player"), gettext_lazy("Name of the second player"))
OF_THIRD = (gettext_lazy("Family name of the third player"), gettext_lazy("Name of the third player"))
_WITH = (WITH_OTHERS, gettext_lazy("Enter them with the others"))
_OUTSIDE = (LEFT_OUT, gettext_lazy("Leave them out"))
SECTION_CHOICES = {
    WAIT: ((ON_WAITING, gettext_lazy("Put them on the waiting list")), _WITH, _OUTSIDE),
    OUT: (_OUTSIDE, _WITH),
    CONFIRM: (_WITH, _OUTSIDE),
    GROUP: (_WITH, _OUTSIDE),
}


def preview(event: Tournament, read: EntryFile, chosen: Mapping[str, str]) -> dict[str, object]:
    """Return how each row and column was read, and how many entries would be taken."""
    of_teams = is_of_teams(event)
    # A team has as many people as it has: nobody of it looks for a partner.
    size = 1 if of_teams else event.entry_size
    singles, looking = sum(len(entry.people) < size for entry in read.good), entry_counts(event).singles
    doubtful = sorted(read.to_look_at, key=lambda row: not row.choices)
    sure = [row for row in read.listed if row.state == GOOD]
    rest = [row for row in read.listed if (row.state == NOTHING and not row.section) or row.state in (HERE, DOUBLE)]
    same = Counter((row.why[0].code, row.choices[0].code) for row in doubtful if row.choices)
    # Those that find no room go on the waiting list.
    waiting = sum(entry.status == "waiting" for entry in read.good)
    if event.capacity is not None:
        coming = sum((of_teams or len(entry.people) == size) and not entry.status for entry in read.good)
        waiting += max(0, coming - max(0, event.capacity - entry_counts(event).confirmed))
    return {
        "count": len(read.good),
        # A team is mended in the list itself.
        "doubtful": [
            _doubtful(row, size, same) | ({"fields": []} if of_teams else {}) for row in doubtful[:MOST_MENDED]
        ]
        if read.shape.has_people or not read.problems
        else [],
        "doubtful_count": len(doubtful),
        "doubtful_hidden": max(0, len(doubtful) - MOST_MENDED),
        "problems": [] if read.shape.has_people else read.problems,
        "sure": [_sure(row, size) for row in sure[:SHOWN_ROWS]],
        "sure_hidden": max(0, len(sure) - SHOWN_ROWS),
        "rest": [
            {
                "key": row.key,
                "line": row.line,
                "text": row.text,
                "why": [_problem_sentence(problem) for problem in row.why],
                # A team comes with its name and its people: a heading has none.
                "may_be_entry": row.state == NOTHING and not (of_teams and row.why[0].code == "is_heading"),
            }
            for row in rest[:SHOWN_ROWS]
        ],
        # With the sure ones and those to be looked at these are all the rows of the list.
        "rest_count": len(read.listed) - len(sure) - len(doubtful),
        "sections": [
            _section(row, read, chosen)
            for row in read.listed
            if row.state == NOTHING and row.why[0].code.startswith("section_")
        ],
        "whole": [
            {
                "line": row.line,
                "text": row.text,
                "state": "doubt" if row.state in TO_LOOK_AT else "sure" if row.state == GOOD else "none",
            }
            for row in read.listed[:SHOWN_ROWS]
        ],
        "whole_count": len(read.listed),
        "example": ""
        if of_teams
        else next((label_of(row.entry.people) for row in sure if len(row.entry.people) > 1), ""),
        "columns": [] if of_teams else [_column(place, read, size) for place in range(len(read.shape.columns))],
        "before": ",".join(column.role for column in read.shape.columns),
        "has_heading": read.has_heading,
        "sign": name_of(read.delimiter),
        "singles": singles,
        "is_odd": singles > 0 and (singles + looking) % 2 == 1,
        "looking": looking,
        "waiting": waiting,
        "is_old_encoding": bool(read.encoding) and not read.encoding.startswith("UTF"),
        "delimiter": DELIMITERS.get(read.delimiter, ""),
        "ignored": [printable(column.heading) for column in read.ignored],
        "may_undo": any(decision != TAKEN for decision in chosen.values()),
        "here": sum(row.state == HERE for row in read.listed),
    }


def people_in(entry: NewEntry) -> str:
    """Return the names of an entry in full, the given name first; those of a team behind its name."""
    names = [f"{person.given_name} {person.family_name}".strip() for person in entry.people]
    return f"{entry.name}: {', '.join(names)}" if entry.name else " – ".join(names)


def _doubtful(row: ListRow, size: int, same: Counter[tuple[str, str]]) -> dict[str, object]:
    """Return a row to be looked at: why, what it may mean, and fields to write it."""
    # The text in three pieces, the odd one in the middle.
    text = row.text
    at = text.casefold().find(row.odd.casefold()) if row.odd and row.odd != text else -1
    end = at + len(row.odd)
    before, odd, behind = (text, "", "") if at < 0 else (text[:at], text[at:end], text[end:])
    first = row.choices[0].entries[0] if row.choices and row.choices[0].entries else row.entry
    parts = [part for person in first.people[:size] for part in (person.family_name, person.given_name)]
    labels = (
        _("Family name"),
        _("Given name"),
        *((_("Family name of the partner"), _("Given name of the partner")) if size < 3 else OF_SECOND),
        *OF_THIRD,
    )
    fields = [
        {"name": f"t{row.key}{field}", "label": label, "value": value}
        for field, label, value in zip(FIELDS, labels, [*parts, *[""] * len(FIELDS)], strict=False)
    ]
    choices = []
    for choice in row.choices[:3]:
        # In words what the row would make.
        said = []
        for entry in choice.entries:
            more = [_("looks for a partner")] if len(entry.people) < size == 2 else []
            more += [entry.club] if entry.club else []
            more += [_("the contact is seen by you alone")] if entry.phone or entry.contact else []
            said.append(", ".join([people_in(entry), *more]))
        choices.append(
            {
                "value": f"{row.key}:{choice.code}",
                "label": str(CHOICES.get(choice.code, choice.code)),
                "result": " · ".join(said),
            }
        )
    count = same[row.why[0].code, row.choices[0].code] if row.choices else 0
    return {
        "key": row.key,
        "line": row.line,
        "before": before,
        "odd": odd,
        "behind": behind,
        "why": [_problem_sentence(problem) for problem in row.why],
        "is_wrong": not row.choices,
        "choices": choices,
        "may_drop": all(choice.code != "drop" for choice in row.choices),
        "fields": fields[: 2 * size],
        # Nothing but a name is missing.
        "is_typed": any(problem.code in ("partner_missing", "name_missing", "too_few_people") for problem in row.why),
        "all": f"{row.why[0].code}:{row.choices[0].code}" if count > 2 else "",
        "all_count": count,
    }


def _problem_sentence(problem: TextProblem) -> str:
    """Return a problem in its own words, without the line, which stands beside it."""
    said = str(TextProblem(problem.code, 0, problem.params))
    return said[:1].upper() + said[1:]


def _sure(row: ListRow, size: int) -> dict[str, object]:
    entry, tags = row.entry, []
    if entry.is_paid:
        tags.append(_("paid") if entry.paid_cents is None else euros(entry.paid_cents))
    if entry.status == "pending":
        tags.append(_("to be confirmed"))
    if entry.status == "waiting":
        tags.append(_("waiting list"))
    if len(entry.people) >= size > 1 and not any(person.given_name for person in entry.people):
        tags.append(_("family names only"))
    return {
        "key": row.key,
        "line": row.line,
        "text": row.text,
        "names": [people_in(each) for each in row.entries],
        "tags": tags,
        "club": entry.club,
        "seed": entry.seed,
        "is_known": row.is_known,
        "is_mended": row.is_mended,
        "is_single": any(0 < len(each.people) < size for each in row.entries),
        "has_contact": bool(entry.phone or entry.contact),
        # A row whose own words are the names needs no second telling.
        "is_same": {*row.text.split()} == {*" ".join(people_in(each) for each in row.entries).split()} - {"–"},
    }


def _section(row: ListRow, read: EntryFile, chosen: Mapping[str, str]) -> dict[str, object]:
    """Return a section of the list: what it is, who is in it, and what can be done with it."""
    inside = [each for each in read.listed if each.section == row.key and each is not row]
    told = ngettext("%(n)s row", "%(n)s rows", len(inside)) % {"n": len(inside)}
    usual = {GROUP: WITH_OTHERS}.get(row.section, "")
    return {
        "key": row.key,
        "line": row.line,
        "text": row.text,
        "why": [_problem_sentence(problem) for problem in row.why],
        "told": told,
        "rows": [each.text for each in inside[:6]],
        "choices": [
            {"value": f"{row.key}:{code}", "label": label, "is_chosen": chosen.get(row.key, usual) == code}
            for code, label in SECTION_CHOICES.get(row.section, ())
        ],
    }


def _column(place: int, read: EntryFile, size: int) -> dict[str, object]:
    """Return a column: its heading, or else its first cell, and what it may contain."""
    column = read.shape.columns[place]
    second = {
        PERSON2: _("Partner, whole name"),
        FAMILY2: _("Family name of the partner"),
        GIVEN2: _("Given name of the partner"),
    }
    third = {
        PERSON3: _("Third player, whole name"),
        FAMILY3: _("Family name of the third player"),
        GIVEN3: _("Name of the third player"),
    }
    labels = {
        PERSON1: _("Whole name, or both players") if size > 1 else _("Whole name"),
        FAMILY1: _("Family name"),
        GIVEN1: _("Given name"),
        **(second if size > 1 else {PERSON2: _("Another player, whole name")}),
        **(third if size > 2 else {}),
        CLUB: _("Club"),
        CIRCLE: _("Valley or league"),
        SEED: _("Seed"),
        CONTACT: _("Telephone or mail"),
        PAID: _("Payment"),
        STATE: _("State of the entry"),
        NUMBER: _("Number"),
        "": _("Not needed"),
    }
    listed = [row for row in read.listed if row.state != NOTHING]
    first = next((row.cells[place] for row in listed if place < len(row.cells) and row.cells[place].strip()), "")
    return {
        "name": f"c{place}",
        "heading": printable(column.heading or first),
        "state": "none" if not column.role else "sure" if column.is_sure else "maybe",
        "roles": [{"value": role, "label": label, "is_chosen": role == column.role} for role, label in labels.items()],
    }
