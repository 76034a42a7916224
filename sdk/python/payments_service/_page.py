"""Lists."""

from typing import Any, Callable, Dict, Iterator, Optional


class Pages:
    """A list: `first()` is its first page, iterated it is each of its resources, page after page."""

    def __init__(self, read: Callable[[Optional[str]], Dict[str, Any]]) -> None:
        self._read = read

    def first(self) -> Dict[str, Any]:
        return self._read(None)

    def pages(self) -> Iterator[Dict[str, Any]]:
        cursor: Optional[str] = None
        while True:
            page = self._read(cursor)
            yield page
            cursor = page.get("next_cursor")
            if page.get("has_more") is not True or not isinstance(cursor, str):
                return

    def __iter__(self) -> Iterator[Any]:
        for page in self.pages():
            yield from page["data"]
