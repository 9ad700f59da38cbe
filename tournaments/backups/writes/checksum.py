"""One checksum for the data of an installation: the same on every engine and in any order of the rows."""

from hashlib import sha256
from typing import Final

from tournaments.backups.writes.parts import BEATS, MODELS, AnyModel, label
from tournaments.backups.writes.rows import lines

MODULUS: Final = 1 << 256


class PartSum:
    """The sum of the digests of a model's rows, modulo 2**256, and their number: needs no order and no memory."""

    __slots__ = ("count", "total")

    def __init__(self) -> None:
        self.count, self.total = 0, 0

    def add(self, line: bytes) -> None:
        self.total = (self.total + int.from_bytes(sha256(line).digest(), "big")) % MODULUS
        self.count += 1

    def __str__(self) -> str:
        return f"{self.count}:{self.total:064x}"


def checksum(sums: dict[AnyModel, PartSum]) -> str:
    """Return the checksum of an installation from the sums of its models; pulses are no data and do not count."""
    told = sorted(f"{label(model)}={found}" for model, found in sums.items() if model not in BEATS)
    return sha256("\n".join(told).encode()).hexdigest()


def of_installation() -> str:
    """Return the checksum of the current rows; called inside a snapshot."""
    sums = {model: PartSum() for model in MODELS}
    for model, found in sums.items():
        for line in lines(model):
            found.add(line)
    return checksum(sums)
