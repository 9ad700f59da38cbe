"""Addresses of files of an event, its calendar, and the import of one from its archive."""

from django.urls import path

from tournaments.jobs.api import event_files

urlpatterns = [
    path("events/<slug:slug>/files/<slug:what>.<slug:form>", event_files.TableFile.as_view(), name="api_table_file"),
    path("events/<slug:slug>/event.ics", event_files.CalendarFile.as_view(), name="api_event_calendar"),
    path("imports/", event_files.Imports.as_view(), name="api_imports"),
    path("imports/again/", event_files.ImportsAgain.as_view(), name="api_import_again"),
    path("imports/<int:job_id>/", event_files.OneImport.as_view(), name="api_import"),
]
