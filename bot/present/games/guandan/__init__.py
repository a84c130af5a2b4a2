"""Guandan in words: what a play is meant as, the levels, who owes and gave what, how a round ended."""

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bot.present.presentation import Presentation, Told, laid_as
from bot.present.words.text import (
    SUIT_SIGNS,
    card_word,
    name_of,
    rank_word,
    say,
    side_by_side,
    side_names,
    side_word,
    spoken,
)
from bot.session.port.updates import Player
from games.base.cards import RANKS, Card, Cards, rank_of, suit_of
from games.base.events import Event
from games.base.options import Options
from games.contract import Carry, RoundResult, View
from games.guandan.facts import ExchangeFact, GuandanView

__all__ = ["PRESENTATION"]

_RUNS: Final[Mapping[str, tuple[int, int]]] = {
    "tube": (3, 2), "plate": (2, 3), "straight": (5, 1), "straight_flush": (5, 1), "royal_flush": (5, 1),
}  # fmt: skip
"""Neighbouring ranks, and cards of each."""
_FLUSHES: Final = ("straight_flush", "royal_flush")
_NATURAL: Final = "A23456789TJQKA"
_LEVELS: Final = "23456789TJQKA"
_RESISTED: Final = "resisted_"  # How the marks begin that count the big jokers of a payer
_AT_ACE: Final = ("try_failed", "level_fell")  # Events of the end of a round that get a line of their own
_SHOWN: Final = 14  # So many points of the level race are shown, the latest


def _meant(cards: Cards, kind: str, rank: str) -> tuple[str | None, str]:
    """The ranks that the cards are taken as: the part that is compared, and the pair of a full house."""
    if kind in _RUNS:
        length, each = _RUNS[kind]
        top = _NATURAL.rindex(rank)
        if top - length + 1 < 0:
            return None, ""
        return "".join(one * each for one in _NATURAL[top - length + 1 : top + 1]), ""
    if kind == "full_house":
        others = Counter(RANKS[rank_of(card)] for card in cards if RANKS[rank_of(card)] != rank)
        hearts = {RANKS[rank_of(card)] for card in cards if suit_of(card) == 1}
        pair = max(others, key=lambda one: (others[one], one not in hearts), default="")
        return rank * 3, pair * 2
    return rank * len(cards), ""


def _suit(cards: Cards, body: str) -> int | None:
    """The suit of a flush: that of the cards which are what they are."""
    suits = Counter(suit for card in cards if RANKS[rank_of(card)] in body and (suit := suit_of(card)) is not None)
    return suits.most_common(1)[0][0] if suits else None


def _stand_ins(cards: Cards, meant: str) -> list[tuple[Card, str]]:
    """The wild cards that stand for another rank, with what they stand for."""
    wanted = Counter(meant)
    left: list[Card] = []
    for card in cards:
        if wanted[RANKS[rank_of(card)]] > 0:
            wanted[RANKS[rank_of(card)]] -= 1
        else:
            left.append(card)
    missing = list(wanted.elements())
    return list(zip(left, missing, strict=False)) if len(left) == len(missing) else []


def _side(view: GuandanView, team: int, level: str, language: str) -> str:
    return say(language, "guandan.side", team=side_word(team, view.viewer, language), level=level)


def _steps(course: Sequence[Carry], options: Options) -> list[tuple[str, str]]:
    """The levels of both teams after each round, with those at the start of the match in front where they are known."""
    told = [(str(levels[0]), str(levels[1])) for carry in course
            if isinstance(levels := carry.get("levels"), list | tuple) and len(levels) == 2]  # fmt: skip
    start = options.get("start_level")
    return [(start, start), *told] if told and isinstance(start, str) and len(told) < _SHOWN else told[-_SHOWN:]


def _gave(entry: ExchangeFact, moved: Sequence[ExchangeFact], players: tuple[Player, ...], language: str) -> str:
    """One tribute with what was returned for it: ``李雷 → Ann ♠A（还 ♥3）``."""
    giver, taker = name_of(players, entry.giver, language), _name(players, entry.taker, language)
    told = say(language, "guandan.gave", giver=giver, taker=taker, card=card_word(entry.card, language))
    back = next((one for one in moved if one.kind == "return" and one.taker == entry.giver), None)
    return told if back is None else told + say(language, "guandan.gave_back", card=card_word(back.card, language))


def _holders(view: GuandanView, players: tuple[Player, ...], language: str) -> str:
    """Who of the payers holds how many big jokers."""
    told = [
        f"{name_of(players, seat.seat, language)} ×{mark.removeprefix(_RESISTED)}"
        for seat in view.seats
        for mark in seat.marks
        if mark.startswith(_RESISTED)
    ]
    return say(language, "list.comma").join(told)


