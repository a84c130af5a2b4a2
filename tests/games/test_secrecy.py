"""No view depends on cards that its viewer may not know.

Two cards that no public fact pins down are swapped between two other seats (or a seat and a face-down pile), in the
deal that a round began with; as long as everybody goes on as before, the third seat and the channel see the same to the
byte."""

import pickle
from itertools import islice
from random import Random
from typing import Any

import pytest

from games import GAMES
from games.base.actions import action_text
from games.base.cards import RANKS, Card, Cards, make_card, rank_of, sort_cards
from games.base.errors import IllegalAction, NotationError
from games.base.events import Event
from games.base.notation import read_action
from games.contract import Deal, Game
from games.scenario import usual_players
from games.simulate import SeededDice
from tests.seeds import seeds


def played_so_far(game: Game[Any], deal: Deal, moves: int, random: Random) -> tuple[Any, list[tuple[int, str]]]:
    """A random round, stopped after so many moves, and what was done."""
    state = game.start(game.option_set.complete({}), deal, {}).state
    done: list[tuple[int, str]] = []
    while len(done) < moves and (awaited := game.awaited(state)):
        seat = random.choice(awaited).seat
        action = random.choice(list(game.legal(state, seat)))
        before, state = state, game.apply(state, seat, action).state
        if game.result(state) is not None:
            return before, done
        done.append((seat, action_text(action)))
    return state, done


def swapped(hands: tuple[Cards, ...], stock: Cards, one: Card, other: Card) -> tuple[tuple[Cards, ...], Cards]:
    other_of = {one: other, other: one}
    changed = tuple(sort_cards(tuple(other_of.get(card, card) for card in hand)) for hand in hands)
    return changed, tuple(other_of.get(card, card) for card in stock)


SPOKEN_OF = {"gouji": "342xX"}
"""Ranks of which public deeds speak without showing a card: who buys a 3, whose challenge is void, who may revolt."""
TWO_OF_SPADES = make_card(12, 0)
"""Who holds it leads the first trick of Gong Zhu, so that everybody knows where it lay once the play begins."""
DEEDS_TELL = {"gongzhu"}
"""Games in which a deed tells of other cards: who does not follow suit has none, who leads first holds the two of spades."""


def known_to(game: Game[Any], state: Any, viewer: int | None) -> set[Card]:
    """Every card that stands anywhere in the viewer's view, or of which it speaks."""
    view = game.view(state, viewer)
    cards = set(view.hand or ())
    for act in view.acts:
        cards.update(act.cards)
    for pile in view.piles:
        cards.update(pile.cards or ())
    for seat in view.seats:
        cards.update((*seat.shown, *seat.taken))
    if game.key == "gongzhu" and view.phase == "play":
        cards.add(TWO_OF_SPADES)
    spoken_of = [RANKS.index(rank) for rank in SPOKEN_OF.get(game.key, "")]
    return cards | {card for card in game.pack(view.options, len(view.seats)) if rank_of(card) in spoken_of}


def again(game: Game[Any], deal: Deal, done: list[tuple[int, str]]) -> tuple[Any, list[Event]]:
    """The same actions from another deal; ``IllegalAction`` if one of them is not possible there."""
    step = game.start(game.option_set.complete({}), deal, {})
    state, events = step.state, list(step.events)
    for seat, text in done:
        step = game.apply(state, seat, read_action(text))
        state = step.state
        events += step.events
    return state, events


