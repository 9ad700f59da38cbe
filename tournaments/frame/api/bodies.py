"""What a body or the parameters of an address may hold: nothing but the fields that are named, each with its bounds."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from types import NoneType
from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from tournaments.frame.api.bounds import DocumentField, FormatField, NamedDocumentField, RulesField
from tournaments.frame.api.problem_codes import PHRASES
from tournaments.frame.forms.widgets import EARLIEST_YEAR, LATEST_YEAR
from tournaments.frame.names import LONGEST, MOST_UNTIDY, text_problem, tidy
from tournaments.frame.operations.inputs import (
    EVENT_SEEN,
    Choice,
    Choices,
    Document,
    Field,
    Moment,
    Number,
    Rows,
    Slugs,
    Tick,
    Wrong,
)
from tournaments.games.contract import Json


class NameField(serializers.CharField):
    """A name of a person (``family``, ``given``), a ``club`` or a ``circle``, safe to export to a spreadsheet."""

    def __init__(self, kind: str, **options: Any) -> None:
        if not options.get("required", True) and options.setdefault("allow_blank", True):
            options.setdefault("default", "")
            options.pop("required")
        super().__init__(trim_whitespace=False, max_length=LONGEST[kind], **options)
        self.kind = kind

    def to_internal_value(self, data: Any) -> str:
        if isinstance(data, str) and len(data) > MOST_UNTIDY:
            self.fail("max_length", max_length=LONGEST[self.kind])
        value = tidy(super().to_internal_value(data))
        if not value and not self.allow_blank:
            self.fail("blank")
        problem = text_problem(value, self.kind)
        if problem is not None:
            raise serializers.ValidationError(str(problem), code=problem.code)
        return value


class MomentField(serializers.DateTimeField):
    """The moment of an event, within the years that events have."""

    def to_internal_value(self, value: Any) -> datetime:
        try:
            found = super().to_internal_value(value)
        except (OverflowError, ValueError) as error:
            raise serializers.ValidationError(
                _("This is not a date with a time: write it as 2026-11-20T20:30:00+01:00."), code="invalid"
            ) from error
        if not EARLIEST_YEAR <= found.year <= LATEST_YEAR:
            raise serializers.ValidationError(
                _("Year: %(year)s. Events are between %(first)s and %(last)s.")
                % {"year": found.year, "first": EARLIEST_YEAR, "last": LATEST_YEAR},
                code="year_range",
            )
        return found


class Body(serializers.Serializer[Any]):
    """The fields of a request; one that is not named here is refused by its name, at every depth.

    ``check`` says what is wrong with values that are right one by one.
    """

    check: Callable[[Mapping[str, Any]], Wrong | None] | None = None

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        wrong = self.check(data) if self.check else None
        if wrong:
            raise ValidationError({wrong[0]: [wrong[2]]}, code=wrong[1])
        return data

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            unknown = [name for name in data if name not in self.fields or self.fields[name].read_only]
            if unknown:
                said = ErrorDetail(gettext(PHRASES["unknown_field"]), code="unknown_field")
                raise ValidationError({str(name)[:200]: [said] for name in unknown})
            if "endpoint" in self.context:
                # JSON knows numbers, words and yes from no: what would have to be turned into another kind is refused.
                wrong = {}
                for name, value in data.items():
                    text = _wrong_kind(self.fields[name], value)
                    if text:
                        wrong[name] = [ErrorDetail(text, code="invalid")]
                if wrong:
                    raise ValidationError(wrong)
        return super().to_internal_value(data)


def _wrong_kind(field: serializers.Field[Any, Any, Any, Any], value: Any) -> str:
    """Return the error for a value of the wrong type; empty if the type is right, or is checked later."""
    if isinstance(field, serializers.ListField) and isinstance(value, list):
        return next(filter(None, (_wrong_kind(field.child, each) for each in value)), "")
    for kind, types, teller in _KINDS:
        if isinstance(field, kind):
            is_whole = type(value) is float and int in types and value.is_integer()
            is_right = type(value) in types or is_whole
            return "" if is_right else str(teller.default_error_messages["invalid"])
    return ""


_KINDS: Final[tuple[tuple[Any, frozenset[type], Any], ...]] = (
    (serializers.BooleanField, frozenset({bool, NoneType}), serializers.BooleanField),
    (serializers.IntegerField, frozenset({int, NoneType}), serializers.IntegerField),
    (serializers.FloatField, frozenset({int, float, NoneType}), serializers.FloatField),
    (
        (serializers.CharField, serializers.DateTimeField, serializers.DateField),
        frozenset({str, NoneType}),
        serializers.CharField,
    ),
)


DOCUMENTS = {"": DocumentField, "format": FormatField, "rules": RulesField, "named": NamedDocumentField}


def field_of(field: Field, *, is_partial: bool = False) -> serializers.Field[Any, Any, Any, Any]:
    """One field of a body, with the bounds that it declares."""
    options: dict[str, Any] = {"help_text": field.hint} if field.hint else {}
    if isinstance(field, Slugs):
        slug = serializers.SlugField(max_length=80)
        return serializers.ListField(child=slug, max_length=field.most, required=False, **options)
    options |= {"required": False} if is_partial or not field.required else {}
    if isinstance(field, Number | Moment) and field.nullable:
        options["allow_null"] = True
    if isinstance(field, Number | Tick) and field.initial is not None:
        options["default"] = field.initial
    if isinstance(field, Number):
        return serializers.IntegerField(min_value=field.least, max_value=field.most, **options)
    if isinstance(field, Moment):
        return MomentField(**options)
    if isinstance(field, Document):
        return DOCUMENTS[field.kind](**options)
    if isinstance(field, Tick):
        return serializers.BooleanField(**options)
    if isinstance(field, Rows):
        key = serializers.IntegerField(min_value=1, max_value=field.highest)
        return serializers.ListField(child=key, min_length=field.least or None, max_length=field.most, **options)
    if isinstance(field, Choices):
        child = serializers.ChoiceField(choices=[value for value, _label in field.choices])
        return serializers.ListField(child=child, max_length=len(field.choices), **options)
    if isinstance(field, Choice):
        options |= {} if field.required else {"default": field.initial}
        return serializers.ChoiceField(choices=[value for value, _label in field.choices], **options)
    if field.kind in LONGEST:
        return NameField(field.kind, **options)
    if field.kind == "slug":
        return serializers.SlugField(max_length=field.most, **options)
    options |= {"allow_blank": True} if field.is_blank or not field.required else {}
    options |= {} if field.required else {"default": ""}
    made = serializers.EmailField if field.kind == "email" else serializers.CharField
    return made(max_length=field.most, **options)


class Nothing(Body):
    """No fields: a step that needs no words."""


class Shape(serializers.Serializer[Any]):
    """The fields of an answer: what the schema says of each, and where its value comes from.

    A field is read from the attribute of its name, or of its ``source``; a shape within a shape reads what it finds
    there, a text is what ``str`` makes of it, and yes or no what ``bool`` does.
    """

    @classmethod
    def of(cls, shown: object, **given: Json) -> dict[str, Json]:
        """Return the values of ``shown``, and what is ``given`` for fields that it has no attribute for.

        Raises:
            AttributeError: ``shown`` has neither the attribute nor is the field given.
        """
        return cls.reader(*given)(shown, **given)

    @classmethod
    @cache
    def reader(cls, *given: str) -> Callable[..., dict[str, Json]]:
        """Return what ``of`` calls when these fields are given.

        It is compiled from the fields, as dataclasses are: lists of a thousand rows are read as fast as by hand.
        """
        if unknown := set(given) - cls._declared_fields.keys():
            raise AttributeError(f"{cls.__name__} has no {sorted(unknown)}")
        made: dict[str, Any] = {}
        values = []
        for name, field in cls._declared_fields.items():
            path = f"_shown.{field.source or name}"
            if name in given:
                path = name
            elif isinstance(field, serializers.ListSerializer):
                child: Any = field.child
                made[f"_of_{name}"] = type(child).reader()
                path = f"None if {path} is None else [_of_{name}(each) for each in {path}]"
            elif isinstance(field, Shape):
                made[f"_of_{name}"] = type(field).reader()
                path = f"None if {path} is None else _of_{name}({path})"
            elif isinstance(field, serializers.ListField):
                path = f"None if {path} is None else _list({path})"
            elif isinstance(field, serializers.BooleanField):
                # A row that was read by hand has 0 and 1.
                path = f"None if {path} is None else _bool({path})"
            elif type(field) is serializers.CharField:
                path = f"{path} if {path}.__class__ is str else _text({path})"
            values.append(f"{name!r}: {path}")
        made |= {"_list": list, "_bool": bool, "_text": lambda value: None if value is None else str(value)}
        code = f"def read(_shown, {''.join(f'{name}, ' for name in given)}): return {{{', '.join(values)}}}"
        exec(code, made)  # noqa: S102 - of names of fields and attributes that stand in this program
        read: Callable[..., dict[str, Json]] = made["read"]
        return read


class SeenBody(Body):
    """Nothing but the version that was read."""

    seen = field_of(EVENT_SEEN)
