"""Guandan at the table: hidden tributes, single cards and readings in the panel, matches that last, lent seats."""

from typing import Any

import pytest

from bot.session.manager import SessionSettings
from bot.session.port import commands as c
from bot.session.port.replies import HistoryCard
from bot.session.port.updates import Panel, PrivateUpdate
from games.base.actions import Do, Play, action_text
from games.base.cards import Card, rank_of
from storage.api import Store
from tests.session.world import World, code

NAMES = ("ann", "bob", "cat", "dan")
DOUBLE = 1  # A seed of deals with which the first round ends in a double win that nobody resists


@pytest.fixture
async def world(store: Store) -> World:
    return await World(store, seed=DOUBLE).start()


async def at_tribute(world: World) -> int:
    """A table of four people before the second round: two of them owe a tribute."""
    number = await world.dealt(*NAMES, game="guandan", clock="0")
    await world.play_on(number)
    await world.do("ann", c.DealCards(number))
    book = world.book(number)
    assert book.game.phase(book.play.state) == "tribute"
    assert len(book.awaited) == 2, "the seed of these tests deals a double tribute"
    return number


def name_at(world: World, number: int, seat: int) -> str:
    return str(world.book(number).seats[seat].external)


def panel(world: World, name: str, number: int) -> Panel:
    return world.chat.panel(name, number)


async def test_a_tribute_is_a_button_in_the_payers_own_panel(world: World) -> None:
    number = await at_tribute(world)
    first, second = (name_at(world, number, entry.seat) for entry in world.book(number).awaited)
    for name in (first, second):
        shown = panel(world, name, number)
        assert shown.my_turn
        assert shown.why == "tribute"
        assert shown.offers
        assert all(isinstance(offer.action, Do) and offer.action.verb == "tribute" for offer in shown.offers)
    others = [name for name in NAMES if name not in (first, second)]
    assert not any(panel(world, name, number).my_turn for name in others)


async def test_the_card_that_is_named_first_stays_hidden_until_the_other_is(world: World) -> None:
    number = await at_tribute(world)
    payers = [entry.seat for entry in world.book(number).awaited]
    first, second = (name_at(world, number, seat) for seat in payers)
    offer = panel(world, first, number).offers[0]
    assert isinstance(offer.action, Do)
    (card,) = offer.action.cards
    seen_before = len(world.chat.tables), len(world.chat.hands)
    reply = await world.do(first, offer.command, private=True)
    assert reply.ok
    assert world.chat.hand(first, number).view.own.named == card
    for update in world.chat.tables[seen_before[0] :]:
        assert update.view is not None
        assert not update.view.acts
        assert update.view.own.named is None
        assert update.view.public.exchanges == ()
        assert all(getattr(event, "card", None) is None for event, _ in update.play.recent)
    for private in world.chat.hands[seen_before[1] :]:
        assert private.user.external == first or private.view.own.named is None
    assert world.chat.table(number).view.seats[payers[0]].marks == ("named",)  # type: ignore[union-attr]
    again = await world.do(first, c.PlayText(action_text(offer.action), number), private=True)
    assert code(again) == "refusal.already_named"
    await world.do(second, panel(world, second, number).offers[0].command, private=True)
    view = world.chat.table(number).view
    assert view is not None
    assert view.phase == "return"
    assert len(view.public.exchanges) == 2


async def test_a_hidden_tribute_is_refused_in_the_group_without_being_looked_at(world: World) -> None:
    number = await at_tribute(world)
    seat = world.book(number).awaited[0].seat
    name = name_at(world, number, seat)
    before = world.book(number).play.state
    for text in ("tribute As", "tribute 3s", "return 4d"):
        verb, _, cards = text.partition(" ")
        assert code(await world.do(name, c.DoVerb(verb, cards, number))) == "hidden_in_private"
    assert world.book(number).play.state is before


