"""Where Pango is missing, WeasyPrint cannot be loaded: every paper is printed by the browser, from the same page."""

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.searching import short_of
from tests.tournaments import factories as make
from tests.tournaments.views.organiser.conftest import Desk, text
from tournaments.jobs.shown.documents import DOCUMENTS
from tournaments.jobs.writes import jobs, own_limits, pdf_job
from tournaments.models import Job, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_pango(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The children of this process find a WeasyPrint that ends as it does where Pango is missing."""
    (tmp_path / "weasyprint.py").write_text("raise OSError('cannot load library libpango-1.0-0')\n")
    bare: Callable[[Any, str], dict[str, str]] = own_limits.bare_environment

    def without(program: Any, home: str) -> dict[str, str]:
        return {**bare(program, home), "PYTHONPATH": f"{tmp_path}{os.pathsep}{program}"}

    monkeypatch.setattr(pdf_job, "bare_environment", without)
    monkeypatch.setattr(pdf_job, "_found", threading.Event())


@pytest.mark.parametrize("what", short_of(DOCUMENTS, "slips", "sheets", "bracket-a4", "receipts", "certificates"))
def test_a_paper_is_opened_to_be_printed_by_the_browser_and_the_page_says_how_to_get_pango(what: str) -> None:
    document = DOCUMENTS[what]
    if Tournament.Status.RUNNING in document.statuses:
        desk = Desk(make.called(entries=8, name="Coppa Fiera"))
    else:
        desk = Desk(make.finished(entries=4, name="Coppa Fiera"))
    answer = desk.post("organise_job_start", what=what, key="k")
    where = urlsplit(answer.url)
    assert (answer.status_code, where.path, where.query) == (303, desk.url(document.page), document.query)
    page = desk.client.get(answer.url)
    assert page.status_code == 200
    shown = text(page)
    assert "Coppa Fiera" in shown
    assert all(word in shown for word in ("Pango", "Windows: MSYS2", "brew install pango", "apt install"))
    assert page.content.count(b"data-at-once") == 1
    # It is said once: the page that is opened again is the paper alone.
    assert desk.client.get(answer.url).content.count(b"data-at-once") == 0
    assert not Job.objects.exists()


def test_the_round_that_was_asked_for_is_printed() -> None:
    desk = Desk(make.called(entries=8))
    assert desk.post("organise_job_start", what="round-names", key="k", turno=1).url.endswith("?ordine=nome&turno=1")
    assert desk.post("organise_job_start", what="round", key="k", turno=9).status_code == 404


def test_a_program_that_asks_for_a_pdf_learns_why_there_is_none() -> None:
    event = make.called(entries=4)
    payload = {"html": "<h1>Coppa</h1>"}
    job = jobs.start(jobs.PDF, actor=make.boss_of(event), tournament_id=event.pk, payload=payload, key="k", name="x")
    jobs.run(job.pk)
    job.refresh_from_db()
    assert [each["code"] for each in (job.error or {})["refusals"]] == ["pdf_pango_missing"]
    assert "brew install pango" in text(Desk(event).get("organise_job", job.pk))


def test_on_a_mac_the_child_looks_for_pango_where_homebrew_puts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.delenv("DYLD_FALLBACK_LIBRARY_PATH", raising=False)
    assert "/opt/homebrew/lib" in own_limits.bare_environment(Path(), "")["DYLD_FALLBACK_LIBRARY_PATH"]
    monkeypatch.setenv("DYLD_FALLBACK_LIBRARY_PATH", "/opt/local/lib")
    assert own_limits.bare_environment(Path(), "")["DYLD_FALLBACK_LIBRARY_PATH"] == "/opt/local/lib"
