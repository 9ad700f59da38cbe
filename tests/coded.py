"""What a test expects of a refusal of the rules: its code, for the sentence may be worded anew."""

from collections.abc import Callable

from gamekit.refusals import RefusalError


def coded(code: str) -> Callable[[RefusalError], bool]:
    """For ``pytest.raises(..., check=coded("wrong_sum"))``."""
    return lambda refusal: refusal.code == code
