"""/luck adds a word to the next deal; /fair shows how a round was dealt and computes it again."""

import json
import re
from dataclasses import replace
from typing import Final

from bot.session.club.replays import may_see, refuse_cleared
from bot.session.host.request import Answer, Change, Direct, Refused, Request
from bot.session.host.session import Seen, Session, stands_in
from bot.session.people.directory import Person
from bot.session.play import contests
from bot.session.play.contests import is_secret
from bot.session.play.lookup import table_here
from bot.session.port import commands as c
from bot.session.port.replies import FairCard, Menu, MenuEntry
from bot.session.port.updates import Notice
from bot.session.state.book import Book
from bot.session.state.dealing import FairDice, clean_word, commitment_of, deal_text, new_root, word_of_press
from bot.session.state.rounds import public_promises
from bot.session.state.stored import contest_of
from bot.tournaments import TournamentTable
from games import GAMES
from games.base.errors import GameError
from storage.api import UnitOfWork
from storage.themes.matches import MatchRow, RoundRow
from storage.themes.pledges import LuckRow, PledgeRow

__all__ = ["HANDLERS", "add_luck", "check_deal"]

_ID: Final = re.compile(r"[Mm]?([0-9]{1,9})(?:\.([0-9]{1,5}))?")
_EXAMPLE: Final = "M17.3"
_ROUNDS: Final = 12  # So many rounds of a match a menu offers, the latest ones


async def add_luck(request: Request, draft: Book, unit: UnitOfWork, command: c.Luck) -> Answer:
    """A seated person adds a word to the next deal, typed or made of the press; a later one takes the place of
    theirs."""
    request.seat(draft)
    if request.session.dice is not None:
        raise Refused("luck_open_deals", table=draft.id)
    promises = draft.promises
    if promises.pledge is None:
        raise Refused("luck_later", table=draft.id)
    word = clean_word(command.word)
    if command.word.strip() and not word:
        raise Refused("luck_unreadable", example="/luck dragon 88")
    word = word or word_of_press(request.origin.user.platform, request.origin.update or new_root())
    user = request.person.user
    mine = next((kept.place for kept in promises.words if kept.user == user), len(promises.words))
    row = LuckRow(draft.id, promises.pledge.number, mine, user, word)
    draft.promises = replace(promises, words=(*promises.words[:mine], row, *promises.words[mine + 1 :]))
    draft.writes.words.append(row)
    return Answer(Notice("luck_added", {"table": draft.id, "word": word}))


async def check_deal(session: Session, origin: c.Origin, person: Person, command: c.Fair) -> FairCard | Menu:
    """A round's promise and, once it is over, its secret and whether the cards were dealt by both; then the
    promise for the next deal of the table that is meant. Without a round's id that promise alone, or that of the round
    in play. Only where it was played, or for who played in it: with the secret the hands can be computed."""
    text, here = command.id, await table_here(session, origin, person, command.table)
    book = here.book if here is not None and _may_read(here, origin, person) else None
    if not text.strip() and book is not None:
        if book.promises.pledge is not None:
            return _promised(session, book, book.promises.pledge)
        if book.promises.dealt is not None:
            text = f"M{book.promises.dealt.match}.{book.promises.dealt.round}"
    if not text.strip():
        raise Refused("fair_which", example=_EXAMPLE)
    found = _ID.fullmatch(text.strip().lstrip("#"))
    if found is None:
        raise Refused("unknown_id", id=text, example=_EXAMPLE)
    async with session.store.begin() as unit:
        match = await unit.matches.get(int(found[1]))
        rounds = [] if match is None else list(await unit.matches.rounds(match.id))
        if match is None or not rounds or not await may_see(unit, origin, person, match, rounds):
            raise Refused("unknown_id", id=text, example=_EXAMPLE)
        if found[2] is None:
            return _choice(match, rounds)
        row = next((row for row in rounds if row.round == int(found[2])), None)
        if row is None:
            raise Refused("unknown_id", id=text, example=_EXAMPLE)
        refuse_cleared(row)
        if (contest := await contest_of(unit, match.table)) is not None and session.dice is None:
            return await _in_tournament(unit, match, row, contest)
        pledge = await unit.pledges.of_round(match.id, row.round)
        if pledge is None:
            table = await unit.tables.get(match.table)
            seeded = table is not None and bool(table.terms.seed)
            raise Refused("fair_seeded" if seeded else "fair_before", id=f"M{match.id}.{row.round}")
        luck = await unit.pledges.luck(pledge.table, pledge.number)
        people = {
            one.id: one.name for one in await unit.people.users([word.user for word in luck if word.user is not None])
        }
    words = tuple(("" if word.user is None else people.get(word.user, ""), word.word) for word in luck)
    card = FairCard(
        f"M{match.id}.{row.round}", match.game, pledge.table, pledge.number, pledge.commitment, words, "open"
    )
    if row.status == "open":
        return card
    promised = None if book is None or pledge.table != book.id else book.promises.pledge
    following = "" if promised is None else promised.commitment
    dice = FairDice(pledge.table, pledge.number, pledge.secret, [word.word for word in luck])
    verdict = _verdict(match, row, dice)
    if commitment_of(pledge.table, pledge.number, pledge.secret) != pledge.commitment:
        verdict = "differs"
    return replace(card, secret=pledge.secret, verdict=verdict, following=following)


