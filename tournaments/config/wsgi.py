"""The site for a WSGI server: pages only; live streams need ``asgi``."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.config.settings")
application = get_wsgi_application()
