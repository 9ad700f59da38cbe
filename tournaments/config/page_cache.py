"""The page cache: in the memory of the process, limited in bytes."""

from collections import OrderedDict
from threading import Lock
from typing import Any, Final

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache

# A page may take half of the cache: a larger one would evict everything else.
LARGEST: Final = 2

# Bytes of each named cache; Django makes an object for each thread, and they share the content.
_held: dict[str, int] = {}


class PageCache(LocMemCache):
    """Evicts the least recently used pages when it is full."""

    _cache: OrderedDict[str, bytes]
    _lock: Lock

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        super().__init__(name, params)
        self._name, self._most = name, int(params.get("OPTIONS", {}).get("MAX_BYTES", 0))
        _held.setdefault(name, 0)

    @property
    def held(self) -> int:
        """Return the bytes of all cached pages."""
        return _held[self._name]

    def _set(self, key: str, value: bytes, timeout: Any = DEFAULT_TIMEOUT) -> None:
        self._delete(key)
        if len(value) > self._most // LARGEST:
            return
        super()._set(key, value, timeout)  # type: ignore[misc]
        _held[self._name] += len(value)
        while self.held > self._most:
            self._delete(next(reversed(self._cache)))

    def _delete(self, key: str) -> bool:
        size = len(self._cache.get(key, b""))
        is_there: bool = super()._delete(key)  # type: ignore[misc]
        _held[self._name] -= size
        return is_there

    def _cull(self) -> None:
        self._delete(next(reversed(self._cache)))

    def clear(self) -> None:
        with self._lock:
            for key in list(self._cache):
                self._delete(key)
