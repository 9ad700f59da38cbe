"""The clerk: reads a request a line, ``{"do": "module:function", "with": {...}}``, and answers each with one line."""

import json
import sys
import traceback
from importlib import import_module
from typing import Any

import django

django.setup()

from django.db import DatabaseError, close_old_connections, connection  # noqa: E402 - the apps must be loaded first


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    module, _colon, name = asked["do"].partition(":")
    function = getattr(import_module(module), name)
    close_old_connections()
    try:
        return {"value": function(**asked["with"])}
    except DatabaseError as error:
        # A server that was killed leaves a dead connection behind: it is not used again.
        connection.close()
        return {"error": f"{type(error).__name__}: {error}"}
    except Exception:  # noqa: BLE001 - the test is told what went wrong, whatever it was
        return {"error": traceback.format_exc()}


def main() -> None:
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer(json.loads(line)), default=str) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
