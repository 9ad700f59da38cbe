"""The kinds of jobs, as pages and the log call them."""

from django.utils.translation import gettext_lazy

from tournaments.jobs.writes import jobs

NAMES = {
    jobs.IMPORT: gettext_lazy("Entries from a list"),
    jobs.PDF: gettext_lazy("PDF"),
    jobs.ARCHIVE: gettext_lazy("Archive of the event"),
    jobs.EVENT_IMPORT: gettext_lazy("Import of an event"),
    jobs.LIST: gettext_lazy("Spreadsheet that was read"),
}
