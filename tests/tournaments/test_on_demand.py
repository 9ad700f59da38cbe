"""The API is loaded with its first call, or after the start where programs have tokens."""

import pytest
from django.utils import timezone

from tests.tournaments import factories as make
from tournaments.config import asgi
from tournaments.models import ApiToken


class Loaded:
    """Addresses that count how often they are loaded."""

    times = 0

    def load(self) -> None:
        self.times += 1


@pytest.mark.django_db(transaction=True)
def test_a_server_loads_the_api_after_its_start_where_a_program_has_a_token(monkeypatch: pytest.MonkeyPatch) -> None:
    addresses = Loaded()
    monkeypatch.setattr(asgi, "API", addresses)
    asgi.load_for_programs()
    assert addresses.times == 0

    user = make.user()
    token = ApiToken.objects.create(name="Tabellone", prefix="abc", secret_hash="-", user=user, made_by=user)
    asgi.load_for_programs()
    assert addresses.times == 1

    ApiToken.objects.filter(pk=token.pk).update(revoked_at=timezone.now())
    asgi.load_for_programs()
    assert addresses.times == 1
