"""The columns of the site's own export, and what each of them is when the list is read back."""

import pytest

from tournaments.guessing.exported import ENTRIES, columns_for, role_of
from tournaments.guessing.headings import meaning

ALL = [
    "number",
    "label",
    "family1",
    "given1",
    "family2",
    "given2",
    "family3",
    "given3",
    "club",
    "circle",
    "seed",
    "state",
    "paid",
    "present",
    "place",
]


@pytest.mark.parametrize(
    ("size", "without"), [(3, ""), (2, "family3 given3"), (1, "family2 given2 family3 given3"), (5, "")]
)
def test_each_player_of_an_entry_has_columns(size, without):
    assert columns_for(size) == [each for each in ALL if each not in without.split()]


@pytest.mark.parametrize("held", ALL)
def test_a_column_made_of_others_is_left_out_and_every_other_is_read_back(held):
    assert role_of(held) == ("other" if held in ("label", "present", "place") else held)


def test_the_headings_of_the_names_mean_what_their_columns_hold():
    names = ("family1", "given1", "family2", "given2", "family3", "given3", "club", "seed", "state", "paid", "number")
    assert [meaning(ENTRIES[held]).role for held in names] == list(names)
