"""Sessions in the database, read by a statement that is compiled once: every request with an account needs it."""

from django.contrib.sessions.backends.db import SessionStore as Store
from django.contrib.sessions.models import Session
from django.utils import timezone

from tournaments.frame.reads.statements import Part, Statement

KEPT = Statement([Part("kept", Session)], "SELECT * FROM django_session kept WHERE kept.session_key = %s")


class SessionStore(Store):
    """Django's store, with that statement."""

    def _get_session_from_db(self) -> Session | None:
        for (kept,) in KEPT.rows(self.session_key):
            if kept.expire_date > timezone.now():
                return kept  # type: ignore[no-any-return]
        self._session_key = None
        return None
