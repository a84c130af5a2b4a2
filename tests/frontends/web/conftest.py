from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.frontends.web.browser import open_browser
from tests.frontends.web.house import House


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with House() as house:
        yield house


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    async with open_browser() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: Browser) -> AsyncIterator[Browser]:
    """A browser without windows; those that a test has opened are closed after it."""
    yield chromium
    for context in chromium.contexts:
        await context.close()
