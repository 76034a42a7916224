"""Client of the payments service: collect, hold, pay out, receive events. Needs the standard library alone."""

from . import webhooks
from ._client import Answer, PaymentsService
from ._error import ApiError, ConnectionFailed
from ._page import Pages
from .webhooks import WebhookError

__all__ = ["Answer", "ApiError", "ConnectionFailed", "Pages", "PaymentsService", "WebhookError", "webhooks"]
