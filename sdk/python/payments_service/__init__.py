"""Client of the payments service: collect, hold, pay out, receive events. Uses only the standard library."""

from . import statements, types, webhooks
from ._async_client import AsyncPaymentsService, AsyncSignIn
from ._call import Answer, FileBody
from ._client import PaymentsService, SignIn
from ._error import ApiError, ConnectionFailed, PaymentsServiceError, UnexpectedAnswer
from ._page import AsyncPages, Pages
from .webhooks import WebhookError

__all__ = [
    "Answer",
    "ApiError",
    "AsyncPages",
    "AsyncPaymentsService",
    "AsyncSignIn",
    "ConnectionFailed",
    "FileBody",
    "Pages",
    "PaymentsService",
    "PaymentsServiceError",
    "SignIn",
    "UnexpectedAnswer",
    "WebhookError",
    "statements",
    "types",
    "webhooks",
]
