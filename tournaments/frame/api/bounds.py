"""How much a body may hold: counted before its parts are looked at, and before a transaction is opened."""

from collections.abc import Mapping
from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from tournaments.frame.api.format_schema import FORMAT_SCHEMAS
from tournaments.frame.api.negotiation import MOST_NUMBER
from tournaments.games import registry

# Fields of an object: more than any body names, so that each unknown one can be told by its name.
MOST_FIELDS: Final = 100
# Of a document: how much one of its objects or lists holds, and its texts and names.
MOST_VALUES: Final = 60
LONGEST_TEXT: Final = 400


class TooManyError(Exception):
    """A list or an object of a body has ``count`` values where ``bound`` is the most that is taken."""

    def __init__(self, field: str, count: int, bound: int) -> None:
        super().__init__("too_many")
        self.field, self.count, self.bound = field, count, bound


class DocumentValue(serializers.Field[Any, Any, Any, Any]):
    """A value of a document, of any kind: the rules of the game or of the event say which ones they take."""

    max_length = MOST_VALUES

    def to_internal_value(self, data: Any) -> Any:
        return data

    def to_representation(self, value: Any) -> Any:
        return value


_OF_MANY: Final = (serializers.ListSerializer, serializers.ListField, serializers.DictField, DocumentValue)


def too_long(field: Any, given: Any, path: str = "") -> dict[str, list[ErrorDetail]]:
    """Raise TooManyError at the first long list or object of ``given``; return the long texts of its documents.

    A text that has a field of its own is held against the bound of that field, later.
    """
    found: dict[str, list[ErrorDetail]] = {}
    if isinstance(given, str):
        if isinstance(field, DocumentValue) and len(given) > LONGEST_TEXT:
            said = str(serializers.CharField.default_error_messages["max_length"])
            found[path] = [ErrorDetail(said.format(max_length=LONGEST_TEXT), code="max_length")]
        return found
    is_object = isinstance(field, serializers.Serializer)
    # Any other field is neither a list nor an object, and refuses both.
    if not isinstance(given, list | Mapping) or not (is_object or isinstance(field, _OF_MANY)):
        return found
    bound = MOST_FIELDS if is_object else int(getattr(field, "max_length", None) or 0)
    if len(given) > bound:
        raise TooManyError(path, len(given), bound)
    parts: list[tuple[str, Any, Any]]
    if is_object:
        pairs = given.items() if isinstance(given, Mapping) else ()
        parts = [(name, field.fields[name], value) for name, value in pairs if name in field.fields]
    else:
        inner = field if isinstance(field, DocumentValue) else field.child
        if isinstance(given, Mapping):
            # A name is a text of the object as well.
            parts = [(name[:LONGEST_TEXT], inner, name) for name in given]
            parts += [(name[:LONGEST_TEXT], inner, value) for name, value in given.items()]
        else:
            parts = [(str(n), inner, each) for n, each in enumerate(given)]
    for name, part, value in parts:
        found |= too_long(part, value, f"{path}.{name}".strip("."))
    return found


def _points_at(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _object_of(name: str) -> dict[str, Any]:
    return {"type": "object", "maxProperties": MOST_VALUES, "additionalProperties": _points_at(name)}


# No document that is taken is deeper; of a description that points back at itself few programs make a client.
_PLAIN: Final[list[dict[str, Any]]] = [
    {"type": "null"},
    {"type": "boolean"},
    {"type": "number", "minimum": -MOST_NUMBER, "maximum": MOST_NUMBER},
    {"type": "string", "maxLength": LONGEST_TEXT},
]
_SCHEMAS: Final = {
    "Document": _object_of("DocumentValue"),
    "DocumentValue": {
        "anyOf": [
            *_PLAIN,
            _points_at("DocumentPart"),
            {"type": "array", "maxItems": MOST_VALUES, "items": {"anyOf": [*_PLAIN, _points_at("DocumentPart")]}},
        ]
    },
    "DocumentPart": _object_of("DocumentPlain"),
    "DocumentPlain": {"anyOf": _PLAIN},
}
_DOCUMENT: Final = _points_at("Document")


def with_documents(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """The description with what a document holds, and a ruleset of each game, which fields point at."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(_SCHEMAS, **FORMAT_SCHEMAS)
    games = registry.keys()
    named = {f"{key.title()}Rules": registry.game(key).rules_schema for key in games}
    schemas.update(named, Rules={"anyOf": [_points_at(name) for name in named]})
    return result


@extend_schema_field(_DOCUMENT)
class DocumentField(DocumentValue):
    """An object whose fields the rules of the game or of the event name."""

    default_error_messages = {"not_a_dict": serializers.DictField.default_error_messages["not_a_dict"]}

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, dict):
            self.fail("not_a_dict", input_type=type(data).__name__)
        return data


@extend_schema_field(_points_at("EventFormat"))
class FormatField(DocumentField):
    """The format of an event."""


@extend_schema_field(_points_at("Rules"))
class RulesField(DocumentField):
    """Parameters of a game's ruleset."""


@extend_schema_field({"anyOf": [{"type": "string", "maxLength": LONGEST_TEXT}, _DOCUMENT]})
class NamedDocumentField(DocumentValue):
    """The name of a document that is published, or an object of one's own."""
