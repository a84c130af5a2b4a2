"""Names, titles and typed words are foreign: they never become mark-up, a call, a command or a line of their own."""

import re
from dataclasses import replace
from html.parser import HTMLParser

from bot.frontends.discord.outgoing.markup import APART, TABLE, content
from bot.frontends.telegram.outgoing.markup import Links, draw
from bot.present import render
from bot.present.screens.screen import plain_text
from bot.present.words.text import clean, one_line, width
from bot.session.port.replies import Body, HistoryCard, HistoryLine, Mate, Reply
from bot.session.port.updates import Notice, Player
from games import GAMES
from games.contract import View
from games.simulate import SeededDice
from tests.cases import each
from tests.present.rated import leaders, rank_line, stats
from tests.present.rounds import info, people, public
from tests.sentences import NOTICES

FOREIGN = [
    "@everyone", "@here", "<@123>", "<@&5>", "<#7>", "<:e:1>", "<t:1:R>", "</end:1>", "<id:home>", "[x](https://a.b)",
    "`code`", "**bold**", "__u__", "~~s~~", "||spoiler||", "# head", "> quote", "-# small", "* point", "<b>bold</b>",
    "<a href='tg://user?id=5'>x</a>", "&lt;", "a\nb", "a\r\nb", "a\u2028b", "\u202eliving\u202c", "\u2066iso\u2069",
    "\u200b", "\u3164", "\u2800", "\ufe0f", "\u0301\u0301", "x" * 300, "😀" * 40, "👨‍👩‍👧‍👦", "@victim", "/leave", "hi /end",
    "z\u0335\u0336\u0337\u0338" * 20, "{name}", "%s", "\\", "名" * 60, "",
]  # fmt: skip
_TAGS = {"b", "i", "code", "s", "a"}


class Parser(HTMLParser):
    """As the platform reads HTML: every tag closed in order, and only known ones."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.links: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in _TAGS
        self.open.append(tag)
        self.links += [value or "" for name, value in attrs if name == "href"]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def _view() -> View:
    game = GAMES["doudizhu"]
    rules = game.option_set.complete({})
    return game.view(game.start(rules, game.deal(rules, 3, {}, SeededDice("foreign")), {}).state, None)


def screens(name: str, language: str) -> list[str]:
    """All that Telegram and Discord would be sent of screens with this name in them."""
    bodies: list[Body] = [
        leaders(rank_line(1, name), place="chat", title=name, chats=((7, name),), me=rank_line(9, name, me=True)),
        stats(name, partners=(Mate(name, 9, 5),), opponents=(Mate(name, 9, 5),)),
        HistoryCard((HistoryLine("M1", "doudizhu", "over", 3, 0.0, (Player(0, "person", name),), (3,), (0,)),), 0, False),
        *(
            Notice(code, {field: name for field in fields if field in {"name", "names", "chat", "part", "given", "value"}}
                   | {field: 1 for field in fields if field not in {"name", "names", "chat", "part", "given", "value"}})
            for code, fields in NOTICES.items()
            if set(fields) & {"name", "names", "chat", "part", "given"}
        ),
    ]  # fmt: skip
    made = [render.reply(Reply(language, True, body)) for body in bodies]
    seated = tuple(replace(player, name=name) for player in people())
    made.append(render.table(public(info(), _view(), language, players=seated)))
    made.append(render.table(public(info(state="lobby", number=0), None, language, players=seated)))
    sent = []
    APART.set({})  # whatever commands other tests have announced
    for screen in made:
        assert screen is not None
        for page in draw(screen, Links("bot")).pages:
            parser = Parser()
            parser.feed(page)
            parser.close()
            assert parser.open == []
            assert all(link.startswith("tg://user?id=") for link in parser.links)
            assert len(page) < 8000
            sent.append(parser.text)
        said = content(screen, TABLE).text.replace("<t:0:f>", "")  # the time of the match, which is ours
        assert not re.search(r"@(everyone|here)|<[@#:t/i]&?(?!\u200b)\S*>", said), said
        sent.append(plain_text(screen))
    return sent


@each("language", ["en", "zh"])
@each("name", FOREIGN)
def test_a_foreign_word_stays_a_word_on_every_screen(name: str, language: str) -> None:
    plain = screens("Somebody", language)
    shown = screens(name, language)
    assert len(shown) == len(plain)
    for text, usual in zip(shown, plain, strict=True):
        assert text.count("\n") <= usual.count("\n") + 1, text
        assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\u2028]", text)


@each("name", FOREIGN)
def test_a_name_is_short_visible_and_calls_nobody(name: str) -> None:
    shown = clean(name)
    assert width(shown) <= 20
    assert not re.search(r"@\w|(?<![\w/<>])/\w|\*\*|\s\s|\n", shown)
    assert shown == "" or width(shown) > 0


def test_ordinary_names_stay_as_they_are() -> None:
    for name in ("Ann", "李雷", "O'Brien", "a/b", "x @ y", "Zoë 🎲", "שלום", "50%"):
        assert clean(name) == name
        assert one_line(name) == name
