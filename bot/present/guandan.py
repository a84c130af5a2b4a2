"""Guandan in words: what a play is meant as, the levels, who owes and gave what, how a round ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from bot.present.i18n import say
from bot.present.text import SUIT_SIGNS, card_word, name_of, rank_word, read_cards, seat_no, signed
from bot.session.updates import Player
from games.contract import Carry, RoundResult, View
from games.kit.cards import RANKS, Card, Cards, rank_of, suit_of

__all__ = ["climb", "idle_options", "notes", "race", "spell", "stake", "sums"]

_RUNS: Final[Mapping[str, tuple[int, int]]] = {
    "tube": (3, 2), "plate": (2, 3), "straight": (5, 1), "straight_flush": (5, 1), "royal_flush": (5, 1),
}  # fmt: skip
"""Neighbouring ranks, and cards of each."""
_FLUSHES: Final = ("straight_flush", "royal_flush")
_NATURAL: Final = "A23456789TJQKA"
_LEVELS: Final = "23456789TJQKA"


# --- plays ---------------------------------------------------------------------------------------------------------


def spell(cards: Cards, kind: str, rank: str, language: str) -> tuple[str, str] | None:
    """What a play is meant as, in full and for a button: ``♥ 8-9-10-J-Q（★♥2→J）`` and ``♥8–Q``; ``None``: as it lies there."""
    if kind == "joker_bomb" or rank not in RANKS or not cards:
        return None
    body, rest = _meant(cards, kind, rank)
    if body is None:
        return None
    words = [rank_word(one, language, short=True) for one in body]
    full = "-".join(words) + (f" + {'-'.join(rank_word(one, language, short=True) for one in rest)}" if rest else "")
    brief = _brief(kind, words) + (f"+{''.join(rank_word(one, language, short=True) for one in rest)}" if rest else "")
    if kind in _FLUSHES and (suit := _suit(cards, body)) is not None:
        full, brief = f"{SUIT_SIGNS[suit]} {full}", f"{SUIT_SIGNS[suit]}{brief}"
    if stand_ins := _stand_ins(cards, body + rest, kind):
        told = ", ".join(
            f"★{card_word(card, language)}→{rank_word(one, language, short=True)}" for card, one in stand_ins
        )
        full, brief = f"{full} ({told})", f"{brief} ★"
    return full, brief


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
        pair = max(others, key=lambda one: (others[one], one not in _of_hearts(cards)), default="")
        return rank * 3, pair * 2
    return rank * len(cards), ""


def _of_hearts(cards: Cards) -> str:
    return "".join(RANKS[rank_of(card)] for card in cards if suit_of(card) == 1)


def _brief(kind: str, words: Sequence[str]) -> str:
    if kind in _RUNS and _RUNS[kind][1] == 1:
        return f"{words[0]}–{words[-1]}"
    if len(set(words)) == 1 and (len(words) > 4 or len(words[0]) > 1) and len(words) > 1:
        return f"{words[0]}×{len(words)}"
    return "".join(words)


def _suit(cards: Cards, body: str) -> int | None:
    """The suit of a flush: that of the cards which are what they are."""
    suits = Counter(suit for card in cards if RANKS[rank_of(card)] in body and (suit := suit_of(card)) is not None)
    return suits.most_common(1)[0][0] if suits else None


def _stand_ins(cards: Cards, meant: str, kind: str) -> list[tuple[Card, str]]:
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


# --- levels --------------------------------------------------------------------------------------------------------


def _levels(view: View) -> tuple[str, str]:
    levels = view.facts.get("levels")
    if isinstance(levels, list | tuple) and len(levels) == 2:
        return str(levels[0]), str(levels[1])
    return "2", "2"


def _level_word(rank: str, language: str) -> str:
    return rank_word(rank, language)


def team_word(team: int, viewer: int | None, language: str) -> str:
    """``我方``/``对方`` for somebody at the table, ``1+3号`` for everybody else."""
    if viewer is not None:
        return say(language, "guandan.us" if viewer % 2 == team else "guandan.them")
    return say(language, "guandan.team", a=seat_no(team), b=seat_no(team + 2))


def stake(view: View, language: str) -> str:
    """``我方 5 · 对方 9 · 打 9``, one's own side first; failed tries at A behind the level."""
    levels, tries = _levels(view), view.facts.get("tries")
    first = 0 if view.viewer is None else view.viewer % 2
    parts = []
    for team in (first, 1 - first):
        failed = tries[team] if isinstance(tries, list | tuple) else 0
        word = _side(view, team, levels[team], language)
        limit = view.options.get("a_tries", 0)
        if failed:
            word += say(language, "guandan.tries", n=failed, of=limit or "∞")
        parts.append(word)
    level = view.facts.get("level")
    parts.append(say(language, "guandan.playing", level=_level_word(str(level), language)))
    return " · ".join(parts)


def _side(view: View, team: int, level: str, language: str) -> str:
    word = team_word(team, view.viewer, language)
    return say(language, "guandan.side", team=word, level=_level_word(level, language))


