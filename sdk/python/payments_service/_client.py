"""The client: one call over all its attempts, lists, and the log of events."""

import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Dict, Iterator, Mapping, NamedTuple, Optional, Sequence

from ._error import ApiError, ConnectionFailed
from ._methods import Methods, Operation
from ._page import Pages

_RETRIED = frozenset((429, 500, 502, 503, 504))
# The longest time that an answer may make a call wait: beyond it the refusal is given to the caller.
_LONGEST_WAIT = 60.0


class Answer(NamedTuple):
    """What `on_answer` is told."""

    status: int
    request_id: Optional[str]
    is_replayed: bool
    attempts: int


class _Stay(urllib.request.HTTPRedirectHandler):
    """The key is never sent to where an answer points."""

    def redirect_request(self, *_args: Any, **_named: Any) -> None:
        return None


class PaymentsService(Methods):
    """Each operation of the reference is a method: createPayout is create_payout."""

    def __init__(
        self,
        api_key: str,
        base_url: str,
        *,
        account: Optional[str] = None,
        max_retries: int = 4,
        timeout: float = 30.0,
    ) -> None:
        if not api_key:
            raise ValueError("api_key is empty.")
        self._api_key = api_key
        self._base = base_url.rstrip("/")
        self._origin = "/".join(self._base.split("/")[:3])
        self._account = account
        self._max_retries = max_retries
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_Stay)

    def follow_events(
        self,
        after: Optional[str] = None,
        *,
        type: Optional[str] = None,
        resource_id: Optional[str] = None,
        poll: float = 1.0,
        until: Callable[[], bool] = lambda: False,
    ) -> Iterator[Dict[str, Any]]:
        """Every event in order, each once, and then those that happen; it ends once `until` says so.

        Keep the id of the last one that you dealt with and give it as `after`: nothing is missed while you are away.
        """
        failures = 0
        while not until():
            try:
                page = self.list_events(limit=100, after=after, type_=type, resource_id=resource_id).first()
            except (ApiError, ConnectionFailed) as error:
                if isinstance(error, ApiError) and error.status not in _RETRIED:
                    raise
                failures += 1
                time.sleep(_backoff(min(failures, 10)))
                continue
            failures = 0
            for event in page["data"]:
                if until():
                    return
                yield event
                after = event["id"]
            if not page["has_more"]:
                time.sleep(poll)

    def _list(self, operation: Operation, **asked: Any) -> Pages:
        query = asked.pop("query", {})

        def read(cursor: Optional[str]) -> Dict[str, Any]:
            own = query if cursor is None else {**query, operation.cursor: cursor}
            return self._send(operation, query=own, **asked)

        return Pages(read)

    def _send(
        self,
        operation: Operation,
        *,
        places: Sequence[str] = (),
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        idempotency_key: Optional[str] = None,
        max_retries: Optional[int] = None,
        timeout: Optional[float] = None,
        correlation_id: Optional[str] = None,
        on_answer: Optional[Callable[[Answer], None]] = None,
    ) -> Any:
        key = (idempotency_key or str(uuid.uuid4())) if operation.is_keyed else None
        request = self._request(operation, places, query or {}, body)
        if key is not None:
            request.add_header("Idempotency-Key", key)
        if correlation_id is not None:
            request.add_header("X-Correlation-Id", correlation_id)
        most = self._max_retries if max_retries is None else max_retries
        attempts = 0
        while True:
            attempts += 1
            is_last = attempts > most or not operation.is_repeatable
            asks = 0.0
            try:
                status, headers, text = self._attempt(request, timeout or self._timeout)
            except (OSError, http.client.HTTPException) as error:
                if is_last:
                    told = f"{operation.method} {operation.path} was not answered: {error}"
                    raise ConnectionFailed(told, key) from error
            else:
                asks = _retry_after(headers.get("Retry-After"))
                if is_last or status not in _RETRIED or asks > _LONGEST_WAIT:
                    request_id = headers.get("X-Request-Id")
                    answer = _parsed(text, headers.get("Content-Type") or "")
                    if not 200 <= status < 300:
                        raise ApiError(status, answer, request_id, key, self._origin)
                    if on_answer is not None:
                        replayed = headers.get("Idempotent-Replayed") == "true"
                        on_answer(Answer(status, request_id, replayed, attempts))
                    return answer
            time.sleep(max(asks, _backoff(attempts)))

    def _request(
        self, operation: Operation, places: Sequence[str], query: Mapping[str, Any], body: Any
    ) -> urllib.request.Request:
        path = operation.path
        for place in places:
            # An empty id would ask for the list, or delete another resource than the one meant.
            if place in ("", ".", ".."):
                raise ValueError(f"{operation.path}: an id is empty.")
            start, _, rest = path.partition("{")
            path = start + urllib.parse.quote(place, safe="") + rest.partition("}")[2]
        asked = urllib.parse.urlencode({name: _text(value) for name, value in query.items() if value is not None})
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self._base + path + (f"?{asked}" if asked else ""), data=data, method=operation.method
        )
        request.add_header("Authorization", f"Bearer {self._api_key}")
        request.add_header("Accept", "application/json, text/csv, application/xml")
        if data is not None:
            request.add_header("Content-Type", "application/json")
        if self._account is not None:
            request.add_header("Platform-Account", self._account)
        return request

    def _attempt(self, request: urllib.request.Request, timeout: float) -> Any:
        try:
            with self._opener.open(request, timeout=timeout) as response:
                return response.status, response.headers, response.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, error.read().decode()


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _parsed(text: str, content_type: str) -> Any:
    if text == "":
        return None
    if "json" not in content_type:
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


def _backoff(attempts: int) -> float:
    """Anywhere below a bound that doubles, so that a crowd parts."""
    return random.random() * min(8.0, 0.25 * 2 ** (attempts - 1))


def _retry_after(asked: Optional[str]) -> float:
    try:
        return max(0.0, float(asked or 0))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(asked or "").timestamp() - time.time())
    except (TypeError, ValueError):
        return 0.0
