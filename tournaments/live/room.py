"""Room for thousands of connections: a process may open more files than it starts with."""

import resource


def take_room() -> int:
    """Raise this process's limit of open files to the highest it may have; the limit."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if now != most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most
