"""What a call may end with."""

from typing import Any, List, Optional


class ApiError(Exception):
    """The service said no. Branch on `type` and `code`; treat a code that you do not know by its type."""

    def __init__(
        self, status: int, body: Any, request_id: Optional[str], idempotency_key: Optional[str], origin: str
    ) -> None:
        told = body.get("error") if isinstance(body, dict) else None
        told = told if isinstance(told, dict) else {}
        super().__init__(str(told.get("message") or f"The service answered {status}."))
        self.status = status
        self.type = str(told.get("type") or ("internal_error" if status >= 500 else "invalid_request"))
        self.code = str(told.get("code") or f"http_{status}")
        self.param: Optional[str] = told.get("param")
        self.reasons: List[str] = list(told.get("reasons") or [])
        self.request_id = request_id
        self.idempotency_key = idempotency_key
        self.doc_url = f"{origin}/v1/docs#error-{self.code}"
        """The place of the code in the reference."""


class ConnectionFailed(Exception):
    """No answer came. It is not known whether the request was done: the same call with the same key finds out."""

    def __init__(self, message: str, idempotency_key: Optional[str]) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key
