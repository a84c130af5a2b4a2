"""Commands of a round: one's hand, acting by words and by buttons, being away."""

from __future__ import annotations

from typing import Final

from bot.session.port.commands.record import TABLE, Argument, Command, Given, Typed, Words, command

__all__ = [
    "AdvancePass", "Arrange", "Away", "Back", "Choose", "Clear", "DoVerb", "GoAway", "Hint", "MyHand", "MyTurns", "Offer", "Pick",
    "PickCard", "PlayPicked", "PlayText", "PlayedCards", "TurnPlayed", "Undo",
]  # fmt: skip

_ON: Final = {"on": True, "off": False, "开": True, "关": False}


@command(
    "h",
    Typed(
        "hand",
        ("手牌", "我的牌", "cards"),
        menu=70,
        arguments=(Argument("plain", "switch"), TABLE),
        read=lambda words: MyHand(plain=words.take_plain(), table=words.table),
    ),
    private=True,
    anywhere=True,
)
class MyHand(Command):
    """Show my hand and panel to me alone; ``plain``: one line in notation."""

    table: int | None = None
    plain: bool = False


# -- acting, as typed
def _play_of(given: Given) -> Command:
    reading = f" as {given['as']}" if given.get("as") else ""
    return PlayText(f"play {given.get('cards', '')}{reading}", given.get("table"))


def _pass(words: Words) -> Command:
    rest = words.rest()
    if rest.lower() == "in advance":
        return AdvancePass(words.table, True)
    return PlayText(f"pass {rest}".strip(), words.table)


@command(
    "p",
    Typed(
        "play",
        ("出", "出牌", "打", "p"),
        menu=80,
        arguments=(Argument("cards", required=True, suggested=True), Argument("as", suggested=True), TABLE),
        read=lambda words: PlayText(f"play {words.rest()}".strip(), words.table),
        make=_play_of,
    ),
    Typed(
        "pass",
        ("过", "过牌", "不要", "不出", "要不起"),
        menu=90,
        arguments=(TABLE,),
        read=_pass,
        make=lambda given: PlayText("pass", given.get("table")),
    ),
    Typed(
        "bid",
        ("叫", "叫分"),
        menu=100,
        arguments=(Argument("amount", "number", required=True, suggested=True, low=0, high=100), TABLE),
        read=lambda words: PlayText(f"bid {words.rest()}".strip(), words.table),
        make=lambda given: PlayText(f"bid {given['amount']}", given.get("table")),
    ),
    private=True,
    anywhere=True,
    deed=True,
)
class PlayText(Command):
    """Typed action: the whole text with its verb (``play 77``, ``pass``, ``bid 2``, ``return 5``). ``sure``: the sender
    has confirmed the reading that was echoed."""

    text: str
    table: int | None = None
    sure: bool = False


@command(
    "D",
    Typed(
        "do",
        ("做",),
        menu=130,
        arguments=(Argument("verb", required=True, suggested=True), Argument("cards", suggested=True), TABLE),
        read=lambda words: DoVerb(words.take().lower(), words.rest(), words.table),
    ),
    private=True,
    anywhere=True,
    deed=True,
)
class DoVerb(Command):
    """/do VERB CARDS as typed; without a verb it is told which there are now."""

    verb: str
    cards: str = ""
    table: int | None = None


# -- acting, by buttons
@command("o", private=True)
class Offer(Command):
    """A button that names a whole action offered with a decision: ``digest`` is that of its exact text."""

    table: int
    decision: str
    digest: str


@command("i", private=True)
class Pick(Command):
    """A rank counter: take one more card of ``rank`` (wrapping to none), or all of them."""

    table: int
    decision: str
    rank: int
    all: bool = False


@command("I", private=True)
class PickCard(Command):
    """One card (games where suits matter; the local page): one more copy of it, wrapping to none, or exactly ``count``."""

    table: int
    decision: str
    card: int
    count: int = -1


