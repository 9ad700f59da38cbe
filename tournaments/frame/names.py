"""Valid names: visible letters of one alphabet, and what is wrong with a typed name or a list, in a sentence.

Valid names: visible letters of one alphabet, and nothing that changes the direction of the text. One place for the
names of people, clubs, circuits, events and accounts, typed, read from a list or sent by a program.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.frame.numbers import separate_counts
from tournaments.games.contract import Json

# The most characters of a typed name that are tidied.
MOST_UNTIDY: Final = 1_000
# Control characters, surrogates and unassigned code points; line ends and direction marks.
UNWRITABLE: Final = ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")
TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Letters and marks that show nothing, beside those of the category Cf.
UNSEEN: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
VARIATIONS: Final = ((0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
# Other widths and weights of a letter, which read as the letter itself.
DRESSED: Final = ("<wide>", "<narrow>", "<font>", "<small>")
# One sign for letters that are also written alone: a Roman number, a ligature, a letter in a circle.
COMPOSED: Final = ("<compat>", "<circle>")
# Alphabets with letters that look like each other's; letters of others, such as kanji, may stand beside them.
ALIKE: Final = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC"})
# The size of the cache of letters: all letters in lists of names, and no more.
REMEMBERED: Final = 4_096


def tidy(name: str) -> str:
    """Return a name in its usual letters (NFC), without invisible characters, and with single spaces.

    Forbidden characters stay, and are refused: control characters, and what changes the text direction.
    """
    seen = name
    if not name.isascii():
        seen = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).translate(_SHOWN))
    return " ".join(part for part in seen.split(" ") if part)


class _Shown(dict[int, str]):
    """Each letter as it is written, by its number; the first thousands are cached.

    An invisible letter becomes nothing, and every space the usual one.
    """

    def __missing__(self, number: int) -> str:
        found = letter = chr(number)
        is_format = unicodedata.category(letter) == "Cf" and letter not in TURNING
        if letter in UNSEEN or is_format or any(first <= number <= last for first, last in VARIATIONS):
            found = ""
        made_of = unicodedata.decomposition(letter)
        if found and made_of.startswith((*DRESSED, *COMPOSED)):
            plain = unicodedata.normalize("NFKC", letter)
            if made_of.startswith(DRESSED) or (plain.isascii() and plain.isalnum()):
                found = plain
        found = "".join(" " if unicodedata.category(part) == "Zs" else part for part in found)
        if len(self) < REMEMBERED:
            self[number] = found
        return found


_SHOWN: Final = _Shown()


def is_unwritable(name: str) -> bool:
    """Return whether a name contains forbidden characters, or shows nothing at all."""
    letters = set() if name.isprintable() else set(name)
    if any(unicodedata.category(letter) in UNWRITABLE or letter in TURNING for letter in letters):
        return True
    return bool(name) and not tidy(name)


def has_letters(name: str) -> bool:
    """Return whether a name has a letter or a digit; signs alone are no name."""
    return any(unicodedata.category(letter)[0] in "LN" for letter in name)


def is_mixed(name: str) -> bool:
    """Return whether a name has letters of two alphabets that look alike: it may imitate another name."""
    if name.isascii():
        return False
    alphabets = {unicodedata.name(letter, "").partition(" ")[0] for letter in set(name) if letter.isalpha()}
    return len(alphabets & ALIKE) > 1


# The longest text that each column may hold; the limits are those of the database.
LONGEST: Final = MappingProxyType(
    {"family": 60, "given": 60, "club": 120, "circle": 120, "account": 120, "event": 120, "preset": 80}
)


# A spreadsheet that opens an export would take such a cell for a formula.
FORMULA_STARTS: Final = ("=", "+", "-", "@")


PROBLEMS: Final = MappingProxyType(
    {
        "file_too_big": _("The list is too big: it may have %(most)s MB. Divide it into smaller ones."),
        "file_empty": _("The list is empty: paste at least one entry."),
        "file_is_spreadsheet": _("This is a spreadsheet, not a CSV file: save it as “CSV” and choose that file."),
        "file_not_text": _("This is not a text file: it cannot be read as a list of entries."),
        "too_many_rows": _("The list has more than %(most)s entries. Divide it into smaller ones."),
        "too_many_columns": _("%(found)s columns; a list has at most %(most)s."),
        "people_missing": _("In none of the columns names of players were found: say which column has them."),
        "no_entries": _("Below the heading there is no entry."),
        "quotes_open": _("a quotation mark is opened or closed in the wrong place."),
        "cell_too_long": _("a value is too long to be a name."),
        "name_missing": _("the family name of player %(player)s is missing."),
        "text_too_long": _("“%(value)s” has %(found)s characters; at most %(most)s fit."),
        "text_formula": _("“%(value)s” begins with “%(sign)s”: a name cannot begin with =, +, - or @."),
        "text_nothing": _("“%(value)s” has no letter: a name has one."),
        "text_mixed": _("“%(value)s” mixes letters of two alphabets that look alike: write it in one."),
        "text_control": _("“%(value)s” holds a character that cannot be written."),
        "team_missing": _("the name of the team is missing."),
        "partner_missing": _("behind the sign between the names there is nobody: add the partner, or enter one alone."),
        "too_many_people": _("%(found)s players, but an entry has at most %(most)s."),
        "too_few_people": _("%(found)s of %(most)s players: the others are missing."),
        "two_people_in_singles": _("two players, but in this event everybody plays alone."),
        "person_twice_here": _("%(name)s is in line %(first)s already."),
        "person_twice": _("%(name)s is in this event already."),
        "seed_not_number": _("seed “%(value)s” is not a number from 1 to %(most)s."),
        "seed_twice": _("seed %(value)s is taken already."),
        # What else a file may be.
        "file_is_page": _("This is a web page with the name of a list: open it, copy the table and paste it here."),
        "file_is_document": _("This is a text document: open it, copy the list and paste it here."),
        "file_is_pdf": _("This is a PDF: open it, copy the list and paste it here."),
        "file_is_picture": _("This is a picture: a list is read from a file or from what you paste."),
        # Why a row is looked at before it is taken.
        "doubt_order": _("Which is the family name in “%(value)s”?"),
        "doubt_brothers": _("One family name and two given names: are they relatives?"),
        "doubt_given_only": _("“%(value)s” is a given name: the family name is missing."),
        "doubt_one_or_two": _("Is “%(value)s” one person or two?"),
        "doubt_no_sign": _("Are there two people in “%(value)s”, without a sign between them?"),
        "doubt_double_name": _("Is “%(value)s” a pair, or one person with a double name?"),
        "doubt_behind": _("“%(value)s” stands behind the names: is it the club?"),
        "doubt_third": _("“%(value)s” is a third name: is it the club?"),
        "doubt_club_behind": _("“%(value)s” is a club: the partner is missing."),
        "doubt_contact": _("Behind the sign is a contact, not a name."),
        "doubt_crossed": _("What does the x behind the name mean?"),
        "doubt_odd": _("“%(value)s” does not look like a name."),
        "doubt_message": _("This looks like a message, not like an entry."),
        "doubt_entry": _("Is this an entry?"),
        "doubt_column": _("“%(value)s” stands in a column without a heading: is it right so?"),
        "doubt_turned": _("The same names are in line %(first)s, in another order."),
        "doubt_turned_here": _("The same names are in the event already, in another order."),
        "doubt_partner": _("“%(value)s”: are they a pair?"),
        "doubt_out": _("Somebody in this row has withdrawn: both of them?"),
        "doubt_struck": _("This row is struck through in the file."),
        "doubt_hidden": _("This row is hidden in the file."),
        "doubt_covered": _("A cell of this row lies under a merged one: nobody sees it in the file."),
        # Why a row is no entry.
        "is_title": _("it is the title"),
        "is_heading": _("it names the columns"),
        "is_total": _("it is the total"),
        "is_place": _("it is an empty place"),
        "is_above": _("it stands above the heading"),
        "is_left_out": _("you left it out"),
        "is_withdrawn": _("the list says that it is withdrawn"),
        "is_here": _("it is in the event already"),
        "is_double": _("it is in line %(first)s already"),
        "in_wait": _("it is below the reserves"),
        "in_out": _("it is below those who withdrew"),
        "in_confirm": _("it is below those to be confirmed"),
        "in_group": _("it is in a group that you left out"),
        "section_wait": _("These are reserves."),
        "section_out": _("These have withdrawn."),
        "section_confirm": _("These are to be confirmed."),
        "section_group": _("This is a group: the draw makes the groups of the event."),
    }
)


@dataclass(frozen=True, slots=True)
class TextProblem:
    """Something that keeps a list from being taken: a code of PROBLEMS, the line (0: the whole list), the values."""

    code: str
    line: int = 0
    params: Mapping[str, Json] = field(default_factory=dict)

    def __str__(self) -> str:
        where = gettext("Line %(line)s: ") % {"line": self.line} if self.line else ""
        return where + gettext(PROBLEMS[self.code]) % separate_counts(self.params)


def printable(value: str) -> str:
    """A value as a sentence may quote it: short, and with a sign for what cannot be written."""
    shown = value.strip()
    if not shown.isprintable():
        shown = "".join(letter if letter.isprintable() else "\ufffd" for letter in shown)
    return shown if len(shown) <= 40 else f"{shown[:39]}…"


def text_problem(value: str, kind: str, line: int = 0) -> TextProblem | None:
    """Return what is wrong with a name, its spaces tidied already; None if nothing.

    ``kind`` is a key of ``LONGEST``, such as "club" or "event"; ``line`` is the line of the list.
    """
    if is_unwritable(value):
        return TextProblem("text_control", line, {"value": printable(value)})
    if value.startswith(FORMULA_STARTS) and kind != "event":
        return TextProblem("text_formula", line, {"value": printable(value), "sign": value[0]})
    if value and not has_letters(value):
        return TextProblem("text_nothing", line, {"value": printable(value)})
    # The name of an event may have words of two alphabets, each word is of one.
    if any(is_mixed(part) for part in (value.split() if kind == "event" else [value])):
        return TextProblem("text_mixed", line, {"value": printable(value)})
    if len(value) > LONGEST[kind]:
        return TextProblem(
            "text_too_long", line, {"value": printable(value), "found": len(value), "most": LONGEST[kind]}
        )
    return None
