"""An event as one JSON document: it goes round as the zip does, and is believed as little."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments import factories as make
from tests.tournaments.services import importing_archives as archives
from tests.tournaments.services.importing_archives import told
from tests.tournaments.services.installations import another
from tournaments.backups.verifying.events import violations_of
from tournaments.draw.writes import draws
from tournaments.jobs.writes import event_archive, event_import
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)
ENTRIES, LOG = "parts/tournaments.entry.jsonl", "parts/tournaments.auditentry.jsonl"


@pytest.fixture(autouse=True)
def _data(settings: Any, tmp_path: Any) -> None:
    settings.DATA_DIR = tmp_path


def document_of(event: Tournament) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(archives.archive_of(event, key="json", form="json"))
    return found


def sent(document: Any, key: str = "one") -> Any:
    return archives.bring(json.dumps(document).encode(), key=key)


def test_a_seed_that_is_sealed_is_in_no_archive():
    event = make.closed(entries=4)
    sealed = draws.prepare_draw(actor=make.boss_of(event), tournament_id=event.pk)
    document = archives.archive_of(event, key="json", form="json")
    assert sealed.commitment.encode() in document
    assert sealed.seed.encode() not in document
    assert archives.bring(archives.archive_of(event)).status == "done"


def test_an_event_goes_round_as_one_json_document_with_all_its_history():
    event = make.knockout(entries=0)
    make.with_entries(event, 5, clubs=True)
    event = make.finished(make.drawn(make.closed(event)))
    before = told(archives.archive_of(event))
    document = archives.archive_of(event, key="json", form="json")
    assert document.startswith(b'{"parts":{')
    assert json.loads(document)["manifest"]["scope"] == "event"
    another()

    made = archives.brought(archives.bring(document))
    assert list(violations_of(made)) == []
    here = told(archives.archive_of(made))
    for model in before:
        if model == "tournaments.tournament":
            before[model][0].pop("version"), here[model][0].pop("version")
        assert here[model] == before[model], model


def test_a_document_that_was_laid_out_anew_is_the_same_archive():
    document = document_of(make.finished(entries=3))
    laid_out = json.dumps({"manifest": document["manifest"], "parts": document["parts"]}, indent=2, sort_keys=True)
    assert archives.brought(archives.bring(laid_out.encode())).pk


def changed_label(document: Any) -> None:
    document["parts"][ENTRIES][0]["fields"]["label"] = "Forged"


def row_less(document: Any) -> None:
    document["parts"][LOG].pop()


def part_less(document: Any) -> None:
    del document["parts"][LOG]


def other_scope(document: Any) -> None:
    document["manifest"]["scope"] = "installation"


def no_list(document: Any) -> None:
    document["parts"][ENTRIES] = {"0": {}}


def more_beside(document: Any) -> None:
    document["more"] = 1


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (changed_label, "backup_damaged"),
        (row_less, "backup_damaged"),
        (part_less, "backup_damaged"),
        (other_scope, "archive_of_installation"),
        (no_list, "backup_damaged"),
        (more_beside, "archive_of_nothing"),
    ],
)
def test_a_document_that_is_not_what_it_says_is_refused(change: Callable[[Any], None], code: str):
    document, events = document_of(make.finished(entries=3)), Tournament.objects.count()
    change(document)
    assert archives.refusal(sent(document))[0] == code
    assert Tournament.objects.count() == events


@pytest.mark.parametrize(
    "data",
    [
        b"{",
        b"{}",
        b'{"parts":{},"manifest":{}}',
        b'{"parts":{},"manifest":' + b"[" * 200_000,
        b'{"parts":' + b'{"a":' * 100_000,
        b'{"parts":{"a":[NaN]},"manifest":1}',
        b"{\x00",
        b'{"parts":"\xff"}',
        b'{"manifest":{"format":' + b"9" * 10_000 + b'},"parts":{}}',
    ],
)
def test_what_is_no_document_is_refused_without_a_fault(data: bytes):
    code, _params = archives.refusal(archives.bring(data))
    assert code in ("backup_damaged", "archive_of_nothing", "backup_newer")


def test_a_document_that_is_too_big_is_not_kept(monkeypatch):
    monkeypatch.setattr(event_archive, "MOST_BYTES", 100)
    with pytest.raises(event_import.RefusedError, match="archive_too_big"):
        sent({"parts": "x" * 200})
