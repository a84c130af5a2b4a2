"""Gan Deng Yan in words: what jokers stand for, what follows, multiplier and stock, the payments of a round."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from bot.present.presentation import Presentation, laid_as
from bot.present.words.text import grouped, name_of, rank_word, say, side_by_side, signed, spoken
from bot.session.port.updates import Player
from games.base.cards import BIG_JOKER, RANKS, SMALL_JOKER, Cards, rank_of
from games.base.events import Event
from games.base.options import Options
from games.contract import Pile, RoundResult, SeatView
from games.gandengyan.events import Paid
from games.gandengyan.facts import GanDengYanView

__all__ = ["PRESENTATION"]

TOLD: Final = frozenset({"lead_passed_on"})  # Own events that a table message tells in a sentence
_RUNS: Final[Mapping[str, int]] = {"chain": 1, "pair_chain": 2}  # Cards of each rank in the kinds that run over several
_TWO: Final = 12
_ACE: Final = 11
_JOKER: Final = "🃏"


def _meant(cards: Cards, kind: str, rank: str) -> str:
    each = _RUNS.get(kind)
    if each is None:
        return rank * len(cards)
    top = RANKS.index(rank)
    low = max(0, top - len(cards) // each + 1)
    return "".join(one * each for one in RANKS[low : top + 1])


def _beaten_by(view: GanDengYanView, language: str) -> str:
    answers = say(language, "list.comma").join(_following(view, language))
    return say(language, "gandengyan.follows" if answers else "gandengyan.nothing_follows", answers=answers)


def _following(view: GanDengYanView, language: str) -> list[str]:
    """What beats the standing play, whoever may hold it (GY-20 to GY-24)."""
    assert view.standing is not None
    kind, rank, size = view.standing.kind, view.standing.rank, len(view.standing.cards)
    low_rocket, top = view.options.get("rocket") == "trio", RANKS.index(rank)
    bombs = [say(language, "gandengyan.bombs")]
    match kind:
        case "rocket":
            return [say(language, "gandengyan.big_bombs")] if low_rocket else []
        case "bomb":
            rocket = [] if low_rocket and size >= 4 else [say(language, "kind.rocket", "gandengyan")]
            return [say(language, "gandengyan.higher_bomb"), *rocket]
        case "trio":
            return [say(language, "gandengyan.higher_trio"), *bombs]
        case "solo" | "pair" if top < _TWO:
            ranks = dict.fromkeys((RANKS[top + 1], RANKS[_TWO]))
            return [*(side_by_side(one, size, language) for one in ranks), *bombs]
        case "chain" | "pair_chain" if top < _ACE:
            ranks = dict.fromkeys(_meant(view.standing.cards, kind, RANKS[top + 1]))
            return ["-".join(side_by_side(one, _RUNS[kind], language) for one in ranks), *bombs]
        case _:
            return bombs


def _payment(paid: Paid, language: str) -> str:
    """Write a payment out: ``5 张 ×4 ×2（没出过牌） = 40``."""
    reasons = Counter(paid.doubled)
    parts = [say(language, "seat.cards", n=paid.left)]
    if paid.multiplier > 1:
        parts.append(f"×{paid.multiplier}")
    capped, free = reasons.pop("cap", 0), reasons.pop("alarm_free", 0)
    parts += [say(language, f"gandengyan.doubled_{reason}", factor=2**n, n=n) for reason, n in reasons.items()]
    if free:
        return say(language, "gandengyan.free", sum=" ".join(parts[:1]))
    total = say(language, "gandengyan.capped", n=paid.amount) if capped else str(paid.amount)
    return f"{' '.join(parts)} = {total}"


class Gandengyan(Presentation):
    """What people see of this game."""

    sheet = "GY"
    bombs, rockets = frozenset({"bomb"}), frozenset({"rocket"})
    run = 3
    sections = ((1, "aim"), (5, "order"), (10, "kinds"), (20, "play"), (50, "points"), (60, "aim"))
    minutes = 3
    difficulty = 1
    suitless = True
    told = TOLD

    def beats_rockets(self, options: Options) -> bool:
        """Those of four cards do, where a house rule says so (GY-23)."""
        return bool(options.get("rocket") == "trio")

    def spell(self, cards: Cards, kind: str, rank: str, language: str) -> tuple[str, str] | None:
        """Say what a play is meant as, in full and for a button: ``7-8-9（🃏=9）`` and ``7–9 🃏``, ``对7 🃏``; ``None``:
        as it lies."""
        if rank not in RANKS or kind == "rocket" or not cards:
            return None
        jokers = sum(card >= SMALL_JOKER for card in cards)
        if kind not in _RUNS:
            word = f"{spoken(rank, len(cards), language)} {_JOKER * jokers}".rstrip()
            return word, word
        meant = _meant(cards, kind, rank)
        groups = [side_by_side(one, _RUNS[kind], language) for one in dict.fromkeys(meant)]
        full = "-".join(groups)
        brief = f"{groups[0]}–{groups[-1]}" if len(groups) > 2 else full
        if not jokers:
            return full, brief
        missing = Counter(meant) - Counter(RANKS[rank_of(card)] for card in cards)
        ranks = " ".join(rank_word(one, language, short=True) for one in missing.elements())
        return say(language, "gandengyan.meant", play=full, ranks=ranks), f"{brief} {_JOKER}"

    def lay(self, cards: Cards, kind: str, rank: str) -> Cards:
        """The cards of a play from left to right, jokers in the places of what they stand for."""
        return laid_as(cards, _meant(cards, kind, rank) if rank in RANKS and kind in _RUNS else "")

    def stake(self, view: GanDengYanView, language: str) -> str:
        """Say ``💥 ×4 · 🎴 23``: the common multiplier, and how many cards are left in the stock."""
        return say(language, "gandengyan.stake", n=view.public.multiplier, stock=view.public.stock)

    def notes(self, view: GanDengYanView, players: tuple[Player, ...], language: str) -> tuple[str, ...]:
        """Say what one drew, what follows the standing play, that a lone joker cannot be led, and the running score."""
        drawn, lines = view.own.drew, []
        if drawn is not None:
            lines.append(say(language, "gandengyan.drew", cards=grouped((drawn,), language)))
        if view.standing is not None:
            lines.append(_beaten_by(view, language))
        elif view.hand in ((SMALL_JOKER,), (BIG_JOKER,)) and any(one.seat == view.viewer for one in view.awaited):
            lines.append(say(language, "gandengyan.stuck"))
        if any(seat.score for seat in view.seats):
            words = (f"{name_of(players, seat.seat, language)} {signed(seat.score)}" for seat in view.seats)
            lines.append(say(language, "gandengyan.score", scores=" · ".join(words)))
        return tuple(lines)

    def centre(self, view: GanDengYanView, players: tuple[Player, ...], language: str) -> tuple[str, ...]:
        """Say in the middle of a picture what beats the play that lies there."""
        return (_beaten_by(view, language),) if view.standing is not None else ()

    def piles(self, view: GanDengYanView) -> tuple[Pile, ...]:
        """Nothing: the stock lies face down, and its number stands beside the multiplier."""
        return ()

    def marks(self, view: GanDengYanView, seat: SeatView) -> tuple[str, ...]:
        """The marks of a seat; that it has not played yet is among them from the second trick on, where it costs."""
        costs = view.options.get("unplayed") != "off" and view.trick > 0
        return tuple(mark for mark in seat.marks if mark != "unplayed" or costs)

    def brief(self, view: GanDengYanView, seat: SeatView, language: str) -> str:
        """The running score of a seat, for a picture; nothing before anybody has any."""
        return signed(seat.score) if any(one.score for one in view.seats) else ""

    def sums(
        self,
        view: GanDengYanView,
        result: RoundResult,
        events: Sequence[Event],
        players: tuple[Player, ...],
        language: str,
    ) -> tuple[str, ...]:
        """Say who went out, and what each loser pays: cards left × multiplier × doublings (GY-52, GY-53)."""
        if result.void:
            return (say(language, "gandengyan.void"),)
        winner = result.won[0]
        code = "gandengyan.out" if result.winner is not None else "gandengyan.out_banker"
        lines = [say(language, code, name=name_of(players, winner, language), points=signed(result.points[winner]))]
        paid = {event.seat: event for event in events if isinstance(event, Paid)}
        for seat in view.seats:
            if seat.seat == winner:
                continue
            name, event = name_of(players, seat.seat, language), paid.get(seat.seat)
            sum_ = _payment(event, language) if event is not None else str(-result.points[seat.seat])
            lines.append(say(language, "gandengyan.pays", name=name, sum=sum_))
        return tuple(lines)


PRESENTATION: Final = Gandengyan()
