"""An event's archive has its online matches as a text that people read; what is still being played is not in it."""

import io
import json
import random
import zipfile

import pytest
from pytest_django.fixtures import Settings

from tests.tournaments.services.importing_archives import archive_of, bring, brought
from tests.tournaments.services.online_rounds import opened
from tests.tournaments.services.play import table as at
from tournaments.jobs.writes import event_archive
from tournaments.models import Scoresheet
from tournaments.online.reads import live_matches, lobby, match_texts

pytestmark = pytest.mark.django_db(transaction=True)


def text_of(data: bytes) -> str | None:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read("online.txt").decode() if "online.txt" in archive.namelist() else None


def test_the_archive_has_the_deals_that_are_over_with_who_played_them(settings: Settings, tmp_path: object) -> None:
    settings.DATA_DIR = tmp_path
    begun, (match, _other) = opened()
    at.deal(match)
    assert text_of(archive_of(begun)) is None
    event, (match, other) = opened()
    at.play_out(match, random.Random(1))
    found = text_of(archive_of(event))
    assert found is not None
    for deal in live_matches.match_texts(match.pk).values():
        assert deal in found
    first = lobby.players(match)[0]
    assert first is not None
    assert f"# A: {first.name}" in found
    assert str(other.table.lines.get(index=0).entry) not in found


@pytest.mark.parametrize("form", ["zip", "json"])
def test_an_archive_with_that_text_is_taken_elsewhere(form: str, settings: Settings, tmp_path: object) -> None:
    settings.DATA_DIR = tmp_path
    event, found = opened()
    for number, match in enumerate(found):
        at.play_out(match, random.Random(number))
        at.fire_reports(match)
    data = archive_of(event, form=form)
    if form == "zip":
        assert text_of(data) is not None
    else:
        (deal, *_others) = live_matches.match_texts(found[0].pk).values()
        assert set(deal.splitlines()) <= set(json.loads(data)["parts"]["online.txt"])
    copy = brought(bring(data))
    assert list(Scoresheet.objects.filter(table__tournament=copy).values_list("content", flat=True)) == list(
        Scoresheet.objects.filter(table__tournament=event).values_list("content", flat=True)
    )


@pytest.mark.parametrize("form", ["zip", "json"])
def test_a_text_with_which_the_archive_would_be_too_long_ends_early_and_says_so(
    form: str, settings: Settings, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR = tmp_path
    event, found = opened()
    for number, match in enumerate(found):
        at.play_out(match, random.Random(number))
        at.fire_reports(match)
    most = len(archive_of(event, form=form)) - 1
    monkeypatch.setattr(event_archive, "MOST_BYTES", most)
    monkeypatch.setattr(event_archive, "RESERVED", 1000)
    data = archive_of(event, "again", form=form)
    assert len(data) <= most
    text = text_of(data) if form == "zip" else "\n".join(json.loads(data)["parts"]["online.txt"])
    assert text is not None
    assert "# Le partite dopo questa non ci sono: il file sarebbe troppo lungo per un altro sito." in text.splitlines()
    assert Scoresheet.objects.filter(table__tournament=brought(bring(data))).exists()


def test_a_text_has_the_matches_for_which_there_is_room() -> None:
    event, found = opened()
    for number, match in enumerate(found):
        at.play_out(match, random.Random(number))
    ((_name, whole),) = match_texts.texts(event, 10**9, len)
    first, *_rest = whole.decode().split("\n\n# Tavolo")
    ((_name, cut),) = match_texts.texts(event, len(first) + 10, len)
    assert cut.decode().startswith(first)
    assert cut.decode().count("# Tavolo") == 1
    ((_name, none),) = match_texts.texts(event, 10, len)
    assert none.decode().startswith("# Le partite dopo questa")
