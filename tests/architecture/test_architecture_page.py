"""docs/architecture.md says what the tree and the machine say."""

import re
from pathlib import Path

import pytest

from script import places

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
CONTRACTS = [each for each in places.project()["tool"]["importlinter"]["contracts"] if each["type"] == "layers"]


def part(title: str) -> str:
    return PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]


def test_the_directions_of_import_are_those_that_the_machine_checks() -> None:
    lines = [f"{each['containers'][0]}: {' > '.join(each['layers'])}" for each in CONTRACTS]
    assert part("Directions of import").split("```")[1].strip().splitlines() == lines


def test_the_rooms_of_the_services_stand_in_the_order_of_their_contract() -> None:
    (rooms,) = (each["layers"] for each in CONTRACTS if each["containers"] == ["tournaments.services"])
    rows = re.findall(r"^\| (\d+) \| ([^|]+) \|", part("The rooms of the services"), re.MULTILINE)
    assert [int(number) for number, _names in rows] == list(range(1, len(rooms) + 1))
    assert [set(re.findall(r"`(\w+)`", names)) for _number, names in rows] == [set(each.split(" | ")) for each in rooms]


@pytest.mark.parametrize(
    "path", sorted(set(re.findall(r"`((?:tournaments/|docs/|tests/|script/|scopa/)[\w./-]+)`", PAGE)))
)
def test_what_the_page_names_is_there(path: str) -> None:
    assert (ROOT / path).exists()
