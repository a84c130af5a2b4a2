"""Gong Zhu in words: what is exposed, who has taken what, the tricks so far, how the points came about."""

from collections.abc import Sequence
from typing import Final

from bot.present.presentation import Presentation
from bot.present.words import text as wording
from bot.session.port.updates import Player
from games import GAMES
from games.base.cards import Card, Cards, by_suit_key, rank_of, suit_of
from games.base.cards import cards_text as notation
from games.base.events import Event
from games.contract import Act, Json, RoundResult, SeatView, View
from games.gongzhu.facts import GongZhuView

__all__ = ["PRESENTATION"]

TOLD: Final = frozenset({"exposed", "points_taken", "all_taken"})  # What happened beside the cards themselves
(PIG,), (GOAT,), (TRANSFORMER,) = wording.read_cards("Qs"), wording.read_cards("Jd"), wording.read_cards("Tc")
_HEARTS: Final = 1
_SEATS: Final = 4
_TRICKS: Final = 13


def points_of(taken: Sequence[Card], view: GongZhuView) -> int:
    """What cards taken are worth, as the rules of this table say."""
    asked: dict[str, Json] = {
        "score": notation(list(taken)),
        "exposed": notation(view.public.exposed),
        "options": dict(view.options),
    }
    points = GAMES["gongzhu"].query(asked)
    assert isinstance(points, int)
    return points


def strength(card: Card) -> int:
    """0 for a two … 12 for an ace."""
    return by_suit_key(card)[1]


def _words(cards: Sequence[Card], language: str) -> str:
    return " ".join(wording.card_word(card, language) for card in cards)


def _winning(acts: Sequence[Act]) -> Act:
    following = [act for act in acts if suit_of(act.cards[0]) == suit_of(acts[0].cards[0])]
    return max(following, key=lambda act: strength(act.cards[0]))


def _tricks(view: View) -> list[tuple[int, list[Act]]]:
    """The tricks of four cards that are over, in order."""
    laid: dict[int, list[Act]] = {}
    for act in view.acts:
        if act.verb == "play":
            laid.setdefault(act.trick, []).append(act)
    return [(number, acts) for number, acts in sorted(laid.items()) if len(acts) == _SEATS]


def _trick(number: int, acts: Sequence[Act], players: tuple[Player, ...], language: str) -> str:
    """The cards, each with its suit where that of the card before it is another."""
    cards = [act.cards[0] for act in acts]
    words = [
        wording.rank_word(rank_of(card), language)
        if at and suit_of(card) == suit_of(cards[at - 1])
        else wording.card_word(card, language)
        for at, card in enumerate(cards)
    ]
    leader, winner = (wording.name_of(players, act.seat, language) for act in (acts[0], _winning(acts)))
    return f"{number + 1}. {leader} {' '.join(words)} → {winner}"


def _reckoned(taken: Cards, view: GongZhuView, points: int, language: str) -> str:
    """Write out how points come about: ``(♥A K 5 −200 · ♠Q −100) × 2 = −600``."""
    parts = []
    hearts = [card for card in taken if suit_of(card) == _HEARTS]
    if hearts:
        shown = rank_words(hearts, language) if len(hearts) < 13 else wording.say(language, "gongzhu.all_hearts")
        parts.append(f"{wording.SUIT_SIGNS[_HEARTS]}{shown} {wording.signed(points_of(hearts, view))}")
    single = [card for card in taken if card != TRANSFORMER]
    before = points_of(single, view)
    for special in (PIG, GOAT):
        if special in taken:
            worth = before - points_of([card for card in single if card != special], view)
            parts.append(f"{wording.card_word(special, language)} {wording.signed(worth)}")
    sum_of_all = " · ".join(parts)
    if TRANSFORMER in taken:
        card = wording.card_word(TRANSFORMER, language)
        if parts:
            factor = 4 if TRANSFORMER in view.public.exposed else 2
            sum_of_all = f"({sum_of_all}) × {factor} {card}" if len(parts) > 1 else f"{sum_of_all} × {factor} {card}"
        else:
            sum_of_all = f"{card} {wording.signed(points_of([TRANSFORMER], view))}"
    bonus = points - points_of(taken, view)
    if bonus:
        sum_of_all = f"{sum_of_all} · " if sum_of_all else ""
        sum_of_all += wording.say(language, "gongzhu.queen", points=wording.signed(bonus))
    plain = len(parts) == 1 and TRANSFORMER not in taken and not bonus
    return sum_of_all if plain else f"{sum_of_all} = {wording.signed(points)}"


def rank_words(cards: Sequence[Card], language: str) -> str:
    """Write hearts from the ace down, without their suit."""
    return " ".join(
        wording.rank_word(rank_of(card), language) for card in sorted(cards, key=lambda card: -strength(card))
    )


