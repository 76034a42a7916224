"""The asyncio client. Each attempt runs in a thread, because the standard library has no asynchronous HTTP client."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any, AsyncIterator, Callable, Mapping, Optional, Sequence

from . import types
from ._call import Call, Finished, Operation, Options
from ._client import DEADLINE, RETRIES, TIMEOUT, pause_after, settings_of, turned
from ._error import ApiError, ConnectionFailed
from ._methods import AsyncMethods, AsyncSignInMethods
from ._network import Network
from ._page import AsyncPages
from ._settings import Settings, base_of


class _AsyncSender:
    def __init__(self, settings: Settings, connections: int) -> None:
        self._settings = settings
        self._network = Network()
        self._threads = ThreadPoolExecutor(connections, thread_name_prefix="payments-service")

    async def aclose(self) -> None:
        """Ends the threads after the attempts in progress."""
        await asyncio.get_running_loop().run_in_executor(None, self._threads.shutdown)

    async def __aexit__(self, *_args: object) -> None:
        await self.aclose()

    async def _send(
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
            loop = asyncio.get_running_loop()
            judged = call.judge(await loop.run_in_executor(self._threads, self._network.attempt, call))
            if isinstance(judged, Finished):
                return judged.body
            await asyncio.sleep(judged)


class AsyncPaymentsService(_AsyncSender, AsyncMethods):
    """PaymentsService for asyncio. `connections` is the maximum number of concurrent attempts."""

    def __init__(
        self,
        api_key: str,
        base_url: str,
        *,
        account: Optional[str] = None,
        max_retries: int = RETRIES,
        timeout: float = TIMEOUT,
        deadline: float = DEADLINE,
        connections: int = 32,
    ) -> None:
        settings = settings_of(api_key, base_url, account)
        own = settings._replace(max_retries=max_retries, timeout=timeout, deadline=deadline)
        super().__init__(own, connections)

    async def __aenter__(self) -> "AsyncPaymentsService":
        return self

    async def follow_events(
        self,
        after: Optional[str] = None,
        *,
        type: Optional[str] = None,
        resource_id: Optional[str] = None,
        poll: float = 1.0,
        until: Callable[[], bool] = lambda: False,
    ) -> AsyncIterator[types.Event]:
        """All events in order, each once, then new ones as they occur. Ends when `until` returns true.

        Store the id of the last event you processed and pass it as `after`: then no event is missed after a restart.
        """
        failures = 0
        while not until():
            try:
                log = self.list_events(limit=100, after=after, type_=type, resource_id=resource_id)
                page = await log.first()
            except (ApiError, ConnectionFailed) as error:
                failures += 1
                await asyncio.sleep(pause_after(error, failures))
                continue
            failures = 0
            for event in page["data"]:
                if until():
                    return
                yield event
                after = event["id"]
            if not page["has_more"]:
                await asyncio.sleep(poll)

    def _list(
        self,
        operation: Operation,
        options: Options,
        *,
        path_args: Sequence[str] = (),
        query: Optional[Mapping[str, Any]] = None,
    ) -> AsyncPages[Any, Any]:
        return AsyncPages(
            lambda cursor: self._send(
                operation, options, path_args=path_args, query=turned(operation, query, cursor)
            )
        )


class AsyncSignIn(_AsyncSender, AsyncSignInMethods):
    """SignIn for asyncio."""

    def __init__(self, base_url: str, *, timeout: float = TIMEOUT, deadline: float = DEADLINE) -> None:
        super().__init__(Settings(base_of(base_url), None, None, 0, timeout, deadline), 1)

    async def __aenter__(self) -> "AsyncSignIn":
        return self
