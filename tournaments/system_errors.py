"""Why the system or SQLite refuses something, in words: for commands, the doctor and who goes on from a copy."""

import errno
import sqlite3
from collections.abc import Callable
from typing import Final

from tournaments.language import translate


def _(sentence: str) -> str:
    """Mark a sentence for the catalogue; it is translated when it is said."""
    return sentence


# What SQLite says, by the number that a system has for the same.
OF_SQLITE: Final = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_READONLY: errno.EROFS,
    sqlite3.SQLITE_CANTOPEN: errno.EACCES,
    sqlite3.SQLITE_PERM: errno.EACCES,
    sqlite3.SQLITE_IOERR: errno.EIO,
    sqlite3.SQLITE_CORRUPT: errno.EBADMSG,
    sqlite3.SQLITE_NOTADB: errno.EBADMSG,
    sqlite3.SQLITE_BUSY: errno.EBUSY,
    sqlite3.SQLITE_LOCKED: errno.EBUSY,
}
REASONS: Final = {
    errno.ENOSPC: _("the disk is full"),
    errno.EDQUOT: _("the disk is full"),
    errno.EROFS: _("the disk or stick can only be read"),
    errno.EACCES: _("the system does not allow it"),
    errno.EPERM: _("the system does not allow it"),
    errno.ENOENT: _("there is no such file or folder"),
    errno.EEXIST: _("a file is where a folder should be"),
    errno.ENOTDIR: _("a file is where a folder should be"),
    errno.EISDIR: _("this is a folder, not a file"),
    errno.ENAMETOOLONG: _("the name is too long"),
    errno.EINVAL: _("the system does not take this name"),
    errno.EIO: _("the disk or stick does not answer"),
    errno.ENODEV: _("the disk or stick does not answer"),
    errno.ENXIO: _("the disk or stick does not answer"),
    errno.EBADMSG: _("the file is damaged, or is not one of Settebello"),
    errno.EBUSY: _("another program is using it"),
    errno.EADDRINUSE: _("another program is using it"),
    errno.EADDRNOTAVAIL: _("this computer does not have that address"),
}


def reason(error: BaseException, say: Callable[[str], str] = translate) -> str:
    """Return why the system or SQLite refuses something, in the language of ``say``; "" where nobody knows it.

    An error of Django's database has that of SQLite as its cause.
    """
    if isinstance(error, OSError):
        known = REASONS.get(error.errno or 0)
        return say(known) if known else error.strerror or str(error)
    cause = error if isinstance(error, sqlite3.Error) else error.__cause__
    # The upper bytes say it more closely.
    number = OF_SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    return say(REASONS[number]) if number is not None else ""


# What PostgreSQL says where a lock was waited for as long as ``lock_timeout`` allows.
LOCK_NOT_AVAILABLE: Final = "55P03"


def is_busy(error: BaseException) -> bool:
    """Return whether a database refused since somebody else wrote for as long as this process waits."""
    cause = error.__cause__
    is_sqlite_busy = getattr(cause, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
    return is_sqlite_busy or getattr(cause, "sqlstate", "") == LOCK_NOT_AVAILABLE
