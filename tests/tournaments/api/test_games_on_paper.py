"""A game on paper over the API: its form, deals and totals below nothing, the drawn card, what is refused."""

import pytest

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, asker_of
from tests.tournaments.api.table_sheets import at
from tournaments.models import Table

pytestmark = pytest.mark.django_db


def begun(preset: str, **options: object) -> tuple[Asker, Table]:
    event = make.called(make.drawn(make.closed(make.knockout(entries=4, game="punti", preset=preset, **options))))
    return asker_of(make.boss_of(event).user), make.tables_of(event)[0]


def test_the_form_of_a_deal_says_its_bounds() -> None:
    """R-PTI-05"""
    asker, table = begun("burraco_3")
    fields = {field["name"]: field for field in asker.get(at(table, "deal")).json()["fields"]}
    assert (fields["points_a"]["least"], fields["points_a"]["most"]) == (-1_000, 3_000)


def test_a_total_may_be_below_nothing_and_gives_vp() -> None:
    """R-PTI-15, R-PTI-25"""
    asker, table = begun("burraco_3")
    wide = asker.post(at(table, "total"), {"points": [99_999, 0], "seen": table.version})
    assert (wide.status_code, wide.json()["code"]) == (422, "points_range")
    beyond = asker.post(at(table, "total"), {"points": [999_999, 0], "seen": table.version})
    assert beyond.status_code == 422
    done = asker.post(at(table, "total"), {"points": [-150, 1_505], "seen": table.version})
    assert done.status_code == 200, done.content
    assert [(line["points"], line["vp"], line["mp"]) for line in done.json()["lines"]] == [
        (-150, 0, -1_655),
        (1_505, 20, 1_655),
    ]


def test_deals_are_written_one_by_one_until_the_card_decides() -> None:
    """R-PTI-07, R-PTI-14"""
    asker, table = begun("briscola_120", rules={"tiebreak_deals": 0})
    values = {"depth": "points", "points_a": "60", "points_b": "61"}
    wrong = asker.post(at(table, "deal"), {"values": values, "seen": table.version})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "deal_sum")
    level = asker.post(at(table, "deal"), {"values": values | {"points_b": "60"}, "seen": table.version})
    assert level.status_code == 200, level.content
    card = {"depth": "card", "order_1": "b", "order_2": "a"}
    done = asker.post(at(table, "deal"), {"values": card, "seen": level.json()["version"]})
    assert (done.status_code, done.json()["status"]) == (200, "done")
    assert [line["place"] for line in done.json()["lines"]] == [2, 1]


def test_a_team_of_three_is_entered_whole() -> None:
    """R-PTI-02"""
    event = make.knockout(entries=0, game="punti", preset="briscola_6")
    api, where = asker_of(make.boss_of(event).user), f"events/{event.slug}/"
    people = [{"family_name": name, "given_name": "Gino"} for name in ("Vana", "Teppa", "Solero", "Airola")]
    for wrong in (people[:2], people):
        refused = api.post(f"{where}entries/", {"people": wrong})
        assert (refused.status_code, refused.json()["code"]) == (422, "entry_size"), refused.content
    entered = api.post(f"{where}entries/", {"people": people[:3]})
    assert (entered.status_code, entered.json()["label"]) == (201, "Vana – Teppa – Solero"), entered.content
    assert len(entered.json()["people"]) == 3
