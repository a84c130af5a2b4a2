"""A table of a tournament: the deals that all tables of a stage have in common, and when they may be told: nothing to anybody
else before the last of them has finished a deal."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.session.state import rounds
from bot.session.state.book import Book
from bot.session.state.dealing import DiceFactory, FairDice, chain, commitment_of, new_root
from bot.session.state.stored import contest_of
from bot.tournaments import Pairing, Score, finished_deals
from games.contract import Dice
from storage.api import UnitOfWork
from storage.themes.matches import MatchRow
from storage.themes.tournaments import EntrantRow, PairingRow, ScoreRow, TournamentRow

__all__ = [
    "DEALS", "commitment", "deal_contest", "first_promise", "is_secret", "name_of", "pairing_of", "score_of",
    "secret", "tournament_code", "words_of",
]  # fmt: skip

DEALS: Final = 200  # So many deals a tournament can have: secrets for all of them follow from its root


def name_of(tournament: int) -> str:
    return f"T{tournament}"


def first_promise(tournament: int) -> tuple[str, str]:
    """Return the commitment that binds all deals of a new tournament, and the root that stays secret."""
    root = new_root()
    return commitment_of(name_of(tournament), 1, chain(name_of(tournament), 1, root, DEALS - 1)), root


def secret(row: TournamentRow, deal: int) -> str:
    """The secret of a deal; it may be told when every table has finished the deal."""
    return chain(name_of(row.id), deal, row.root, row.links - deal)


def commitment(row: TournamentRow, deal: int) -> str:
    """What binds a deal: the secret of the one before, which may be told no earlier than that."""
    return row.commitment if deal == 1 else secret(row, deal - 1)


def words_of(entrants: Sequence[EntrantRow]) -> list[str]:
    """The words that those who signed up added to all deals."""
    return [entrant.word for entrant in entrants if entrant.word]


async def deal_contest(draft: Book, unit: UnitOfWork, now: float, seeded: DiceFactory | None) -> None:
    """Deal the next deal of the stage; everybody sits where they have to for it. ``seeded``: dice that keep no promise."""
    contest = draft.contest
    assert contest is not None
    if draft.row.state == "lobby":
        await rounds.begin_match(draft, unit, now)
    draft.score = replace(draft.score, carry={})
    number = draft.row.round + 1
    dice = await _dice(draft, unit, seeded)
    draft.contest, origins = contest.moved(number, _first_asked(draft, dice(draft.id, number)))
    draft.seats = {seat: replace(draft.seats[origin], seat=seat) for seat, origin in enumerate(origins)}
    draft.people = replace(
        draft.people,
        stand_ins=frozenset(seat for seat, origin in enumerate(origins) if origin in draft.people.stand_ins),
    )
    draft.score = replace(draft.score, totals=draft.contest.totals)
    rounds.begin_round(draft, dice, now)


def _first_asked(draft: Book, dice: Dice) -> int:
    """The seat that is asked first with these cards; the first seat where several are asked at once."""
    game = draft.game
    deal = game.deal(draft.options, draft.row.players, {}, dice)
    asked = game.awaited(game.start(draft.options, deal, {}).state)
    return asked[0].seat if len(asked) == 1 else 0


async def _dice(draft: Book, unit: UnitOfWork, seeded: DiceFactory | None) -> DiceFactory:
    """The dice of the tournament's deals, by the round at this table."""
    contest = draft.contest
    assert contest is not None
    if seeded is not None:
        return lambda _, number: seeded(-contest.tournament, contest.deal(number))
    row = await unit.tournaments.get(contest.tournament)
    assert row is not None
    words = words_of(await unit.tournaments.entrants(row.id))

    def make(_: int, number: int) -> Dice:
        deal = contest.deal(number)
        return FairDice(name_of(row.id), deal, secret(row, deal), words)

    return make


# -- what may be told
async def is_secret(unit: UnitOfWork, match: MatchRow, round_number: int) -> bool:
    """Whether other tables may still be playing the deal of a round."""
    contest = await contest_of(unit, match.table)
    if contest is None:
        return False
    row = await unit.tournaments.get(contest.tournament)
    if row is None or row.state in ("over", "ended"):
        return False
    pairings = [pairing_of(one) for one in await unit.tournaments.pairings(row.id)]
    scores = [score_of(one) for one in await unit.tournaments.scores(row.id)]
    return contest.deal(round_number) not in finished_deals(pairings, scores)


def pairing_of(row: PairingRow) -> Pairing:
    return Pairing(row.stage, row.number, tuple(json.loads(row.entries)), row.first, row.deals)


def score_of(row: ScoreRow) -> Score:
    return Score(row.stage, row.number, row.deal, tuple(json.loads(row.points)))


def tournament_code(row: TournamentRow) -> str:
    return f"T{row.id}-{row.invite}"
