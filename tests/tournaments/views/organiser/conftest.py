"""What the tests of the organiser's pages share: the organiser's browser, pages as text, and counted queries."""

import re
from html import unescape

import pytest
from django.urls import reverse

from tests.tournaments import factories as make


@pytest.fixture(autouse=True)
def _plain_static_files(settings):
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


@pytest.fixture(autouse=True)
def _data(settings, tmp_path):
    settings.DATA_DIR = tmp_path


@pytest.fixture
def client():
    """The browser, in English, of somebody who may create events."""
    client = make.client_of(make.user("org@example.org", name="Renata"))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


class Desk:
    """An event with its organiser's browser, in English."""

    def __init__(self, event):
        self.event = event
        self.client = make.client_of(make.boss_of(event))
        self.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"

    def url(self, name, /, *args):
        return reverse(name, args=[self.event.slug, *args])

    def get(self, name, /, *args, **query):
        return self.client.get(self.url(name, *args), query)

    def post(self, name, /, *args, **data):
        return self.client.post(self.url(name, *args), data)

    def part(self, name, /, *args, **data):
        return self.client.post(self.url(name, *args), data, headers={"X-Part": "1"})

    def follow(self, name, /, *args, **data):
        """Post a step that is taken, and the text of the page after it."""
        answer = self.post(name, *args, **data)
        assert answer.status_code == 303, text(answer)
        return text(self.client.get(answer.url))

    def sure(self, name, /, *args, **data):
        """Post a step that asks first, read what it would change, and confirm it."""
        asked = self.post(name, *args, **data)
        assert asked.status_code == 200, text(asked)
        assert "data-confirm" in asked.content.decode()
        return text(asked), self.follow(name, *args, **data, seen=str(self.fresh().version))

    def fresh(self):
        self.event = make.fresh(self.event)
        return self.event


@pytest.fixture
def desk():
    """The desk of an open event without entries."""
    return Desk(make.knockout(entries=0))


def text(answer):
    """The words of a page, with single spaces; where a long one may break, it goes on."""
    body = re.sub(r"<(script|style)\b.*?</\1>", " ", answer.content.decode().replace("<wbr>", ""), flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())
