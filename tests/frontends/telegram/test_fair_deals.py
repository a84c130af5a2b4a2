"""A promised deal over the wire: promise and words in the group's message, the secret and /fair after the round."""

import re
from pathlib import Path

from tests.fairness.by_hand import promise
from tests.simulators.telegram import Person, TelegramSim

from .house import Table, open_house

HEX = re.compile(r"\b[0-9a-f]{64}\b")
BEGINNING = re.compile(r"🔒.*\b([0-9a-f]{20})…")


async def test_the_promise_words_and_the_secret_in_a_group(
    sim: TelegramSim, tmp_path: Path, ann: Person, ben: Person
) -> None:
    group = sim.group("friends", [ann, ben])
    async with open_house(sim, tmp_path, seed=None) as house:
        for person in (ann, ben):
            await person.starts()
        table = Table(sim, group, [ann, ben])
        lobby = await table.opens("/new doudizhu deals=1")
        (begun,) = BEGINNING.findall(lobby.text)
        await ann.press(lobby, "Fair deal")
        told = await sim.wait_for(lambda: sim.find(ann.chat, "the next deal"))
        (promised,) = HEX.findall(told.text)
        assert promised.startswith(begun)
        assert "Your luck is in the next deal" in await ann.press(lobby, "Add luck")
        await sim.wait_for(lambda: "Luck added" in lobby.text)
        await ben.says(group, "/luck <b>dragon</b> 88")
        await sim.wait_for(lambda: "player 2 <b>dragon</b> 88" in lobby.text)
        await ann.says(group, "/ai 1 easy")
        await house.restart()
        assert BEGINNING.findall(table.table_message().text) == [begun]
        await ann.says(group, "/deal")
        await sim.wait_for(table.to_act)
        await sim.wait_for(lambda: begun in table.table_message().text)
        await ben.says(group, "/luck late")
        await sim.wait_for(lambda: sim.find(ben, "牌已经发出"))
        await ann.says(group, "/fair M1.1")
        await sim.wait_for(lambda: sim.find(group, "The secret is shown when the round is over"))
        before = set(HEX.findall("\n".join(message.text for message in sim.messages(group))))
        assert before == {promised}
        await ann.says(group, "/end")
        sure = await sim.wait_for(lambda: sim.find(ann, "End the match at table #1 now?"))
        end = sure.button("End the match")
        assert end is not None
        await ann.presses(sure, end)
        ended = await sim.wait_for(lambda: table.table_message() if "Next deal" in table.table_message().text else None)
        assert not HEX.findall(ended.text)
        (next_begun,) = BEGINNING.findall(ended.text)
        await ann.says(group, "/fair M1.1")
        answer = await sim.wait_for(lambda: sim.find(group, "It fits"))
        commitment, secret, following = HEX.findall(answer.text)
        assert commitment == promised == promise(1, 1, secret)
        assert following.startswith(next_begun)
        assert following not in (secret, promised)
        assert "<b>dragon</b> 88" in answer.text
    assert sim.unanswered == 0