def _first_lead(view: GuandanView, players: tuple[Player, ...], language: str) -> list[str]:
    """Say why this seat leads the first trick (GD-5, GD-57)."""
    leader = next((act.seat for act in view.acts if act.trick == 0), view.awaited[0].seat if view.awaited else None)
    name = _name(players, leader, language)
    turned, paid = view.public.turned, [one.card for one in view.public.exchanges if one.kind == "tribute"]
    if turned is not None:
        return [say(language, "guandan.lead_turned", name=name, card=card_word(turned, language))]
    if len(paid) == 1:
        return [say(language, "guandan.lead_payer", name=name)]
    if len(paid) == 2:
        tie = rank_of(paid[0]) == rank_of(paid[1])
        return [say(language, "guandan.lead_tie" if tie else "guandan.lead_higher", name=name)]
    return [say(language, "guandan.lead_first", name=name)] if view.public.resisted else []


def _owed(view: GuandanView, players: tuple[Player, ...], language: str) -> list[str]:
    owed = view.public.due
    if not owed:
        return []
    words = []
    named = {seat.seat for seat in view.seats if "named" in seat.marks}
    for entry in owed:
        giver = name_of(players, entry.giver, language)
        done = "✓" if entry.giver in named else ""
        if entry.taker is None:
            words.append(say(language, "guandan.owes_open", giver=giver) + done)
        else:
            taker = name_of(players, entry.taker, language)
            words.append(say(language, "guandan.owes", giver=giver, taker=taker) + done)
    code = "guandan.return_due" if owed[0].kind == "return" else "guandan.tribute_due"
    return [say(language, code, owed=" · ".join(words))]


def _name(players: tuple[Player, ...], seat: int | None, language: str) -> str:
    return "" if seat is None else name_of(players, seat, language)


def _standings(view: GuandanView, events: Sequence[Event], language: str) -> str:
    """Say ``级数：我方 2→5 · 对方 9``: from what to what, where the events of the end are known."""
    now = tuple(RANKS[level] for level in view.public.levels)
    before = next((getattr(event, "levels_before", now) for event in events if event.code == "levels_moved"), now)
    first = 0 if view.viewer is None else view.viewer % 2
    words = [
        rank_word(old, language) + (f"→{rank_word(new, language)}" if old != new else "")
        for old, new in zip(before, now, strict=True)
    ]
    sides = " · ".join(_side(view, team, words[team], language) for team in (first, 1 - first))
    return say(language, "guandan.now", sides=sides)


