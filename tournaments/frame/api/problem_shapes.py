"""How problems are described: the document, its codes, and each status said once for all operations."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from tournaments.frame.api import headers
from tournaments.frame.api.bodies import Shape
from tournaments.frame.api.problem_codes import FAULT, FIELDS, MEDIA_TYPE, TITLES, sentences

REFERENCE = "#/components/schemas/"
OF_PROBLEM, OF_FIELD = "ProblemCode", "FieldCode"


class FieldError(Shape):
    """What is wrong with one field."""

    field = serializers.CharField(help_text="Where it stands: members.0.family_name")
    code = serializers.CharField()
    detail = serializers.CharField(help_text="A sentence in the language of the reader")
    value = serializers.JSONField(required=False, help_text="What was sent, where it is a plain value")


class Problem(Shape):
    """A problem document (RFC 9457)."""

    type = serializers.CharField(help_text="The address that explains the code")
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField(help_text="A sentence in the language of the reader")
    current = serializers.JSONField(required=False, help_text="With 409: how the object stands now")

    def get_fields(self) -> dict[str, Any]:
        # “errors” is a name of the framework's own, in a class.
        return {**super().get_fields(), "errors": FieldError(many=True, required=False)}


def with_problems(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """The description with each problem said once, for all operations that may answer it, and all codes there are."""
    parts = result.setdefault("components", {})
    content = {MEDIA_TYPE: {"schema": {"$ref": f"{REFERENCE}Problem"}}}
    parts["responses"] = {}
    for status, title in TITLES.items():
        if status != FAULT:
            sent = headers.OF_PROBLEMS.get(status)
            told = {"description": title, "content": content}
            parts["responses"][f"Problem{status}"] = {**told, "headers": sent} if sent else told
    schemas = parts.setdefault("schemas", {})
    if "Problem" in schemas:
        schemas[OF_PROBLEM] = _codes("Stable: the same in every language and release.", sentences())
        schemas[OF_FIELD] = _codes("What can be wrong with a field as it was sent.", FIELDS)
        schemas["Problem"]["properties"]["code"] = {"$ref": f"{REFERENCE}{OF_PROBLEM}"}
        either = [{"$ref": f"{REFERENCE}{name}"} for name in (OF_FIELD, OF_PROBLEM)]
        schemas["FieldError"]["properties"]["code"] = {"anyOf": either}
    return result


def _codes(about: str, said: Mapping[str, str]) -> dict[str, Any]:
    """A code out of a closed list; in ``x-codes`` the sentence of each."""
    codes = dict(sorted(said.items()))
    about += " x-codes has the sentence of each; %(name)s are places of values."
    return {"type": "string", "description": about, "enum": list(codes), "x-codes": codes}
