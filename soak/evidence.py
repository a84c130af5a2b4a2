"""What a run has left behind, and whether it holds together: the database, the program's lines, the chats."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.present.words.plays import hand_shown
from bot.present.words.text import by_suit
from bot.session.port.commands import Offer
from bot.session.state.answers import digest
from games import GAMES
from games.base.notation import read_action, read_exact
from games.contract import Deal, RoundResult
from games.record import Record, RoundRecord, deal_of, replay
from games.record import export as export_record
from soak.crowd import Pressed
from soak.written import Row, Written

__all__ = [
    "Dealt",
    "check_lines",
    "check_presses",
    "check_written",
    "dealt_hands",
    "finished_rounds",
    "playing",
    "shown_hands",
]

_CARDS = re.compile(r"(?<![\w.:-])[2-9TJQKA][shdc](?: (?:[2-9TJQKA][shdc]|[xX]))+(?![\w.:-])|\w ×[2-8] · ")
_COUNTED = "over"


def _deal(stored: str) -> Deal:
    keys = json.loads(stored)
    return deal_of(keys, follows=keys.pop("follows", False))


def playing(written: Written) -> dict[int, int]:
    """How many lines the log has, by match, for matches in whose open round somebody is waited for now."""
    lines = Counter(row["match"] for row in written.actions)
    return {
        row["match"]: lines[row["match"]] for row in written.tables if row["state"] == "playing" and not row["parked"]
    }


def finished_rounds(written: Written) -> int:
    """How many rounds have been counted."""
    return sum(row["status"] == _COUNTED for row in written.rounds)


def check_written(written: Written, settled: set[tuple[int, int]] | None = None) -> Counter[str]:
    """Hold all rounds, logs and results against each other and against the rules; returns how many there were.

    ``settled``: finished rounds that were checked before, by match and number, and need no second look.
    """
    seen: Counter[str] = Counter()
    settled = set() if settled is None else settled
    lines, rounds = written.log(), written.rounds_of()
    results = defaultdict(list)
    for row in sorted(written.results, key=lambda row: (row["match"], row["round"], row["seat"])):
        results[row["match"], row["round"]].append(row)
    for match in written.matches:
        own = match["id"]
        seen["matches"] += 1
        places = [line["seq"] for line in lines[own]]
        missing = sorted(set(range(places[-1] if places else 0)) - set(places))
        assert not missing, f"the log of M{own} ends at {places[-1]} and lacks {missing}"
        assert [played["round"] for played in rounds[own]] == list(range(1, len(rounds[own]) + 1))
        assert {line["round"] for line in lines[own]} <= {played["round"] for played in rounds[own]}
        totals: list[int] = []
        for played in rounds[own]:
            said = [(line["seat"], line["line"]) for line in lines[own] if line["round"] == played["round"]]
            if (own, played["round"]) not in settled:
                _check_round(match, played, said, results[own, played["round"]])
            if played["status"] != "open":
                settled.add((own, played["round"]))
            if played["status"] == _COUNTED:
                points = json.loads(played["result"])["points"]
                totals = [sum(pair) for pair in zip(totals, points, strict=True)] if totals else points
            seen[f"rounds {played['status']}"] += 1
            seen["actions"] += len(said)
        final = results[own, 0]
        practice = any(map(_was_taken_back, rounds[own]))
        assert bool(final) == (match["status"] == "over" and not practice), (
            f"M{own} is {match['status']}, results {final}"
        )
        if final:
            assert [row["points"] for row in final] == totals
    return seen


def _was_taken_back(played: Row) -> bool:
    """Tell whether a play of a finished round was taken back, so that it has no results."""
    return bool(json.loads(played["result"] or "{}").get("taken_back"))


def _check_round(match: Row, played: Row, said: list[tuple[int, str]], rows: list[Row]) -> None:
    name = f"M{match['id']}.{played['round']} ({played['status']})"
    game = GAMES[match["game"]]
    options = game.option_set.complete(json.loads(match["options"]))
    deal = _deal(played["deal"])
    state = game.start(options, deal, json.loads(played["carry_in"])).state
    for seat, text in said:
        state = game.apply(state, seat, read_action(text)).state
    result: RoundResult | None = game.result(state)
    if played["status"] in {"open", "aborted"}:
        assert result is None, f"{name} is over, but not written down so"
        assert not rows, name
        return
    assert result is not None, f"{name} is not over"
    assert result.void == (played["status"] == "void"), name
    assert json.loads(json.dumps(dict(result.carry), default=dict)) == json.loads(played["carry_out"]), name
    if result.void:
        assert not rows, name
        return
    assert json.loads(played["result"])["points"] == list(result.points), name
    if _was_taken_back(played):
        assert not rows, name
    else:
        assert [row["points"] for row in rows] == list(result.points), name
        assert [row["seat"] for row in rows if row["won"]] == sorted(result.won), name
    record = Record(game.key, options, (RoundRecord(deal, json.loads(played["carry_in"]), tuple(said)),), name)
    assert list(replay(record))
    assert export_record(record)["steps"], name


# -- what people were told


def check_presses(written: Written, presses: Iterable[Pressed]) -> Counter[str]:
    """Hold presses on offered actions against the log: what was taken stands there, once; returns how many there were."""
    effects = {(row["platform"], row["update"]): json.loads(row["effect"])["ok"] for row in written.updates}
    lines = Counter(
        (row["match"], row["round"], row["seat"], digest(read_action(row["line"])))
        for row in written.actions
        if row["cause"] == "player"
    )
    taken: Counter[tuple[int, int, int, str]] = Counter()
    seen: Counter[str] = Counter()
    for press in presses:
        if not isinstance(press.command, Offer):
            continue
        done = effects.get((press.platform, press.update))
        assert done or not press.told, f"{press} was acknowledged, and is not written down"
        seen["presses told"] += press.told
        seen[f"presses {'taken' if done else 'refused' if done is False else 'lost'}"] += 1
        if done:
            place, _, seat = press.command.decision.split(".")
            match, number = place.split("-")
            taken[int(match), int(number), int(seat), press.command.digest] += 1
    missing = taken - lines
    assert not missing, f"acknowledged and not in the log: {missing}"
    return seen


# -- cards where they must not be ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dealt:
    """One seat's hand as it was dealt, in every way it is ever shown; ``owner`` and ``others`` are ids of users."""

    round: str
    cards: int
    texts: tuple[str, ...]
    owner: int | None
    others: frozenset[int]


