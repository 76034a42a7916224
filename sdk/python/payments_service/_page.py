"""Lists."""

from typing import Any, AsyncIterator, Awaitable, Callable, Generic, Iterator, Optional, TypeVar

Item = TypeVar("Item")
Page = TypeVar("Page")


class Pages(Generic[Item, Page]):
    """A list. `first()` is the first page; iterate it for all resources, page by page."""

    def __init__(self, read: Callable[[Optional[str]], Page]) -> None:
        self._read = read

    def first(self) -> Page:
        return self._read(None)

    def pages(self) -> Iterator[Page]:
        page = self._read(None)
        yield page
        while (cursor := _next(page)) is not None:
            page = self._read(cursor)
            yield page

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            data: Any = page
            yield from data["data"]


class AsyncPages(Generic[Item, Page]):
    """A list. `await first()` is the first page; iterate it for all resources, page by page."""

    def __init__(self, read: Callable[[Optional[str]], Awaitable[Page]]) -> None:
        self._read = read

    async def first(self) -> Page:
        return await self._read(None)

    async def pages(self) -> AsyncIterator[Page]:
        page = await self._read(None)
        yield page
        while (cursor := _next(page)) is not None:
            page = await self._read(cursor)
            yield page

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            data: Any = page
            for item in data["data"]:
                yield item


def _next(page: Any) -> Optional[str]:
    cursor = page.get("next_cursor")
    return cursor if page.get("has_more") is True and isinstance(cursor, str) else None
