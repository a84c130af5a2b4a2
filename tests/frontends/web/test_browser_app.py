"""The page as an app, in a real browser: at hand without a line, renewed whole, and nothing private kept."""

import asyncio
import json
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import pytest
from aiohttp import web
from playwright.async_api import Browser

from bot.clock import SystemClock
from bot.frontends.web import assets, server
from bot.frontends.web.push import Push
from bot.frontends.web.wire.lobby import page_texts
from bot.session.port.commands import UserRef
from tests.frontends.web.browser import Person, expect, in_browser
from tests.frontends.web.house import House, Visitor
from tests.memory import MemoryStore
from tests.patience import patience
from tests.simulators.push import PushService

pytestmark = in_browser()

_KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const one of await (await caches.open(name)).keys()) found.push(one.url.replace(location.origin, ""));
  return found;
}"""
_TAKEN_OVER = "() => navigator.serviceWorker.ready.then((found) => found.active.state === 'activated' || new Promise("
_TAKEN_OVER += "(done) => { found.active.onstatechange = () => done(true); }))"
_ASKS_AGAIN = """async () => {
  const known = await navigator.serviceWorker.ready;
  await known.update();
  const come = known.installing ?? known.waiting ?? known.active;
  while (come.state === "installing") await new Promise((done) => { come.onstatechange = done; });
  return come.state;
}"""


async def _at_hand(person: Person) -> None:
    """Wait until the page is kept by the browser."""
    await expect(person.see("play-now")).to_be_enabled()
    async with patience():
        assert await person.page.evaluate(_TAKEN_OVER)


def _other_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on pages are of another version: another script, other words."""
    monkeypatch.setattr(assets, "joined_script", partial(_with_edition, assets.joined_script))
    monkeypatch.setattr(
        server, "page_texts", lambda language: page_texts(language) | {"web.lobby.headline": f"Second {language}"}
    )


def _with_edition(joined: Any, *given: Any) -> str:
    return f"{joined(*given)}globalThis.edition = 2;\n"


async def test_the_second_visit_asks_for_no_file_and_nothing_private_is_kept(browser: Browser) -> None:
    async with House() as house:
        ann = await Person.come(browser, house)
        await _at_hand(ann)
        await ann.play_now()
        await ann.page.reload()
        await expect(ann.cards.first).to_be_visible()
        kept = await ann.page.evaluate(_KEPT)
        assert all(path == "/" or path.startswith(("/static/", "/texts/")) for path in kept), kept
        assert all("?v=" in path for path in kept if path != "/")
        assert {"/texts/en.json", "/texts/zh.json", "/static/page.js", "/static/page.css"} <= {
            path.partition("?")[0] for path in kept
        }
        files = "performance.getEntriesByType('resource').filter((one) => one.transferSize > 0).map((one) => one.name)"
        assert [name for name in await ann.page.evaluate(files) if "?v=" in name] == []
        assert ann.complaints == []


@pytest.mark.parametrize(
    ("locale", "says", "again"), [("en-GB", "No network", "Try again"), ("zh-CN", "没有网络", "再试一次")]
)
async def test_without_a_network_the_page_says_so_and_goes_on_when_there_is_one(
    browser: Browser, locale: str, says: str, again: str
) -> None:
    async with House() as house:
        ann = await Person.come(browser, house, locale=locale)
        await _at_hand(ann)
        await ann.page.context.set_offline(True)
        await ann.page.reload()
        await expect(ann.see("refusal")).to_contain_text(says)
        await expect(ann.see("again")).to_have_text(again)
        await ann.see("again").tap()
        await expect(ann.see("again")).to_be_visible()
        await ann.page.context.set_offline(False)
        await expect(ann.see("play-now")).to_be_enabled()


