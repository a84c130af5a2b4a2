"""Rounds played by AI players, seen as a channel and as each seat would see them: real views, real events."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import islice
from typing import Any, TypeVar

from bot.session.port import commands as c
from bot.session.port.updates import (
    CardCounter,
    Counter,
    Offered,
    Panel,
    Player,
    PrivateUpdate,
    PublicUpdate,
    TableInfo,
    TablePlace,
    Weighed,
)
from games import GAMES
from games.base.actions import Action, Do, Pass, Play
from games.base.cards import RANKS, Cards, rank_counts, suit_of
from games.base.errors import IllegalAction
from games.base.events import Event, TrickWon
from games.contract import Carry, Deal, View
from games.meant import containing
from games.simulate import SeededDice, chooser

ANN = c.UserRef("telegram", "101")
CHAT = c.ChatRef("telegram", "-100200", "")
Update = TypeVar("Update")


def people(seats: int = 3, *, ready: bool = False) -> tuple[Player, ...]:
    """Two persons and an AI player; a third person at a table for four."""
    seated = (
        Player(0, "person", "Ann", ANN, host=True, ready=ready),
        Player(1, "person", "Bob <b>& Co</b>\n小明", c.UserRef("telegram", "102"), reachable=False),
        Player(2, "ai", level="normal"),
        Player(3, "person", "李雷", c.UserRef("telegram", "104")),
    )
    return seated[:seats]


def info(
    game: str = "doudizhu", *, state: str = "playing", preset: str = "standard", number: int = 1, **given: Any
) -> TableInfo:
    """Table #12 with these options."""
    options = GAMES[game].option_set.complete(given)
    return TableInfo(12, game, preset, options, 90, state, GAMES[game].seats[0], number, 17)


def filled(update: Update, **more: Any) -> Update:
    own: dict[str, Any] = {entry.name: getattr(update, entry.name) for entry in fields(update)}  # type: ignore[arg-type]
    for name, value in more.items():
        parts = [at for at, had in own.items() if name not in own and is_dataclass(had) and hasattr(had, name)]
        part = "post" if "post" in parts else next(iter(parts), name)
        own[part] = replace(own[part], **{name: value}) if parts else value
    return type(update)(**own)


def public(table: TableInfo, view: View | None, language: str = "en", **more: Any) -> PublicUpdate:
    return filled(PublicUpdate(table, CHAT, language, people(table.seats), view), **({"seconds_left": {0: 62}} | more))


def private(table: TableInfo, view: View, panel: Panel | None, language: str = "en", **more: Any) -> PrivateUpdate:
    assert view.viewer is not None
    place, sitting = TablePlace(CHAT, "Friends"), people(table.seats)
    update = PrivateUpdate(table, ANN, language, view.viewer, sitting, view, panel, place, seconds_left=62)
    return filled(update, **more)


