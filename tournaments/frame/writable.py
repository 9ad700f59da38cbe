"""Valid names: visible letters of one alphabet, and nothing that changes the direction of the text.

One place for the names of people, clubs, circuits, events and accounts, typed, read from a list or sent by a program.
"""

import unicodedata
from functools import lru_cache
from typing import Final

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
    """The replacement of each letter, by its number; the first thousands are cached."""

    def __missing__(self, number: int) -> str:
        found = _shown(chr(number))
        if len(self) < REMEMBERED:
            self[number] = found
        return found


_SHOWN: Final = _Shown()


def _shown(letter: str) -> str:
    """Return a letter as it is written: nothing for an invisible one, and one kind of space."""
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
    """Return whether a name contains forbidden characters, or shows nothing at all."""
    if not name.isprintable() and any(_is_unwritable(letter) for letter in set(name)):
        return True
    return bool(name) and not tidy(name)


def _is_unwritable(letter: str) -> bool:
    return unicodedata.category(letter) in UNWRITABLE or letter in TURNING


def has_letters(name: str) -> bool:
    """Return whether a name has a letter or a digit; signs alone are no name."""
    return any(unicodedata.category(letter)[0] in "LN" for letter in name)


def is_mixed(name: str) -> bool:
    """Return whether a name has letters of two alphabets that look alike: it may imitate another name."""
    return not name.isascii() and len({_alphabet(letter) for letter in set(name)} & ALIKE) > 1


@lru_cache(REMEMBERED)
def _alphabet(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0] if letter.isalpha() else ""
