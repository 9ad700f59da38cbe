"""A sealed card is not shown, written, copied or sent by anything."""

import copy
import json
import logging
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from rest_framework.utils.encoders import JSONEncoder

from tournaments.games.commands import Sealed, SealedError

SEALED = Sealed(["7d"])


@pytest.mark.parametrize(
    "tell",
    [
        str,
        repr,
        format,
        "{}".format,
        "%s".__mod__,
        lambda it: f"{it!r:>9}",
        json.dumps,
        lambda it: json.dumps({"deck": it}, cls=DjangoJSONEncoder),
        lambda it: json.dumps({"deck": it}, cls=JSONEncoder),
        lambda it: json.dumps([it], default=str),
        pickle.dumps,
        copy.copy,
        copy.deepcopy,
        list,
        dict,
        bytes,
        vars,
        len,
        lambda it: str([it]),
    ],
)
def test_a_sealed_value_is_told_to_nobody(tell: Callable[[Any], object]) -> None:
    with pytest.raises(TypeError):
        tell(SEALED)


def test_a_line_of_the_log_file_has_nothing_of_it(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(SealedError):
        logging.getLogger("tests").warning("a deck: %s", SEALED)
    assert "7d" not in caplog.text


def test_the_rules_open_it() -> None:
    assert SEALED.unseal() == ["7d"]
    assert Sealed(("7d",)) == Sealed(("7d",))
    assert Sealed(("7d",)) != Sealed(("6d",))
    assert hash(Sealed(("7d",))) == hash(Sealed(("7d",)))
