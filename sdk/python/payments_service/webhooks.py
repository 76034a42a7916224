"""Deliveries: the signature, and what is wrong where it does not hold."""

import base64
import hashlib
import hmac
import json
import re
import time
from typing import Any, Iterable, List, Optional, Protocol, Sequence, Tuple, Union

from . import types


class Headers(Protocol):
    """The headers of a request, as any framework has them."""

    def items(self) -> Iterable[Tuple[str, str]]: ...


class WebhookError(Exception):
    """`fault` is no_signature, body_changed, wrong_secret or too_old."""

    def __init__(self, fault: str, message: str) -> None:
        super().__init__(message)
        self.fault = fault


def verify(
    body: Union[bytes, str],
    headers: Union[str, Headers],
    secret: Union[str, Sequence[str]],
    *,
    tolerance: float = 300.0,
    now: Optional[float] = None,
) -> types.Event:
    """The event of a delivery, once its signature holds.

    `body` is what was received, before anything parses it. The signature alone is enough instead of all headers; with
    them the cause is told surely. Several secrets may be given while they are being changed.
    """
    if isinstance(body, str):
        body = body.encode()
    if not isinstance(body, (bytes, bytearray)):
        raise _changed("It was parsed before it came here: give the raw body, as bytes or text.")
    body = bytes(body)
    signed_at, given = _signature(_header(headers, "psp-signature"))
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not _holds(body, signed_at, given, secrets):
        raise _fault(body, signed_at, given, secrets, _header(headers, "content-digest"))
    age = (time.time() if now is None else now) - int(signed_at)
    if abs(age) > tolerance:
        when = f"{abs(round(age))} seconds {'ago' if age > 0 else 'from now'}"
        told = f"It was signed {when}, and {tolerance:g} are allowed: somebody sends it again, or a clock is wrong."
        raise WebhookError("too_old", told)
    event: types.Event = json.loads(body)
    return event


def _header(headers: Union[str, Headers], name: str) -> str:
    if isinstance(headers, str):
        return headers if name == "psp-signature" else ""
    return next((value for each, value in headers.items() if each.lower() == name), "")


def _signature(header: str) -> Any:
    parts = [part.strip().partition("=")[::2] for part in header.split(",")]
    signed_at = next((value for name, value in parts if name == "t"), "")
    given = [value for name, value in parts if name == "v1" and re.fullmatch("[0-9a-f]{64}", value)]
    if re.fullmatch("[0-9]{1,12}", signed_at) and given:
        return signed_at, given
    told = "Psp-Signature is not t=<seconds>,v1=<hex>" if header else "There is no Psp-Signature header"
    raise WebhookError("no_signature", f"{told}: it does not come from the service, or a proxy changed it.")


def _holds(body: bytes, signed_at: str, given: List[str], secrets: List[str]) -> bool:
    message = signed_at.encode() + b"." + body
    made = [hmac.new(each.encode(), message, hashlib.sha256).hexdigest() for each in secrets if each]
    return any([hmac.compare_digest(one, other) for one in made for other in given])


def _fault(body: bytes, signed_at: str, given: List[str], secrets: List[str], digest: str) -> WebhookError:
    """The digest that is sent beside the body tells whether its bytes arrived; without it they are asked."""
    found = re.search("sha-256=:([A-Za-z0-9+/=]+):", digest)
    if found:
        own = base64.b64encode(hashlib.sha256(body).digest()).decode()
        return _wrong_secret(secrets) if own == found.group(1) else _changed()
    try:
        parsed = json.loads(body)
    except ValueError:
        return _changed()
    compact = json.dumps(parsed, separators=(",", ":"), ensure_ascii=False).encode()
    if any(_holds(each, signed_at, given, secrets) for each in (compact, body.strip())):
        return _changed()
    return _wrong_secret(secrets)


def _changed(how: str = "Give it as it was received, before anything parses it.") -> WebhookError:
    return WebhookError("body_changed", f"The body is not the one that was signed. {how}")


def _wrong_secret(secrets: List[str]) -> WebhookError:
    is_odd = any(each.strip() != each or not each.startswith("whsec_") for each in secrets)
    hint = (
        "Give it as it was shown, whsec_ included and without blanks."
        if is_odd
        else "Each endpoint has its own, and psp listen one for itself; it may have been rotated."
    )
    return WebhookError("wrong_secret", f"The signature was not made with this secret. {hint}")
