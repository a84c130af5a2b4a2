"""/swap and /shuffle: before a match the host lets two players exchange their seats, or all seats are drawn anew.

Drawn *balanced* sides are as equal as ratings know: of all ways to divide the players one with the smallest difference
between the sums is drawn. Where nobody plays together, seats are simply drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from bot.ratings import AI, EVERYWHERE, PEOPLE, START
from bot.session.host.request import Answer, Change, Refused, Request
from bot.session.port.commands import Shuffle, Swap
from bot.session.port.updates import Notice
from bot.session.state.book import Book
from bot.session.state.dealing import draw_dice
from games.contract import Dice
from games.simulate import teams_of
from storage.api import UnitOfWork
from storage.themes.ratings import RatingKey

__all__ = ["HANDLERS", "fairest", "shuffle", "sides_of", "swap"]

_TWO: Final = 2


async def swap(request: Request, draft: Book, unit: UnitOfWork, command: Swap) -> Answer:
    _check(request, draft)
    one, other = (_seat(request, draft, text) for text in (command.one, command.other))
    if one == other or not {one, other} & draft.seats.keys():
        raise Refused("swap_two", example="swap 1 3")
    order = list(range(draft.row.players))
    order[one], order[other] = other, one
    _seat_anew(draft, order)
    return Answer(Notice("swapped", {"table": draft.id, "seat": one + 1, "other": other + 1}))


async def shuffle(request: Request, draft: Book, unit: UnitOfWork, command: Shuffle) -> Answer:
    _check(request, draft)
    draft.lobby = replace(draft.lobby, draws=draft.lobby.draws + 1)
    dice = draw_dice(request.session.dice, draft.id, draft.lobby.draws)
    sides = sides_of(draft) if command.balanced else None
    if sides is None:
        _seat_anew(draft, _mixed(range(draft.row.players), dice))
        code = "seats_drawn_alone" if command.balanced else "seats_drawn"
        return Answer(Notice(code, {"table": draft.id}))
    strengths = await _strengths(unit, draft)
    _seat_anew(draft, _drawn(sides, strengths, dice))
    rated = len(set(strengths.values())) > 1
    return Answer(Notice("seats_balanced" if rated else "seats_drawn_unrated", {"table": draft.id}))


def _check(request: Request, draft: Book) -> None:
    if not (request.admin or draft.row.host == request.person.user):
        raise Refused("host_only", table=draft.id)
    if draft.contest is not None:
        raise Refused("tournament_table_seats", tournament=draft.contest.tournament)
    if draft.row.state not in ("lobby", "over"):
        raise Refused("swap_too_late", table=draft.id)


def _seat(request: Request, draft: Book, text: str) -> int:
    """The seat that is named by its number, or by who sits there."""
    name = text.strip().lstrip("@").lower()
    if name.isascii() and name.isdigit() and 1 <= int(name) <= draft.row.players:
        return int(name) - 1
    found = [seat for seat, held in draft.persons.items() if request.session.people.name_of(held).lower() == name]
    if len(found) != 1:
        raise Refused("no_such_person", name=text)
    return found[0]


def _seat_anew(draft: Book, order: Sequence[int]) -> None:
    """Give each seat to whoever held the one that stands in its place in ``order``; nobody is ready any more."""
    held, stand_ins = draft.seats, draft.people.stand_ins
    draft.seats = {new: replace(held[old], seat=new, ready=False) for new, old in enumerate(order) if old in held}
    draft.people = replace(
        draft.people, stand_ins=frozenset(new for new, old in enumerate(order) if old in stand_ins), sit_ins=()
    )


# -- sides
def sides_of(book: Book) -> tuple[int, ...] | None:
    """Return by seat which of two sides it plays on, ``None`` where it is not so."""
    teams = teams_of(book.game, book.options, book.row.players)
    return tuple(teams) if len(set(teams)) == _TWO else None


async def _strengths(unit: UnitOfWork, draft: Book) -> dict[int, float]:
    board = AI if any(held.ai is not None for held in draft.seats.values()) else PEOPLE
    keys = {
        seat: RatingKey(
            draft.row.game, board, EVERYWHERE, "", f"ai:{held.ai}" if held.user is None else f"u{held.user}"
        )
        for seat, held in draft.seats.items()
    }
    known = {row.key: row.mu for row in await unit.ratings.get(list(keys.values()))}
    return {seat: known.get(keys[seat], START.mu) if seat in keys else START.mu for seat in range(draft.row.players)}


def fairest(players: Sequence[int], size: int, strengths: Mapping[int, float]) -> list[tuple[int, ...]]:
    """All choices of the first side, so many of the players, for which the sides are as equal as they can be."""
    whole = sum(strengths[player] for player in players)
    apart = {side: abs(whole - 2 * sum(strengths[one] for one in side)) for side in combinations(players, size)}
    least = min(apart.values())
    return [side for side, difference in apart.items() if difference - least < 1e-9]


def _drawn(sides: Sequence[int], strengths: Mapping[int, float], dice: Dice) -> list[int]:
    seats = {side: [seat for seat, its in enumerate(sides) if its == side] for side in range(_TWO)}
    best = fairest(range(len(sides)), len(seats[0]), strengths)
    first = best[dice.below(len(best))]
    rest = [player for player in range(len(sides)) if player not in first]
    order = [0] * len(sides)
    for side, players in enumerate((first, rest)):
        for seat, player in zip(seats[side], _mixed(players, dice), strict=True):
            order[seat] = player
    return order


def _mixed(players: Sequence[int], dice: Dice) -> list[int]:
    order = list(players)
    for last in range(len(order) - 1, 0, -1):
        pick = dice.below(last + 1)
        order[last], order[pick] = order[pick], order[last]
    return order


HANDLERS: Final = (Change(Swap, swap), Change(Shuffle, shuffle))
