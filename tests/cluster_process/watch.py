"""Looks on while things break: every table is answered, and what is written and shown is what people were told."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Final

from bot.present import render
from bot.session.port import commands as c
from bot.session.port.updates import Notice
from soak.crowd import Player, Pressed
from soak.evidence import check_presses, check_written, dealt_hands
from soak.written import Written
from tests.cluster_process.house import House
from tests.patience import patience
from tests.simulators.discord import DiscordSim
from tests.simulators.discord.rest import Violation

__all__ = ["ANSWER_SECONDS", "Watch", "flaws"]

ANSWER_SECONDS: Final = 15.0  # After so long every table is answered again, whatever happened
_PATIENCE_SECONDS: Final = 3.0
_AGAIN_SECONDS: Final = 0.4
_APOLOGIES: Final = (
    "store_unavailable", "worker_unreachable", "store_lost", "internal_error", "stopping", "slower_please",
)  # fmt: skip
_LEAST_CARDS: Final = 9  # Shorter hands may stand in another's by chance


@cache
def _apologies() -> frozenset[str]:
    """What is said where nothing could be done."""
    return frozenset(render.toast(Notice(code), language) for code in _APOLOGIES for language in ("en", "zh"))


def flaws(discord: DiscordSim) -> list[Violation]:
    """Return what Discord had to refuse. An edit may keep a picture that another worker has replaced a moment ago, if the same
    message then gets it anew, or goes."""
    return [flaw for flaw in discord.violations if not _is_mended(discord, flaw)]


def _is_mended(discord: DiscordSim, flaw: Violation) -> bool:
    if [found.code for found in flaw.flaws] != ["ATTACHMENT_NOT_FOUND"]:
        return False
    same = [call for call in discord.calls if call.path == flaw.path]
    refused = next(at for at, call in enumerate(same) if call.status == 400 and call.body is flaw.body)
    return any(call.status < 300 for call in same[refused:])


class Watch:
    """Holds what the database says, what the platforms saw and what people did against each other, again and again."""

    def __init__(self, house: House, people: Iterable[Player]) -> None:
        self._house = house
        self._people: Mapping[tuple[str, str], Player] = {player.account: player for player in people}
        self._log: dict[int, list[str]] = {}
        self._settled: set[tuple[int, int]] = set()
        self._looked: Counter[tuple[str, str]] = Counter()
        self._since = 0.0
        self.in_vain: list[str] = []
        """What was asked without an answer that helps, since the last fault."""
        self.slowest = 0.0
        """Seconds until the last table was answered, at worst."""

    async def all_answered(self, seconds: float = ANSWER_SECONDS) -> float:
        """Ask at every open table until it answers; how long the last one took."""
        asked = await self._seated()
        assert asked, "nobody sits anywhere"
        loop = asyncio.get_running_loop()
        since = self._since = loop.time()
        self.in_vain.clear()
        answers = [asyncio.create_task(self._answered(table, people)) for table, people in asked.items()]
        with suppress(TimeoutError):
            async with patience(seconds):
                await asyncio.wait(answers)
        waiting = {one for one in answers if not one.done()}
        for one in waiting:
            one.cancel()
        silent = [table for table, one in zip(asked, answers, strict=True) if one in waiting]
        assert not silent, f"tables {silent} of {sorted(asked)} were not answered within {seconds:g} s: {self.in_vain}"
        self.slowest = max(self.slowest, took := loop.time() - since)
        return took

    async def _answered(self, table: int, people: list[Player]) -> None:
        number, loop = 0, asyncio.get_running_loop()
        while True:
            player = people[number % len(people)]
            began = loop.time()
            said = await player.ask(c.MyHand(table), _PATIENCE_SECONDS)
            if said is not None and not any(apology in said for apology in _apologies()):
                return
            self.in_vain.append(f"{began - self._since:.1f} s: {player.name} at #{table}: {said}")
            number += 1
            await asyncio.sleep(_AGAIN_SECONDS)

    async def _seated(self) -> dict[int, list[Player]]:
        """Who sits at which open table."""
        written = await self._house.written()
        accounts = {row["user"]: (row["platform"], row["external"]) for row in written.identities}
        seated: dict[int, list[Player]] = {
            row["id"]: [] for row in written.tables if row["state"] != "closed" and not row["parked"]
        }
        for row in written.seats:
            if row["table"] in seated and row["user"] is not None:
                seated[row["table"]].append(self._people[accounts[row["user"]]])
        return {table: people for table, people in seated.items() if people}

    async def check(self) -> Counter[str]:
        """Every log goes on from what it was and replays, nothing acknowledged is missing, nothing is there twice, nobody has
        seen a stranger's hand; how much there was of it."""
        words = {account: player.sees() for account, player in self._people.items()}
        told = [replace(press) for player in self._people.values() for press in player.pressed]  # by now
        written = await self._house.written()
        return await asyncio.to_thread(self._compare, written, words, told)  # meanwhile lines and platforms go on

    def _compare(
        self, written: Written, words: Mapping[tuple[str, str], Sequence[str]], told: Sequence[Pressed]
    ) -> Counter[str]:
        for match, lines in written.log().items():
            texts = [json.dumps([row["round"], row["seat"], row["line"], row["cause"], row["at"]]) for row in lines]
            before = self._log.get(match, [])
            assert texts[: len(before)] == before, f"the log of M{match} is not what it was"
            self._log[match] = texts
        seen = check_written(written, self._settled)
        seen.update(check_presses(written, told))
        self._check_hands(written, words)
        return seen

    def _check_hands(self, written: Written, words: Mapping[tuple[str, str], Sequence[str]]) -> None:
        """Look at what people had been shown when this was written, and not the last time."""
        hands = [hand for hand in dealt_hands(written) if hand.cards >= _LEAST_CARDS]
        users = {(row["platform"], row["external"]): row["user"] for row in written.identities}
        for account, all_words in words.items():
            new = "\n".join(all_words[self._looked[account] :])
            self._looked[account] = len(all_words)
            user = users.get(account)
            for hand in hands:
                if user is None or hand.owner != user:
                    assert not any(text in new for text in hand.texts), f"{account} has seen {hand.round}"
