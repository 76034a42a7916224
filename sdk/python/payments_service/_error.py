"""Errors of calls."""

import json
from typing import Any, List, Mapping, NamedTuple, Optional

from ._retry import retry_after


class Reply(NamedTuple):
    """A response of any status, as received."""

    status: int
    headers: Mapping[str, str]
    text: str


class PaymentsServiceError(Exception):
    """Base class of the errors of calls."""

    def __init__(
        self, message: str, *, idempotency_key: Optional[str], attempts: int, reply: Optional[Reply] = None
    ) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key
        """The call's idempotency key. Repeating the call with this key never takes effect twice."""
        self.attempts = attempts
        """Number of attempts."""
        self.status: Optional[int] = reply.status if reply else None
        """Headers of the last response; None if there was none."""
        self.headers: Mapping[str, str] = reply.headers if reply else {}
        self.raw_body: Optional[str] = reply.text if reply else None
        """The body of the last response, as received."""
        self.request_id: Optional[str] = self.headers.get("X-Request-Id")
        """Quote it to support."""
        self.retry_after_seconds: Optional[float] = (
            retry_after(self.headers) if "Retry-After" in self.headers else None
        )
        """Seconds from Retry-After; None without that header."""


class ApiError(PaymentsServiceError):
    """The service refused the request. Branch on `type` and `code`; handle an unknown code by its type."""

    def __init__(self, *, reply: Reply, idempotency_key: Optional[str], attempts: int, base: str) -> None:
        refusal = refusal_in(reply.text)
        super().__init__(
            str(refusal.get("message") or f"The service answered {reply.status}."),
            idempotency_key=idempotency_key,
            attempts=attempts,
            reply=reply,
        )
        self.status: int = reply.status
        self.raw_body: str = reply.text
        self.type = str(refusal.get("type") or ("internal_error" if reply.status >= 500 else "invalid_request"))
        self.code = str(refusal.get("code") or f"http_{reply.status}")
        self.param: Optional[str] = refusal.get("param")
        """The field, parameter or header at fault."""
        self.reasons: List[str] = list(refusal.get("reasons") or [])
        self.doc_url = f"{base}/v1/docs#error-{self.code}"
        """URL of the code in the reference."""


class UnexpectedAnswer(PaymentsServiceError):
    """A success status with an undocumented body, for example from a network's sign-in page.

    The outcome is unknown. Repeat the call with the same key to find out.
    """

    def __init__(self, request: str, *, reply: Reply, idempotency_key: Optional[str], attempts: int) -> None:
        kind = reply.headers.get("Content-Type") or "no content type"
        super().__init__(
            f"{request}: the answer {reply.status} ({kind}) is not the documented one."
            " A proxy or a sign-in page may have answered.",
            idempotency_key=idempotency_key,
            attempts=attempts,
            reply=reply,
        )


class ConnectionFailed(PaymentsServiceError):
    """No response arrived, so the outcome is unknown. Repeat the call with the same key to find out."""

    def __init__(self, request: str, *, cause: BaseException, idempotency_key: Optional[str], attempts: int) -> None:
        reason = str(cause) or type(cause).__name__
        super().__init__(
            f"{request} got no answer: {reason}", idempotency_key=idempotency_key, attempts=attempts
        )


def parsed(text: str) -> Any:
    """None if it is not JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def refusal_in(text: str) -> Mapping[str, Any]:
    """The `error` of a body; empty if the body is not from the service."""
    body = parsed(text)
    refusal = body.get("error") if isinstance(body, dict) else None
    return refusal if isinstance(refusal, dict) else {}
