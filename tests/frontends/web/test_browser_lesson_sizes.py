"""Every step of every lesson in every layout, in both languages: the question, what is said of an answer, and all buttons are
in sight and under nothing. With ``PICTURES=folder`` at every size, each kept as a picture there."""

from pathlib import Path
from typing import Any, Final

import pytest
from playwright.async_api import Browser

from games import GAMES
from games.base.notation import read
from games.contract import Game
from games.lesson import lesson_of, moment, right_answers
from tests.frontends.web.browser import Person, expect, in_browser
from tests.frontends.web.house import House
from tests.frontends.web.test_browser_lesson import answer
from tests.frontends.web.test_browser_sizes import CUT, LAYOUTS, PICTURES, SIZES
from tests.seeds import ALL

pytestmark = in_browser()

HIDDEN: Final = """() => {
  const found = [];
  const seen = document.querySelectorAll(".lesson :is(.answering :is(button, .question, .verdict), .card:last-child)");
  for (const one of seen) {
    const box = one.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const name = one.dataset.test ?? one.className;
    if (box.top < 0 || box.left < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      found.push(`${name} is out of sight`);
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 16));
    if (!one.contains(top)) found.push(`${name} is under ${top?.className}`);
  }
  const text = document.querySelector(".lesson .words");
  if (text.getBoundingClientRect().top < 0 || document.querySelector(".lesson .upper").scrollTop) found.push("begins cut off");
  if (document.documentElement.scrollHeight > innerHeight) found.push("the page scrolls");
  return found;
}"""
"""What somebody who answers cannot see or press."""


async def _measured(person: Person, name: str, faults: list[str]) -> None:
    for width, height in SIZES if PICTURES or ALL else LAYOUTS:
        await person.resize(width, height)
        found = [text for look in (HIDDEN, CUT) for text in await person.page.evaluate(look)]
        faults += [f"{name} {width}x{height}: {text}" for text in found]
        if PICTURES:
            await person.page.screenshot(path=Path(PICTURES) / f"{name}-{width}x{height}.png")


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
@pytest.mark.parametrize("game", GAMES)
async def test_every_step_can_be_read_and_answered_at_every_size(browser: Browser, game: str, locale: str) -> None:
    lesson = lesson_of(game)
    assert lesson is not None
    game_of: Game[Any] = GAMES[game]
    faults: list[str] = []
    async with House(seed=7) as house:
        ann = await Person.come(browser, house, f"/#/learn/{game}/1", locale=locale)
        for number, step in enumerate(lesson.steps, 1):
            name = f"lesson-{game}-{number:02}-{locale[:2]}"
            await expect(ann.see("lesson")).to_have_attribute("data-step", str(number))
            if step.asked is None:
                await _measured(ann, f"{name}-read", faults)
            else:
                for wrong in step.asked.wrong[:1]:
                    action = game_of.read(moment(lesson, step).state, step.seat, read(wrong.does))
                    await answer(ann, lesson, step, action)
                    await expect(ann.page.locator(".verdict.wrong p").first).to_be_visible()
                    await _measured(ann, f"{name}-wrong", faults)
                await answer(ann, lesson, step, right_answers(lesson, step)[0])
                await expect(ann.see("lesson")).to_have_attribute("data-outcome", "right")
                await _measured(ann, f"{name}-right", faults)
            if number < len(lesson.steps):
                await ann.see("lesson-next").tap()
    assert not faults, "\n".join(faults)
    assert ann.complaints == []
