"""The room against a second engine that was written from the sheet alone, step by step, under any house rules."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest

from games.actions import Do, Pass, Play, action_text
from games.compare import same
from games.contract import Deal, Json
from games.gouji import GAME
from games.kit.cards import RANKS, full_pack, ranks_text, sort_cards
from tests.games.gouji.referee import Referee
from tests.games.gouji.test_round import house

_ROUNDS = 150
"""In each of the blocks."""


def position(random: Random) -> tuple[Deal, dict[str, Any]]:
    """Hands that make burns, openings, blocked 3s and quick ends; some seats out, some revolted, some open."""
    ranks = (0, 1, *random.sample(range(2, 12), 2))
    pool = [card for card in full_pack(2) if card // 4 in ranks] + [card for card in full_pack(4) if card > 51]
    pool += [card for card in full_pack(random.choice((1, 2))) if card // 4 == 12]
    random.shuffle(pool)
    gone = set(random.sample(range(6), random.choice((0, 0, 0, 1, 2))))
    hands = []
    for seat in range(6):
        size = 0 if seat in gone else random.randint(1, 7)
        hands.append(sort_cards([pool.pop() for _ in range(size)]))
    there = [seat for seat in range(6) if seat not in gone]
    revolted = random.sample(there, random.choice((0, 0, 0, 1, 2)))
    more: dict[str, Any] = {
        "leader": random.randrange(6),
        "finished": random.sample(sorted(gone), len(gone)),
        "revolted": sorted(revolted),
        "opened": sorted(random.sample(range(6), random.choice((0, 0, 0, 1)))),
        "challenged": sorted(random.sample(range(6), random.choice((0, 1, 2)))),
    }
    return Deal(tuple(hands), keys={"phase": "play", **more}), more


def key(action: Any) -> str:
    match action:
        case Play(cards) | Do(_, cards) if cards:
            return "".join(sorted("".join(ranks_text(cards).split()), key=RANKS.index))
        case Pass():
            return "pass"
        case _:
            return action_text(action)


def ordered(due: Any) -> Any:
    return sorted(due, key=repr)


@pytest.mark.parametrize("block", range(6))
def test_both_engines_agree_at_every_step(block: int) -> None:
    seen: Counter[str] = Counter()
    for number in range(_ROUNDS):
        random = Random(f"referee {block}.{number}")
        options = GAME.option_set.complete({**house(random), "burn": random.random() < 0.9})
        deal, more = position(random)
        state = GAME.start(options, deal, {}).state
        hands = ["".join(ranks_text(hand).split()) for hand in deal.hands]
        others = {name: more[name] for name in ("finished", "revolted", "opened", "challenged")}
        referee = Referee(options, hands, more["leader"], **others)
        said: list[str] = []
        while True:
            agree(state, referee, said)
            awaited = GAME.awaited(state)
            if not awaited:
                break
            (waited,) = awaited
            seen[waited.why] += 1
            actions = list(islice(GAME.legal(state, waited.seat), 3000))
            assert {key(action) for action in actions} == referee.legal(), said
            bold = [action for action in actions if isinstance(action, Do)]
            plays = [action for action in actions if isinstance(action, Play)]
            mood = random.random()
            chosen = random.choice((mood < 0.7 and bold) or (mood < 0.85 and plays) or actions)
            said.append(f"{waited.seat}: {action_text(chosen)}")
            state = GAME.apply(state, waited.seat, chosen).state
            referee.act(key(chosen))
        seen.update(["burned"] * len(referee.burn_dues) + ["dead"] * len(referee.dead))
        seen.update("stifled" for _ in referee.stifled())
    wanted = {"lead", "follow", "yield", "last_chance", "duel", "burn", "burn_answer", "burn_lead", "burned", "dead"}
    assert wanted | {"stifled"} <= set(seen), wanted - set(seen)


def agree(state: Any, referee: Referee, said: list[str]) -> None:
    facts = dict(GAME.facts(state))
    for name, value in referee.facts().items():
        mine: Json = facts[name]
        if name == "due":
            assert same(ordered(mine), ordered(value)), (said, referee.options, mine, value)
        else:
            assert mine == value, (name, mine, value, said, dict(referee.options))
