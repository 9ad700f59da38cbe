"""What the framework says of a value and has no Italian for: named here, they are in the site's own catalogue."""

from typing import Final

from django.utils.translation import gettext_noop

SAID: Final = (
    gettext_noop("Must be a valid boolean."),
    gettext_noop("Not a valid string."),
    gettext_noop("Datetime value out of range."),
    gettext_noop('Invalid datetime for the timezone "{timezone}".'),
    gettext_noop("Ensure this field has at least {min_length} elements."),
    gettext_noop("Ensure this field has no more than {max_length} elements."),
    gettext_noop("This dictionary may not be empty."),
    gettext_noop("A valid biginteger is required."),
    gettext_noop("Integer value too large to convert to float"),
    gettext_noop('Enter a valid "slug" consisting of Unicode letters, numbers, underscores, or hyphens.'),
    gettext_noop("Must be a valid UUID."),
)
