"""Liu Jia Tong in words: what a play with jokers is meant as, points and pot, how a round ended."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.present.presentation import Presentation, laid_as
from bot.present.words.text import name_of, rank_word, say, side_by_side, side_names, side_word, spoken
from bot.session.port.updates import Player
from games.base.cards import RANKS, Cards, rank_of
from games.base.events import Event
from games.contract import RoundResult, SeatView
from games.liujiatong.facts import LiuJiaTongView

__all__ = ["PRESENTATION"]

TOLD: Final = frozenset({"leader_set", "pot_won"})  # Own events that a table message tells in a sentence
_CHAINS: Final[Mapping[str, int]] = {"straight": 1, "pair_chain": 2, "triple_chain": 3, "flight": 3}
"""Cards of each rank in a run."""
_PLACES: Final = " A23456789TJQKA"  # The ranks at places 1 to 14 (LJ-9)
_TEAMS: Final = (0, 1)
_WORTH: Final[Mapping[str, int]] = {"5": 5, "T": 10, "K": 10}  # What scoring cards bring (LJ-4)

Groups = list[tuple[str, int]]  # Ranks with so many cards of each, low to high


def _joined(words: Sequence[str], kind: str, most: int) -> str:
    """``44-55-66``, or ``44–66`` for runs of more than ``most`` ranks."""
    return f"{words[0]}–{words[-1]}" if kind in _CHAINS and len(words) > most else "-".join(words)


def _meant(cards: Cards, kind: str, rank: str) -> tuple[Groups, Groups]:
    """The ranks that the cards are taken as: the part that is compared, and the pairs that go along. Pairs of a flight
    are never compared; where jokers leave them open, they are the highest possible."""
    held = Counter(RANKS[rank_of(card)] for card in cards)
    if kind in _CHAINS:
        each = _CHAINS[kind]
        length = len(cards) // (5 if kind == "flight" else each)
        body: Groups = [(one, each) for one in _run(_PLACES.rindex(rank), length)]
        return body, _flight_pairs(held, body) if kind == "flight" else []
    if kind == "triple_pair":
        natural = [one for one in held if one not in "xX"]
        others = [one for one in natural or held if one != rank]
        return [(rank, 3)], [(one, 2) for one in others]
    return [(rank, len(cards))], []


def _run(top: int, length: int) -> str:
    return _PLACES[max(1, top - length + 1) : top + 1]


def _flight_pairs(held: Counter[str], triples: Groups) -> Groups:
    left = held - Counter(dict(triples))
    natural = {one: count for one, count in left.items() if one not in "xX"}
    length = len(triples)
    for top in range(len(_PLACES) - 1, length - 1, -1):
        run = _run(top, length)
        if all(one in run and count <= 2 for one, count in natural.items()):
            return [(one, 2) for one in run]
    return []


def _stand_ins(cards: Cards, meant: Groups) -> tuple[Groups, list[str]]:
    """The jokers that stand for natural cards, and the ranks that they stand for, each once; none for jokers alone."""
    held = Counter(RANKS[rank_of(card)] for card in cards)
    jokers = [(one, held[one]) for one in "xX" if held[one]]
    if not jokers or sum(count for _, count in jokers) == len(cards):
        return [], []
    wanted: Counter[str] = Counter()
    for one, count in meant:
        wanted[one] += count
    return jokers, [one for one in RANKS if wanted[one] > held[one]]


def _sides(view: LiuJiaTongView, points: Sequence[int], language: str) -> str:
    """Say ``🔵 我方 45 · 🟠 对方 30``, one's own side first."""
    first = 0 if view.viewer is None else view.viewer % 2
    return " · ".join(
        say(language, "liujiatong.side", team=side_word(team, view.viewer, language), points=points[team])
        for team in (first, 1 - first)
    )


def _series(view: LiuJiaTongView, language: str) -> list[str]:
    """Say the totals of both sides, and where the series ends; nothing before the first points of an open series."""
    totals, target = view.public.team_scores, view.options.get("target")
    if not target and not any(totals):
        return []
    line = say(language, "liujiatong.totals", sides=_sides(view, totals, language))
    return [f"{line} · {say(language, 'liujiatong.to_target', n=target)}" if target else line]


def _names(players: tuple[Player, ...], seats: Iterable[int], language: str) -> str:
    return say(language, "list.comma").join(name_of(players, seat, language) for seat in seats)


def _next_lead(result: RoundResult, players: tuple[Player, ...], language: str) -> list[str]:
    """Say who leads the next deal, where that is not drawn (LJ-21)."""
    if result.winner is not None:
        return []
    for key in ("leader", "first_out"):
        seat = result.carry.get(key)
        if isinstance(seat, int):
            return [say(language, f"liujiatong.next_{key}", name=name_of(players, seat, language))]
    return []


