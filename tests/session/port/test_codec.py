"""Buttons and typed commands."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.session.port import commands as c
from bot.session.port.buttons import LIMIT, decode, encode, fits
from bot.session.port.commands import Command, records
from bot.session.port.grammar import is_spoken, read_command, read_line
from bot.session.port.updates import Notice
from tests.cases import each

NAMES = [name for record in records() for typed in record.typed for name in (typed.name, *typed.others)]
_NUMBERS = st.integers(0, 10**6)
_TEXTS = st.text(max_size=12)
_COMMANDS: st.SearchStrategy[Command] = st.one_of(
    st.builds(c.NewTable, game=_TEXTS, preset=_TEXTS, resume=st.none() | _NUMBERS, fresh=st.booleans()),
    st.builds(c.NewTable, game=st.just("doudizhu"), options=st.dictionaries(_TEXTS, _TEXTS, max_size=2)),
    st.builds(c.Join, table=st.none() | _NUMBERS, seat=st.none() | _NUMBERS),
    st.builds(c.FillAi, table=_NUMBERS, count=st.none() | _NUMBERS, level=_TEXTS),
    st.builds(c.PlayText, text=_TEXTS, table=st.none() | _NUMBERS, sure=st.booleans()),
    st.builds(c.Offer, table=_NUMBERS, decision=st.just("12.30.5"), digest=st.just("0123abcd")),
    st.builds(c.Pick, table=_NUMBERS, decision=st.just("1.3.0"), rank=st.integers(0, 14), all=st.booleans()),
    st.builds(c.AdvancePass, table=_NUMBERS, on=st.none() | st.booleans(), decision=st.just("1.3.0.7")),
    st.builds(c.Kick, table=_NUMBERS, user=st.none() | st.builds(c.UserRef, _TEXTS, _TEXTS), name=_TEXTS),
    st.builds(c.Forget, sure=st.booleans()),
)


@settings(deadline=None)
@given(_COMMANDS)
def test_a_button_gives_back_its_command(command: Command) -> None:
    if not fits(command):
        with pytest.raises(ValueError, match=r"does not fit|empty text"):
            encode(command)
        return
    data = encode(command)
    assert len(data.encode()) <= LIMIT
    assert data.isascii()
    assert decode(data) == command


@settings(deadline=None)
@given(st.text(max_size=80) | st.text(alphabet="njladrstkevhpoiIcPADHwbSfLBTyRFu?xKUGz:.%0123456789=,", max_size=70))
def test_any_other_data_is_no_command(data: str) -> None:
    command = decode(data)
    assert command is None or encode(command) == data


@pytest.mark.parametrize("data", ["j:012", "j:+12", "j: 12", "j:12:", "j:1_2", "j:12:1:", "p:pa%73s", "e:12:x:y"])
def test_a_command_is_written_in_one_way_only(data: str) -> None:
    assert decode(data) is None


def test_every_command_can_stand_on_a_button() -> None:
    needed = {
        "table": 12, "tournament": 3, "decision": "1.3.0", "digest": "0123abcd", "rank": 7, "card": 9, "seat": 2,
        "text": "pass", "verb": "burn", "game": "doudizhu", "phrase": "nice", "term": "bomb",
    }  # fmt: skip
    for record in records():
        command: Command = record.kind(**{name: needed[name] for name in record.fields if name in needed})
        assert decode(encode(command)) == command


@each(
    ("line", "expected"),
    [
        ("/new doudizhu", c.NewTable("doudizhu")),
        (
            "/new 斗地主 no_shuttles deals=4 Clock=30",
            c.NewTable("斗地主", "no_shuttles", {"deals": "4", "clock": "30"}),
        ),
        ("/new gandengyan players=5", c.NewTable("gandengyan", players=5)),
        ("/new #12", c.NewTable(resume=12)),
        ("/new doudizhu fresh", c.NewTable("doudizhu", fresh=True)),
        ("/join", c.Join()),
        ("/join 2 #12", c.Join(12, 1)),
        ("/join@paiju_bot ＃12 2", c.Join(12, 1)),
        ("/leave #3", c.Leave(3)),
        ("/ai", c.FillAi()),
        ("/ai 2 easy", c.FillAi(count=2, level="easy")),
        ("/ai strong", c.FillAi(level="strong")),
        ("/ai 简单 1", c.FillAi(count=1, level="easy")),
        ("/deal", c.DealCards()),
        ("/ready", c.Ready()),
        ("/hand plain", c.MyHand(plain=True)),
        ("/table #4 plain", c.ShowTable(4, plain=True)),
        ("/play 77 #12", c.PlayText("play 77", 12)),
        ("/play 3 3 3 4 as trio_single", c.PlayText("play 3 3 3 4 as trio_single")),
        ("出 对7", c.PlayText("play 对7")),
        ("/pass", c.PlayText("pass")),
        ("不要", c.PlayText("pass")),
        ("/bid 2", c.PlayText("bid 2")),
        ("/do burn 5 5", c.DoVerb("burn", "5 5")),
        ("/autopass", c.AdvancePass()),
        ("/autopass off", c.AdvancePass(on=False)),
        ("/settings", c.TableSettings()),
        ("/settings clock 60", c.TableSettings(name="clock", value="60")),
        ("/settings clock=60 #2", c.TableSettings(2, "clock", "60")),
        ("/settings ai", c.TableSettings(name="ai")),  # its choices are on the card
        ("/kick 2", c.Kick(name="2")),
        ("/kick Li Lei", c.Kick(name="Li Lei")),
        ("/end", c.End()),
        ("/tournament", c.Tournament()),
        ("/tournament start", c.StartTournament()),
        ("/tournament end", c.EndTournament()),
        (
            "/tournament guandan rounds=3 pairs clock=60",
            c.Tournament("guandan", "", True, {"rounds": "3", "clock": "60"}),
        ),
        ("/比赛 斗地主 轮数=2", c.Tournament("斗地主", options={"rounds": "2"})),
        ("/vote kick", c.Vote(motion="kick")),
        ("/leaderboard doudizhu 2", c.Leaderboard("doudizhu", 1)),
        ("/stats Ann", c.Stats(name="Ann")),
        ("/history 3", c.History(2)),
        ("/replay M17.3", c.Replay("M17.3")),
        ("/fair M17.3", c.Fair("M17.3")),
        ("/rules 斗地主", c.ShowRules("斗地主")),
        ("/language 中文", c.Language("zh")),
        ("/prefer reminders off", c.Prefer("reminders", "off")),
        ("/start t12", c.Started("t12")),
        ("/forgetme yes", c.Forget(sure=True)),
        ("/privacy", c.Privacy()),
        ("/link", c.Link()),
        ("/unlink", c.Unlink()),
        ("/help", c.ShowHelp()),
        ("/hint", c.Hint()),
        ("/play", c.PlayText("play")),
        ("/do", c.DoVerb("")),
        ("/away", c.Away()),
        ("/back", c.Back()),
    ],
)
def test_commands_are_understood_as_typed(line: str, expected: Command) -> None:
    assert read_line(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("/join two", "unreadable_command"), ("/join 0", "unreadable_command"), ("/ai 0", "unreadable_command"),
        ("/leave now", "unreadable_command"), ("/new doudizhu standard more", "unreadable_command"),
        ("/new doudizhu deals=", "unreadable_command"), ("/new gandengyan players=many", "unreadable_command"),
        ("/dance", "unknown_command"), ("/", "unknown_command"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_answered_with_an_example_that_can(line: str, expected: str) -> None:
    read = read_line(line)
    assert isinstance(read, Notice)
    assert read.code == expected
    example = read_line("/" + str(read.data["example"]).lstrip("/"))
    assert not isinstance(example, Notice)


@pytest.mark.parametrize("text", ["炸", "顺子", "最小的", "猪", "bomb", "lowest", "the pig", "让", "play 777 3"])
def test_words_of_the_table_are_told_from_talk(text: str) -> None:
    assert is_spoken(text)
    assert not any(is_spoken(talk) for talk in ("hello there", "你好", "good game", "再来一局", "haha", "ok"))


@pytest.mark.parametrize("line", ["/tip", "/plane", "/single"])
def test_a_command_of_somebody_else_is_no_play(line: str) -> None:
    read = read_line(line)
    assert isinstance(read, Notice)
    assert read.code == "unknown_command"


def test_ordinary_words_are_no_command() -> None:
    assert read_line("hello there") is None
    assert read_line("") is None


@settings(deadline=None)
@given(st.sampled_from(NAMES), st.text(max_size=40))
def test_whatever_stands_after_a_command_is_read_or_refused(name: str, text: str) -> None:
    read = read_command(name, text)
    assert isinstance(read, Command | Notice)
