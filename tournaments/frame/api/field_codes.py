"""The codes of what is wrong with one field of a body or an address; a refusal's own code may stand there as well."""

from collections.abc import Mapping
from typing import Final

# Those of the framework's fields and of our own; tests/tournaments/api/test_codes.py asks every body for its codes.
FIELDS: Final[Mapping[str, str]] = {
    "blank": "Something must be written here.",
    "date": "A moment is taken here, and this is a day.",
    "deals_or_total": "The deals or the total are written, one of the two.",
    "empty": "The list may not be empty.",
    "invalid": "The value is not of the form or the kind that is taken here.",
    "invalid_choice": "The value is none of those that can be chosen.",
    "invalid_unicode": "Letters that no address can have.",
    "make_aware": "There is no such moment in this time zone.",
    "max_length": "Too long, or too many.",
    "max_string_length": "A number of so many digits is not read.",
    "max_value": "More than the most that is taken.",
    "min_length": "Too short, or too few.",
    "min_value": "Less than the least that is taken.",
    "not_a_dict": "An object is taken here.",
    "not_a_list": "A list is taken here.",
    "null": "There must be a value here.",
    "null_characters_not_allowed": "NUL cannot be written.",
    "one_of": "One of several ways is taken, and this is none of them or more than one.",
    "overflow": "The moment is out of range.",
    "required": "The field must be there.",
    "scorer_tables": "A scorer needs tables.",
    "surrogate_characters_not_allowed": "Half a letter of UTF-16 cannot be written.",
    "text_control": "The name has a letter that cannot be printed, or that turns the direction of writing.",
    "text_mixed": "The name mixes letters of two alphabets that look alike.",
    "text_nothing": "The name has no letter.",
    "text_formula": "The name begins like a formula of a spreadsheet.",
    "text_too_long": "The name is too long.",
    "unknown_field": "There is no such field here.",
    "unknown_parameter": "There is no such parameter here.",
    "year_range": "The year is not one that events have.",
}
