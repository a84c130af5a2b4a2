"""Deals, positions and queries of the notation (GD-93 and section 11 of the sheet)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from games.base.actions import Pattern
from games.base.cards import RANKS, Card, Cards, Rank, card_text, full_pack, make_card, rank_of, sort_cards, suit_of
from games.base.errors import NotationError
from games.base.events import EVERYONE, Event
from games.base.notation import read_exact
from games.base.options import Options
from games.base.round import Carry, Deal, Dice, Json, Step
from games.guandan.combinations.kinds import DEUCE, ComboRules, Reading, ranks_in
from games.guandan.combinations.selection import Hand
from games.guandan.combinations.tables import tables
from games.guandan.events import LevelSet, TurnedUp
from games.guandan.options import HouseRules, house_rules
from games.guandan.play import TRICKS
from games.guandan.state import SEATS, MatchSoFar, Playing, Setting, State, levels_of, team_of
from games.guandan.tribute import begin
from games.kit.counts import UNITS
from games.kit.match import dealt, in_turn
from games.kit.position import ImpossiblePosition, finished, hands_of, number, numbers, one_of
from games.kit.position import seat as seat_key
from games.kit.queries import Queries

__all__ = ["PACK", "Questions", "deal", "start"]

PACK: Final = full_pack(2)
_KEYS: Final = (
    "phase", "leader", "turned", "finished", "levels", "level", "declarer", "tries", "scores", "round",
)  # fmt: skip
_FOLLOWING_KEYS: Final = ("phase", "leader")
_SOUTH: Final = 3


def first_drawer(turned: Card) -> int:
    """Return who draws first, and leads, by the pips of the turned card (GD-5)."""
    rank = rank_of(turned)
    pips = 1 if rank == Rank(11) else (2 if rank == DEUCE else rank + 3)
    return (_SOUTH + pips - 1) % SEATS


def _cannot_be_turned(card: Card, level: Rank, rules: HouseRules) -> bool:
    return suit_of(card) is None or card == rules.combos(level).wild


def deal(options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
    """Deal 27 cards each (GD-4): in the first round after a cut (GD-5), in later ones beginning with the fourth
    (GD-6)."""
    rules = house_rules(options)
    before = MatchSoFar.of(carry, rules)
    cards = list(dice.shuffled(PACK))
    keys: dict[str, Json]
    if before.places is None:
        while _cannot_be_turned(cards[0], rules.first_level, rules):
            cards.append(cards.pop(0))
        drawer = first_drawer(cards[0])
        keys = {"turned": card_text(cards[0])}
    else:
        drawer = before.places[3]
        keys = {"phase": "tribute"} if rules.tribute else {"leader": before.places[0]}
    return Deal(in_turn(tuple(cards), SEATS, drawer), keys=keys, follows=before.places is not None)


def start(options: Options, deal: Deal, carry: Carry) -> Step[State]:
    rules = house_rules(options)
    keys = deal.keys
    hands = hands_of(deal, _FOLLOWING_KEYS if deal.follows else _KEYS, SEATS, PACK)
    setting = _setting(rules, options, keys, carry)
    phase = _phase(deal, rules, setting)
    events = dealt(hands)
    events.append(LevelSet(audience=EVERYONE, level=RANKS[setting.level], declarer=setting.declarer))
    begin_round = _start_in_tribute if phase == "tribute" else _start_in_play
    step = begin_round(setting, hands, deal, events)
    return Step(step.state, (*events, *step.events))


def _phase(deal: Deal, rules: HouseRules, setting: Setting) -> str:
    first = "tribute" if deal.follows and rules.tribute else "play"
    phase = one_of(deal.keys, "phase", ("play", "tribute"), first)
    if deal.follows and phase != first:
        raise ImpossiblePosition("phase", phase, first)
    if phase == "tribute" and not rules.tribute:
        raise ImpossiblePosition("phase", phase, "play: these house rules know no tribute")
    if phase == "tribute" and setting.before.places is None:
        raise ImpossiblePosition("previous", None, "the places of the round before, for a tribute")
    return phase


def _setting(rules: HouseRules, options: Options, keys: Mapping[str, Json], carry: Carry) -> Setting:
    """Return levels, declarer and level of the round, from the match so far and the keys that replace them."""
    before = MatchSoFar.of(carry, rules)
    level = _level(keys)
    both = (level, level) if level is not None and "levels" not in keys and "levels" not in carry else before.levels
    before = replace(
        before,
        levels=levels_of(keys, both),
        tries=numbers(keys, "tries", before.tries, 0),
        scores=numbers(keys, "scores", before.scores),
        rounds=number(keys, "round", before.rounds + 1, 1) - 1,
    )
    if 0 < rules.rounds <= before.rounds:
        raise ImpossiblePosition("round", before.rounds + 1, f"one of the {rules.rounds} rounds of the match (GD-85)")
    declarer = None if before.places is None else team_of(before.places[0])
    if "declarer" in keys:
        declarer = None if keys["declarer"] is None else number(keys, "declarer", 0, 0, 1)
    if level is None:
        if declarer is None and before.levels[0] != before.levels[1]:
            raise ImpossiblePosition("level", None, "a level, or a declarer whose level it is")
        level = before.levels[declarer or 0]
    return Setting(options, rules, before, level, declarer)


def _level(keys: Mapping[str, Json]) -> Rank | None:
    if "level" not in keys:
        return None
    return levels_of({"levels": [keys["level"], keys["level"]]}, (DEUCE, DEUCE))[0]


def _start_in_tribute(setting: Setting, hands: tuple[Cards, ...], deal: Deal, events: list[Event]) -> Step[State]:
    keys = deal.keys
    for key in ("leader", "turned"):
        if key in keys:
            raise ImpossiblePosition(key, keys[key], "nothing: who leads is settled by the tribute")
    if finished(keys, hands):
        raise ImpossiblePosition("hands", "", "a card in every hand before the tribute")
    return begin(setting, hands)


def _start_in_play(setting: Setting, hands: tuple[Cards, ...], deal: Deal, events: list[Event]) -> Step[State]:
    keys = deal.keys
    out = finished(keys, hands)
    if len(out) == SEATS:
        raise ImpossiblePosition("finished", out, "three seats with empty hands at most")
    first = 0 if setting.before.places is None or not deal.follows else setting.before.places[0]
    if deal.follows and seat_key(keys, "leader", SEATS, first) != first:
        raise ImpossiblePosition("leader", keys["leader"], f"{first}, the player placed first")
    leader = seat_key(keys, "leader", SEATS, first)
    if "turned" in keys:
        if "leader" in keys:
            raise ImpossiblePosition("leader", keys["leader"], "either leader or turned")
        setting = replace(setting, turned=_turned(keys["turned"], setting))
        assert setting.turned is not None
        leader = first_drawer(setting.turned)
        events.append(TurnedUp(audience=EVERYONE, seat=leader, card=setting.turned))
    if not hands[leader]:
        if "leader" in keys or "turned" in keys:
            raise ImpossiblePosition("leader", leader, "a seat that holds cards")
        leader = next(seat for seat in range(SEATS) if hands[seat])
    return TRICKS.go_on(Playing(setting=setting, hands=hands, turn=leader, finished=out), [])


def _turned(value: Json, setting: Setting) -> Card:
    expected = "one card with its suit, no joker and no wild card"
    try:
        cards = read_exact(value) if isinstance(value, str) else ()
    except NotationError:
        cards = ()
    if len(cards) != 1 or _cannot_be_turned(cards[0], setting.level, setting.rules):
        raise ImpossiblePosition("turned", value, expected)
    return cards[0]


class Questions(Queries[Reading, ComboRules]):
    """A card without a suit is never wild; in a play such cards are of mixed suits (section 11 of the sheet)."""

    standing_as = "b_as"
    also = ("level",)

    def combos(self, rules: HouseRules, query: Mapping[str, Json]) -> ComboRules:
        return rules.combos(Rank(RANKS.index(one_of(query, "level", tuple("23456789TJQKA"), "2"))))

    def cards(self, patterns: Sequence[Pattern], pack: Cards, rules: ComboRules) -> Cards | None:
        if super().cards(patterns, pack, rules) is None:
            return None
        taken = _closed(patterns)
        # Neighbours in suit differ, and the first differs from a card that has a suit: no flush can come about.
        suit = next((suit + 1 for card in taken if card != rules.wild and (suit := suit_of(card)) is not None), 0)
        for pattern in patterns:
            if pattern.suit is None and pattern.rank <= 12:
                choices = [make_card(pattern.rank, (suit + step) % 4) for step in range(4)]
                free = [card for card in choices if card != rules.wild and taken.count(card) < 2]
                if not free:
                    return None
                taken.append(free[0])
                suit += 1
        return sort_cards(taken)

    def plays(
        self, patterns: Sequence[Pattern], standing: Reading | None, pack: Cards, rules: ComboRules
    ) -> list[str] | None:
        """Here a card without a suit counts for its rank and for no flush."""
        if super().cards(patterns, pack, rules) is None:
            return None
        open_ranks = sum(UNITS[one.rank] for one in patterns if one.suit is None and one.rank <= 12)
        held = Hand(_closed(patterns), rules).counted
        plays = tables(rules).plays(held._replace(natural=held.natural + open_ranks), standing)
        return [" ".join(RANKS[rank] for rank in ranks_in(play)) for play in plays]


def _closed(patterns: Sequence[Pattern]) -> list[Card]:
    """The cards of which the suit is written, and jokers."""
    return [make_card(one.rank, one.suit or 0) for one in patterns if one.suit is not None or one.rank > 12]
