"""What a line does in a round in which it meets nobody."""

from tournaments.competition.stages.alone import ABSENT, RESTS, WITHDRAWN, alone


# R-HND-30
def test_who_meets_nobody_rests_is_absent_or_had_left() -> None:
    cases = [({}, False), ({}, True), ({ABSENT: True}, False), ({ABSENT: True}, True)]
    assert [alone(note, has_left=has_left) for note, has_left in cases] == [RESTS, WITHDRAWN, ABSENT, ABSENT]
