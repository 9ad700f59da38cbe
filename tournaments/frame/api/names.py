"""Names in the bodies of the API, checked as the forms of the pages check them."""

from typing import Any

from rest_framework import serializers

from tournaments.frame.text_problems import LONGEST, text_problem
from tournaments.frame.writable import MOST_UNTIDY, tidy


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
