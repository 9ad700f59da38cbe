"""Steps of the services that must be refused."""

from typing import Any

import pytest

from tournaments.errors import RefusedError


def refused(step: Any, *args: Any, **extra: Any) -> str:
    """Take a step that must be refused; return the code of the refusal."""
    with pytest.raises(RefusedError) as refusal:
        step(*args, **extra)
    return refusal.value.code
