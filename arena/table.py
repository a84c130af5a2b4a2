"""One table of a contest: a match, or its first rounds, from deals that other tables can be dealt too."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from arena.players import Failed, Player, watched
from games.base.options import Options
from games.contract import Carry, Deal, Dice, Game, RoundResult
from games.simulate import MatchRun, RoundRun, SeededDice, play_round

__all__ = ["Opening", "TableRun", "play_table"]

Opening = Callable[[Options, Dice], tuple[Deal, Carry]]  # Draws another beginning of a match than the game's own
_MOST_ROUNDS: Final = 10_000  # After so many rounds, void ones included, a match is broken off


@dataclass(frozen=True, slots=True)
class TableRun:
    """A match that was played. ``lineup``: by seat, which player of the contest sat there; ``seconds``: round by round and
    seat by seat, how long each move took, and ``failures`` which program has failed there (and so lost the round)."""

    match: MatchRun
    lineup: tuple[int, ...]
    seconds: tuple[tuple[tuple[float, ...], ...], ...]
    failures: tuple[tuple[Failed | None, ...], ...]

    @property
    def failed(self) -> list[tuple[str, Failed]]:
        """Which players' programs have failed, once for each round that they lost so."""
        named = (zip(self.match.levels, failures, strict=True) for failures in self.failures)
        return [(name, failed) for one in named for name, failed in one if failed is not None]

    def first(self, rounds: int) -> Self:
        """The table as if it had been left after so many counted rounds."""
        kept = counted = 0
        for run in self.match.rounds:
            if counted == rounds:
                break
            kept += 1
            counted += not run.result.void
        if kept == len(self.match.rounds):
            return self
        match = replace(self.match, rounds=self.match.rounds[:kept], winner=None)
        return replace(self, match=match, seconds=self.seconds[:kept], failures=self.failures[:kept])


def play_table(
    game: Game[Any],
    options: Options,
    players: Sequence[Player],
    names: Sequence[str],
    lineup: Sequence[int],
    *,
    cards: str,
    chance: str,
    rounds: int | None = None,
    opening: Opening | None = None,
) -> TableRun:
    """Play a match, or until so many ``rounds`` have counted. ``cards`` and ``chance`` are seeds: of all deals, and of
    what players draw; ``opening`` deals the first round. Two tables with the same ``cards`` are dealt the same cards in the
    same round, as far as what went before does not change what is dealt."""
    sitting = [
        watched(game, players[number], SeededDice(f"{chance}/{seat}"), seat) for seat, number in enumerate(lineup)
    ]
    order = SeededDice(f"{chance}/order")
    carry: Carry = {}
    runs: list[RoundRun] = []
    times: list[tuple[tuple[float, ...], ...]] = []
    failures: list[tuple[Failed | None, ...]] = []
    counted = 0
    winner: tuple[int, ...] | None = None
    while winner is None and (rounds is None or counted < rounds) and len(runs) < _MOST_ROUNDS:
        dice = SeededDice(f"{cards}/{len(runs)}")
        if opening is not None and not runs:
            deal, carry = opening(options, dice)
        else:
            deal = game.deal(options, len(lineup), carry, dice)
            if runs:
                deal = Deal(deal.hands, deal.stock, deal.keys, follows=True)
        run = play_round(game, options, deal, carry, sitting, order)
        seconds, failed = zip(*(player.end(run) for player in sitting), strict=True)
        for seat, failure in enumerate(failed):
            if failure is not None:
                run = replace(run, result=_lost(run.result, seat))
        runs.append(run)
        times.append(seconds)
        failures.append(failed)
        counted += not run.result.void
        carry, winner = run.result.carry, run.result.winner
    levels = tuple(names[number] for number in lineup)
    return TableRun(
        MatchRun(game.key, options, levels, tuple(runs), winner), tuple(lineup), tuple(times), tuple(failures)
    )


def _lost(result: RoundResult, seat: int) -> RoundResult:
    """The result as if the side of this seat had lost: unless it has anyway, both sides' points change places."""
    if seat not in result.won and result.won:
        return result
    seats = range(len(result.points))
    own = [other for other in seats if other == seat or other in result.won]
    points = [-one for one in result.points]
    if sum(points):
        ordered = sorted(seats, key=lambda other: other not in own)
        points = [one for _, one in sorted(zip(ordered, sorted(result.points), strict=True))]
    return replace(result, won=tuple(other for other in seats if other not in own), points=tuple(points))
