"""The organiser of an online event reads nothing of a desk, a poster or slips of paper."""

from collections.abc import Callable

import pytest

from tests.tournaments import factories as make
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

OF_THE_HALL = ("banco", "locandina", "segnapunti", "videoproiettore", "davanti a tutti")
STATES: dict[str, Callable[[Tournament], Tournament]] = {
    "open": lambda event: event, "closed": make.closed, "drawn": make.drawn,
    "called": lambda event: make.called(make.drawn(event)),
}  # fmt: skip


@pytest.mark.parametrize("state", STATES)
def test_pages_of_an_online_event_do_not_speak_of_the_hall(state: str) -> None:
    event = STATES[state](make.knockout(entries=4, mode="online"))
    boss = make.client_of(make.boss_of(event))
    for page in ("", "iscritti/"):
        answer = boss.get(f"/organizza/{event.slug}/{page}", headers={"accept-language": "it"})
        assert answer.status_code == 200
        # The page of the referee is called so wherever people play.
        text = (
            answer.content.decode().casefold().replace("banco dell'arbitro", "").replace("banco dell&#x27;arbitro", "")
        )
        assert [word for word in OF_THE_HALL if word in text] == []