class Guandan(Presentation):
    """What people see of this game."""

    sheet = "GD"
    stacked = True
    bombs, rockets = frozenset({"bomb", "straight_flush", "royal_flush"}), frozenset({"joker_bomb"})
    singles, run = True, 5
    sections = (
        (1, "aim"), (8, "order"), (25, "kinds"), (26, "order"), (33, "play"), (35, "bombs"), (50, "tribute"), (60, "play"),
        (70, "aim"), (80, "ace"),
    )  # fmt: skip
    alike = Presentation.alike | {"joker_bomb"}
    event_fields = MappingProxyType(
        {
            "declarer": Told.SIDE,
            "holders": Told.SEATS,
            "level": Told.RANK,
            "levels": Told.RANKS,
            "levels_before": Told.RANKS,
        }
    )
    minutes = 10
    difficulty = 3
    by_button = frozenset({"tribute", "return"})
    climb_labels = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")

    def spell(self, cards: Cards, kind: str, rank: str, language: str) -> tuple[str, str] | None:
        """Say what a play is meant as: ``♥ 8-9-10-J-Q（★♥2→J）`` and ``♥8–Q``; ``None``: as it lies."""
        if kind == "joker_bomb" or rank not in RANKS or not cards:
            return None
        body, rest = _meant(cards, kind, rank)
        if body is None:
            return None
        each = _RUNS[kind][1] if kind in _RUNS else len(body)
        groups = [side_by_side(body[at], each, language) for at in range(0, len(body), each)]
        if kind not in _RUNS and not rest:
            groups = [spoken(rank, len(body), language)]
        pair = side_by_side(rest[0], 2, language) if rest else ""
        full = "-".join(groups) + (f" + {pair}" if pair else "")
        brief = (f"{groups[0]}–{groups[-1]}" if each == 1 and len(groups) > 1 else "-".join(groups)) + (
            f"+{pair}" if pair else ""
        )
        if kind in _FLUSHES and (suit := _suit(cards, body)) is not None:
            full, brief = f"{SUIT_SIGNS[suit]} {full}", f"{SUIT_SIGNS[suit]}{brief}"
        if stand_ins := _stand_ins(cards, body + rest):
            ranks = ", ".join(rank_word(one, language, short=True) for _, one in stand_ins)
            card = card_word(stand_ins[0][0], language)
            full, brief = say(language, "guandan.meant", play=full, card=card, ranks=ranks), f"{brief} ★"
        return full, brief

    def lay(self, cards: Cards, kind: str, rank: str) -> Cards:
        """The cards of a play in the order in which they are meant, wild cards in the places of what they stand for."""
        body, rest = _meant(cards, kind, rank) if rank in RANKS and kind != "joker_bomb" else (None, "")
        return laid_as(cards, "" if body is None else body + rest)

    def treasures(self, view: View, language: str) -> str:
        """Say ``🌈 ♠5–9 · ♥8–Q ★``: straight flushes in a hand, with wild cards where a suit has none without them;
        else ``""``."""
        hand = view.hand or ()
        wild = sum(card in view.wild for card in hand)
        found = []
        for suit in range(len(SUIT_SIGNS)):
            held = {RANKS[rank_of(card)] for card in hand if suit_of(card) == suit and card not in view.wild}
            gaps = [sum(rank not in held for rank in _NATURAL[at : at + 5]) for at in range(len(_NATURAL) - 4)]
            fewest = min(gaps)
            if fewest > wild:
                continue
            at = len(gaps) - 1 - gaps[::-1].index(fewest)  # the highest of these
            low = at
            while not fewest and low and not gaps[low - 1]:
                low -= 1
            ends = "–".join(rank_word(_NATURAL[place], language) for place in (low, at + 4))
            found.append(f"{SUIT_SIGNS[suit]}{ends} {'★' * fewest}".rstrip())
        return f"🌈 {' · '.join(found)}" if found else ""

    def stake(self, view: GuandanView, language: str) -> str:
        """Say ``我方 5 · 对方 9 · 打 9``, one's own side first; failed tries at A, and whose level is played if both are
        equal."""
        levels, declarer = view.public.levels, view.public.declarer
        first = 0 if view.viewer is None else view.viewer % 2
        parts = []
        for team in (first, 1 - first):
            word = _side(view, team, rank_word(levels[team], language), language)
            if failed := view.public.tries[team]:
                word += say(language, "guandan.tries", n=failed, of=view.options.get("a_tries") or "∞")
            parts.append(word)
        playing = say(language, "guandan.playing", level=rank_word(view.public.level, language))
        if levels[0] == levels[1] and declarer is not None:  # else the level itself tells whose it is
            playing += say(language, "guandan.whose", team=side_word(declarer, view.viewer, language))
        return " · ".join([*parts, playing])

    def notes(self, view: GuandanView, players: tuple[Player, ...], language: str) -> tuple[str, ...]:
        """Say who owes what, and what has changed hands; that a tribute was resisted; why somebody leads the first
        trick."""
        lines: list[str] = []
        moved = view.public.exchanges
        if moved and (view.viewer is None or view.trick <= 0):
            told = [_gave(entry, moved, players, language) for entry in moved if entry.kind == "tribute"]
            lines.append(say(language, "guandan.tribute_moved", moves=" · ".join(told)))
        if view.public.resisted:
            lines.append(say(language, "guandan.resisted", who=_holders(view, players, language)))
        lines += _owed(view, players, language)
        if view.phase == "play" and view.trick == 0:
            lines += _first_lead(view, players, language)
        if view.own.named is not None:
            lines.append(say(language, "guandan.you_named", card=card_word(view.own.named, language)))
        return tuple(lines)

    def sums(
        self,
        view: GuandanView,
        result: RoundResult,
        events: Sequence[Event],
        players: tuple[Player, ...],
        language: str,
    ) -> tuple[str, ...]:
        """Say which side won and how, where both teams stand now, tries and falls at A, and what is owed next."""
        places = result.places
        if 1 not in places:
            return ()
        first = places.index(1)
        steps, viewer = abs(result.points[first]), view.viewer
        lines = [
            say(language, f"guandan.won_{steps}", team=side_names(first % 2, viewer, players, language), steps=steps)
        ]
        lines.append(_standings(view, events, language))
        for event in events:
            team = getattr(event, "team", None)
            if event.code in _AT_ACE and isinstance(team, int):
                lines.append(say(language, f"guandan.{event.code}", team=side_names(team, viewer, players, language),
                                 n=getattr(event, "tries", 0), of=view.options.get("a_tries") or "∞"))  # fmt: skip
        if result.winner is None:
            lines += _owed(view, players, language)
        return tuple(lines)

    def race(self, course: Sequence[Carry], options: Options, language: str) -> tuple[str, ...]:
        """Write the level race, a line a team: ``🔵 ▰▰▰▰▱▱▱▱▱▱▱▱▱ 2→5→5``; nothing before the first round."""
        told: list[str] = []
        steps = _steps(course, options)
        for team in (0, 1) if steps else ():
            ranks = [both[team] for both in steps]
            words = "→".join(rank_word(rank, language) for rank in ranks)
            height = _LEVELS.find(ranks[-1]) + 1
            bar = "▰" * height + "▱" * (len(_LEVELS) - height)
            told.append(say(language, "guandan.race", team=side_word(team, None, language), bar=bar, levels=words))
        return tuple(told)

    def climb(self, course: Sequence[Carry], options: Options) -> tuple[tuple[int, ...], ...]:
        """The level race as numbers, 0 for 2 to 12 for A: a line a team, a point a round, the latest ones."""
        steps = _steps(course, options)
        return tuple(tuple(_LEVELS.find(both[team]) for both in steps) for team in (0, 1)) if steps else ()

    def idle_options(self, options: Mapping[str, object]) -> frozenset[str]:
        """Name the rules of returns and of tied tributes, which mean nothing without tributes."""
        return frozenset() if options.get("tribute", True) else frozenset({"return_max", "tie_to_first"})


PRESENTATION: Final = Guandan()
