"""Guandan against the bots of the first Chinese Guandan AI competition, in the dialogue that they speak."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations, groupby, product
from pathlib import Path
from typing import Any, Final

from arena.players import Failed, Guest
from bench.outside import competition
from bench.outside.programs import Programs
from games.base.actions import Action, Pass, Play
from games.base.cards import RANKS, Card, Cards, Rank, rank_of, suit_of
from games.base.options import Options
from games.contract import Act, Game, View
from games.guandan import GAME
from games.guandan.combinations.kinds import ComboRules, Kind, Reading, order_index, rank_items
from games.guandan.combinations.readings import meaning
from games.guandan.combinations.templates import Held
from games.guandan.options import house_rules
from games.kit.counts import UNITS
from games.record import Record, replay
from games.simulate import RoundRun

__all__ = ["choices", "client", "combos_of", "initial_hand", "reading_of"]

Said = list[Any]  # An action as they write it: kind, rank, cards
_KINDS: Final = {
    Kind.SINGLE: "Single", Kind.PAIR: "Pair", Kind.TRIPLE: "Trips", Kind.TUBE: "ThreePair", Kind.PLATE: "TwoTrips",
    Kind.FULL_HOUSE: "ThreeWithTwo", Kind.STRAIGHT: "Straight", Kind.BOMB: "Bomb", Kind.STRAIGHT_FLUSH: "StraightFlush",
    Kind.ROYAL_FLUSH: "StraightFlush", Kind.JOKER_BOMB: "Bomb",
}  # fmt: skip
_ABOVE_LOWEST: Final = {Kind.TUBE: 2, Kind.PLATE: 1, Kind.STRAIGHT: 4, Kind.STRAIGHT_FLUSH: 4, Kind.ROYAL_FLUSH: 4}
_RUN: Final = "A23456789TJQKA"
_PASS: Final[Said] = ["PASS", "PASS", "PASS"]


def combos_of(view: View) -> ComboRules:
    return house_rules(view.options).combos(view.public.level)


def reading_of(view: View) -> Reading | None:
    """What is to be beaten."""
    standing = view.standing
    if standing is None:
        return None
    return Reading(Kind(standing.kind), Rank(RANKS.index(standing.rank)), len(standing.cards))


def initial_hand(view: View) -> Counter[Card]:
    """What the viewer was dealt, before any tribute."""
    hand = Counter(view.hand or ())
    for act in view.acts:
        if act.seat == view.viewer:
            hand.update(act.cards)  # played, or given away
    hand.subtract(entry.card for entry in view.public.exchanges if entry.taker == view.viewer)
    return +hand


def _card(card: Card) -> str:
    suit = suit_of(card)
    return ("SB", "HR")[card - 52] if suit is None else "SHDC"[suit] + RANKS[rank_of(card)]


def _sorted(cards: Cards | list[Card], rules: ComboRules) -> list[str]:
    index = order_index(rules.level)
    return [_card(card) for card in sorted(cards, key=lambda card: (index[rank_of(card)], card))]


def _said(kind: str, rank: str, cards: Cards, rules: ComboRules) -> Said:
    reading = Kind(kind)
    if reading is Kind.JOKER_BOMB:
        rank = "JOKER"
    elif reading in _ABOVE_LOWEST:
        rank = _RUN[_RUN.rindex(rank) - _ABOVE_LOWEST[reading]]
    return [_KINDS[reading], {"x": "B", "X": "R"}.get(rank, rank), _sorted(cards, rules)]


def choices(hand: Cards, standing: Reading | None, rules: ComboRules) -> Iterator[tuple[Said, Action]]:
    """Every legal play, each choice of suits one of its own, the plain kinds first."""
    held = Held(hand, rules)
    seen = set()
    for ranks, wilds, reading, suit in held.templates(standing):
        natural = rank_items[ranks - wilds * UNITS[rules.level]]
        of_rank = [
            sorted(set(combinations(held.by_rank[rank], count)))
            if suit is None
            else [(Card(4 * rank + suit),)]
            for rank, count in natural
        ]  # fmt: skip
        for chosen in product(*of_rank):
            cards = tuple(card for part in chosen for card in part)
            if reading.kind is Kind.STRAIGHT and len({suit_of(card) for card in cards}) == 1:
                continue  # it is a flush
            cards = tuple(sorted((*cards, *held.by_rank[15][:wilds])))
            if (reading, cards) not in seen:
                seen.add((reading, cards))
                said = _said(reading.kind, RANKS[reading.rank], cards, rules)
                yield said, Play(cards, meaning(cards, reading, rules))


class _Client:
    """One seat: what it has been told, and what it is asked."""

    def __init__(self, programs: Programs, seat: int) -> None:
        self._programs, self._seat = programs, seat
        self._options: Options | None = None
        self._round, self._told = 0, 0
        self._areas: dict[int, Said | None] = {}
        self._greater: tuple[int, Said | None] = (-1, None)
        self._last: tuple[int, Said | None] = (-1, None)

    def choose(self, game: Game[Any], state: Any, seat: int) -> Action:
        view = game.view(state, seat)
        rules = combos_of(view)
        try:
            self._tell(view, rules)
            if view.standing is None:
                self._last = self._greater = -1, None
            stage = {"tribute": "tribute", "return": "back"}.get(view.phase, "play")
            if stage == "play":
                reading = reading_of(view)
                offered: list[tuple[Said, Action]] = [] if reading is None else [(_PASS, Pass())]
                offered += choices(view.hand or (), reading, rules)
            else:
                offered = [([stage, stage, [_card(action.cards[0])]], action) for action in game.legal(state, seat)]  # type: ignore[union-attr]  # it gives a card
            team = seat % 2
            levels = [RANKS[level] for level in view.public.levels]
            question = {
                "type": "act", "stage": stage, "handCards": _sorted(view.hand or (), rules),
                "publicInfo": self._public(view), "selfRank": levels[team], "oppoRank": levels[1 - team],
                "curRank": RANKS[view.public.level], "actionList": [said for said, _ in offered],
                "indexRange": len(offered) - 1, **self._table(),
            }  # fmt: skip
            program = self._programs.at(seat)
            program.send(question)
            index = program.receive().get("actIndex")
            if not isinstance(index, int) or not 0 <= index < len(offered):
                raise Failed("illegal", f"actIndex {index!r} of {len(offered)} actions")
        except Failed:
            self._programs.drop(seat)
            self._options = None
            raise
        return offered[index][1]

    def leave(self, run: RoundRun) -> None:
        """Tell how the round went on, and its end."""
        if self._options is None:
            return
        *_, last = replay(Record(GAME.key, self._options, (run.record,)))
        view = GAME.view(last.state, self._seat)
        rest = [[seat, _sorted(hand, combos_of(view))] for seat, hand in enumerate(GAME.hands(last.state)) if hand]
        with suppress(Failed):
            self._tell(view, combos_of(view))
            self._notify("episodeOver", order=view.public.places, curRank=RANKS[view.public.level], restCards=rest)

    def _notify(self, stage: str, **what: object) -> None:
        self._programs.at(self._seat).send({"type": "notify", "stage": stage, **what})

    def _public(self, view: View) -> list[dict[str, object]]:
        return [{"rest": one.count, "playArea": self._areas.get(one.seat)} for one in view.seats]

    def _table(self) -> dict[str, object]:
        (pos, action), (greater, best) = self._last, self._greater
        return {"curPos": pos, "curAction": action, "greaterPos": greater, "greaterAction": best}

    def _tell(self, view: View, rules: ComboRules) -> None:
        """Tell what has happened since the last time."""
        if self._round != view.public.round:
            self._options = view.options
            self._round, self._told = view.public.round, 0
            self._areas, self._greater, self._last = {}, (-1, None), (-1, None)
            hand = _sorted([*initial_hand(view).elements()], rules)
            self._notify("beginning", handCards=hand, myPos=self._seat)
            if view.public.resisted:
                at = [one.seat for one in view.seats if one.marks]
                self._notify("anti-tribute", antiNums=len(at), antiPos=at)
        acts = view.acts[self._told :]
        self._told = len(view.acts)
        for verb, together in groupby(acts, key=lambda act: act.verb if act.verb in ("tribute", "return") else ""):
            if verb:
                moved = [entry for entry in view.public.exchanges if entry.kind == verb]
                rows = [[entry.giver, entry.taker, _card(entry.card)] for entry in moved]
                self._notify({"return": "back"}.get(verb, verb), result=rows)
                continue
            for act in together:
                self._hear(act, rules)
                self._notify("play", publicInfo=self._public(view), **self._table())

    def _hear(self, act: Act, rules: ComboRules) -> None:
        said = _said(act.kind, act.rank, act.cards, rules) if act.verb == "play" else _PASS
        if act.lead:
            self._areas = {}
        self._areas[act.seat] = said
        self._last = act.seat, said
        if act.verb == "play":
            self._greater = self._last


class client(Programs):  # noqa: N801 # called as players are named
    """A bot of the competition, by its folder or one of its client files; it chooses by ``actIndex``."""

    def __init__(self, game: str, path: str, seconds: float) -> None:
        if game != GAME.key:
            raise ValueError(f"these bots play guandan, not {game}")
        file = Path(path).expanduser()
        name = file.resolve().name if file.is_dir() else file.resolve().parent.name
        if file.is_dir():
            found = sorted(one for one in file.glob("*.py") if "WebSocketClient)" in one.read_text(errors="replace"))
            if not found:
                raise ValueError(f"no client in {path}: a file with a class that builds on ws4py's WebSocketClient")
            file = found[0]
        file = file.resolve()
        super().__init__(name, [sys.executable, str(competition.__file__), str(file)], seconds, file.parent)

    def sit(self, game: Game[Any], seat: int) -> Guest:
        return _Client(self, seat)
