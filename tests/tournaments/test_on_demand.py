"""Pages and the API are loaded with the first request for them, or after the start."""

import asyncio
import logging
import subprocess
import sys
from collections.abc import Iterator
from threading import Event

import pytest
from django.db import connection
from django.test import Client, override_settings
from django.urls import URLPattern, URLResolver, get_resolver, path
from django.utils import timezone

from tests.tournaments import factories as make
from tournaments.config import asgi, on_demand, urls
from tournaments.config.on_demand import Pages, View
from tournaments.events.pages import home
from tournaments.frame.policies import Right, door_of
from tournaments.models import ApiToken

# Far more than it takes: a machine may be busy.
PATIENCE = 60

later = Pages("tournaments.events.pages.home")
nowhere = Pages("tournaments.nowhere")
urlpatterns = [*urls.urlpatterns, path("later/", later.home), path("never/", later.nothing), path("gone/", nowhere.it)]

STARTED = """
import sys
from tournaments.config import asgi
pages = [name for name in sys.modules if name.startswith("tournaments.") and ".pages" in name]
sys.stdout.write(" ".join(sorted(pages)))
"""


class Loaded:
    """Addresses that count how often they are loaded."""

    times = 0

    def __init__(self) -> None:
        self.is_loaded = Event()

    def load(self) -> None:
        self.times += 1
        self.is_loaded.set()


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> Loaded:
    addresses = Loaded()
    monkeypatch.setattr(asgi, "API", addresses)
    return addresses


@pytest.mark.django_db(transaction=True)
def test_a_server_loads_the_api_after_its_start_where_a_program_has_a_token(api: Loaded) -> None:
    asgi.load_rest()
    assert api.times == 0

    user = make.user()
    token = ApiToken.objects.create(name="Tabellone", prefix="abc", secret_hash="-", user=user, made_by=user)
    asgi.load_rest()
    assert api.times == 1

    ApiToken.objects.filter(pk=token.pk).update(revoked_at=timezone.now())
    asgi.load_rest()
    assert api.times == 1


@pytest.mark.django_db(transaction=True)
def test_a_server_loads_the_api_with_the_first_token_that_is_made_there(api: Loaded) -> None:
    user = make.user()

    def make_token() -> bool:
        ApiToken.objects.create(name="Tabellone", prefix="abc", secret_hash="-", user=user, made_by=user)
        connection.close()
        return api.is_loaded.wait(PATIENCE)

    async def serve() -> None:
        coming = iter(("startup", "shutdown"))

        async def receive() -> dict[str, str]:
            message = next(coming)
            if message == "shutdown":
                assert await asyncio.to_thread(make_token)
            return {"type": f"lifespan.{message}"}

        async def send(_message: dict[str, str]) -> None:
            pass

        await asgi.application({"type": "lifespan"}, receive, send)

    asyncio.run(serve())


def test_a_server_starts_without_its_pages() -> None:
    done = subprocess.run([sys.executable, "-c", STARTED], check=True, capture_output=True, text=True)
    # Of the pages only what stands before all of them.
    assert {name.split(".")[1] for name in done.stdout.split()} == {"frame", "upkeep"}


def addresses(resolver: URLResolver) -> Iterator[URLPattern]:
    for each in resolver.url_patterns:
        if isinstance(each, URLPattern):
            yield each
        elif each is not urls.API:
            yield from addresses(each)


@pytest.mark.django_db(transaction=True)
def test_after_its_start_a_server_has_all_pages_but_those_of_passkeys(api: Loaded) -> None:
    asgi.load_rest()
    left = {each.callback.__module__ for each in addresses(get_resolver()) if isinstance(each.callback, View)}
    assert left == {"tournaments.accounts.pages.passkeys"}


@pytest.mark.django_db(transaction=True)
def test_a_server_goes_on_without_a_page_that_cannot_be_loaded(
    api: Loaded, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(on_demand, "get_resolver", lambda: URLResolver(urls.API.pattern, __name__))
    with caplog.at_level(logging.ERROR):
        asgi.load_rest()
    assert "not all pages could be loaded" in caplog.text


def test_a_view_has_its_name_before_it_is_loaded_and_the_marks_of_the_view_itself() -> None:
    view = View("tournaments.events.pages.home", "home", is_rare=False)
    assert (view.__module__, view.__name__) == ("tournaments.events.pages.home", "home")
    assert not hasattr(view, "view_class")
    assert door_of(view) == door_of(home.home)
    assert view.load() is home.home


def test_a_view_that_is_a_class_is_marked_as_its_class_is() -> None:
    found = door_of(Pages("tournaments.accounts.pages.passkeys").AddPasskey)
    assert found is not None
    assert (found.reads, found.writes) == (Right.HAVE_ACCOUNT, Right.KEEP_ACCOUNT)


@pytest.mark.django_db
@override_settings(ROOT_URLCONF=__name__)
def test_a_page_is_loaded_by_its_first_request() -> None:
    assert Client().get("/later/").status_code == 200


@pytest.mark.parametrize("address", ["/never/", "/gone/"])
@override_settings(ROOT_URLCONF=__name__)
def test_an_address_whose_view_does_not_exist_is_an_error_and_not_open(address: str) -> None:
    with pytest.raises(ImportError):
        Client().get(address)
