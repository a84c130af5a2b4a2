"""/replay: a finished round as everybody could see it, with the hands that are open once it is over."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final

from bot.session import commands as c
from bot.session.asking import Refused
from bot.session.book import read_deal
from bot.session.hall import Hall
from bot.session.people import Person
from bot.session.updates import Menu, MenuEntry, Notice, Player, ReplayCard
from games import GAMES
from games.notation import read_action
from storage.api import ActionRow, MatchRow, RoundRow, UnitOfWork, UserRow

__all__ = ["replay"]

_ID: Final = re.compile(r"[Mm]?([0-9]{1,9})(?:\.([0-9]{1,5}))?")
_EXAMPLE: Final = "M17.3"
_ROUNDS: Final = 12
"""So many rounds of a match a menu offers, the latest ones."""


async def replay(hall: Hall, origin: c.Origin, person: Person, text: str) -> ReplayCard | Menu:
    """A finished round, or the choice of a match's rounds. Only where it was played, or for who played in it."""
    found = _ID.fullmatch(text.strip().lstrip("#"))
    if found is None:
        raise Refused("unknown_id", id=text, example=_EXAMPLE)
    async with hall.store.begin() as unit:
        match = await unit.match(int(found[1]))
        rounds = [] if match is None else list(await unit.rounds(match.id))
        if match is None or not await _may_see(unit, origin, person, match, rounds):
            raise Refused("unknown_id", id=text, example=_EXAMPLE)
        if found[2] is None:
            return _choice(match, rounds)
        row = next((row for row in rounds if row.round == int(found[2])), None)
        if row is None:
            raise Refused("unknown_id", id=text, example=_EXAMPLE)
        if row.status != "over":
            code = "replay_secret" if row.status == "open" else "replay_unfinished"
            raise Refused(code, id=f"M{match.id}.{row.round}")
        actions = await unit.actions(match.id, row.round)
        people = await unit.users([user for user, _ in json.loads(row.seats) if user is not None])
    if row.rules_version != GAMES[match.game].rules_version:
        raise Refused("replay_old_rules", id=f"M{match.id}.{row.round}")
    return _card(match, row, actions, people)


async def _may_see(unit: UnitOfWork, origin: c.Origin, person: Person, match: MatchRow, rounds: list[RoundRow]) -> bool:
    if any(user == person.user for row in rounds for user, _ in json.loads(row.seats)):
        return True
    chat = await unit.chat(match.chat)
    return (
        origin.chat is not None
        and chat is not None
        and ((chat.platform, chat.external) == (origin.chat.platform, origin.chat.external))
    )


def _choice(match: MatchRow, rounds: Sequence[RoundRow]) -> Menu:
    """The finished rounds of a match, to choose from."""
    finished = [row for row in rounds if row.status == "over" and row.result is not None]
    if not finished:
        raise Refused("replay_nothing", id=f"M{match.id}")
    entries = []
    for row in finished[-_ROUNDS:]:
        name = f"M{match.id}.{row.round}"
        points = " ".join(f"{points:+d}" for points in json.loads(row.result or "{}")["points"])
        entries.append(MenuEntry(f"{name}: {points}", c.Replay(name), literal=True))
    return Menu(Notice("which_round", {"id": f"M{match.id}"}), tuple(entries))


def _card(match: MatchRow, row: RoundRow, actions: Sequence[ActionRow], people: Sequence[UserRow]) -> ReplayCard:
    """The round played once more through the rules; only what everybody could see is taken out of it."""
    game = GAMES[match.game]
    options = game.option_set.complete(json.loads(match.options))
    state = game.start(options, deal := read_deal(row.deal), json.loads(row.carry_in)).state
    for line in actions:
        state = game.apply(state, line.seat, read_action(line.line)).state
    names = {user.id: user.name for user in people}
    players = tuple(
        Player(seat, "ai" if user is None else "person", name=names.get(user, ""), level=ai or "")
        for seat, (user, ai) in enumerate(json.loads(row.seats))
    )
    result = game.result(state)
    assert result is not None, "a round that is over has a result"
    acts = game.view(state, None).acts
    return ReplayCard(f"M{match.id}.{row.round}", match.game, players, deal.hands, acts, result.points)
