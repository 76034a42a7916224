"""The blocking client, and sign-in."""

import time
from typing import Any, Callable, Iterator, Mapping, Optional, Sequence

from . import types
from ._call import Call, Finished, Operation, Options
from ._error import ApiError, ConnectionFailed
from ._methods import Methods, SignInMethods
from ._network import Network
from ._page import Pages
from ._retry import RETRIED, backoff
from ._settings import Settings, base_of, id_of, key_of

DEADLINE = 30.0
TIMEOUT = 15.0
RETRIES = 4


class _Sender:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._network = Network()

    def _send(
        self,
        operation: Operation,
        options: Options,
        *,
        path_args: Sequence[str] = (),
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
    ) -> Any:
        call = Call(self._settings, operation, options, path_args=path_args, query=query, body=body)
        while True:
            judged = call.judge(self._network.attempt(call))
            if isinstance(judged, Finished):
                return judged.body
            time.sleep(judged)


class PaymentsService(_Sender, Methods):
    """Each operation of the reference is a method: createPayout is create_payout.

    `api_key` is an API key, or the token of a session; `account` the account to act for, where the token is a person's.
    `timeout` is the longest time of one attempt, `deadline` that of a call with all its attempts and pauses, in seconds.
    """

    def __init__(
        self,
        api_key: str,
        base_url: str,
        *,
        account: Optional[str] = None,
        max_retries: int = RETRIES,
        timeout: float = TIMEOUT,
        deadline: float = DEADLINE,
    ) -> None:
        settings = settings_of(api_key, base_url, account)
        super().__init__(settings._replace(max_retries=max_retries, timeout=timeout, deadline=deadline))

    def follow_events(
        self,
        after: Optional[str] = None,
        *,
        type: Optional[str] = None,
        resource_id: Optional[str] = None,
        poll: float = 1.0,
        until: Callable[[], bool] = lambda: False,
    ) -> Iterator[types.Event]:
        """All events in order, each once, then new ones as they occur. Ends when `until` returns true.

        Store the id of the last event you processed and pass it as `after`: then no event is missed after a restart.
        """
        failures = 0
        while not until():
            try:
                page = self.list_events(limit=100, after=after, type_=type, resource_id=resource_id).first()
            except (ApiError, ConnectionFailed) as error:
                failures += 1
                time.sleep(pause_after(error, failures))
                continue
            failures = 0
            for event in page["data"]:
                if until():
                    return
                yield event
                after = event["id"]
            if not page["has_more"]:
                time.sleep(poll)

    def _list(
        self,
        operation: Operation,
        options: Options,
        *,
        path_args: Sequence[str] = (),
        query: Optional[Mapping[str, Any]] = None,
    ) -> Pages[Any, Any]:
        return Pages(
            lambda cursor: self._send(
                operation, options, path_args=path_args, query=turned(operation, query, cursor)
            )
        )


class SignIn(_Sender, SignInMethods):
    """Signs a person in, without a key. The session token is the `api_key` of a PaymentsService."""

    def __init__(self, base_url: str, *, timeout: float = TIMEOUT, deadline: float = DEADLINE) -> None:
        super().__init__(Settings(base_of(base_url), None, None, 0, timeout, deadline))


def settings_of(api_key: str, base_url: str, account: Optional[str]) -> Settings:
    who = None if account is None else id_of("account", account)
    return Settings(base_of(base_url), key_of(api_key), who, RETRIES, TIMEOUT, DEADLINE)


def turned(
    operation: Operation, query: Optional[Mapping[str, Any]], cursor: Optional[str]
) -> Mapping[str, Any]:
    """The query of the cursor's page."""
    return dict(query or {}) if cursor is None else {**(query or {}), operation.cursor or "after": cursor}


def pause_after(error: Exception, failures: int) -> float:
    """Seconds before the log is read again; raises errors that do not pass by themselves."""
    if isinstance(error, ApiError) and error.status not in RETRIED:
        raise error
    return backoff(min(failures, 10))
