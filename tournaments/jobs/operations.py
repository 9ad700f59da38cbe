"""Long work is done once more, or a list of entries is read no further."""

from typing import Any, Final

from tournaments.frame.operations.inputs import EVENT_VERSION
from tournaments.frame.operations.operation import Operation
from tournaments.frame.policies import Actor, Right
from tournaments.jobs.writes import jobs
from tournaments.models import Job


def _cancel(*, actor: Actor, **given: Any) -> Job:
    """Cancel a reading; the list belongs to the event, and no row says who cancelled it."""
    return jobs.cancel_list(**given)


AGAIN: Final = Operation(
    name="job_again",
    address="jobs/<int:job_id>/again/",
    summary="Do once more what could not be done.",
    right=Right.ORGANISE,
    service=jobs.try_again,
    takes=EVENT_VERSION,
)
CANCEL_LIST: Final = Operation(
    name="list_read_cancel",
    address="lists/<int:job_id>/cancel/",
    summary="Read a spreadsheet no further; “jobs/<id>/again/” reads it after all.",
    right=Right.ORGANISE,
    service=_cancel,
    takes=EVENT_VERSION,
)