async def test_another_version_comes_whole_and_windows_of_the_one_before_go_on(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House() as house:
        ann = await Person.come(browser, house)
        await _at_hand(ann)
        old = await Person(await ann.page.context.new_page()).visit(house)
        await old.play_now()
        port = urlsplit(house.address).port
    _other_version(monkeypatch)
    async with House(house.store, port=port) as again:
        await ann.page.goto(again.address)
        await expect(ann.page.locator("h1")).to_have_text("Second en")
        assert await ann.page.evaluate("globalThis.edition") == 2
        await expect(old.turn).to_be_visible()
        await old.tap_a_turn()
        assert await old.page.evaluate("globalThis.edition ?? 1") == 1
        await old.page.goto(f"{again.address}/#/")
        await expect(old.page.locator("h1")).to_have_text("Second en")
        assert await ann.page.evaluate("caches.keys().then((names) => names.length)") == 2


async def test_a_page_of_two_versions_is_never_put_together(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """While several servers change their version, each may answer a part."""
    async with House() as house:
        ann = await Person.come(browser, house)
        await _at_hand(ann)
        before, port = house.page._assets, urlsplit(house.address).port
        kept = await ann.page.evaluate(_KEPT)
    _other_version(monkeypatch)

    async def file_of_before(_: assets.Assets, request: web.Request) -> web.Response:
        return before._known[request.match_info["path"]].answer(request)

    monkeypatch.setattr(assets.Assets, "_file", file_of_before)
    async with House(house.store, port=port), patience():
        assert await ann.page.evaluate(_ASKS_AGAIN) == "redundant"
        assert await ann.page.evaluate(_KEPT) == kept
        await ann.page.reload()
        await expect(ann.see("play-now")).to_be_enabled()
        assert await ann.page.evaluate("globalThis.edition ?? 1") == 1


_MAY_INSTALL = """() => {
  const question = new Event("beforeinstallprompt", { cancelable: true });
  question.prompt = async () => { globalThis.prompted = true; };
  dispatchEvent(question);
  return question.defaultPrevented;
}"""


@pytest.mark.parametrize(("answer", "prompted"), [("yes", True), ("no", None)])
async def test_installing_is_offered_once_after_the_first_round(
    browser: Browser, answer: str, prompted: bool | None
) -> None:
    async with House() as house:
        ann = await Person.come(browser, house)
        await expect(ann.see("play-now")).to_be_enabled()
        assert await ann.page.evaluate(_MAY_INSTALL), "the browser itself asks nobody"
        await expect(ann.see("offer-install")).to_have_count(0)
        await ann.play_now()
        await ann.play_round()
        await ann.page.evaluate("location.hash = '#/'")
        await ann.see(f"offer-{answer}").tap()
        await expect(ann.see("offer-install")).to_have_count(0)
        assert await ann.page.evaluate("globalThis.prompted") is prompted
        await ann.page.reload()
        await expect(ann.see("play-now")).to_be_enabled()
        await ann.page.evaluate(_MAY_INSTALL)
        await expect(ann.see("leaders")).to_be_visible()
        await expect(ann.see("offer-install")).to_have_count(0)


async def test_on_apples_devices_it_is_told_once_how_to_install(browser: Browser) -> None:
    async with House() as house:
        ann = await Person.come(
            browser, house, user_agent="Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)", locale="zh"
        )
        await expect(ann.see("play-now")).to_be_enabled()
        await ann.page.evaluate(
            "localStorage.paiju = JSON.stringify({ ...JSON.parse(localStorage.paiju), played: true })"
        )
        await ann.page.add_init_script("navigator.standalone = false")
        await ann.page.reload()
        await expect(ann.see("offer-install")).to_contain_text("添加到主屏幕")
        await expect(ann.see("offer-yes")).to_have_count(0)
        await ann.see("offer-no").tap()
        await ann.page.reload()
        await expect(ann.see("play-now")).to_be_enabled()
        await expect(ann.see("offer-install")).to_have_count(0)


_SUBSCRIBES = """(answer) => {
  let permission = "default";
  Object.defineProperty(Notification, "permission", { get: () => permission });
  Notification.requestPermission = async () => (permission = "granted");
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    globalThis.subscribedFor = applicationServerKey;
    return { toJSON: () => ({ endpoint: answer.endpoint, keys: { p256dh: answer.p256dh, auth: answer.auth } }) };
  };
}"""
"""A browser without a window asks nobody and no push service, and shows no notification: these stand in for it."""
_SHOWS = """() => new Promise((done) => {
  registration.showNotification = async (title, { body, tag, data }) => done({ title, body, tag, url: data });
})"""


async def test_after_the_first_slow_table_one_is_asked_and_told_with_the_page_closed(browser: Browser) -> None:
    async with PushService() as service:
        store = MemoryStore()
        push = Push(House(store).manager.doorbells, SystemClock(), "https://play.example", anywhere=True)
        async with House(store, push=push) as house, Visitor(house, "Ben") as ben:
            ann = await Person.come(browser, house)
            await _at_hand(ann)
            await expect(ann.see("offer-calls")).to_have_count(0)
            heard = service.subscribe("ann", await push.public_key())
            await ann.page.evaluate(_SUBSCRIBES, heard.subscription)
            room = (await ben.ask("new", game="gandengyan", players=2, options={"clock": "86400"}))["room"]
            await ann.page.evaluate(f"location.hash = '#/t/{room}'")
            await ann.see("join").tap()
            await ann.see("new-name").fill("Ann")
            await ann.see("sit-down").tap()
            await expect(ann.see("sit-down")).to_have_count(0)
            assert (await ben.ask("deal"))["ok"]
            await expect(ann.cards.first).to_be_visible()
            await ann.page.evaluate("location.hash = '#/'")
            await ann.see("offer-yes").tap()
            await expect(ann.see("offer-calls")).to_have_count(0)
            async with patience():
                while not await push._bells.of(_account(house, "Ann")):
                    await ann.page.evaluate("new Promise(requestAnimationFrame)")
            assert await ann.page.evaluate("globalThis.subscribedFor") == heard.key
            said = {"title": "轮到你了", "body": "掼蛋 · #1", "url": f"/#/t/{room}", "tag": "paiju-1"}
            shown = asyncio.ensure_future(ann.page.context.service_workers[0].evaluate(_SHOWS))
            await ann.page.goto("about:blank")
            async with patience():
                await _deliver(ann, house.address, said)
                assert await shown == said
            assert ann.complaints == []


def _account(house: House, name: str) -> UserRef:
    known = house.manager.session.people
    return next(ref for ref in known.accounts if (one := known.at(ref.platform, ref.external)) and one.name == name)


async def _deliver(person: Person, origin: str, said: dict[str, str]) -> None:
    """Let the browser hear a push as its service would bring it, decrypted."""
    line = await person.page.context.new_cdp_session(person.page)
    come: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def registered(event: dict[str, Any]) -> None:
        for one in event["registrations"]:
            if not come.done():
                come.set_result(one["registrationId"])

    line.on("ServiceWorker.workerRegistrationUpdated", registered)
    await line.send("ServiceWorker.enable")
    given = {"origin": origin, "registrationId": await come, "data": json.dumps(said)}
    await line.send("ServiceWorker.deliverPushMessage", given)
