"""One table of a contest: a match, or its first rounds, from deals that other tables can be dealt too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from arena.players import Player, watched
from games.base.options import Options
from games.contract import Carry, Deal, Game
from games.simulate import MatchRun, RoundRun, SeededDice, play_round

__all__ = ["TableRun", "play_table"]

_MOST_ROUNDS: Final = 10_000  # After so many rounds, void ones included, a match is broken off


@dataclass(frozen=True, slots=True)
class TableRun:
    """A match that was played. ``lineup``: by seat, which player of the contest sat there; ``seconds``: round by round and
    seat by seat, how long each move took."""

    match: MatchRun
    lineup: tuple[int, ...]
    seconds: tuple[tuple[tuple[float, ...], ...], ...]

    def first(self, rounds: int) -> TableRun:
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
        return TableRun(match, self.lineup, self.seconds[:kept])


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
) -> TableRun:
    """Play a match, or until so many ``rounds`` have counted. ``cards`` and ``chance`` are seeds: of all deals, and of
    what players draw. Two tables with the same ``cards`` are dealt the same cards in the same round, as far as what
    went before does not change what is dealt."""
    sitting = [watched(game, players[number], SeededDice(f"{chance}/{seat}")) for seat, number in enumerate(lineup)]
    order = SeededDice(f"{chance}/order")
    carry: Carry = {}
    runs: list[RoundRun] = []
    times: list[tuple[tuple[float, ...], ...]] = []
    counted = 0
    winner: tuple[int, ...] | None = None
    while winner is None and (rounds is None or counted < rounds) and len(runs) < _MOST_ROUNDS:
        deal = game.deal(options, len(lineup), carry, SeededDice(f"{cards}/{len(runs)}"))
        if runs:
            deal = Deal(deal.hands, deal.stock, deal.keys, follows=True)
        run = play_round(game, options, deal, carry, sitting, order)
        runs.append(run)
        times.append(tuple(player.take_seconds() for player in sitting))
        counted += not run.result.void
        carry, winner = run.result.carry, run.result.winner
    levels = tuple(names[number] for number in lineup)
    return TableRun(MatchRun(game.key, options, levels, tuple(runs), winner), tuple(lineup), tuple(times))
