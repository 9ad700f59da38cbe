"""Events by the ranking that was chosen for them: with VP and without."""

import pytest

from tests.tournaments import factories as make
from tournaments.backups.verifying.events import violations_of
from tournaments.competition.discipline import PRESETS, ladder_to_json
from tournaments.competition.stages.ranking import RANKINGS, ranking_from_json
from tournaments.errors import RefusedError
from tournaments.events.writes import closing, copying, tournaments
from tournaments.models import Tournament
from tournaments.standings.reads.standings import all_standings

pytestmark = pytest.mark.django_db
POINTS = {"kind": "groups", "size": 3, "ranking": "valliadi"}


def test_groups_by_points_need_no_vp_scale() -> None:
    """R-RNK-03: 15 points have no published scale; a win gives 3 points, and nothing else counts before them."""
    event = make.drawn(make.closed(entries=6, rules={"target": 15}, format=POINTS))
    assert (event.vp_scale, event.terms) == (None, {})
    for number in (1, 2, 3):
        make.called(event, round=number)
        for table in make.tables_of(event, number):
            first, second = table.lines.order_by("index").values_list("entry_id", flat=True)
            make.play(table, 0 if (first or 0) < (second or 0) else 1)
    rows = all_standings(make.fresh(event))
    assert [row.stage.tally.points for row in rows if row.stage] == [9, 9, 6, 6, 3, 3]
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    assert list(violations_of(make.fresh(event))) == []
    for wrong, code in (({"scale": "11pt"}, "scale_unused"), ({"terms": {"bye_vp": 14}}, "terms_unused")):
        with pytest.raises(RefusedError, match=code):
            make.event(format=POINTS, **wrong)


def test_an_event_that_is_ranked_by_points_gives_up_its_vp() -> None:
    """R-RNK-03, and back again: the scale is that of the match's length."""
    event = make.event(discipline="steps", terms={"bye_vp": 13})
    here = {"actor": make.boss_of(event), "tournament_id": event.pk}
    changed = tournaments.change_rules(**here, format=POINTS)
    assert (changed.vp_scale, changed.terms) == (None, {})
    assert changed.discipline == ladder_to_json(PRESETS["steps_points"])
    back = tournaments.change_rules(**here, format={"kind": "knockout"})
    assert back.vp_scale["key"] == "21pt"
    assert back.discipline == ladder_to_json(PRESETS["steps"])


def test_a_table_of_vp_that_no_standings_count_is_refused() -> None:
    """R-RNK-03: of a preset with VP the ranking alone says whether they count."""
    typed = {"vp": "typed", "vp_steps": [5, 10, 15, 20]}
    by_points = {"kind": "danish", "ranking": "three_points"}
    event = make.event(game="punti", preset="other", format=by_points)
    here = {"actor": make.boss_of(event), "tournament_id": event.pk}
    for wanted in ({"rules": typed}, {"rules": typed, "format": by_points}):
        with pytest.raises(RefusedError, match="ranking_leaves_vp") as refused:
            tournaments.change_rules(**here, **wanted)
        assert refused.value.field == "ranking"
    changed = tournaments.change_rules(**here, rules=typed, format={"kind": "danish", "ranking": "vp"})
    assert changed.vp_scale["key"] == "typed"
    burraco = make.event(game="punti", preset="burraco_3", format=by_points)
    assert burraco.vp_scale is None
    with pytest.raises(RefusedError, match="ranking_leaves_vp"):
        make.event(game="punti", preset="burraco_3", rules={"vp": "burraco_4", "deals": 4}, format=by_points)


def test_a_table_of_vp_that_did_nothing_before_holds_no_other_change_up() -> None:
    """R-RNK-03: of an event that came from elsewhere, or that was made before such a table was refused."""
    typed = {"vp": "typed", "vp_steps": [5, 10, 15, 20]}
    by_points = {"kind": "danish", "ranking": "three_points"}
    event = make.event(game="punti", preset="other", format=by_points)
    Tournament.objects.filter(pk=event.pk).update(rules={**event.rules, **typed})
    here = {"actor": make.boss_of(event), "tournament_id": event.pk}
    changed = tournaments.change_rules(**here, rules={**typed, "target": 31})
    assert (changed.rules["target"], changed.vp_scale) == (31, None)
    with pytest.raises(RefusedError, match="ranking_leaves_vp"):
        tournaments.change_rules(**here, rules={**typed, "vp_steps": [6, 12, 18, 24]})
    assert tournaments.change_rules(**here, format={"kind": "danish", "ranking": "vp"}).vp_scale["key"] == "typed"
    with pytest.raises(RefusedError, match="ranking_leaves_vp"):
        tournaments.change_rules(**here, format=by_points)


def test_a_game_without_vp_is_ranked_by_points(penalty: str) -> None:
    """R-RNK-02: the first ranking that fits the game; one by VP is refused."""
    event = make.event(game=penalty, preset="club", format={"kind": "danish"})
    assert ranking_from_json(event.format["ranking"]) == RANKINGS["three_points"]
    with pytest.raises(RefusedError, match="ranking_unfit"):
        make.event(game=penalty, preset="club", format={"kind": "danish", "ranking": "vp"})


@pytest.mark.parametrize("kind", ["groups", "danish", "swiss"])
def test_a_copy_keeps_the_format_and_its_ranking(kind: str) -> None:
    event = make.event(format={"kind": kind, "ranking": "two_points"})
    copied = copying.copy_tournament(
        actor=make.boss_of(event), source=event, name="La prossima", starts_at=event.starts_at
    )
    assert copied.format == event.format
    assert ranking_from_json(copied.format["ranking"]) == RANKINGS["two_points"]
