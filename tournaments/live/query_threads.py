"""Queries of the loop to the database, in threads of their own that close their connections."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import close_old_connections

P = ParamSpec("P")
T = TypeVar("T")


class Threads:
    """A few threads that query and write for the loop."""

    def __init__(self, name: str, workers: int) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix=name)

    async def __call__(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the answer to ``question``, asked in a thread."""
        return await asyncio.get_running_loop().run_in_executor(
            self._pool, lambda: _run_question(question, *args, **kwargs)
        )


def _run_question(question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    close_old_connections()
    try:
        return question(*args, **kwargs)
    finally:
        close_old_connections()


read = Threads("live-reader", 1)