def dealt_hands(written: Written) -> Iterator[Dealt]:
    """Every hand that was dealt to a seat, but those that are shown whole at the end because nothing was played of it."""
    played = {(row["match"], row["round"], row["seat"]) for row in written.actions if row["line"].startswith("play ")}
    matches = {row["id"]: row for row in written.matches}
    for row in written.rounds:
        match = matches[row["match"]]
        game, options = GAMES[match["game"]], json.loads(match["options"])
        state = game.start(options, _deal(row["deal"]), json.loads(row["carry_in"])).state
        users = [user for user, _ in json.loads(row["seats"])]
        for seat, text in enumerate(json.loads(row["deal"])["hands"]):
            if row["status"] == _COUNTED and (row["match"], row["round"], seat) not in played:
                continue
            cards = read_exact(text)
            view = game.view(state, seat)
            ways = (
                text,
                *(
                    way
                    for tongue in ("en", "zh")
                    for way in (by_suit(cards, tongue), hand_shown(view, cards, tongue).text)
                ),
            )
            others = frozenset(user for at, user in enumerate(users) if at != seat and user is not None)
            yield Dealt(f"M{row['match']}.{row['round']} seat {seat}", len(cards), ways, users[seat], others)


def shown_hands(hands: Iterable[Dealt], words: str) -> list[str]:
    """Whole dealt hands that stand in some text."""
    return [hand.round for hand in hands if any(text in words for text in hand.texts)]


def check_lines(lines: list[str], written: Written, tokens: Iterable[str]) -> None:
    """What the program wrote holds no traceback, no cards, no token."""
    assert not [line for line in lines if "Traceback" in line]
    assert not [line for line in lines if _CARDS.search(line)], "cards in the log"
    whole = "\n".join(lines)
    assert not shown_hands(dealt_hands(written), whole)
    for token in tokens:
        assert token not in whole
