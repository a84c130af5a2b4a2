"""Gou Ji for those who do not want to be asked: wishes, passes in advance, short clocks, and what typing is completed to."""

import pytest

from bot.session.port import commands as c
from games.base.actions import Do
from tests.session.play.test_gouji import NAMES, dealt, panel, standing_still, told, until, whys
from tests.session.world import World, code


async def until_a_burn_is_possible(world: World, number: int) -> int:
    """The seat that is offered a burn and has the cards for it."""
    for _ in range(60):
        seat = await until(world, number, "burn")
        if any(isinstance(offer.action, Do) and offer.action.cards for offer in panel(world, seat, number).offers):
            return seat
        await world.do(NAMES[seat], c.PlayText("pass", number))
    raise AssertionError("nobody can burn under this seed")


async def test_what_is_typed_after_burn_is_completed_to_burns_and_never_burn_declines_ones_own_alone(
    world: World,
) -> None:
    number = await dealt(world)
    seat = await until_a_burn_is_possible(world, number)
    origin = world.origin(NAMES[seat])
    burns = await world.manager.completions(origin, "burn", number)
    assert 0 < len(burns) <= 25
    assert all(one.text.startswith("burn ") and one.kind for one in burns)
    joker = next(word for word in burns[0].text.split() if word in "xX")
    fitting = await world.manager.completions(origin, f"burn {joker}", number)
    assert fitting
    assert all(joker in one.text.split() for one in fitting)
    assert await world.manager.completions(origin, "", number) == [], "nothing can be played, only burned"
    assert await world.manager.completions(world.origin(NAMES[(seat + 1) % 6]), "burn", number) == []
    before = world.book(number).play.state
    for name in NAMES:  # the others will not, and who is asked changes their mind
        await world.do(name, c.Prefer("burn", "never"), private=True)
        if name == NAMES[seat]:
            await world.do(name, c.Prefer("burn", "ask"), private=True)
    await world.advance(10.0)
    assert world.book(number).play.state is before
    assert (await world.do(NAMES[seat], c.Prefer("burn", "never"), private=True)).ok
    await world.advance(3.0)
    acts = [act for act in told(world, number, seat).acts if act.seat == seat]
    assert acts[-1].verb == "pass"
    assert (seat, "burn") not in [(entry.seat, entry.why) for entry in world.book(number).awaited]


async def test_never_yield_said_in_ones_turn_gives_the_time_of_an_ordinary_turn(world: World) -> None:
    number = await dealt(world, clock="90")
    seat = await until(world, number, "yield")
    await world.advance(10.0)
    await world.do(NAMES[seat], c.Prefer("yield", "never"), private=True)
    shown = world.chat.hand(NAMES[seat], number)
    assert shown.panel is not None
    assert shown.panel.why == "follow"
    assert shown.seconds_left == 80
    before = world.book(number).play.state
    await world.advance(79.0)
    assert world.book(number).play.state is before
    await world.advance(2.0)
    assert world.book(number).play.state is not before


@pytest.mark.parametrize("why", ["burn", "burn_answer", "last_chance", "duel"])
async def test_the_pass_of_a_trick_answers_nothing_that_is_asked_of_one_seat(why: str, world: World) -> None:
    number = await dealt(world)
    seat = await until(world, number, why)
    assert code(await world.do(NAMES[seat], c.AdvancePass(number, True), private=True)) == "autopass_on"
    before = world.book(number).play.state
    await world.advance(10.0)
    assert world.book(number).play.state is before
    assert whys(world, number) == [why]


async def test_declarations_have_twenty_seconds_and_silence_declines(world: World) -> None:
    number = await dealt(world, clock="90")
    assert {world.manager.session.clocks.of(number, seat).total for seat in range(6)} == {20}  # type: ignore[union-attr]
    await world.do(NAMES[2], c.PlayText("challenge", number), private=True)
    await world.advance(19.0)
    assert whys(world, number) == ["declare"] * 5
    await world.advance(2.0)
    assert "declare" not in whys(world, number)


