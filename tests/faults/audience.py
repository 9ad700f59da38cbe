"""People who have an event's page open for a whole evening: none of their streams may break."""

import threading

from tests.faults.listening import Listener
from tests.waiting import until


class Audience:
    """So many readers of one live stream, each in a thread of its own."""

    def __init__(self, port: int, slug: str, size: int) -> None:
        self._listeners = [Listener(port, slug, seconds=60) for _ in range(size)]
        self.versions = [0] * size
        self.broken: list[str] = []
        self._is_leaving = False
        self._threads = [threading.Thread(target=self._listen, args=(index,)) for index in range(size)]
        for thread in self._threads:
            thread.start()

    def _listen(self, index: int) -> None:
        listener = self._listeners[index]
        try:
            while not self._is_leaving:
                self.versions[index] = listener.hear()["version"]
        except (OSError, AssertionError, AttributeError, ValueError) as error:
            if not self._is_leaving:
                self.broken.append(f"{index}: {error!r}")

    def wait_for(self, version: int, seconds: float) -> None:
        """Until everybody has heard of that version."""
        until(
            lambda: min(self.versions) >= version or self.broken,
            lambda: f"{version} is heard: {self.versions}",
            seconds,
        )

    def leave(self) -> None:
        self._is_leaving = True
        for listener in self._listeners:
            listener.hang_up()
        for thread in self._threads:
            thread.join(10)
        for listener in self._listeners:
            listener.__exit__(None, None, None)
