"""The log of requests on a server: a line when one begins and when it ends, and its id in every line between."""

import logging
from collections.abc import Callable
from typing import Any

import structlog
from django.http import HttpRequest, HttpResponse


class RequestLogMiddleware:
    """Names each request by method and address; the id is that of ``proxies.ProxyMiddleware``, which comes before it.

    What a fault left behind is written by Django, in a line of its own with the same id.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.log: Any = structlog.get_logger(__name__)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with structlog.contextvars.bound_contextvars(request_id=request.META["HTTP_X_REQUEST_ID"]):
            named = f"{request.method} {request.get_full_path()}"
            self.log.info("request_started", request=named, user_agent=request.META.get("HTTP_USER_AGENT"))
            response = self.get_response(request)
            level = {4: logging.WARNING, 5: logging.ERROR}.get(response.status_code // 100, logging.INFO)
            self.log.log(level, "request_finished", request=named, code=response.status_code)
        return response