class Liujiatong(Presentation):
    """What people see of this game."""

    sheet = "LJ"
    stacked = True
    bombs = frozenset({"bomb", "joker_bomb"})
    singles, run = True, 5
    sections = (
        (1, "aim"), (5, "order"), (6, "kinds"), (8, "bombs"), (9, "kinds"), (14, "bombs"), (15, "jokers"), (19, "play"),
        (27, "aim"),
    )  # fmt: skip
    alike = Presentation.alike | {"joker_bomb"}
    minutes = 25
    difficulty = 2
    suitless = True
    told = TOLD
    by_points = True

    def spell(self, cards: Cards, kind: str, rank: str, language: str) -> tuple[str, str] | None:
        """Say what a play is meant as, in full and for a button: ``4-5-6-7-8（小王→8）`` and ``4–8 🃏``; ``None``: as it
        lies."""
        if rank not in RANKS or not cards:
            return None
        body, pairs = _meant(cards, kind, rank)
        words = [side_by_side(one, count, language) for one, count in body]
        if len(body + pairs) == 1:
            words = [spoken(*body[0], language)]
        rest = [side_by_side(one, count, language) for one, count in pairs]
        full = _joined(words, kind, 6) + (f" + {_joined(rest, kind, 6)}" if rest else "")
        brief = _joined(words, kind, 2) + (f"+{_joined(rest, kind, 2)}" if rest else "")
        jokers, missing = _stand_ins(cards, body + pairs)
        if missing:
            names = "＋".join(side_by_side(one, count, language) for one, count in jokers)
            ranks = " ".join(rank_word(one, language) for one in missing)
            code = "liujiatong.meant" if len(body + pairs) > 1 else "liujiatong.with"  # of one rank the rank says all
            full, brief = say(language, code, play=full, jokers=names, ranks=ranks), f"{brief} 🃏"
        return full, brief

    def lay(self, cards: Cards, kind: str, rank: str) -> Cards:
        """The cards of a play in the order in which they are meant, jokers in the places of what they stand for."""
        body, pairs = _meant(cards, kind, rank) if rank in RANKS else ([], [])
        return laid_as(cards, (one for one, count in body + pairs for _ in range(count)))

    def stake(self, view: LiuJiaTongView, language: str) -> str:
        """Say ``🔵 我方 45 · 🟠 对方 30 · 💰 台面 20``: points won in this round, and the pot while it is on."""
        sides = _sides(view, [sum(view.public.taken[team::2]) for team in _TEAMS], language)
        over = view.public.team_points is not None
        return sides if over else f"{sides} · {say(language, 'liujiatong.pot', n=view.public.pot)}"

    def notes(self, view: LiuJiaTongView, players: tuple[Player, ...], language: str) -> tuple[str, ...]:
        """Say who won how many points in this round, and the totals of the series."""
        lines = []
        taken = {seat: points for seat, points in enumerate(view.public.taken) if points}
        if taken:
            words = [f"{name_of(players, seat, language)} {points}" for seat, points in taken.items()]
            lines.append(say(language, "liujiatong.taken", seats=" · ".join(words)))
        return (*lines, *_series(view, language))

    def out_notes(self, view: LiuJiaTongView, out: Cards, language: str) -> tuple[str, ...]:
        """Say how many points are still to be won with the cards that are out."""
        points = sum(_WORTH.get(RANKS[rank_of(card)], 0) for card in out)
        return (say(language, "liujiatong.points_out", n=points),)

    def centre(self, view: LiuJiaTongView, players: tuple[Player, ...], language: str) -> tuple[str, ...]:
        """Say in the middle of a picture which points lie there."""
        pot = view.public.pot
        return (say(language, "liujiatong.pot", n=pot),) if pot and view.phase == "play" else ()

    def brief(self, view: LiuJiaTongView, seat: SeatView, language: str) -> str:
        """Say what a seat has won in this round, for the few columns of a picture."""
        won = view.public.taken[seat.seat]
        return say(language, "liujiatong.brief", n=won) if won and view.phase == "play" else ""

    def sums(
        self,
        view: LiuJiaTongView,
        result: RoundResult,
        events: Sequence[Event],
        players: tuple[Player, ...],
        language: str,
    ) -> tuple[str, ...]:
        """Say which side won and by what points, which side is out, what was left, the totals, and who leads next."""
        won, points, finished = view.public.round_winner, view.public.team_points, view.public.finished
        if won is None or points is None:
            return ()
        out = finished[-1] % 2
        code = "liujiatong.tied" if points[0] == points[1] else "liujiatong.won"
        winner = side_names(won, view.viewer, players, language)
        lines = [say(language, code, team=winner, points=points[won], other=points[1 - won])]
        names = _names(players, (seat for seat in finished if seat % 2 == out), language)
        side = "liujiatong.out" if out == won else "liujiatong.out_but"
        lines.append(say(language, side, team=side_word(out, view.viewer, language), names=names))
        if left := view.public.leftover:
            heir = name_of(players, finished[-1], language) if view.options.get("leftover") == "out_side" else ""
            lines.append(say(language, "liujiatong.left_to" if heir else "liujiatong.left", n=left, name=heir))
        if view.public.team_scores != points or view.options.get("target"):  # those of the first round are its points
            lines += _series(view, language)
        return (*lines, *_next_lead(result, players, language))


PRESENTATION: Final = Liujiatong()
