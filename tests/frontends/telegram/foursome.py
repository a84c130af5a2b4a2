"""People who play a game of teams on Telegram with their thumbs: what they want is chosen here, buttons do the rest."""

from dataclasses import dataclass, field

from bot.session.port import commands as c
from tests.simulators.telegram import Button, CallbackAnswer, Group, Message, Person, TelegramSim

from .house import command_of, moves, panel_of, wants_ready

_PASSES = ("Pass", "不要", "Don't", "No declaration")


def asked(message: Message | None) -> str:
    """The decision that a panel asks for now, "" if none."""
    found = [command_of(button) for button in moves(message)]
    return next((command.decision for command in found if isinstance(command, c.Offer)), "")


def passes(button: Button) -> bool:
    return any(word in button.text for word in _PASSES)


@dataclass
class Foursome:
    """Every other seat passes whenever it may; seats 0, 2 … play the most cards that a button offers, so that a round is
    soon over."""

    sim: TelegramSim
    group: Group
    people: list[Person]
    answered: dict[Person, str] = field(default_factory=dict)
    refusals: list[CallbackAnswer] = field(default_factory=list)
    game: str = "Guandan"

    async def sit_down(self, preset: str = "Short", **rules: str) -> Message:
        """From /new to the deal; everything after that word is pressed, but for house rules named besides the preset."""
        host = self.people[0]
        for person in self.people:
            await person.starts()
        await host.says(self.group, "/new")
        lobby = await self.sim.wait_for(lambda: self.sim.find(self.group, self.game))
        await host.press(lobby, self.game)
        table = await self.sim.wait_for(lambda: self._table("Join"))
        for person in self.people[1:]:
            await person.press(table, "Join")
        await self.sim.wait_for(lambda: self.people[-1].name in table.text)
        await host.press(table, "House rules")
        card = await self.sim.wait_for(lambda: self.sim.find(host, "House rules"))
        await host.press(card, preset)
        await self.sim.wait_for(lambda: preset in table.text)
        for name, value in rules.items():
            await host.says(self.group, f"/settings {name} {value}")
        await host.press(table, "Start")
        await self.sim.wait_for(self.to_act)
        return table

    def _table(self, label: str) -> Message | None:
        return next((m for m in reversed(self.sim.messages(self.group)) if m.button(label)), None)

    def table_message(self) -> Message:
        return [m for m in self.sim.messages(self.group) if m.content.photo is None and "🀄" in m.text][-1]

    def to_act(self) -> list[tuple[Person, Message]]:
        """Whoever is asked something that they have not answered yet, with the panel."""
        found = []
        for person in self.people:
            panel = panel_of(person)
            decision = asked(panel)
            if panel is not None and decision and self.answered.get(person) != decision:
                found.append((person, panel))
        return found

    def seat(self, person: Person) -> int:
        return self.people.index(person)

    def resting(self) -> bool:
        ended = wants_ready(self.table_message()) is not None
        return ended and any(wants_ready(panel_of(person)) for person in self.people)

    def over(self) -> bool:
        return any("Another match" in label for label in self.table_message().labels)

    async def answers(self, person: Person, panel: Message, button: Button) -> CallbackAnswer:
        self.answered[person] = asked(panel)
        answer = await person.press(panel, button)
        if answer.show_alert:
            self.refusals.append(answer)
            self.answered.pop(person)
        return answer

    async def one_move(self) -> bool:
        await self.sim.wait_for(lambda: self.to_act() or self.resting() or self.over())
        turns = self.to_act()
        if not turns:
            return False
        person, panel = turns[0]
        offered = moves(panel)
        wanted = [button for button in offered if passes(button) == bool(self.seat(person) % 2)]
        await self.answers(person, panel, max(wanted or offered, key=lambda button: len(button.text)))
        return True

    async def plays_round(self) -> None:
        while await self.one_move():
            pass

    async def plays_out(self) -> None:
        await self.plays_round()
        while not self.over():
            await self.ready()
            await self.plays_round()

    async def ready(self) -> None:
        await self.sim.wait_for(lambda: all(wants_ready(panel_of(person)) for person in self.people))
        for person in self.people:
            panel = panel_of(person)
            button = wants_ready(panel)
            assert panel is not None
            assert button is not None
            await person.press(panel, button)
        await self.sim.wait_for(lambda: self.to_act() or self.over())
