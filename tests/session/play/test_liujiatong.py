"""Liu Jia Tong at the table: six people in two sides, readings that people choose, passes in advance, a series to a target."""

from typing import Any

from bot.session.port import commands as c
from bot.session.port.updates import PrivateUpdate
from games.base.actions import Play
from tests.session.world import World

NAMES = ("ann", "bob", "cat", "dan", "eve", "fay")


async def dealt(world: World, clock: str = "0", **options: str) -> int:
    return await world.dealt(*NAMES, game="liujiatong", clock=clock, **options)


async def test_a_reading_is_chosen_by_its_button(world: World) -> None:
    """Two ranks and a joker or two can mean several things; the panel offers them all, and the one pressed counts."""
    number = await dealt(world)
    for _ in range(400):
        book = world.book(number)
        entry = book.awaited[0]
        hand = book.game.view(book.play.state, entry.seat).hand
        found = _with_readings(book, entry.seat, hand) if entry.why == "lead" else None
        if found is None:
            await world.one_step(number)
            continue
        name = NAMES[entry.seat]
        for card in found:
            picking = c.PickCard(number, book.decision(entry.seat), card)
            reply = await world.do(name, picking, private=True)
        assert isinstance(reply.body, PrivateUpdate)
        panel = reply.body.panel
        assert panel is not None
        assert panel.readings
        chosen = panel.readings[0]
        assert isinstance(chosen.action, Play)
        assert (await world.do(name, chosen.command, private=True)).ok
        standing = world.chat.table(number).view.standing  # type: ignore[union-attr]
        assert standing is not None
        assert (standing.kind, standing.rank) == (chosen.kind, chosen.rank)
        return
    raise AssertionError("no hand with a choice of readings under this seed")


def _with_readings(book: Any, seat: int, hand: Any) -> Any:
    jokers = [card for card in hand if card >= 52]
    naturals = sorted({card >> 2: card for card in hand if card < 44}.values())
    for joker in jokers[:1]:
        for at in range(len(naturals) - 3):
            cards = (*naturals[at : at + 4], joker)
            if book.game.recognise(book.play.state, seat, cards).others:
                return cards
    return None


async def test_a_pass_in_advance_answers_for_the_rest_of_the_trick(world: World) -> None:
    number = await dealt(world)
    await world.one_step(number)
    book = world.book(number)
    later = next(
        seat
        for seat in range(6)
        if seat not in (book.awaited[0].seat, book.game.facts(book.play.state)["standing"]["seat"])
    )
    panel = world.chat.panel(NAMES[later], number)
    assert panel.advance is not None
    assert (await world.do(NAMES[later], panel.advance, private=True)).ok
    trick = world.chat.table(number).view.trick  # type: ignore[union-attr]
    for _ in range(80):
        book = world.book(number)
        if world.chat.table(number).view.trick != trick:  # type: ignore[union-attr]
            break
        if book.awaited[0].seat == later:
            await world.advance(2.0)
        else:
            await world.one_step(number)
    acts = world.chat.table(number).view.acts  # type: ignore[union-attr]
    mine = [act.verb for act in acts if act.trick == trick and act.seat == later]
    assert set(mine) <= {"pass"}
