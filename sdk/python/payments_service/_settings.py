"""Client settings, checked on creation. No message shows any part of a key."""

import re
import urllib.parse
from typing import NamedTuple, Optional


class Settings(NamedTuple):
    """Settings of every call of a client."""

    base: str
    api_key: Optional[str]
    account: Optional[str]
    max_retries: int
    timeout: float
    deadline: float


def key_of(api_key: object) -> str:
    """The key without surrounding white space."""
    if not isinstance(api_key, str):
        raise TypeError(f"api_key must be a str; it is {type(api_key).__name__}.")
    key = api_key.strip()
    if not key:
        raise ValueError("api_key is empty.")
    if not re.fullmatch(r"[\x21-\x7e]+", key):
        raise ValueError("api_key contains white space or an invalid character. Copy the key again.")
    return key


def base_of(base_url: object) -> str:
    """The URL before `/v1`, without a trailing slash."""
    if not isinstance(base_url, str):
        raise TypeError(f"base_url must be an http or https URL; it is {type(base_url).__name__}.")
    try:
        url = urllib.parse.urlsplit(base_url.strip())
        is_web = url.scheme in ("http", "https") and bool(url.hostname) and (url.port is None or url.port > 0)
    except ValueError:
        is_web = False
    if not is_web or re.search(r"[^\x21-\x7e]", base_url.strip()):
        raise ValueError("base_url must be an http or https URL, such as https://payments.example.com.")
    if url.username is not None or url.password is not None or url.query or url.fragment:
        raise ValueError("base_url must have no user name, password, query or fragment.")
    parts = [part for part in url.path.split("/") if part]
    if parts[-1:] == ["v1"]:
        parts.pop()
    return "/".join([f"{url.scheme}://{url.netloc}", *parts])


def id_of(name: str, value: object, shortest: int = 1) -> str:
    """A header value. Ids and keys contain no other characters."""
    if not isinstance(value, str) or not re.fullmatch(r"[A-Za-z0-9._:-]{1,128}", value) or len(value) < shortest:
        raise ValueError(f"{name} must be {shortest} to 128 letters, digits or . _ : -")
    return value
