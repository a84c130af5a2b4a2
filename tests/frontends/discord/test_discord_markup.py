"""Screens as Discord messages: nothing too long, every button told apart, no stray markup, nobody rung by a name."""

from typing import Any

import pytest

from bot.frontends.discord.outgoing.markup import MENU, PANEL, TABLE, content, pressed
from bot.present import render
from bot.present.screens.screen import Button, Mention, Screen, Span, plain_text
from bot.session.port.commands import ChatRef, Command, Hint, Join, MyHand, Pick
from bot.session.port.replies import PlainLines, Reply
from bot.session.port.updates import Notice, Titled
from tests.simulators.discord.limits import message_flaws
from tests.simulators.discord.schema import flaws
from tests.simulators.discord.world import COMPONENTS_V2, component_texts, walk_components


def screen(*lines: Any, rows: tuple[tuple[Button, ...], ...] = (), title: str = "Table") -> Screen:
    return Screen("en", title, tuple((Span(one),) if isinstance(one, str) else one for one in lines), rows)


async def components(made: Screen, source: str = TABLE, **more: Any) -> list[dict[str, Any]]:
    shown = content(made, source, **more)
    listed: list[dict[str, Any]] = shown.view().to_components()  # type: ignore[no-untyped-call] # the library leaves it untyped
    body = {"components": listed, "flags": COMPONENTS_V2, "allowed_mentions": shown.allowed_mentions().to_dict()}
    assert message_flaws(body, has_files=False, creating=True, flags=COMPONENTS_V2) == []
    assert flaws("POST", "/channels/1/messages", body) == []
    return listed


def buttons(listed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [one for one in walk_components(listed) if one["type"] == 2]


@pytest.mark.parametrize("command", [Join(12), Pick(12, "3.1", 7), MyHand(12), Hint(12)])
async def test_a_button_says_its_command_again_when_pressed(command: Command) -> None:
    listed = await components(screen("x", rows=((Button("go", command),),)), PANEL)
    found = pressed({"custom_id": buttons(listed)[0]["custom_id"]})
    assert found is not None
    assert (found.source, found.command) == (PANEL, command)


@pytest.mark.parametrize("custom_id", ["", "x", "t:", "t:nonsense", "z:j1", "h99:\u0000", "t" * 100])
def test_a_button_of_another_version_is_recognised_as_such(custom_id: str) -> None:
    assert pressed({"custom_id": custom_id}) is None


async def test_equal_commands_on_one_message_are_kept_apart() -> None:
    listed = await components(screen("x", rows=((Button("a", Join(1)), Button("b", Join(1)), Button("c", Join(1))),)))
    ids = [one["custom_id"] for one in buttons(listed)]
    assert len(set(ids)) == 3
    assert {pressed({"custom_id": one}).command for one in ids} == {Join(1)}  # type: ignore[union-attr]


async def test_a_hundred_buttons_are_closed_up_and_the_rest_become_a_menu() -> None:
    many = tuple((Button(f"b{n}", Join(n)),) for n in range(100))
    listed = await components(screen("x", rows=many))
    (menu,) = [one for one in walk_components(listed) if one["type"] == 3]
    found = pressed({"custom_id": menu["custom_id"], "values": [menu["options"][0]["value"]]})
    assert found is not None
    assert found.command == Join(len(buttons(listed)))


async def test_a_very_long_text_is_cut_at_a_line() -> None:
    listed = await components(screen(*["word " * 100] * 50))
    text = next(iter(component_texts(listed)))
    assert text.endswith("…")
    assert len(text) <= 4000


async def test_markup_in_names_stays_text_and_mentions_nobody() -> None:
    listed = await components(screen("*a* `b` <@5> @everyone", (Span("**x**", "bold"), Span("3 `4`", "code"))))
    (text,) = component_texts(listed)
    assert "\\*a\\*" in text
    assert "<@5>" not in text
    assert "@everyone" not in text
    assert content(screen("@everyone"), TABLE).mentions == ()


async def test_a_person_who_is_called_is_rung_even_if_the_screen_does_not_name_them() -> None:
    shown = content(screen((Mention("player 1", "discord", "7"),)), TABLE, called=[8])
    assert set(shown.mentions) == {7, 8}
    assert "<@7>" in shown.text
    assert "<@8>" in shown.text
    assert set(shown.allowed_mentions().to_dict()["users"]) == {7, 8}


async def test_a_person_of_another_platform_is_named_in_words() -> None:
    shown = content(screen((Mention("player 1", "telegram", "7"),)), TABLE)
    assert shown.mentions == ()
    assert "player 1" in shown.text


async def test_the_private_chat_button_opens_the_hand_here() -> None:
    listed = await components(screen("x", rows=((Button("Private chat", start=12, key="private_chat"),),)))
    (button,) = buttons(listed)
    found = pressed({"custom_id": button["custom_id"]})
    assert found is not None
    assert found.command == MyHand(12)


async def test_the_way_back_is_a_link_if_it_is_known() -> None:
    back = screen("x", rows=((Button("To the group", key="group"),),))
    assert buttons(await components(back)) == []
    (button,) = buttons(await components(back, link="https://discord.com/channels/1/2/3"))
    assert button["url"] == "https://discord.com/channels/1/2/3"


def test_equal_screens_have_equal_fingerprints() -> None:
    def made(label: str) -> str:
        return content(screen("x", rows=((Button(label, Join(1)),),)), MENU).digest

    assert made("a") == made("a")
    assert made("a") != made("b")


def test_plain_lines_are_shown_letter_by_letter() -> None:
    lines = ("trick: 2", "names: __a_b__ *c* <@5> `x`", "")
    made = render.reply(Reply("en", True, PlainLines(lines)))
    assert made is not None
    assert content(made, MENU).text == "```\ntrick: 2\nnames: __a_b__ *c* <@5> ˋxˋ\n\n```"
    long = render.reply(Reply("en", True, PlainLines(("y" * 99,) * 60)))
    assert long is not None
    assert content(long, MENU).text.count("```") == 2


async def test_places_and_moments_are_written_as_discord_does() -> None:
    here = Titled("Tea house", ChatRef("discord", "7"))
    there = Titled("Friends", ChatRef("telegram", "-9"))
    visited = Titled("somewhere", ChatRef("discord", "@7"))
    for title, written in ((here, "<#7>"), (there, "Friends"), (visited, "somewhere")):
        told = Notice("guest_place_closed", {"table": 3, "chat": title})
        assert f"“{written}”" in content(render.notice(told, "en"), MENU).text
        assert title in plain_text(render.notice(told, "en"))
    away = Notice(
        "holiday_set", {"at": 86_400, "day": "1970-01-02", "hour": "8:00", "zone": "Asia/Shanghai", "tables": 1}
    )
    for language in ("en", "zh"):
        assert "<t:86400:f>" in content(render.notice(away, language), MENU).text
        assert "8:00" in plain_text(render.notice(away, language))
        assert "⟨" not in plain_text(render.notice(away, language))
