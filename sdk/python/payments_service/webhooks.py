"""Verification of deliveries, with the cause of a failure."""

import base64
import hashlib
import hmac
import json
import re
import time
from typing import Any, Iterable, List, Optional, Protocol, Sequence, Tuple, Union

from . import types


class Headers(Protocol):
    """Request headers of any framework."""

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
    """Verifies the signature and returns the event.

    `body` is the raw body, before it is parsed. `headers` may be only the signature, but with all headers the cause of a
    failure is certain. Pass several secrets during a rotation.
    """
    if isinstance(body, str):
        body = body.encode()
    if not isinstance(body, (bytes, bytearray)):
        raise _changed("The body was parsed already: pass the raw body, as bytes or text.")
    body = bytes(body)
    signed_at, signatures = _signature(_header(headers, "psp-signature"))
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not _holds(body, signed_at, signatures, secrets):
        raise _fault(body, signed_at, signatures, secrets, _header(headers, "content-digest"))
    age = (time.time() if now is None else now) - int(signed_at)
    if abs(age) > tolerance:
        when = f"{abs(round(age))} seconds {'ago' if age > 0 else 'from now'}"
        problem = f"It was signed {when}, and {tolerance:g} are allowed. It may be a replay, or a clock is wrong."
        raise WebhookError("too_old", problem)
    event: types.Event = json.loads(body)
    return event


def _header(headers: Union[str, Headers], name: str) -> str:
    if isinstance(headers, str):
        return headers if name == "psp-signature" else ""
    return next((value for each, value in headers.items() if each.lower() == name), "")


def _signature(header: str) -> Any:
    parts = [part.strip().partition("=")[::2] for part in header.split(",")]
    signed_at = next((value for name, value in parts if name == "t"), "")
    signatures = [value for name, value in parts if name == "v1" and re.fullmatch("[0-9a-f]{64}", value)]
    if re.fullmatch("[0-9]{1,12}", signed_at) and signatures:
        return signed_at, signatures
    problem = "Psp-Signature is not t=<seconds>,v1=<hex>" if header else "The Psp-Signature header is missing"
    raise WebhookError("no_signature", f"{problem}. The request is not from the service, or a proxy changed it.")


def _holds(body: bytes, signed_at: str, signatures: List[str], secrets: List[str]) -> bool:
    message = signed_at.encode() + b"." + body
    made = [hmac.new(each.encode(), message, hashlib.sha256).hexdigest() for each in secrets if each]
    return any([hmac.compare_digest(one, other) for one in made for other in signatures])


def _fault(body: bytes, signed_at: str, signatures: List[str], secrets: List[str], digest: str) -> WebhookError:
    """The Content-Digest header shows whether the bytes arrived unchanged; without it, the body is examined."""
    found = re.search("sha-256=:([A-Za-z0-9+/=]+):", digest)
    if found:
        own = base64.b64encode(hashlib.sha256(body).digest()).decode()
        return _wrong_secret(secrets) if own == found.group(1) else _changed()
    try:
        parsed = json.loads(body)
    except ValueError:
        return _changed()
    compact = json.dumps(parsed, separators=(",", ":"), ensure_ascii=False).encode()
    if any(_holds(each, signed_at, signatures, secrets) for each in (compact, body.strip())):
        return _changed()
    return _wrong_secret(secrets)


def _changed(how: str = "Pass the raw body, before it is parsed.") -> WebhookError:
    return WebhookError("body_changed", f"The body differs from the signed one. {how}")


def _wrong_secret(secrets: List[str]) -> WebhookError:
    is_odd = any(each.strip() != each or not each.startswith("whsec_") for each in secrets)
    hint = (
        "Pass the secret exactly as shown, with whsec_ and without spaces."
        if is_odd
        else "Each endpoint has its own secret, and so has psp listen. The secret may have been rotated."
    )
    return WebhookError("wrong_secret", f"The signature was made with another secret. {hint}")
