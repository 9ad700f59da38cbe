"""P2: a result that a phone sends fifty times is written once, and every sending gets the same answer."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.faults.conftest import Figure
from tests.faults.evening import History, Match, Phone
from tests.faults.serving import Site
from tests.faults.visitors import Answer, Visitor

TIMES = 50
PATIENCE = 60.0


@pytest.mark.short_on("postgresql")
def test_fifty_sendings_of_one_result_are_one_row_and_one_answer(site: Site, figure: Figure) -> None:
    made = site.clerk("tests.faults.scenes:evening", size=4)
    site.clerk("tests.faults.scenes:call_round", slug=made["slug"], number=1)
    table = site.clerk("tests.faults.scenes:tables", slug=made["slug"], status="called")[0]
    history = History()
    match = Match(made["slug"], table["number"], table["codes"], table["entries"])
    phone = Phone(site.port, match, 0, history)
    phone.open()
    form = phone.visitor.get(match.path).form(match.path)
    filled = {**form, "depth": "points", "points_a": 3, "points_b": 1, "last_capture": ""}
    start = threading.Barrier(TIMES)

    def send(_number: int) -> Answer | None:
        line = Visitor(site.port, history.trouble, phone.visitor.cookies)
        try:
            start.wait(PATIENCE)
            return line.once("POST", match.path, filled)
        finally:
            line.close()

    with ThreadPoolExecutor(TIMES) as threads:
        answers = list(threads.map(send, range(TIMES)))

    assert {(one.status, one.location) if one else None for one in answers} == {(303, match.path)}
    rows = site.clerk("tests.faults.scenes:sheets", slug=made["slug"])
    assert [(row["key"], row["version"], row["deals"]) for row in rows] == [(form["key"], 1, [[3, 1]])]

    another = phone.visitor.once("POST", match.path, {**filled, "points_a": 1, "points_b": 3})

    assert another is not None
    assert another.status == 422
    assert "già stato inviato" in another.text
    assert site.clerk("tests.faults.scenes:sheets", slug=made["slug"]) == rows
    phone.visitor.close()
    figure("P2", f"one result sent {TIMES} times at once ({site.database.engine}): 1 row, {TIMES} equal answers")