async def _in_tournament(unit: UnitOfWork, match: MatchRow, row: RoundRow, contest: TournamentTable) -> FairCard:
    """How a deal was dealt that all tables of a stage have in common; its secret once all have finished it."""
    stored = await unit.tournaments.get(contest.tournament)
    assert stored is not None
    deal, words = contest.deal(row.round), contests.words_of(await unit.tournaments.entrants(stored.id))
    card = FairCard(
        id=f"M{match.id}.{row.round}",
        game=match.game,
        table=match.table,
        number=deal,
        commitment=stored.commitment,
        words=tuple(("", word) for word in words),
        verdict="open",
        tournament=stored.id,
    )
    if row.status == "open" or await is_secret(unit, match, row.round):
        return card
    bound, told = contests.commitment(stored, deal), contests.secret(stored, deal)
    verdict = _verdict(match, row, FairDice(contests.name_of(stored.id), deal, told, words))
    if commitment_of(contests.name_of(stored.id), deal, told) != bound:
        verdict = "differs"
    return replace(card, commitment=bound, secret=told, verdict=verdict)


def _may_read(table: Seen, origin: c.Origin, person: Person) -> bool:
    """Tell whether what a table promises is told here: where it stands, and to who sits there."""
    return table.book.seat_of(person.user) is not None or (origin.chat is not None and stands_in(table, origin.chat))


def _promised(session: Session, book: Book, pledge: PledgeRow) -> FairCard:
    """The promise that a table has made for its next deal, with the words so far."""
    told = public_promises(book, session.people.name_of)
    words = () if told is None else told.words
    return FairCard("", book.row.game, pledge.table, pledge.number, pledge.commitment, words, "promised")


def _choice(match: MatchRow, rounds: list[RoundRow]) -> Menu:
    entries = [
        MenuEntry(name, c.Fair(name), literal=True)
        for name in (f"M{match.id}.{row.round}" for row in rounds[-_ROUNDS:])
    ]
    return Menu(Notice("which_round", {"id": f"M{match.id}"}), tuple(entries))


def _verdict(match: MatchRow, row: RoundRow, dice: FairDice) -> str:
    """Return ``fits``; ``differs``; ``old_rules`` where the rules of today deal in another way than those of then."""
    game = GAMES[match.game]
    options = game.option_set.complete(json.loads(match.options))
    dealt = json.loads(row.deal)
    try:
        deal = game.deal(options, len(dealt["hands"]), json.loads(row.carry_in), dice)
    except GameError:
        return "differs" if row.rules_version == game.rules_version else "old_rules"
    if json.loads(deal_text(deal)) == dealt:
        return "fits"
    return "differs" if row.rules_version == game.rules_version else "old_rules"


HANDLERS: Final = (Change(c.Luck, add_luck), Direct(c.Fair, check_deal))
