"""The rows of a list as CSV text: find the delimiter, and read them with their lines."""

import csv
import re
from collections.abc import Iterator
from io import StringIO
from itertools import islice
from typing import Final

from tournaments.folding import words_of
from tournaments.guessing.given_names import GIVEN
from tournaments.guessing.headings import meaning

# What a chat writes before each message: the day, the hour and who wrote it.
_OF_CHAT: Final = re.compile(
    r"[\u200e\u202f ]{0,3}\[?(?:\d{1,2}[:.]\d{2}, )?\d{1,4}[./-]\d{1,2}[./-]\d{2,4}"
    r"(?:,? {1,2}(?:alle |ore )?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[ \u202f]?[AaPp]\.?[Mm]\.?)?)?"
    r"(?:\]| ?[-–]) (?P<who>[^:;,\t\n]{1,60}): (?P<said>.*)"
)
# What a chat writes in the place of a picture or of a message that is gone.
_NOT_SAID: Final = re.compile(r"<[^>]*>|.*\b(?:omess[aioe]|omitted|eliminat[aioe]|deleted)\W*", re.IGNORECASE)
# Words of somebody who writes of themselves, or of others who are to leave: who they are only the chat tells.
_OF_ONESELF: Final = re.compile(
    r"\b(?:io|me|mi|noi|ci|anch['’]?io|i|we|us|myself|non|togli\w*|toglie\w*|cancell\w*|ritir\w*|mett\w*|aggiung\w*)\b",
    re.IGNORECASE,
)
_RULED: Final = re.compile(r"[|+:=\s-]*")
DELIMITERS: Final = (";", "\t", ",")
# For a list of one column: a sign that no text has.
NO_DELIMITER: Final = "\x1f"
# Signs between two people of one cell; a comma beside them divides the parts of their names.
BETWEEN: Final = re.compile(r"[/&+;–—]|\s-|-\s|\s(?:e|con|x)\s")
_QUOTED: Final = re.compile(r'(?:^|(?<=[;,\t\n]))"[^"]*"(?=[;,\t\r\n]|$)')
# Lines searched for the delimiter, and the letters of each that count.
LINES, LONGEST_LINE = 20, 4_000


def strip_frames(text: str) -> str:
    """Return a list without the bars of a table of text, or what a chat writes before each message; line by line."""
    lines = text.split("\n")
    filled = [line.strip() for line in lines if line.strip()]
    barred = sum(map(_is_barred, filled))
    found: list[str] = []
    if barred > 1 and (barred + sum(map(_is_rule, filled))) * 2 > len(filled):
        for line in lines:
            bare = line.strip()
            if _is_barred(bare):
                found.append("\t".join(cell.strip() for cell in bare[1:-1].split("|")))
            else:
                # Nothing in the place of a rule.
                found.append("" if _is_rule(bare) else line)
        return "\n".join(found)
    chat = [_OF_CHAT.match(line[:LONGEST_LINE]) for line in lines]
    if sum(each is not None for each in chat) < max(2, len(filled) / 2):
        return text
    for line, match in zip(lines, chat, strict=True):
        if match is None:
            found.append(line)
            continue
        if _NOT_SAID.fullmatch(match["said"].strip()):
            found.append("")
            continue
        # A message counts if it names others and nobody else: by a given name, or by names around a sign.
        said = match["said"][:LONGEST_LINE]
        words = [word for word in said.split() if any(map(str.isalpha, word)) and word not in ("e", "ed", "con", "x")]
        is_named = len(words) > 1 and all(word[:1].isupper() or not word[:1].isalpha() for word in words)
        has_names = any(word in GIVEN for word in words_of(said)) or (is_named and BETWEEN.search(said))
        is_of_others = has_names and not _OF_ONESELF.search(said) and "?" not in said
        found.append(match["said"] if is_of_others else line)
    return "\n".join(found)


def _is_barred(line: str) -> bool:
    return len(line) > 1 and line[0] == line[-1] == "|" and not _is_rule(line)


def _is_rule(line: str) -> bool:
    return line[:1] in ("|", "+", "-", "=") and bool(_RULED.fullmatch(line))


def delimiter_of(text: str) -> str:
    """Return the delimiter of the columns: the one that gives known headings, else the one in most first lines."""
    # A line break within quotation marks ends no row.
    text = _QUOTED.sub(lambda cell: cell[0].replace("\r", " ").replace("\n", " "), text[: LINES * LONGEST_LINE])
    lines = [line[:LONGEST_LINE] for line in islice(StringIO(text, newline=None), LINES) if line.strip()]
    found = [
        (sum(meaning(cell) is not None for cell in line.split(sign)), line.count(sign), sign)
        for line in lines
        for sign in DELIMITERS
    ]
    known, count, sign = max(found, default=(0, 0, ""))
    if known and (known > 1 or count == 0):
        # A heading of one column has no delimiter; signs within its names say nothing.
        return sign if count else NO_DELIMITER
    for sign in DELIMITERS:
        having = [line for line in lines if sign in line]
        if len(having) * 2 <= len(lines):
            continue
        if sign == "," and sum(bool(BETWEEN.search(line)) for line in having) * 2 > len(having):
            continue
        return sign
    return NO_DELIMITER


def wide_of(data: bytes) -> str:
    """Return the encoding of UTF-16 text without a byte order mark: every other byte is 0. "" for any other text."""
    start = data[:LONGEST_LINE]
    noughts = [start[side::2].count(0) * 2 for side in (0, 1)]
    if len(start) < 4 or max(noughts) * 10 < len(start) * 8 or min(noughts) * 10 > len(start):
        return ""
    return "utf-16-le" if noughts[1] > noughts[0] else "utf-16-be"


def numbered_rows(text: str, delimiter: str) -> Iterator[tuple[int, int, list[str]]]:
    """Yield each row with its first line, the line after it, and its cells; raises ``csv.Error``."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begins = 1
    for cells in reader:
        yield begins, reader.line_num + 1, cells
        begins = reader.line_num + 1