async def test_a_return_has_twenty_seconds_and_the_lowest_cards_go_by_themselves(world: World) -> None:
    number = await dealt(world, clock="90")
    seat = await until(world, number, "return")
    before = len(told(world, number, seat).own.returns)
    lowest = panel(world, seat, number).offers[0].action
    await world.advance(19.0)
    assert len(told(world, number, seat).own.returns) == before
    await world.advance(2.0)
    assert lowest == Do("return", told(world, number, seat).own.returns[before].cards)


async def test_what_is_typed_after_return_is_completed_to_as_many_cards_as_were_given(world: World) -> None:
    number = await dealt(world)
    seat = await until(world, number, "return")
    returns = await world.manager.completions(world.origin(NAMES[seat], private=True), "return", number)
    assert returns
    given = len(panel(world, seat, number).offers[0].action.cards)  # type: ignore[union-attr]
    assert {len(one.cards) for one in returns} == {given}
    assert (await world.do(NAMES[seat], c.PlayText(returns[0].text, number), private=True)).ok


async def until_a_burn_comes_first(world: World, number: int) -> tuple[int, int, int]:
    """Both seats that are asked before the answer, and the opposite who answers."""
    for _ in range(60):
        first = await until(world, number, "burn")
        book = world.book(number)
        facts, ahead = book.game.facts(book.play.state), [entry.seat for entry in book.game.ahead(book.play.state)]
        if ahead and facts["burner"] is None:
            assert isinstance(facts["standing"], dict)
            return first, ahead[0], (int(str(facts["standing"]["seat"])) + 3) % 6
        await world.do(NAMES[first], c.PlayText("pass", number))
    raise AssertionError("no two seats are asked under this seed")


async def test_with_burns_first_the_second_can_decline_while_the_first_still_thinks(world: World) -> None:
    number = await dealt(world, clock="90", burn_window="before")
    first, second, opposite = await until_a_burn_comes_first(world, number)
    shown = panel(world, second, number)
    assert (shown.my_turn, shown.advance_why, shown.advance_on) == (False, "burn", False)
    assert panel(world, opposite, number).advance_why != "burn"
    assert (await world.do(NAMES[second], shown.advance, private=True)).ok  # type: ignore[arg-type]
    now = world.clock.now()
    await world.do(NAMES[first], c.PlayText("pass", number))
    assert world.clock.now() == now, "nobody had to wait"
    assert [(entry.seat, entry.why) for entry in world.book(number).awaited] == [(opposite, "duel")]
    acts = told(world, number, first).acts
    assert [(act.seat, act.verb) for act in acts[-2:]] == [(first, "pass"), (second, "pass")]


async def test_with_burns_first_silence_declines_after_a_short_while_and_the_opposite_is_asked(world: World) -> None:
    number = await dealt(world, clock="90", burn_window="before")
    first, second, opposite = await until_a_burn_comes_first(world, number)
    assert world.manager.session.clocks.of(number, first).total == 15  # type: ignore[union-attr]
    await world.advance(16.0)
    assert [(entry.seat, entry.why) for entry in world.book(number).awaited] == [(second, "burn")]
    await world.advance(16.0)
    assert [(entry.seat, entry.why) for entry in world.book(number).awaited] == [(opposite, "duel")]


async def test_who_never_burns_is_not_waited_for_before_an_answer_either(world: World) -> None:
    number = await dealt(world, burn_window="before")
    for name in NAMES:
        await world.do(name, c.Prefer("burn", "never"), private=True)
    await until(world, number, "duel")
    for _ in range(30):
        assert "burn" not in whys(world, number)
        await world.one_step(number)
        await world.advance(5.0)


async def test_a_restart_in_a_window_before_the_answer_loses_nothing(world: World) -> None:
    number = await dealt(world, burn_window="before", joker_base="free", stifled="left")
    first, second, opposite = await until_a_burn_comes_first(world, number)
    await world.do(NAMES[first], c.PlayText("pass", number))
    before = standing_still(world, number)
    world = await world.restarted()
    assert standing_still(world, number) == before
    await world.do(NAMES[second], c.PlayText("pass", number))
    assert [(entry.seat, entry.why) for entry in world.book(number).awaited] == [(opposite, "duel")]
    await world.play_on(number)