def panel_of(
    game: Any, state: Any, seat: int, picked: Cards = (), hinted: bool = False, suit: int | None = None
) -> Panel:
    """The panel as the session builds it: suggestions, counters, the verbs that may be used, the open suit."""
    view = game.view(state, seat)
    waited = next((entry for entry in view.awaited if entry.seat == seat), None)
    actions = list(islice(game.suggest(state, seat), 16 if game.suited else 8)) if waited else []
    wild_suits = any(suit_of(card) is not None for card in view.wild)
    offers = tuple(offered(game, state, seat, action) for action in actions if not isinstance(action, Pass))
    held, taken = rank_counts(view.hand or ()), rank_counts(picked)
    may_pass = waited is not None and is_legal(game, state, seat, Pass())
    seen = game.recognise(state, seat, picked) if picked else None
    hand, order = view.hand or (), view.order or range(len(RANKS))
    return Panel(
        decision="3.1",
        my_turn=waited is not None,
        why=waited.why if waited else "",
        offers=offers,
        counters=tuple(Counter(rank, held[rank], taken[rank], c.Pick(12, "3.1", rank)) for rank in order if held[rank]),
        picked=picked,
        recognised=seen,
        play=c.PlayPicked(12, "3.1") if waited and picked else None,
        pass_now=c.Offer(12, "3.1", "p") if may_pass else None,
        advance=None if waited else c.AdvancePass(12, True, "3.1"),
        advance_on=False,
        hint=c.Hint(12) if waited else None,
        weighed=tuple(map(Weighed, offers[:1])) if hinted else (),
        fitting=tuple(
            offered(game, state, seat, action)
            for action in (containing(game, state, seat, picked, actions)[:8] if waited and picked else ())
        ),
        readings=tuple(
            Offered(action, c.Offer(12, "3.1", f"as{number}"), kind, rank)
            for number, (action, kind, rank) in enumerate(seen.others if waited and seen else ())
        ),
        suit=suit,
        suits=tuple((other, c.Arrange(12, "3.1", other)) for other in range(-1, 4)) if wild_suits else (),
        cards=tuple(
            CardCounter(card, hand.count(card), picked.count(card), c.PickCard(12, "3.1", card))
            for card in dict.fromkeys(hand)
            if suit is not None and (suit_of(card) in (suit, None) or card in view.wild)
        ),
    )


def is_legal(game: Any, state: Any, seat: int, action: Action) -> bool:
    try:
        game.check(state, seat, action)
    except IllegalAction:
        return False
    return True


def offered(game: Any, state: Any, seat: int, action: Action) -> Offered:
    """An action on a button, named as it would be taken."""
    kind = rank = ""
    if isinstance(action, Play | Do) and action.cards:
        found = game.recognise(state, seat, action.cards)
        kind, rank = found.kind or "", found.rank or ""
        if isinstance(action, Play) and action.reading is not None:
            kind, rank = next(((kind, rank) for other, kind, rank in found.others if other == action), (kind, rank))
    return Offered(action, c.Offer(12, "3.1", "abc"), kind, rank)


def match_states(
    seed: str,
    *,
    game: str = "doudizhu",
    rounds: int = 2,
    level: str = "random",
    options: Mapping[str, Any] | None = None,
) -> Iterator[tuple[TableInfo, Any, tuple[tuple[Event, str], ...], tuple[Event, ...]]]:
    """Every state of some rounds: (table, state, events since the trick began, events of the last step)."""
    rules, dice = GAMES[game], SeededDice(seed)
    given = options or {}
    house = rules.option_set.complete(given)
    players = [chooser(rules, level, dice) for _ in range(rules.seats[0])]
    carry: Carry = {}
    for number in range(1, rounds + 1):
        deal: Deal = rules.deal(house, rules.seats[0], carry, dice)
        step = rules.start(house, deal, carry)
        state, events = step.state, step.events
        recent: tuple[tuple[Event, str], ...] = ()
        while True:
            recent += tuple((event, "player") for event in events)
            over = rules.result(state) is not None
            yield info(game, state="between" if over else "playing", number=number, **given), state, recent, events
            if over:
                break
            if any(isinstance(event, TrickWon) for event, _ in recent):
                recent = recent[-2:]
            seat = rules.awaited(state)[0].seat
            step = rules.apply(state, seat, players[seat](rules, state, seat))
            state, events = step.state, step.events
        result = rules.result(state)
        assert result is not None
        carry = result.carry
        if result.winner is not None:
            break


def heard(recent: tuple[tuple[Event, str], ...], seat: int | None) -> tuple[tuple[Event, str], ...]:
    """The events that a seat (``None``: everybody) may know."""

    def may_know(event: Event) -> bool:
        return event.audience is None or (seat is not None and seat in event.audience)

    return tuple(entry for entry in recent if may_know(entry[0]))


def caused(events: tuple[Event, ...], cause: str = "player") -> tuple[tuple[Event, str], ...]:
    """Events with who caused them."""
    return tuple((event, cause) for event in events)
