"""Gou Ji's rarer questions at the table: purchases, burns of burners, tries of a revolter, taken up after a power cut."""

from typing import Any

from bot.session.port import commands as c
from games.base.actions import Do, Play
from tests.session.play.test_gouji import NAMES, dealt, panel, standing_still, told, until, whys
from tests.session.world import World, code


def facts(world: World, number: int) -> Any:
    book = world.book(number)
    return book.game.facts(book.play.state)


async def test_half_of_the_purchases_survive_a_restart_and_stay_hidden(world: World) -> None:
    number = await dealt(world, buy_fours="on")
    assert whys(world, number) == ["buy"] * 6
    assert code(await world.do("ann", c.PlayText("decline", number))) == "hidden_in_private"
    for seat in (5, 1):
        assert (await world.do(NAMES[seat], c.PlayText("decline", number), private=True)).ok
    before = standing_still(world, number)
    world = await world.restarted()
    assert standing_still(world, number) == before
    assert [entry.seat for entry in world.book(number).awaited] == [0, 2, 3, 4]
    known = [told(world, number, seat).own.answer for seat in range(6)]
    assert known == [None, Do("decline"), None, None, None, Do("decline")]
    for seat in (0, 2, 3, 4):
        assert (await world.do(NAMES[seat], c.PlayText("decline", number), private=True)).ok
    assert whys(world, number) == ["declare"] * 6


async def until_somebody_burns(world: World, number: int) -> int:
    """Play until a burn has been laid that can be answered; returns the burner's opposite, who is asked."""
    for _ in range(200):
        seat = await until(world, number, "burn")
        burns = [
            offer for offer in panel(world, seat, number).offers if isinstance(offer.action, Do) and offer.action.cards
        ]
        if not burns:
            await world.do(NAMES[seat], c.PlayText("pass", number))
            continue
        assert (await world.do(NAMES[seat], burns[0].command, private=True)).ok
        if whys(world, number) == ["burn_answer"]:
            return int(world.book(number).awaited[0].seat)
    raise AssertionError("nobody burns under this seed")


async def test_a_burner_can_be_burned_and_a_restart_in_the_chain_loses_nothing(world: World) -> None:
    number = await dealt(world, counter_burn="on")
    answerer = await until_somebody_burns(world, number)
    burner = (answerer + 3) % 6
    ahead = [entry.seat for entry in world.book(number).game.ahead(world.book(number).play.state)]
    assert ahead == []
    assert (await world.do(NAMES[answerer], c.PlayText("pass", number))).ok
    assert whys(world, number) == ["burn"]
    (asked,) = (entry.seat for entry in world.book(number).awaited)
    assert asked in ((burner + 1) % 6, (burner + 5) % 6)
    assert facts(world, number)["burner"] == burner
    before = standing_still(world, number)
    world = await world.restarted()
    assert standing_still(world, number) == before
    await world.play_on(number)


async def test_a_burn_goes_on_after_a_restart_until_its_last_card(world: World) -> None:
    number = await dealt(world)
    answerer = await until_somebody_burns(world, number)
    burner = (answerer + 3) % 6
    for _ in range(40):
        world = await world.restarted()
        asked = [(entry.seat, entry.why) for entry in world.book(number).awaited]
        if asked == [(answerer, "burn_answer")]:
            await world.do(NAMES[answerer], c.PlayText("pass", number))
        elif asked == [(burner, "burn_lead")]:
            offers = panel(world, burner, number).offers
            assert offers
            assert all(isinstance(offer.action, Play) for offer in offers)
            await world.do(NAMES[burner], offers[0].command, private=True)
        else:
            break
    assert facts(world, number)["burner"] is None
    dead, finished = facts(world, number)["dead"], facts(world, number)["finished"]
    assert burner in (*dead, *finished)
