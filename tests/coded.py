"""What a test expects of a refusal of the rules: its code, for the sentence may be worded anew."""

from collections.abc import Callable

from gamekit.refusals import RefusalError


def coded(code: str, field: str | None = None) -> Callable[[RefusalError], bool]:
    """For ``pytest.raises(..., check=coded("wrong_sum"))``; with ``field`` it is about that field."""
    return lambda refusal: refusal.code == code and field in (None, refusal.field)