@command("0", private=True)
class Choose(Command):
    """Pick from a list in one go: of its ``among`` (ranks ``7`` and cards ``7s`` in notation, one after the other) just
    those that are ``taken``, each as often as it stands there (``777,7s7s``); of two entries for one the newly taken."""

    table: int
    decision: str
    among: str = ""
    taken: str = ""


@command("q", private=True)
class Arrange(Command):
    """Show the single cards of one suit (0…3) in the panel, for games where suits can matter; ``suit=-1``: ranks again."""

    table: int
    decision: str
    suit: int = -1


@command("c", private=True)
class Clear(Command):
    """Put all picked cards back."""

    table: int
    decision: str


@command("P", private=True)
class PlayPicked(Command):
    """Play the picked cards."""

    table: int
    decision: str


# -- help, passing in advance, away and back
@command("H", Typed("hint", ("提示",), menu=110, arguments=(TABLE,)), private=True, anywhere=True)
class Hint(Command):
    """Suggest an action, privately."""

    table: int | None = None


def _autopass(words: Words) -> Command:
    word = words.take_if(_ON)
    words.done("autopass off")
    return AdvancePass(words.table, _ON.get(word))


@command(
    "A",
    Typed("autopass", ("自动过", "自动不要", "预先不出", "预先不要"), menu=120, arguments=(TABLE,), read=_autopass),
    private=True,
    anywhere=True,
    deed=True,
)
class AdvancePass(Command):
    """/autopass. ``on=None`` toggles. From a button, ``decision`` says which question it was made for."""

    table: int | None = None
    on: bool | None = None
    decision: str = ""


def _away(words: Words) -> Command:
    until = words.rest()
    return GoAway(until) if until else Away(words.table)


def _away_of(given: Given) -> Command:
    until = str(given.get("until", "")).strip()
    return GoAway(until) if until else Away(given.get("table"))


@command(
    "w",
    Typed(
        "away",
        ("暂离", "托管", "请假"),
        menu=150,
        arguments=(Argument("until", suggested=True), TABLE),
        read=_away,
        make=_away_of,
    ),
    anywhere=True,
    deed=True,
)
class Away(Command):
    """An AI player acts for me."""

    table: int | None = None


@command("b", Typed("back", ("回来",), menu=160, arguments=(TABLE,)), anywhere=True, deed=True)
class Back(Command):
    """I act again."""

    table: int | None = None


@command(
    "J", Typed("undo", ("悔牌", "悔棋", "撤回"), menu=145, arguments=(TABLE,)), private=True, anywhere=True, deed=True
)
class Undo(Command):
    """Take my last play back, alone with AI players. From a button, ``line`` says which: its place in the log."""

    table: int | None = None
    line: int = -1


@command(
    "M",
    Typed("played", ("出过的牌", "记牌", "记牌器"), menu=115, arguments=(TABLE,)),
    private=True,
    seated=False,
    anywhere=True,
    sheet=True,
)
class PlayedCards(Command):
    """Show the tricks of the round, the newest first, and what is still out."""

    table: int | None = None


@command("Q", private=True, seated=False, sheet=True, paged=True)
class TurnPlayed(Command):
    """Turn to the tricks of ``round`` (``17-3``) from the one numbered ``upto`` (from 0) back; ``None``: to the newest.
    If that round is not on the table any more, the newest tricks of the one that is are shown. ``by`` tells buttons of
    one message apart. ``picture``: what is still out is drawn as well."""

    table: int
    round: str = ""
    upto: int | None = None
    by: str = ""
    picture: bool = False


@command("Y", Typed("turns", ("轮到我", "待办"), menu=148), private=True, personal=True, sheet=True)
class MyTurns(Command):
    """At which tables it is my turn, in all places."""


@command("Z", private=True, personal=True)
class GoAway(Command):
    """An AI player acts for me at all tables until a day, as it was written; it is typed as /away with a day."""

    until: str = ""
    zone: str = ""
