"""Retries."""

import random
import time
from email.utils import parsedate_to_datetime
from typing import Mapping

RETRIED = frozenset((429, 500, 502, 503, 504))


def backoff(attempts: int) -> float:
    """A random pause below a bound that doubles, so that clients do not retry all at once."""
    return random.random() * min(8.0, 0.25 * 2.0 ** (attempts - 1))


def retry_after(headers: Mapping[str, str]) -> float:
    """Seconds from Retry-After; 0 without the header."""
    retry_after = headers.get("Retry-After") or ""
    try:
        return max(0.0, float(retry_after))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (TypeError, ValueError):
        return 0.0
