"""A page as it is read: white space of its templates is a blank, and where a line of them ends is of no account."""

import re

# Where lines of a template end; in what a reader typed they stay, and long tables keep theirs.
KEPT_LINES = re.compile(r"(<(textarea|pre)\b.*?</\2>)", re.DOTALL)
END_OF_LINE = re.compile(r"\s*\n\s*(?=\S)(?!</?t(?:r|body)\b)")


def in_one_line(page: str) -> str:
    """Return the page in one line, with a blank where the lines of its templates end."""
    parts = KEPT_LINES.split(page)
    for at in range(0, len(parts), 3):
        parts[at] = END_OF_LINE.sub(" ", parts[at]).replace(" >", ">")
    # Each part that is kept comes with the name of its element.
    return "".join(part for at, part in enumerate(parts) if at % 3 != 2).strip()
