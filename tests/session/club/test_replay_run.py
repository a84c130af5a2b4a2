"""A long run of rounds between AI players: every stored record, replayed or exported, ends in the very same state."""

import json

import pytest

from bot.session.port import commands as c
from bot.session.state.dealing import read_deal
from bot.session.state.replay import frames_of
from games import GAMES
from games.record import Record, RoundRecord, export, load, replay, scenario_text
from games.scenario import read_scenario, read_scenarios
from storage.api import Store
from tests.seeds import seeds
from tests.session.world import World

ROUNDS = {"gouji": len(seeds(2, 4))}  # Rounds of a run, where not as many as of the others
_ROUNDS = len(seeds(3, 12))


@pytest.mark.parametrize("game", tuple(GAMES))
async def test_every_record_of_a_run_leads_to_the_state_in_which_the_round_ended(store: Store, game: str) -> None:
    world = await World(store, seed=11).start()
    rules = GAMES[game]
    assert (await world.do("ann", c.NewTable(game))).ok
    assert (await world.do("ann", c.FillAi(1, level="easy"))).ok
    ended = {}
    for _ in range(ROUNDS.get(game, _ROUNDS)):
        assert (await world.do("ann", c.DealCards(1))).ok
        await world.do("ann", c.Away(1))
        for _ in range(4000):
            if not world.book(1).playing:
                break
            await world.advance(2.0)
        book = world.book(1)
        assert not book.playing
        ended[book.row.match, book.row.round] = book.play.state
    checked = 0
    async with world.store.begin() as unit:
        for (number, at), state in ended.items():
            match, row = await unit.matches.get(number), await unit.matches.round(number, at)
            actions = await unit.matches.actions(number, at)
            assert match is not None
            assert row is not None
            if row.status == "void":
                continue  # its hands were shown to nobody
            assert row.status == "over"
            frames = frames_of(match, row, actions)
            assert frames[-1].hands == rules.hands(state)
            assert frames[-1].view == rules.view(state, None)
            record = Record(
                game,
                rules.option_set.complete(json.loads(match.options)),
                (RoundRecord(read_deal(row.deal), json.loads(row.carry_in), tuple((a.seat, a.line) for a in actions)),),
            )
            assert list(replay(record))[-1].state == state
            (raw,) = read_scenarios(scenario_text(export(record)))
            again = list(replay(load(read_scenario(raw))))[-1].state
            assert rules.hands(again) == rules.hands(state)
            assert rules.facts(again) == rules.facts(state)
            checked += 1
    assert len(ended) == ROUNDS.get(game, _ROUNDS)
    assert checked > len(ended) / 2
