"""Gong Zhu, Liu Jia Tong and Gan Deng Yan on Telegram with buttons alone, with restarts on the way, to the end of a match."""

from tests.simulators.telegram import TelegramSim

from .foursome import Foursome
from .house import House

SEED = 3


def seated(sim: TelegramSim, game: str, number: int) -> Foursome:
    people = [sim.user(f"player {n}", started=True) for n in range(1, number + 1)]
    return Foursome(sim, sim.group("friends", people), people, game=game)


def only_too_late(table: Foursome) -> bool:
    return all("That question is over" in str(answer) for answer in table.refusals)


async def test_a_lively_group_grows_in_the_middle_of_gan_deng_yan(sim: TelegramSim, house: House) -> None:
    four = seated(sim, "Gan Deng Yan", 4)
    await four.sit_down("All draw", deals="2")
    await four.plays_round()
    await house.restart()
    await four.ready()
    await four.plays_round()
    fifth = sim.user("player 5", started=True)
    four.group.joins(fifth)
    await fifth.starts()
    await fifth.says(four.group, "/join")
    await sim.wait_for(lambda: "match of 5" in four.table_message().text)
    four.people.append(fifth)
    await four.people[0].says(four.group, "/deal")
    await sim.wait_for(lambda: four.to_act() and "player 5" in four.table_message().text)
    await four.plays_round()
    await sim.wait_for(lambda: "At this table so far" in four.table_message().text)
    await four.ready()
    await four.plays_out()
    await sim.wait_for(lambda: "The match is over" in four.table_message().text)
    assert only_too_late(four)
