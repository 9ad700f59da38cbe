"""The log in sentences, folded by hour and table, with what is kept of a row behind a tap."""

import re
from collections import Counter

import pytest
from django.utils.translation import override

from tests.tournaments import factories as make
from tests.tournaments.views.organiser.conftest import Desk, text
from tournaments.log.words.log_sentences import SENTENCES, sentence
from tournaments.log.words.log_values import RowContext
from tournaments.log.words.verbs import VERBS
from tournaments.models import AuditEntry

pytestmark = pytest.mark.django_db
SUMMARY = re.compile(r"<summary>(.*?)</summary>", re.DOTALL)


@pytest.mark.parametrize("verb", VERBS)
def test_every_step_is_a_sentence_with_who_did_it_in_both_languages(verb):
    found = []
    for language in ("it", "en"):
        with override(language):
            entry = AuditEntry(verb=verb, actor_label="Anna Bovero", target="Rossi", before=None, after=None)
            found.append(sentence(entry, RowContext(verb, "scopa")))

    assert all(each.startswith("Anna Bovero ") and each.endswith(".") for each in found)
    assert found[0] != found[1]
    assert not [each for each in found if "%" in each or "_" in each]
    assert set(SENTENCES) == set(VERBS)


def test_a_tick_tells_what_was_paid_and_given_back():
    desk = Desk(make.knockout(entries=2, fee_cents=1050))
    entry = desk.event.entries.order_by("number")[0]
    for value in ("1", "0"):
        desk.post("organise_tick", entry.pk, field="fee_paid", value=value)
    page = text(desk.get("organise_audit")).replace("\xa0", " ")
    assert f"marked {entry.label} as paid: 10.50 €." in page
    assert f"marked {entry.label} as not paid: 10.50 € given back." in page


def test_a_result_is_told_with_its_points_and_a_table_folds_its_steps():
    desk = Desk(make.called(entries=4))
    tables = make.tables_of(desk.event)
    for table in tables:
        make.play(table)
    answer = desk.get("organise_audit").content.decode()
    page = text(desk.get("organise_audit"))
    who, hall = make.boss_of(desk.event).label, tables[1].hall_number
    shown = [line.points for line in tables[1].lines.order_by("index")]

    assert f"{who} confirmed the result of table {hall} (semifinals). Points: {shown[0]}–{shown[1]}." in page
    # One fold an hour, open where it is the newest; what is kept of each row needs a tap.
    assert answer.count('<details class="panel log" open>') == 1
    assert answer.count('<details class="log-raw">') == AuditEntry.objects.filter(tournament=desk.event).count()
    folds = [summary for summary in SUMMARY.findall(answer) if "Table 1 (semifinals)" in summary]
    steps = AuditEntry.objects.filter(tournament=desk.event, target=f"T{tables[0].number}").values_list("at", flat=True)
    by_hour = Counter(at.replace(minute=0, second=0, microsecond=0) for at in steps)
    assert len(folds) == sum(count > 1 for count in by_hour.values())


def test_what_was_looked_for_is_shown_without_a_tap():
    desk = Desk(make.called(entries=4))
    answer = desk.get("organise_audit", cosa="rounds").content.decode()

    assert "called the tables" in answer
    assert answer.count('<details class="panel log"') == answer.count('<details class="panel log" open>')
