"""P1, P2, P4: the Celery worker is killed over and over during an evening: every letter is sent, every deadline fires.

It triggers and works, and remembers nothing: what is to be done are rows. The web process sweeps nothing here.
"""

import random
import time
from collections.abc import Iterator

import pytest

from tests.faults.checking import check_evening
from tests.faults.conftest import Figure, Install
from tests.faults.evening import FEW_PAIRS, Evening
from tests.faults.letterbox import Letterbox
from tests.waiting import until

KILLS = 20
LETTERS_A_TIME = 3
# Two lives of three are too short for anything; the third ends over a letter that is just being sent.
SHORT_LIFE_SECONDS = (0.1, 0.6)
WORK_SECONDS = 60.0
AFTERWARDS_SECONDS = 120.0
HALLS, PAIRS = 1, 64
# A clock for every table of the first round, and one for the round.
DEADLINES = PAIRS // 2 + 1
SPREAD_SECONDS = 20.0


@pytest.fixture
def letterbox() -> Iterator[Letterbox]:
    made = Letterbox()
    yield made
    made.close()


@pytest.mark.full
@pytest.mark.short_on("sqlite")
def test_an_evening_whose_worker_is_killed_over_and_over(
    install: Install, letterbox: Letterbox, figure: Figure, engine: str
) -> None:
    site = install(redis=True, EMAIL_URL=letterbox.url)
    site.web.command = ["tests.faults.pages_only:application" if "asgi:" in one else one for one in site.web.command]
    worker, beat = site.worker("tests.faults.impatient_worker"), site.beat()
    assert site.clerk("tests.faults.timing_scenes:hall_of_deadlines", events=HALLS, size=PAIRS) == DEADLINES
    for child in (worker, beat, site.web):
        child.start()
    site.answers_again()
    evening = Evening(site, FEW_PAIRS)
    guests = site.clerk("tests.faults.letter_scenes:open_event")
    site.clerk("tests.faults.timing_scenes:spread", lead=2.0, seconds=SPREAD_SECONDS, seed=KILLS)

    def kill(number: int) -> None:
        sent = letterbox.delivered.total()
        site.clerk("tests.faults.letter_scenes:sign_up", slug=guests, first=number * LETTERS_A_TIME, n=LETTERS_A_TIME)
        if number % 3:
            time.sleep(random.uniform(*SHORT_LIFE_SECONDS))
        else:
            until(lambda: letterbox.delivered.total() > sent, "a letter is sent", WORK_SECONDS, every=0.005)
        assert worker.is_running, worker.said()
        worker.kill()
        worker.start()

    evening.disturb(KILLS, kill)

    told = check_evening(evening)
    waiting = "tests.faults.letter_scenes:waiting"
    seconds = until(lambda: site.clerk(waiting) == 0, "all letters sent", AFTERWARDS_SECONDS, every=0.3)
    pending = "tests.faults.timing_scenes:still_pending"
    until(lambda: site.clerk(pending) == 0, "all deadlines fired", AFTERWARDS_SECONDS, every=0.3)
    letters = site.clerk("tests.faults.letter_scenes:letters")
    assert len(letters) == KILLS * LETTERS_A_TIME
    assert all(letter["done"] for letter in letters)
    missing = [letter["to"] for letter in letters if letterbox.delivered[letter["to"]] < 1]
    assert missing == []
    fired = site.clerk("tests.faults.timing_scenes:fired")
    assert (len(fired["late"]), fired["effects"], fired["records"], fired["targets"]) == (DEADLINES,) * 4
    assert min(fired["late"]) >= 0
    assert evening.history.trouble.broken == []
    twice = sum(letterbox.delivered[letter["to"]] > 1 for letter in letters)
    figure(
        "P2",
        f"Celery worker killed {worker.starts - 1} times ({engine}): {told}; {len(letters)} letters, each recorded once"
        f" and sent ({twice} more than once), the last {seconds:.1f} s after the evening; {DEADLINES} deadlines, each"
        " fired once",
    )
