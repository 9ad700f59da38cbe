"""File descriptors for thousands of connections: a process may open more than it starts with."""

import resource


def take_room() -> int:
    """Raise this process's limit of open files to its maximum; return the limit."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if now != most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most
