"""One call with all its attempts, without the network: builds requests and interprets responses."""

import json
import time
import urllib.parse
import uuid
from typing import Any, Callable, Iterator, Literal, Mapping, NamedTuple, Optional, Sequence, Tuple, TypeVar, Union

from ._error import ApiError, ConnectionFailed, Reply, UnexpectedAnswer, parsed, refusal_in
from ._retry import RETRIED, backoff, retry_after
from ._settings import Settings, id_of

T = TypeVar("T")


class Answer(NamedTuple):
    """The argument of `on_answer`."""

    status: int
    request_id: Optional[str]
    is_replayed: bool
    attempts: int


class FileBody(NamedTuple):
    """A file sent instead of JSON: ``FileBody("text/csv", path.read_bytes())``."""

    content_type: Literal["text/csv", "application/xml"]
    content: bytes


OnAnswer = Callable[[Answer], object]

Outcome = Union[Reply, Exception]
"""The outcome of an attempt."""


class Operation(NamedTuple):
    """An operation of the API description."""

    method: str
    path: str
    is_keyed: bool = False
    is_repeatable: bool = False
    cursor: Optional[str] = None
    proof: Optional[Tuple[str, ...]] = None
    """Fields that are always in the JSON response; None if there is no JSON response."""
    texts: Tuple[str, ...] = ()
    """Media types of non-JSON responses."""


class Options(NamedTuple):
    """Options of one call."""

    idempotency_key: Optional[str] = None
    correlation_id: Optional[str] = None
    max_retries: Optional[int] = None
    timeout: Optional[float] = None
    deadline: Optional[float] = None
    on_answer: Optional[OnAnswer] = None


class Finished(NamedTuple):
    """The final response of the call."""

    body: Any


class Call:
    """Send the request and pass the outcome to `judge`, which returns the response or the seconds to wait."""

    def __init__(
        self,
        settings: Settings,
        operation: Operation,
        options: Options,
        *,
        path_args: Sequence[str] = (),
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
    ) -> None:
        self._settings = settings
        self._operation = operation
        self._options = options
        self._key = (
            id_of("idempotency_key", _or(options.idempotency_key, str(uuid.uuid4())), 8)
            if operation.is_keyed
            else None
        )
        self._attempts = 0
        self._retries = _or(options.max_retries, settings.max_retries)
        self._ends_at = time.monotonic() + _or(options.deadline, settings.deadline)
        self._path = _path(operation, path_args)
        query_string = urllib.parse.urlencode(
            {name: _text(value) for name, value in _parameters(query or {}) if value is not None}
        )
        self.method = operation.method
        self.url = settings.base + self._path + (f"?{query_string}" if query_string else "")
        self._type = body.content_type if isinstance(body, FileBody) else "application/json"
        self.data = body.content if isinstance(body, FileBody) else None if body is None else json.dumps(body).encode()
        self.headers = self._headers()

    def seconds_left(self) -> float:
        """Seconds left for the attempt that begins now."""
        left = min(_or(self._options.timeout, self._settings.timeout), self._ends_at - time.monotonic())
        return max(left, 0.001)

    def judge(self, outcome: Outcome) -> Union[Finished, float]:
        """Returns the response or the seconds to wait before the next attempt; raises an error otherwise."""
        self._attempts += 1
        if self._attempts <= self._retries and self._operation.is_repeatable and _passes(outcome):
            asks = retry_after(outcome.headers) if isinstance(outcome, Reply) else 0.0
            pause = max(asks, backoff(self._attempts))
            if time.monotonic() + pause < self._ends_at:
                return pause
        return self._end(outcome)

    def _end(self, outcome: Outcome) -> Finished:
        request = f"{self.method} {self._path}"
        key, attempts = self._key, self._attempts
        if not isinstance(outcome, Reply):
            raise ConnectionFailed(
                request, cause=outcome, idempotency_key=key, attempts=attempts
            ) from outcome
        if not 200 <= outcome.status < 300:
            raise ApiError(reply=outcome, idempotency_key=key, attempts=attempts, base=self._settings.base)
        answer = _documented(self._operation, outcome)
        if answer is None:
            raise UnexpectedAnswer(request, reply=outcome, idempotency_key=key, attempts=attempts)
        if self._options.on_answer is not None:
            replayed = outcome.headers.get("Idempotent-Replayed") == "true"
            request_id = outcome.headers.get("X-Request-Id")
            self._options.on_answer(Answer(outcome.status, request_id, replayed, attempts))
        return answer

    def _headers(self) -> Mapping[str, str]:
        headers = {"Accept": ", ".join(("application/json", *self._operation.texts))}
        if self._settings.api_key is not None:
            headers["Authorization"] = f"Bearer {self._settings.api_key}"
        if self._settings.account is not None:
            headers["Platform-Account"] = self._settings.account
        if self.data is not None:
            headers["Content-Type"] = self._type
        if self._key is not None:
            headers["Idempotency-Key"] = self._key
        if self._options.correlation_id is not None:
            headers["X-Correlation-Id"] = id_of("correlation_id", self._options.correlation_id, 8)
        return headers


def _path(operation: Operation, path_args: Sequence[str]) -> str:
    path = operation.path
    for arg in path_args:
        # With an empty id, the path would be that of the list.
        if not isinstance(arg, str) or arg.strip() in ("", ".", ".."):
            raise ValueError(f"{operation.path}: an id is empty.")
        start, _, rest = path.partition("{")
        path = start + urllib.parse.quote(arg, safe="") + rest.partition("}")[2]
    return path


def _passes(outcome: Outcome) -> bool:
    """True if another attempt may succeed. operation_suspended lasts until an operator ends it."""
    if not isinstance(outcome, Reply):
        return True
    return outcome.status in RETRIED and refusal_in(outcome.text).get("code") != "operation_suspended"


def _documented(operation: Operation, reply: Reply) -> Optional[Finished]:
    """The documented body of a successful response; None for any other body."""
    kind = (reply.headers.get("Content-Type") or "").lower().partition(";")[0].strip()
    if kind in operation.texts:
        return Finished(reply.text)
    if operation.proof is None:
        return None if operation.texts or reply.text else Finished(None)
    body = parsed(reply.text) if kind == "application/json" else None
    if not isinstance(body, dict) or not all(_proven(name, body.get(name)) for name in operation.proof):
        return None
    return Finished(body)


def _proven(name: str, value: object) -> bool:
    if name == "id":
        return isinstance(value, str)
    return isinstance(value, list) if name == "data" else value is not None


def _or(value: Optional[T], usual: T) -> T:
    return usual if value is None else value


def _parameters(query: Mapping[str, Any]) -> Iterator[Tuple[str, Any]]:
    """A mapping is sent as one parameter per key: ``metadata[order]``."""
    for name, value in query.items():
        if isinstance(value, Mapping):
            yield from ((f"{name}[{key}]", each) for key, each in value.items())
        else:
            yield name, value


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