class Gongzhu(Presentation):
    """What people see of this game."""

    sheet = "GZ"
    sections = (
        (1, "aim"), (4, "play"), (8, "expose"), (13, "play"), (15, "expose"), (16, "play"), (19, "points"), (24, "aim"),
        (35, "points"),
    )  # fmt: skip
    minutes = 6
    difficulty = 2
    suited = by_suit = True
    stays = True
    by_button = frozenset({"expose", "play"})
    unnamed = frozenset({"card"})
    told = TOLD

    def spell(self, cards: Cards, kind: str, rank: str, language: str) -> tuple[str, str] | None:
        """Say what a play is: one card, whose suit matters: ``♠Q``."""
        text = " ".join(wording.card_word(card, language) for card in sorted(cards, key=by_suit_key))
        return text, text

    def stake(self, view: GongZhuView, language: str) -> str:
        """Say ``亮 ♠Q ♥A · 第 5/13 墩``, before the play what counts otherwise than usual; nothing while there is none
        of that."""
        codes = [f"option.gongzhu.{name}.told" for name, value in view.options.items() if value is True]
        parts = [wording.say(language, code) for code in codes if wording.has(code)]
        if exposed := view.public.exposed:
            parts.append(wording.say(language, "gongzhu.exposed", cards=_words(exposed, language)))
        if view.phase == "play":
            parts.append(wording.say(language, "gongzhu.trick", n=view.trick + 1))
        return " · ".join(parts)

    def beside(self, view: GongZhuView, seat: SeatView, language: str) -> str:
        """Say what a seat has taken, what that counts so far, and the cards that it has exposed and still holds."""
        if view.public.points is not None:
            return ""  # the result says it
        parts = []
        if seat.shown:
            parts.append(wording.say(language, "gongzhu.holds", cards=_words(seat.shown, language)))
        if view.phase == "play" and (won := view.public.tricks[seat.seat]):
            parts.append(wording.say(language, "gongzhu.tricks", n=won))
        if seat.taken:
            points = wording.signed(points_of(seat.taken, view))
            parts.append(
                wording.say(language, "gongzhu.taken", cards=wording.by_suit(seat.taken, language), points=points)
            )
        return " · ".join(parts)

    def brief(self, view: GongZhuView, seat: SeatView, language: str) -> str:
        """Say tricks and points so far: ``2 墩 · −230``."""
        if view.phase != "play":
            return ""
        won = view.public.tricks[seat.seat]
        parts = [wording.say(language, "gongzhu.tricks", n=won)] if won else []
        if seat.taken:
            parts.append(wording.signed(points_of(seat.taken, view)))
        return " · ".join(parts)

    def history(self, view: View, players: tuple[Player, ...], language: str) -> tuple[str, ...]:
        """Write the tricks that are over: ``1. player 1 ♠5 K 2 9 → player 4``, a trick begins with its leader."""
        if view.phase != "play":
            return ()
        lines = [_trick(number, acts, players, language) for number, acts in _tricks(view)]
        return (wording.say(language, "gongzhu.history"), *lines) if lines else ()

    def won(self, view: View) -> Act | None:
        """The card that won the last trick, ``None`` before one is over."""
        tricks = _tricks(view)
        return _winning(tricks[-1][1]) if tricks else None

    def winning(self, view: View, laid: Sequence[Act]) -> Act:
        """The highest card of the suit led."""
        return _winning(laid)

    def out_notes(self, view: View, out: Cards, language: str) -> tuple[str, ...]:
        """Say which scoring cards nobody has taken yet: ``♠Q · ♦J · ♥ × 9``."""
        special = [wording.card_word(card, language) for card in (PIG, GOAT, TRANSFORMER) if card in out]
        hearts = sum(suit_of(card) == _HEARTS for card in out)
        told = [*special, *([f"{wording.SUIT_SIGNS[_HEARTS]} ×{hearts}"] if hearts else [])]
        return (wording.say(language, "gongzhu.scoring_out" if told else "gongzhu.none_out", cards=" · ".join(told)),)

    def sums(
        self,
        view: GongZhuView,
        result: RoundResult,
        events: Sequence[Event],
        players: tuple[Player, ...],
        language: str,
    ) -> tuple[str, ...]:
        """Say who took the pig, and for every seat that took something how its points came about (GZ-21)."""
        lines = []
        pig = next((seat.seat for seat in view.seats if PIG in seat.taken), None)
        swept = any(event.code == "all_taken" for event in events)
        if swept:
            sweeper = next(seat.seat for seat in view.seats if PIG in seat.taken)
            lines.append(wording.say(language, "gongzhu.swept", name=wording.name_of(players, sweeper, language)))
        elif pig is not None:
            code = "gongzhu.pig_taken" if result.winner is None else "gongzhu.pig_taken_last"
            lines.append(wording.say(language, code, name=wording.name_of(players, pig, language)))
        if exposed := view.public.exposed:
            lines.append(wording.say(language, "gongzhu.exposed", cards=_words(exposed, language)))
        for seat in view.seats:
            if seat.taken or result.points[seat.seat]:
                reckoned = _reckoned(seat.taken, view, result.points[seat.seat], language)
                lines.append(
                    wording.say(language, "list.told", who=wording.name_of(players, seat.seat, language), what=reckoned)
                )
        for team, points in enumerate(view.public.team_points or ()):
            names = wording.side_names(team, None, players, language)
            lines.append(wording.say(language, "gongzhu.team", names=names, points=wording.signed(points)))
        if losers := view.public.losers:
            names = wording.say(language, "list.and").join(wording.name_of(players, seat, language) for seat in losers)
            lines.append(wording.say(language, "gongzhu.lost", names=names))
        return tuple(lines)


PRESENTATION: Final = Gongzhu()
