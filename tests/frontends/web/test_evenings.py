"""Seats drawn anew at a table of the page, and until when a table of a chat waits for players."""

from dataclasses import replace

from bot.frontends.web.wire.table import table_json
from bot.session.port.commands import ChatRef
from tests.frontends.web.house import House, Visitor
from tests.present.rounds import filled, info, public


async def test_after_a_match_the_host_has_seats_drawn_at_the_same_table() -> None:
    async with House() as house, Visitor(house) as ann:
        assert (await ann.ask("quick", game="doudizhu", level="easy"))["ok"]
        for _ in range(2):  # in a round it is asked for twice
            await ann.ask("end")
        table = await ann.wait(lambda found: found["t"] == "table" and found["table"]["state"] == "over", fresh=False)
        assert table["draws"] == "seats"
        assert (await ann.ask("shuffle"))["ok"]
        assert "drawn" in str((await ann.ask("shuffle", balanced=True)).get("toast"))


def test_a_table_of_a_chat_says_until_when_it_waits() -> None:
    waiting = public(info(state="lobby"), None, chat=ChatRef("telegram", "g1"), ends=1000, limit=600)
    lobby = replace(waiting, players=(replace(waiting.players[0], kind="empty"), *waiting.players[1:]))
    assert table_json(lobby, "table-12", (), "zh")["waits"] == "正在等人（等到开桌后10分钟）"
    assert table_json(filled(lobby, ends=0), "table-12", (), "en")["waits"] == ""