def idle_options(options: Mapping[str, object]) -> frozenset[str]:
    """Without tributes nothing is returned and no tie of tributes can be."""
    return frozenset() if options.get("tribute", True) else frozenset({"return_max", "tie_to_first"})


def race(course: Sequence[Carry], language: str) -> tuple[str, ...]:
    """The level race as lines of text, a line a team: ``1+3号 2→5→5→8``; none before the first round."""
    told: list[str] = []
    steps = [levels for carry in course if isinstance(levels := carry.get("levels"), list | tuple) and len(levels) == 2]
    if not steps:
        return ()
    for team in (0, 1):
        ranks = [str(levels[team]) for levels in steps][-14:]
        words = " ".join(_level_word(rank, language) for rank in ranks)
        height = _LEVELS.find(ranks[-1])
        bar = "▰" * (height + 1) + "▱" * (len(_LEVELS) - height - 1)
        told.append(say(language, "guandan.race", team=team_word(team, None, language), bar=bar, levels=words))
    return tuple(told)


def climb(course: Sequence[Carry]) -> tuple[tuple[int, ...], ...]:
    """The level race as numbers, 0 for 2 to 12 for A: a line a team, a point a round, at most the last sixteen."""
    steps = [levels for carry in course if isinstance(levels := carry.get("levels"), list | tuple) and len(levels) == 2]
    return tuple(tuple(_LEVELS.find(str(levels[team])) for levels in steps[-16:]) for team in (0, 1)) if steps else ()


# --- tributes ------------------------------------------------------------------------------------------------------


def notes(view: View, players: tuple[Player, ...], language: str) -> tuple[str, ...]:
    """Who owes what, and what has changed hands; that a tribute was resisted."""
    lines: list[str] = []
    moved = _entries(view, "exchanges")
    for verb in ("tribute", "return"):
        told = [
            say(
                language,
                "guandan.gave",
                giver=_name(players, entry["from"], language),
                taker=_name(players, entry["to"], language),
                card=card_word(read_cards(str(entry["card"]))[0], language),
            )
            for entry in moved
            if entry.get("kind") == verb
        ]
        if told:
            lines.append(say(language, f"guandan.{verb}_moved", moves=" · ".join(told)))
    if view.facts.get("resisted"):
        lines.append(say(language, "guandan.resisted"))
    lines += _owed(view, players, language)
    own = view.own.get("named")
    if isinstance(own, str):
        lines.append(say(language, "guandan.you_named", card=card_word(read_cards(own)[0], language)))
    return tuple(lines)


def _owed(view: View, players: tuple[Player, ...], language: str) -> list[str]:
    """Who still has to give what."""
    lines: list[str] = []
    owed = _entries(view, "due")
    if owed:
        words = []
        named = {seat.seat for seat in view.seats if "named" in seat.marks}
        for entry in owed:
            giver = _name(players, entry["from"], language)
            done = "✓" if entry["from"] in named else ""
            if entry["to"] is None:
                words.append(say(language, "guandan.owes_open", giver=giver) + done)
            else:
                taker = _name(players, entry["to"], language)
                words.append(say(language, "guandan.owes", giver=giver, taker=taker) + done)
        code = "guandan.return_due" if owed[0].get("kind") == "return" else "guandan.tribute_due"
        lines.append(say(language, code, owed=" · ".join(words)))
    return lines


def _entries(view: View, key: str) -> list[Mapping[str, object]]:
    found = view.facts.get(key)
    return [entry for entry in found if isinstance(entry, Mapping)] if isinstance(found, list | tuple) else []


def _name(players: tuple[Player, ...], seat: object, language: str) -> str:
    return name_of(players, seat, language) if isinstance(seat, int) else ""


# --- the end of a round ------------------------------------------------------------------------------------------------


def sums(view: View, result: RoundResult, players: tuple[Player, ...], language: str) -> tuple[str, ...]:
    """Who came in when, what it is worth, and where both teams stand now."""
    places = [seat for seat in view.facts.get("places") or () if isinstance(seat, int)]  # type: ignore[union-attr]
    if len(places) != len(view.seats):
        return ()
    steps = abs(result.points[places[0]])
    winners = say(language, "list.and").join(name_of(players, seat, language) for seat in sorted(result.won))
    lines = [say(language, f"guandan.won_{steps}", names=winners, steps=signed(steps))]
    order = " · ".join(
        say(language, f"guandan.place_{place}", name=name_of(players, seat, language))
        for place, seat in enumerate(places, 1)
    )
    lines.append(order)
    if result.winner is None:
        lines.append(stake_after(view, language))
        lines += _owed(view, players, language)
    return tuple(lines)


def stake_after(view: View, language: str) -> str:
    """Where both teams stand after the round, and what is played next."""
    levels = _levels(view)
    first = 0 if view.viewer is None else view.viewer % 2
    sides = " · ".join(_side(view, team, levels[team], language) for team in (first, 1 - first))
    return say(language, "guandan.now", sides=sides)
