"""File descriptors for thousands of connections: a process may open more than it starts with."""

from typing import Final

# macOS says that there is no limit, and takes none above that of its kernel.
TRIED: Final = (1_048_576, 65_536, 10_240)


def take_room() -> int:
    """Raise this process's limit of open files as far as the system lets it; return it, 0 where there is none."""
    try:
        import resource
    except ImportError:
        # Windows: what a process may open is no setting of it.
        return 0
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    endless = resource.RLIM_INFINITY
    for wanted in (most, *TRIED):
        if now == wanted or (now != endless and wanted != endless and wanted < now):
            break
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
        except (ValueError, OSError):
            continue
        return wanted
    return now
