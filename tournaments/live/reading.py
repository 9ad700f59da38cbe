"""Questions of the loop to the database: in one thread of their own, whose connection is looked after."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import close_old_connections

P = ParamSpec("P")
T = TypeVar("T")

_THREAD = ThreadPoolExecutor(1, thread_name_prefix="live-reader")


async def read(question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The answer to ``question``, asked off the loop."""
    return await asyncio.get_running_loop().run_in_executor(_THREAD, lambda: _asked(question, *args, **kwargs))


def _asked(question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    close_old_connections()
    try:
        return question(*args, **kwargs)
    finally:
        close_old_connections()