async def test_what_a_tribute_does_not_take_changes_nothing(world: World) -> None:
    number = await at_tribute(world)
    name = name_at(world, number, world.book(number).awaited[0].seat)
    state, log = world.book(number).play.state, world.book(number).play.seq
    for text in ("tribute 3 4", "pass", "play 3", "return 3"):
        reply = await world.do(name, c.PlayText(text, number), private=True)
        assert not reply.ok
        assert text != "pass" or code(reply) == "refusal.wrong_verb"
    decision = panel(world, name, number).decision
    for card in dict.fromkeys((world.chat.hand(name, number).view.hand or ())[:3]):
        await world.do(name, c.PickCard(number, decision, card), private=True)
    assert code(await world.do(name, c.PlayPicked(number, decision), private=True)) == "refusal.one_card_only"
    assert world.book(number).play.state is state
    assert world.book(number).play.seq == log


async def test_a_restart_between_two_hidden_choices_changes_nothing(world: World) -> None:
    number = await at_tribute(world)
    payers = [name_at(world, number, entry.seat) for entry in world.book(number).awaited]
    chosen = panel(world, payers[0], number).offers[0]
    await world.do(payers[0], chosen.command, private=True)
    world = await world.restarted()
    assert [name_at(world, number, entry.seat) for entry in world.book(number).awaited] == payers[1:]
    assert world.chat.hand(payers[0], number).view.own.named == chosen.action.cards[0]  # type: ignore[union-attr]
    assert world.chat.hand(payers[1], number).view.own.named is None
    await world.do(payers[1], panel(world, payers[1], number).offers[0].command, private=True)
    world = await world.restarted()
    view = world.chat.table(number).view
    assert view is not None
    assert view.phase == "return"
    receivers = [name_at(world, number, entry.seat) for entry in world.book(number).awaited]
    await world.do(receivers[0], panel(world, receivers[0], number).offers[0].command, private=True)
    world = await world.restarted()
    await world.do(receivers[1], panel(world, receivers[1], number).offers[0].command, private=True)
    assert world.chat.table(number).view.phase == "play"  # type: ignore[union-attr]
    assert {len(world.chat.hand(name, number).view.hand or ()) for name in NAMES} == {27}


async def test_the_clock_pays_for_who_does_not_choose(world: World) -> None:
    number = await world.dealt(*NAMES, game="guandan", clock="90")
    await world.play_on(number)
    await world.do("ann", c.DealCards(number))
    await world.advance(200)
    assert world.book(number).game.phase(world.book(number).play.state) in ("return", "play")


async def test_a_picked_card_is_paid_with_the_play_button(world: World) -> None:
    number = await at_tribute(world)
    name = name_at(world, number, world.book(number).awaited[0].seat)
    shown = panel(world, name, number)
    action = shown.offers[0].action
    assert isinstance(action, Do)
    await world.do(name, c.PickCard(number, shown.decision, action.cards[0]), private=True)
    shown = panel_of(await world.do(name, c.MyHand(number), private=True))
    assert shown.recognised is not None
    assert shown.recognised.action == action
    assert shown.recognised.legal
    reply = await world.do(name, c.PlayPicked(number, shown.decision), private=True)
    assert reply.ok
    assert reply.toast is not None
    assert reply.toast.code == "did"


def panel_of(reply: Any) -> Panel:
    assert isinstance(reply.body, PrivateUpdate), reply
    assert reply.body.panel is not None
    return reply.body.panel


async def dealt(world: World) -> tuple[int, str]:
    """A first round, and who leads it."""
    number = await world.dealt(*NAMES, game="guandan", clock="0")
    return number, name_at(world, number, world.book(number).awaited[0].seat)


async def test_single_cards_of_a_suit_are_shown_and_picked_copy_by_copy(world: World) -> None:
    number, name = await dealt(world)
    shown = panel(world, name, number)
    assert [suit for suit, _ in shown.suits] == [-1, 0, 1, 2, 3]
    assert shown.suit is None
    assert not shown.cards
    hand = world.chat.hand(name, number).view.hand or ()
    for suit, command in shown.suits[1:]:
        opened = panel_of(await world.do(name, command, private=True))
        assert opened.suit == suit
        listed = [counter.card for counter in opened.cards]
        assert {card for card in hand if card < 52 and card & 3 == suit} <= set(listed)
        assert len(listed) <= 16
    card = next(card for card in hand if hand.count(card) == 1 and card < 52)
    picked = panel_of(await world.do(name, c.PickCard(number, shown.decision, card), private=True))
    assert picked.picked == (card,)
    dropped = panel_of(await world.do(name, c.PickCard(number, shown.decision, card, 0), private=True))
    assert dropped.picked == ()
    ranks = panel_of(await world.do(name, shown.suits[0][1], private=True))
    assert ranks.suit is None
    assert ranks.counters


