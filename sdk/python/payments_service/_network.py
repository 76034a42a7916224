"""One attempt over the network."""

import contextlib
import http.client
import socket
import ssl
import threading
import urllib.error
import urllib.request
from typing import Any, Callable, Optional

from ._call import Call, Outcome
from ._error import Reply


class Network:
    """Sends attempts. Certificates are read once."""

    def __init__(self) -> None:
        self._context = ssl.create_default_context()

    def attempt(self, call: Call) -> Outcome:
        """The response, or why there is none."""
        request = urllib.request.Request(
            call.url, data=call.data, method=call.method, headers=dict(call.headers)
        )
        with _Watch(call.seconds_left()) as watch:
            try:
                return self._answer(request, watch)
            except (OSError, http.client.HTTPException, UnicodeDecodeError) as error:
                return TimeoutError(f"{watch.seconds:.1f} s were over") if watch.is_over else error

    def _answer(self, request: urllib.request.Request, watch: "_Watch") -> Reply:
        handlers = (_Stay(), _Http(watch), _Https(watch, self._context))
        try:
            with urllib.request.build_opener(*handlers).open(request, timeout=watch.seconds) as response:
                return _reply(response.status, response, watch)
        except urllib.error.HTTPError as error:
            with error:
                return _reply(error.code, error, watch)


class _Watch:
    """Cuts the connection of an attempt when its time is over.

    The timeout of a socket is one for each read, so it does not stop an answer that comes byte by byte.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.is_over = False
        self._socket: Optional[socket.socket] = None
        self._timer = threading.Timer(seconds, self._cut)
        self._timer.daemon = True

    def __enter__(self) -> "_Watch":
        self._timer.start()
        return self

    def __exit__(self, *_args: object) -> None:
        self._timer.cancel()

    def guard(self, connection: socket.socket) -> None:
        self._socket = connection
        if self.is_over:
            self._cut()

    def _cut(self) -> None:
        self.is_over = True
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)


class _Stay(urllib.request.HTTPRedirectHandler):
    """Redirects are not followed, so the key is never sent to another host."""

    def redirect_request(self, *_args: Any, **_named: Any) -> None:
        return None


class _Http(urllib.request.HTTPHandler):
    def __init__(self, watch: _Watch) -> None:
        super().__init__()
        self._watch = watch

    def http_open(self, req: urllib.request.Request) -> Any:
        return self.do_open(_watched(http.client.HTTPConnection, self._watch), req)


class _Https(urllib.request.HTTPSHandler):
    def __init__(self, watch: _Watch, context: ssl.SSLContext) -> None:
        super().__init__(context=context)
        self._watch = watch
        self._own = context

    def https_open(self, req: urllib.request.Request) -> Any:
        return self.do_open(_watched(http.client.HTTPSConnection, self._watch), req, context=self._own)


def _watched(kind: Callable[..., Any], watch: _Watch) -> Any:
    """Returns a connection class that passes its socket to the watch once connected."""

    def opened(*args: Any, **named: Any) -> Any:
        connection = kind(*args, **named)
        connect = connection.connect

        def guarded() -> None:
            connect()
            watch.guard(connection.sock)

        connection.connect = guarded
        return connection

    return opened


def _reply(status: int, response: Any, watch: _Watch) -> Reply:
    text = response.read().decode()
    if watch.is_over:
        # A cut connection looks like the end of a response.
        raise TimeoutError
    return Reply(status, response.headers, text)
