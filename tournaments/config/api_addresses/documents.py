"""Addresses of files of an event, its calendar, and the import of one from its archive."""

from django.urls import path

from tournaments.jobs.api import imports

urlpatterns = [
    path("events/<slug:slug>/files/<slug:what>.<slug:form>", imports.TableFile.as_view(), name="api_table_file"),
    path("events/<slug:slug>/event.ics", imports.CalendarFile.as_view(), name="api_event_calendar"),
    path("imports/", imports.Imports.as_view(), name="api_imports"),
    path("imports/again/", imports.ImportsAgain.as_view(), name="api_import_again"),
    path("imports/<int:job_id>/", imports.OneImport.as_view(), name="api_import"),
]
