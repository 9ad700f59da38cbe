"""What may stand in a name: letters that are seen, of one alphabet, and nothing that turns the line around.

One place for the names of people, clubs, circuits, events and accounts, typed, read from a list or sent by a program.
"""

import unicodedata
from functools import lru_cache
from typing import Final

# Of a name as it was typed: beyond it nobody looks for what could be left out.
MOST_UNTIDY: Final = 1_000
# Control characters, halves of characters and places without any; line ends and what turns the line around.
UNWRITABLE: Final = ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")
TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Letters and marks that show nothing, beside those of the category Cf.
UNSEEN: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
VARIATIONS: Final = ((0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
# Other widths and weights of a letter, which read as the letter itself.
DRESSED: Final = ("<wide>", "<narrow>", "<font>", "<small>")
# One sign for letters that are written alone too: a Roman number, a ligature, a letter in a circle.
COMPOSED: Final = ("<compat>", "<circle>")
# Alphabets whose letters are taken for each other's; with others, as kanji, each may stand beside.
ALIKE: Final = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC"})
# Letters about which is remembered what was found: those of all lists of names, and no more.
REMEMBERED: Final = 4_096


def tidy(name: str) -> str:
    """A name in its usual letters (NFC), without what nobody sees, and with single spaces between its words.

    What must not stand in it is kept, and refused: control characters, and what turns the line around.
    """
    seen = name
    if not name.isascii():
        seen = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).translate(_SHOWN))
    return " ".join(part for part in seen.split(" ") if part)


class _Shown(dict[int, str]):
    """What is written for each letter, by its number; the first thousands that come are remembered."""

    def __missing__(self, number: int) -> str:
        found = _shown(chr(number))
        if len(self) < REMEMBERED:
            self[number] = found
        return found


_SHOWN: Final = _Shown()


def _shown(letter: str) -> str:
    """A letter as it is written: nothing for what nobody sees, and one kind of space."""
    if _is_unseen(letter):
        return ""
    return "".join(" " if unicodedata.category(part) == "Zs" else part for part in _undressed(letter))


def _is_unseen(letter: str) -> bool:
    if letter in UNSEEN:
        return True
    is_format = unicodedata.category(letter) == "Cf" and letter not in TURNING
    return is_format or any(first <= ord(letter) <= last for first, last in VARIATIONS)


def _undressed(letter: str) -> str:
    made_of = unicodedata.decomposition(letter)
    if not made_of.startswith((*DRESSED, *COMPOSED)):
        return letter
    plain = unicodedata.normalize("NFKC", letter)
    is_letters = plain.isascii() and plain.isalnum()
    return plain if is_letters or made_of.startswith(DRESSED) else letter


def is_unwritable(name: str) -> bool:
    """Whether a name holds what nobody types into one, or shows nothing at all."""
    if not name.isprintable() and any(_is_unwritable(letter) for letter in set(name)):
        return True
    return bool(name) and not tidy(name)


def _is_unwritable(letter: str) -> bool:
    return unicodedata.category(letter) in UNWRITABLE or letter in TURNING


def has_letters(name: str) -> bool:
    """Whether a name has a letter or a digit; signs alone are none."""
    return any(unicodedata.category(letter)[0] in "LN" for letter in name)


def is_mixed(name: str) -> bool:
    """Whether letters of two alphabets that look alike stand in one name: one of them imitates another name."""
    return not name.isascii() and len({_alphabet(letter) for letter in set(name)} & ALIKE) > 1


@lru_cache(REMEMBERED)
def _alphabet(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0] if letter.isalpha() else ""
