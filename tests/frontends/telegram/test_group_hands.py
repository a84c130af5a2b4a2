"""The hand inside a group, for one member's eyes alone: on servers that know such messages, and on those that do not."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.session.port import commands as c
from tests.session.world import ManualClock
from tests.simulators.telegram import Group, Message, Person, TelegramSim

from .house import YOUR_TURN, House, command_of, moves, open_house, panel_of
from .house import to_act as in_private

CARDS = re.compile(r"Your \d+ cards: (.+)")
Opened = tuple[House, list[Person], Group]


@pytest.fixture(params=[True])
async def sim(request: pytest.FixtureRequest) -> AsyncIterator[TelegramSim]:
    async with TelegramSim(ephemeral=request.param) as sim:
        yield sim
    assert sim.violations == []


@pytest.fixture
async def opened(sim: TelegramSim, tmp_path: Path) -> AsyncIterator[Opened]:
    """Three people who have never written to the bot sit at a table that the first has opened."""
    people = [sim.user(f"player {number}") for number in (1, 2, 3)]
    group = sim.group("friends", people)
    async with open_house(sim, tmp_path) as house:
        yield house, people, group


async def sit_down(sim: TelegramSim, people: list[Person], group: Group) -> Message:
    await people[0].says(group, "/new doudizhu deals=1", old_client=True)
    board = await sim.wait_for(lambda: sim.find(group, "player 1"))
    for person in people[1:]:
        await person.press(board, "Join")
    return board


async def deal(sim: TelegramSim, people: list[Person], group: Group) -> Message:
    board = await sit_down(sim, people, group)
    await people[0].press(board, "Start")
    return await sim.wait_for(
        lambda: next((one for one in reversed(sim.messages(group)) if one.button("My hand")), None)
    )


def panel(sim: TelegramSim, group: Group, person: Person) -> Message | None:
    """The newest message in the group that this person alone sees and acts on."""
    seen = sim.here(group, person)
    return next((one for one in reversed(seen) if any(isinstance(command_of(b), c.Offer) for b in one.buttons)), None)


def to_act(sim: TelegramSim, group: Group, people: list[Person]) -> Callable[[], tuple[Person, Message] | None]:
    def found() -> tuple[Person, Message] | None:
        for person in people:
            message = panel(sim, group, person)
            if message is not None and moves(message) and any(sign in message.text for sign in YOUR_TURN):
                return person, message
        return None

    return found


def is_result(text: str) -> bool:
    return "is over" in text


def is_over(sim: TelegramSim, group: Group) -> bool:
    return any(is_result(message.text) for message in sim.messages(group))


async def plays_in_the_group(sim: TelegramSim, group: Group, people: list[Person]) -> None:
    """Press the first offer of whoever is asked in the group, until the round is over; no card is public meanwhile."""
    asked = to_act(sim, group, people)
    turn = await sim.wait_for(asked)
    while not is_over(sim, group):
        person, message = turn
        shown = message.content
        await person.press(message, moves(message)[0])
        await sim.wait_for(lambda message=message, shown=shown: message.content is not shown)  # type: ignore[misc]
        await sim.wait_for(lambda: is_over(sim, group) or asked())
        turn = asked() or turn
    hands = {found[1] for one in group.ephemerals for state in one.history if (found := CARDS.search(state.text))}
    public = "\n".join(
        state.text for message in group.messages for state in message.history if not is_result(state.text)
    )
    assert len(hands) > 5
    assert not [hand for hand in hands if len(hand) > 40 and hand in public]


async def test_a_round_is_played_in_the_group_by_people_who_never_started_the_bot(
    sim: TelegramSim, opened: Opened
) -> None:
    _, people, group = opened
    await deal(sim, people, group)
    await sim.wait_for(to_act(sim, group, people))
    taps = sum(
        update.get("callback_query") is not None or "text" in update.get("message", {}) for update in sim.updates.sent
    )
    assert taps == 4, "/new, twice Join, Start: the next is the first card"
    await plays_in_the_group(sim, group, people)
    assert [one.inbox for one in people] == [[], [], []], "nobody has written to the bot, and nobody needs to"


def hands_in_private(person: Person) -> list[str]:
    return [state.text for one in person.inbox for state in one.history if CARDS.search(state.text)]


async def test_who_wants_their_hand_in_the_group_is_called_there_and_gets_none_in_private(
    sim: TelegramSim, opened: Opened
) -> None:
    house, people, group = opened
    for person in people:
        await person.says(person, "/prefer hand here")
    await sim.wait_for(lambda: all(person.inbox for person in people))
    board = await deal(sim, people, group)
    await sim.wait_for(lambda: any(person.id in board.content.mentions for person in people))
    for person in people:
        await person.press(board, "My hand")
    await plays_in_the_group(sim, group, people)
    await house.rests()
    assert [hands_in_private(person) for person in people] == [[], [], []]


async def test_the_hand_is_where_its_person_wants_it(sim: TelegramSim, opened: Opened) -> None:
    house, people, group = opened
    for person, where in zip(people, ("private", "both", "last"), strict=True):
        await person.says(person, f"/prefer hand {where}")
    await sim.wait_for(lambda: all(person.inbox for person in people))
    board = await deal(sim, people, group)
    for person in people:
        await person.press(board, "My hand")
    await house.rests()
    for _ in range(6):
        person, _ = await sim.wait_for(lambda: to_act(sim, group, people)() or in_private(people))
        await house.rests()
        message = panel(sim, group, person) if person is not people[0] else panel_of(person)
        assert message is not None
        before, inside = len(hands_in_private(person)), panel(sim, group, person)
        history = 0 if inside is None else len(inside.history)
        await person.press(message, moves(message)[0])
        await house.rests()
        news = len(hands_in_private(person)) > before
        assert news is (person is not people[2]), "by private chat as before, in both, and where one pressed last"
        if person is not people[0]:
            assert inside is not None
            assert len(inside.history) > history


async def test_no_card_stands_in_what_is_sent_before_the_server_says_who_sees_it(
    sim: TelegramSim, opened: Opened
) -> None:
    house, people, group = opened
    board = await deal(sim, people, group)
    for person in people:
        await house.rests()
        before = sim.here(group, person)
        await person.press(board, "My hand")
        await house.rests()
        (shown,) = sim.here(group, person)
        assert shown not in before, "a new one takes the place of the old, far above"
        assert CARDS.search(shown.text)
    sent = [call.parameters for call in sim.called("sendMessage") if "ephemeral_message_parameters" in call.parameters]
    assert len(sent) >= 5
    assert {call["text"] for call in sent} == {"Your hand, for you alone …"}
    for person in people:
        others = [one for other in people if other is not person for one in sim.here(group, other)]
        assert not {one.text for one in others} & set(person.sees())


async def test_a_hand_that_the_client_has_dropped_is_opened_again(sim: TelegramSim, opened: Opened) -> None:
    house, people, group = opened
    board = await deal(sim, people, group)
    await house.rests()
    person, message = await sim.wait_for(to_act(sim, group, people))
    message.deleted = True
    await person.press(board, "My hand")
    await house.rests()
    (again,) = sim.here(group, person)
    await person.press(again, moves(again)[0])
    await house.rests()
    assert sim.here(group, person) == [again]
    assert not moves(again)


async def test_a_refusal_for_too_many_calls_counts_hands_among_the_groups_messages(
    sim: TelegramSim, opened: Opened
) -> None:
    house, people, group = opened
    await deal(sim, people, group)
    await house.rests()
    person, message = await sim.wait_for(to_act(sim, group, people))
    hands = house.frontend._sender.group_hands
    assert not hands.counted
    sim.faults.next("flood", "editEphemeralMessageText")
    shown = message.content
    await person.press(message, moves(message)[0])
    await sim.wait_for(lambda: message.content is not shown)
    assert hands.counted


async def test_after_a_restart_a_press_on_the_hand_in_the_group_goes_on(sim: TelegramSim, opened: Opened) -> None:
    house, people, group = opened
    await deal(sim, people, group)
    person, message = await sim.wait_for(to_act(sim, group, people))
    await house.rests()
    await house.restart()
    before = len(message.history)
    await person.press(message, moves(message)[0])
    await sim.wait_for(lambda: len(message.history) > before)


async def test_hands_in_the_group_go_on_there_after_a_restart_and_nobody_is_rung(
    sim: TelegramSim, opened: Opened
) -> None:
    house, people, group = opened
    for person in people:
        await person.starts()
    board = await deal(sim, people, group)
    for person in people:
        await person.press(board, "My hand")
    asked = to_act(sim, group, people)
    seen: list[Message] = []
    for restarted in (False, True):
        for _ in range(3):
            person, message = await sim.wait_for(asked)
            await person.press(message, moves(message)[0])
            await house.rests()
        shown = [one for person in people if (one := panel(sim, group, person)) is not None]
        rung = [len(person.notifications) for person in people]
        if not restarted:
            seen, before = shown, rung
            await house.restart()
            await house.rests()
    assert shown == seen
    assert rung == before


async def test_a_typed_command_that_only_the_bot_has_seen_is_answered_there(sim: TelegramSim, opened: Opened) -> None:
    house, people, group = opened
    await deal(sim, people, group)
    await sim.wait_for(lambda: any(one.get("is_ephemeral") for menu in sim.commands.values() for one in menu))
    before = [message for message in group.messages if message.sender is not None]
    for words in ("/hand", "/hint", "/played", "/stats", "/rules", "/invite"):
        await house.rests()
        seen = {one.ephemeral for one in sim.here(group, people[1])}
        await people[1].says(group, words)
        await sim.wait_for(lambda seen=seen: {one.ephemeral for one in sim.here(group, people[1])} - seen)  # type: ignore[misc]
    assert [message for message in group.messages if message.sender is not None] == before
    assert people[1].inbox == []


LOST = "Telegram did not show it here"


@pytest.mark.parametrize("fault", ["lost_answer", "forbidden", "flood", "too late"])
async def test_a_press_whose_answer_in_the_group_fails_is_told_so_itself(
    sim: TelegramSim, opened: Opened, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    house, people, group = opened
    await people[0].starts()
    board = await deal(sim, people, group)
    await house.rests()

    def first_words() -> int:
        return sum("ephemeral_message_parameters" in call.parameters for call in sim.called("sendMessage"))

    for person, what_to_do in zip(people, ("private chat with me", "press Start"), strict=False):
        before, private = first_words(), person.inbox[-1:]
        if fault == "too late":
            monkeypatch.setattr("bot.frontends.telegram.outgoing.group_hands.ANSWER_SECONDS", -1.0)
        else:
            sim.faults.next(fault, "sendMessage", group.id, retry_after=4)  # type: ignore[arg-type]  # one of the kinds
        answer = await person.press(board, "My hand")
        assert answer.show_alert
        if fault == "flood":
            assert "It comes by itself" in str(answer)
            continue
        assert LOST in str(answer)
        assert what_to_do in str(answer)
        await house.rests()
        assert first_words() - before == (fault != "too late"), "said again it might stand there twice"
        assert (person.inbox[-1:] != private) is (person is people[0]), "there it comes at once, where that is open"


async def test_a_play_whose_message_has_expired_counts_and_its_press_says_where_the_hand_is(
    sim: TelegramSim, opened: Opened
) -> None:
    house, people, group = opened
    for person in people:
        await person.starts()
        await person.says(person, "/prefer hand here")
    board = await deal(sim, people, group)
    for person in people:
        await person.press(board, "My hand")
    await house.rests()
    person, message = await sim.wait_for(to_act(sim, group, people))
    message.deleted = True
    answer = await person.press(message, moves(message)[0])
    assert answer.show_alert
    assert LOST in str(answer)
    again, _ = await sim.wait_for(to_act(sim, group, people))
    assert again is not person, "what was pressed counts"
    await house.rests()
    assert not hands_in_private(person)
    await person.press(board, "My hand")
    await house.rests()
    assert panel(sim, group, person) is None
    assert CARDS.search(sim.here(group, person)[-1].text)


@pytest.mark.parametrize("sim", [False], indirect=True)
class TestOlderServer:
    """One that ignores the parameter, and posts for everybody."""

    async def test_the_harmless_message_goes_and_the_hand_comes_by_the_private_chat(
        self, sim: TelegramSim, opened: Opened
    ) -> None:
        _, people, group = opened
        for person in people:
            await person.starts()
        board = await deal(sim, people, group)
        await sim.wait_for(lambda: all(CARDS.search(person.last.text) for person in people) or None)
        answer = await people[1].press(board, "My hand")
        assert answer.url
        await sim.wait_for(lambda: CARDS.search(people[1].last.text))
        tried = [one for one in group.messages if one.content.text == "Your hand, for you alone …"]
        assert len(tried) == 1, "once for a process"
        await sim.wait_for(lambda: tried[0].deleted)
        assert not sim.called("editEphemeralMessageText")

    async def test_who_never_started_is_led_to_the_private_chat(self, sim: TelegramSim, opened: Opened) -> None:
        _, people, group = opened
        await people[0].says(group, "/new doudizhu deals=1")
        board = await sim.wait_for(lambda: sim.find(group, "player 1"))
        answer = await people[1].presses(board, board.button("Join") or board.buttons[0])
        assert "start=" in (answer.url or "")


async def test_three_strangers_in_a_group_that_has_just_let_the_bot_in_are_dealt_in_after_three_taps(
    sim: TelegramSim, tmp_path: Path
) -> None:
    people, clock = [sim.user(f"player {number}") for number in (1, 2, 3)], ManualClock()
    group = sim.group("friends", people)
    group.bot_status = "left"
    async with open_house(sim, tmp_path, time=clock):
        group.adds_bot(people[0])
        welcome = await sim.wait_for(lambda: sim.find(group, "Tap a game"))
        await people[0].press(welcome, "Dou Dizhu")
        board = await sim.wait_for(lambda: sim.find(group, "#1"))
        for person in people[1:]:
            await person.press(board, "Join")
        await sim.wait_for(lambda: "Cards are dealt by themselves in 10 seconds" in board.text)
        for _ in range(12):
            while not clock.sleeping:  # noqa: ASYNC110  # nothing tells when the ticker sleeps again
                await asyncio.sleep(0)
            clock.wake_next(clock.monotonic() + 1)
        person, _ = await sim.wait_for(to_act(sim, group, people))
        assert sum("callback_query" in update for update in sim.updates.sent) == 3
        await person.says(group, "/new guandan", old_client=True)
        second = await sim.wait_for(lambda: sim.find(group, "#2"))
        assert "I cannot write to you" not in second.text
        assert [one.inbox for one in people] == [[], [], []]


@pytest.mark.parametrize("sim", [False], indirect=True)
async def test_where_hands_come_by_the_private_chat_alone_the_button_to_join_is_the_link_that_starts_it(
    sim: TelegramSim, opened: Opened
) -> None:
    house, people, group = opened
    ann, ben, cem = people
    dan = sim.user("player 4")
    group.members.append(dan)
    await ann.starts()
    await ann.says(group, "/new doudizhu deals=1")
    board = await sim.wait_for(lambda: sim.find(group, "player 1"))
    answer = await ben.press(board, "Join")
    assert answer.url is not None, "nobody knew yet that this server has no hands inside groups"
    await ben.follows(answer.url)
    link = await sim.wait_for(
        lambda: next((one.url for one in board.buttons if one.text.endswith("Join") and one.url), "")
    )
    await ben.follows(link)
    await ann.follows(link)
    sim.updates.duplicate_next()
    await cem.follows(link)
    await sim.wait_for(lambda: "player 3" in board.text)
    await dan.follows(link)
    await sim.wait_for(lambda: dan.inbox)
    await house.rests()
    assert "Cards are dealt by themselves in 10 seconds" in board.text
    told = {person.name: [one.text for one in person.inbox] for person in (*people, dan)}
    assert [texts[-1].partition(".")[0] for texts in told.values()] == [
        *["Hello! You sit at table #1 (Dou Dizhu) in friends"] * 3,
        "Table #1 is full",
    ]
    assert len(told["player 3"]) == 1
    await ann.press(board, "Wait")
    await sim.wait_for(lambda: board.button("Wait") is None)
    await cem.press(board, "Leave")
    await dan.follows(link)
    await sim.wait_for(lambda: "player 4" in board.text)
    for person in (ann, ben, dan):
        await person.press(board, "Leave")
    await house.rests()
    await cem.follows(link)
    await sim.wait_for(lambda: "closed" in cem.inbox[-1].text)
