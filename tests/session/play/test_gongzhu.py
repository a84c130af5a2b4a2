"""Gong Zhu at the table: hidden exposures, cards on buttons, nobody passes, matches to the pig."""

from typing import Any

from bot.present import render
from bot.present.screens.screen import plain_text
from bot.session.port import commands as c
from bot.session.port.updates import Panel
from games.base.actions import Do, Play
from games.base.cards import card_text
from tests.session.world import World, code

NAMES = ("ann", "bob", "cat", "dan")


async def dealt(world: World, clock: str = "0", **options: str) -> int:
    return await world.dealt(*NAMES, game="gongzhu", clock=clock, **options)


def panel(world: World, seat: int, number: int) -> Panel:
    return world.chat.panel(NAMES[seat], number)


def own(world: World, seat: int, number: int) -> Any:
    return world.chat.hand(NAMES[seat], number).view.own


async def test_half_of_the_decisions_survive_a_restart_and_stay_hidden(world: World) -> None:
    number = await dealt(world)
    offers = {seat: panel(world, seat, number).offers for seat in range(4)}
    exposer = next(seat for seat in range(4) if len(offers[seat]) > 1)
    exposed = offers[exposer][1]
    decliner = (exposer + 1) % 4
    assert (await world.do(NAMES[exposer], exposed.command, private=True)).ok
    assert (await world.do(NAMES[decliner], c.PlayText("decline", number), private=True)).ok
    for again in (False, True):
        if again:
            world = await world.restarted()
        table = world.chat.table(number).view
        assert table is not None
        assert table.own.answer is None
        assert table.public.exposed == ()
        assert not any(seat.shown for seat in table.seats)
        assert {seat.seat for seat in table.seats if "answered" in seat.marks} == {exposer, decliner}
        assert own(world, exposer, number).answer
        assert own(world, decliner, number).answer == ()
        assert own(world, (exposer + 2) % 4, number).answer is None
    assert (
        code(await world.do(NAMES[decliner], c.PlayText("decline", number), private=True)) == "refusal.already_decided"
    )
    for seat in ((exposer + 2) % 4, (exposer + 3) % 4):
        await world.do(NAMES[seat], c.PlayText("decline", number), private=True)
    table = world.chat.table(number).view
    assert table is not None
    assert isinstance(exposed.action, Do)
    assert table.seats[exposer].shown == exposed.action.cards


async def test_who_never_exposes_is_counted_as_declining(world: World) -> None:
    number = await world.seated(*NAMES, game="gongzhu", clock="0")
    for name in NAMES[1:]:
        assert (await world.do(name, c.Prefer("expose", "never"), private=True)).ok
    assert (await world.do("ann", c.DealCards(number))).ok
    await world.advance(3.0)
    assert [entry.seat for entry in world.book(number).awaited] == [0]
    assert (await world.do("ann", c.PlayText("decline", number), private=True)).ok
    assert [entry.why for entry in world.book(number).awaited] == ["lead"]


async def test_every_legal_card_is_on_a_button_and_nothing_else(world: World) -> None:
    number = await dealt(world)
    for name in NAMES:
        assert (await world.do(name, c.PlayText("decline", number), private=True)).ok
    for _ in range(40):
        book = world.book(number)
        seat = book.awaited[0].seat
        found = panel(world, seat, number)
        assert {offer.action for offer in found.offers} == set(book.game.legal(book.play.state, seat))
        assert all(isinstance(offer.action, Play) for offer in found.offers)
        assert found.pass_now is None
        assert not any(panel(world, other, number).advance for other in range(4)), "nobody passes in this game"
        assert (await world.do(NAMES[seat], found.offers[-1].command, private=True)).ok
    assert code(await world.do(NAMES[seat], c.AdvancePass(number, True))) == "autopass_nothing"


async def test_the_clock_declines_and_plays_the_lowest_card(world: World) -> None:
    number = await dealt(world, clock="60")
    await world.advance(31.0)
    assert [entry.why for entry in world.book(number).awaited] == ["lead"], "deciding has a clock of 30 seconds"
    seat = world.book(number).awaited[0].seat
    expected = world.book(number).game.fallback(world.book(number).play.state, seat)
    await world.advance(61.0)
    assert world.chat.table(number).view.acts[-1].cards == expected.cards  # type: ignore[union-attr]


def _said(reply: Any, language: str = "en") -> str:
    return plain_text(render.notice(reply.body, language))


async def test_a_typed_card_that_is_not_held_is_named_with_its_suit(world: World) -> None:
    number = await dealt(world, expose_rounds="0")
    book = world.book(number)
    seat = book.awaited[0].seat
    hand = {card_text(card) for card in book.game.hands(book.play.state)[seat]}
    missing = next(rank + suit for rank in "AKQJT98765432" for suit in "shdc"
                   if rank + suit not in hand and any(rank + other in hand for other in "shdc"))  # fmt: skip
    reply = await world.do(NAMES[seat], c.PlayText(missing, number), private=True)
    assert code(reply) == "refusal.not_in_hand"
    sign = "♠♥♦♣"["shdc".index(missing[1])] + missing[0].replace("T", "10")
    assert f"You do not hold {sign}." in _said(reply)
    assert f"你手里没有 {sign}。" in _said(reply, "zh")


async def test_who_does_not_follow_is_told_the_suit_by_its_sign(world: World) -> None:
    number = await dealt(world, expose_rounds="0")
    for _ in range(40):
        book = world.book(number)
        seat, led = book.awaited[0].seat, book.game.facts(book.play.state)["trick"]
        hand = [card_text(card) for card in book.game.hands(book.play.state)[seat]]
        suit = str(led)[1:2]
        others = [card for card in hand if card[1] != suit]
        if led and others and len(others) < len(hand):
            reply = await world.do(NAMES[seat], c.PlayText(others[0], number), private=True)
            sign = "♠♥♦♣"["shdc".index(suit)]
            assert f"You hold {sign}, so follow with {sign}." in _said(reply)
            return
        assert (await world.do(NAMES[seat], panel(world, seat, number).offers[0].command, private=True)).ok
    raise AssertionError("everybody always follows under this deal")
