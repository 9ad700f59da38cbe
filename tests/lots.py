"""What the site draws by lot, drawn the same way for the same ``SEED`` and test, so that a failure comes again."""

import random


class Lots(random.Random):
    """In place of ``secrets``, where cards and draws come from."""

    def token_bytes(self, number: int) -> bytes:
        return self.randbytes(number)

    def token_hex(self, number: int) -> str:
        return self.randbytes(number).hex()

    def randbelow(self, bound: int) -> int:
        return self.randrange(bound)