async def test_the_counters_stand_in_the_order_in_which_cards_count(world: World) -> None:
    number, name = await dealt(world)
    view = world.chat.hand(name, number).view
    assert [counter.rank for counter in panel(world, name, number).counters] == [
        rank for rank in view.order if any(rank_of(card) == rank for card in view.hand or ())
    ]


async def test_a_wild_card_is_taken_last_from_its_rank(world: World) -> None:
    number, name = await dealt(world)
    view = world.chat.hand(name, number).view
    (wild,) = view.wild
    assert len({card for card in view.hand or () if rank_of(card) == view.high} | {wild}) > 1
    shown = panel(world, name, number)
    one = panel_of(await world.do(name, c.Pick(number, shown.decision, rank_of(wild)), private=True))
    assert wild not in one.picked
    every = panel_of(await world.do(name, c.Pick(number, shown.decision, rank_of(wild), all=True), private=True))
    assert wild in every.picked


async def test_another_reading_of_the_picked_cards_is_one_button_away(world: World) -> None:
    """A suited run with a wild card is offered as the flush, and as the plain straight."""
    number, name = await dealt(world)
    book, wild = world.book(number), set(world.chat.hand(name, number).view.wild)
    game, state, seat = book.game, book.play.state, book.awaited[0].seat
    fives = [one for one in game.suggest(state, seat) if isinstance(one, Play) and len(one.cards) == 5]
    flush = next(one for one in fives if wild & {*one.cards} and game.recognise(state, seat, one.cards).others)
    decision = panel(world, name, number).decision
    for card in dict.fromkeys(flush.cards):
        await world.do(name, c.PickCard(number, decision, Card(card), flush.cards.count(card)), private=True)
    shown = panel_of(await world.do(name, c.MyHand(number), private=True))
    assert shown.recognised is not None
    assert shown.recognised.legal
    assert shown.readings
    other = shown.readings[-1]
    assert (other.kind, other.rank) != (shown.recognised.kind, shown.recognised.rank)
    assert (await world.do(name, other.command, private=True)).ok
    standing = world.chat.table(number).view.standing  # type: ignore[union-attr]
    assert standing is not None
    assert (standing.kind, standing.rank) == (other.kind, other.rank)


async def test_a_match_over_three_restarts_keeps_levels_tries_and_places(world: World) -> None:
    number = await world.dealt(*NAMES, game="guandan", clock="0", rounds="4")
    carries = []
    for _ in range(3):
        await world.play_on(number)
        carries.append(world.book(number).score.carry)
        world = await world.restarted()
        assert world.book(number).score.carry == carries[-1]
        assert [dict(carry) for carry in world.book(number).score.course] == [dict(carry) for carry in carries]
    await world.play_on(number)
    assert world.book(number).row.state == "over"
    card = await world.shown(HistoryCard, "ann", c.History())
    assert len(card.lines[0].course) == 4
    assert world.chat.table(number).score.course[:3] == tuple(carries)


async def test_next_week_the_parked_match_goes_on_with_deal_where_it_was(store: Store) -> None:
    week, hour = 7 * 24 * 3600, 3600
    settings = SessionSettings(turn_seconds=0, park_after=hour)
    world = await World(store, seed=DOUBLE, settings=settings).start()
    number = await world.dealt(*NAMES, game="guandan", clock="0")
    await world.play_on(number)
    carry = world.book(number).score.carry
    await world.advance(hour + 120)
    world.clock.jump(week)
    assert number not in world.manager.session.tables
    await world.do("bob", c.DealCards())
    assert world.book(number).score.carry == carry
    await world.do("bob", c.DealCards(number))
    assert world.book(number).row.round == 2
    assert world.chat.table(number).view.facts["levels"] == carry["levels"]  # type: ignore[union-attr]


