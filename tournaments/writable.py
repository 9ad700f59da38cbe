"""What may stand in a name: letters, and nothing that is not seen or that turns the line around."""

import unicodedata
from typing import Final

# Control characters, halves of characters and places without any; line ends and what turns the line around.
UNWRITABLE: Final = ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")
TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def is_unwritable(name: str) -> bool:
    """Whether a name holds what nobody types into one."""
    return any(unicodedata.category(letter) in UNWRITABLE or letter in TURNING for letter in name)
