"""Stop a Celery worker that receives no tasks any more, so that its supervisor starts another.

After Redis was lost, workers have been seen alive and connected, but without receiving: messages wait, no work is done,
and no message came for a minute. The watchdog asks the broker only: the parent of the worker's processes must have no
database connection when it forks.
"""

import logging
import os
import signal
import threading
import time
from typing import Any

from celery.exceptions import OperationalError
from celery.signals import task_received
from celery.worker import state

# Seconds between two checks, and the most seconds without a message.
EVERY, LONGEST = 15.0, 60.0
# Seconds that a worker has to stop by itself: one that waits for its broker for ever does not see the signal.
GRACE = 30.0
logger = logging.getLogger(__name__)


class Watchdog:
    """The time of the last message, by the monotonic clock."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.last = time.monotonic()

    def note_message(self, **kwargs: Any) -> None:
        self.last = time.monotonic()

    def is_deaf(self, now: float) -> bool:
        """Return whether messages wait that nobody receives; false while the broker cannot be asked."""
        if now - self.last < LONGEST or state.reserved_requests or state.active_requests:
            return False
        return self.waiting() > 0

    def waiting(self) -> int:
        """Return how many messages wait in all queues; 0 when the broker does not answer."""
        options = {**self.app.conf.broker_transport_options, "socket_timeout": 2, "max_retries": 0, "interval_start": 0}
        try:
            with self.app.connection_for_read(transport_options=options) as connection:
                channel = connection.default_channel
                return sum(channel._size(name) for name in self.app.conf.task_queues)
        except OperationalError:
            return 0

    def run(self) -> None:
        """Check as long as the process lives."""
        while True:
            time.sleep(EVERY)
            if self.is_deaf(time.monotonic()):
                logger.error("the worker takes no messages though some wait: it stops, to be started again")
                self.end()

    def end(self) -> None:
        """Stop the worker, by force if necessary."""
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(GRACE)
        logger.error("the worker does not stop either: it is ended")
        os._exit(1)


def start(app: Any) -> Watchdog:
    """Start a thread that ends this Celery worker if messages wait and it receives none."""
    dog = Watchdog(app)
    task_received.connect(dog.note_message, weak=False)
    threading.Thread(target=dog.run, name="watchdog", daemon=True).start()
    return dog