async def between(world: World) -> int:
    number = await world.dealt(*NAMES, game="guandan", clock="0", tribute="off")
    await world.play_on(number)
    for name in NAMES[:3]:
        await world.do(name, c.Ready(number))
    return number


async def test_the_host_lets_an_ai_player_act_for_a_missing_person(world: World) -> None:
    number = await between(world)
    assert code(await world.do("bob", c.Substitute(number, 3))) == "host_only"
    assert (await world.do("ann", c.Substitute(number, 3))).ok
    assert world.chat.codes("dan")[-1] == "ai_for_you"
    assert world.book(number).playing, "all the others were ready"
    assert world.book(number).seats[3].away
    assert world.chat.table(number).players[3].away
    await world.do("dan", c.Back(number))
    assert not world.book(number).seats[3].away
    assert code(await world.do("ann", c.Substitute(number, 3))) == "nobody_missing"


async def test_somebody_sits_in_for_a_round_if_the_host_agrees_and_the_owner_has_the_seat_again(world: World) -> None:
    number = await between(world)
    assert code(await world.do("eve", c.Join(number, 0))) == "seat_taken", "who is ready is not missing"
    assert code(await world.do("eve", c.Join(number, 3))) == "sit_in_wished"
    asked = [notice for user, notice in world.chat.told if user.external == "ann"][-1]
    assert asked.code == "sit_in_asked"
    world = await world.restarted()
    yes = next(command for label, command in asked.actions if label == "let_play")
    assert code(await world.do("bob", yes, private=True)) == "host_only"
    assert code(await world.do("ann", yes, private=True)) == "sit_in_allowed"
    assert code(await world.do("ann", yes, private=True)) == "nobody_missing"
    assert world.chat.codes("eve")[-1] == "sit_in_granted"
    assert world.chat.codes("dan")[-1] == "seat_kept"
    await world.do("ann", c.DealCards(number))
    assert name_at(world, number, 3) == "eve"
    world = await world.restarted()
    assert code(await world.do("dan", c.Join(number))) == "seat_comes_back"
    totals = world.book(number).score.totals
    await world.play_on(number)
    assert name_at(world, number, 3) == "dan"
    assert world.chat.codes("eve")[-1] == "sit_in_over"
    assert world.chat.codes("dan")[-1] == "seat_is_yours"
    assert world.book(number).score.totals != totals, "the score of the round stays with the seat"
    assert not world.book(number).people.lent


async def test_a_lent_seat_can_be_taken_back_before_the_deal(world: World) -> None:
    number = await between(world)
    await world.do("eve", c.Join(number, 3))
    await world.do("ann", c.Consent(number, 3), private=True)
    assert name_at(world, number, 3) == "eve"
    assert code(await world.do("dan", c.Join(number))) == "joined"
    assert name_at(world, number, 3) == "dan"
    assert world.book(number).seat_of(world.book(number).seats[3].user) == 3


async def test_the_host_says_no(world: World) -> None:
    number = await between(world)
    await world.do("eve", c.Join(number, 3))
    assert code(await world.do("ann", c.Consent(number, 3, yes=False), private=True)) == "sit_in_declined"
    assert world.chat.codes("eve")[-1] == "sit_in_refused"
    assert name_at(world, number, 3) == "dan"


async def test_the_seat_of_a_missing_host_is_granted_by_who_has_sat_longest(world: World) -> None:
    number = await world.dealt(*NAMES, game="guandan", clock="0", tribute="off")
    await world.play_on(number)
    assert code(await world.do("eve", c.Join(number, 0))) == "sit_in_wished"
    assert world.chat.codes("bob")[-1] == "sit_in_asked"
    assert code(await world.do("bob", c.Consent(number, 0), private=True)) == "sit_in_allowed"
    assert name_at(world, number, 0) == "eve"
    assert world.book(number).row.host == 1, "who is missing is host all along"