@pytest.mark.parametrize("seed", seeds(5, 80))
def test_a_view_is_the_same_whoever_else_holds_the_hidden_cards(game: Game[Any], seed: int) -> None:
    random = Random(seed)
    options = game.option_set.complete({})
    deal = game.deal(options, usual_players(game), {}, SeededDice(seed))
    state, done = played_so_far(game, deal, random.randrange(30), random)
    compared = 0
    for viewer in (None, *range(len(deal.hands))):
        hidden = sorted(set(game.pack(options, len(deal.hands))) - known_to(game, state, viewer))
        where = {card: seat for seat, hand in enumerate(deal.hands) for card in hand}
        pairs = [(one, other) for one in hidden for other in hidden if where.get(one, -1) < where.get(other, -1)]
        for one, other in random.sample(pairs, min(len(pairs), 6)):
            hands, stock = swapped(deal.hands, deal.stock, one, other)
            try:
                elsewhere, told = again(game, Deal(hands, stock, deal.keys, deal.follows), done)
            except NotationError:
                continue  # who opens the round has to be able to
            except IllegalAction:
                assert game.key in DEEDS_TELL or not GAMES.is_own(game.key)
                continue
            here, originally = again(game, deal, done)
            assert pickle.dumps(game.view(elsewhere, viewer)) == pickle.dumps(game.view(here, viewer))
            assert heard(told, viewer) == heard(originally, viewer)
            compared += 1
    assert compared, "nothing was hidden from anybody"


def heard(events: list[Event], viewer: int | None) -> list[Event]:
    """What one viewer (``None``: the channel) learns."""
    return [event for event in events if event.audience is None or viewer in event.audience]


def test_the_swap_is_seen_by_whoever_holds_the_cards(game: Game[Any]) -> None:
    """The comparison above can fail: for the two seats themselves the views do differ."""
    options = game.option_set.complete({})
    deal = game.deal(options, usual_players(game), {}, SeededDice(1))
    mine, theirs = set(deal.hands[0]), set(deal.hands[1])
    # Of games that are not ours the lowest card may be the one that opens the round.
    hands, stock = swapped(
        deal.hands, deal.stock, sorted(mine - theirs)[not GAMES.is_own(game.key)], max(theirs - mine)
    )
    state = game.start(options, deal, {}).state
    other = game.start(options, Deal(hands, stock, deal.keys, deal.follows), {}).state
    assert pickle.dumps(game.view(state, 0)) != pickle.dumps(game.view(other, 0))
    assert pickle.dumps(game.view(state, 2)) == pickle.dumps(game.view(other, 2))


@pytest.mark.parametrize("seed", seeds(2, 20))
def test_what_some_are_told_of_cards_is_of_cards_that_they_hold_or_held(game: Game[Any], seed: int) -> None:
    """Two rounds, for what the first leaves behind: the cards of an event for some seats are, for each of them, cards of
    their own hand before or after it."""
    random, dice = Random(f"told {seed}"), SeededDice(seed)
    options, carry, told = game.option_set.complete({}), dict[str, Any](), set()
    for _ in range(2):
        step = game.start(options, game.deal(options, usual_players(game), carry, dice), carry)
        before = game.hands(step.state)
        while True:
            after = game.hands(step.state)
            for event in step.events:
                for seat in event.audience or ():
                    assert set(getattr(event, "cards", ())) <= {*before[seat], *after[seat]}, (seat, event.code)
                    told.add(event.code)
            if not (awaited := game.awaited(step.state)):
                break
            seat, before = random.choice(awaited).seat, after
            step = game.apply(step.state, seat, random.choice(list(islice(game.legal(step.state, seat), 200))))
        result = game.result(step.state)
        assert result is not None
        carry = dict(result.carry)
    assert told >= TOLD_TO_SOME.get(game.key, {"dealt"})


TOLD_TO_SOME = {"gouji": {"dealt", "return_seen"}, "gandengyan": {"dealt", "drew_cards"}}
"""What must have happened for the test above to show something."""


def test_private_events_reach_their_seat_alone(game: Game[Any]) -> None:
    options = game.option_set.complete({})
    deal = game.deal(options, usual_players(game), {}, SeededDice(2))
    step = game.start(options, deal, {})
    for viewer in (None, *range(len(deal.hands))):
        cards = [card for event in heard(list(step.events), viewer) for card in getattr(event, "cards", ())]
        assert sort_cards(cards) == (() if viewer is None else game.hands(step.state)[viewer])
