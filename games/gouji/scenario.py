"""Deals, positions and queries of the notation."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from games.base.cards import Cards, full_pack
from games.base.events import EVERYONE, Event
from games.base.options import Options, OptionSet
from games.contract import Carry, Deal, Dice, Json, Step
from games.gouji.before.start import State, begin_buying, begin_declaring, begin_play, begin_tributes
from games.gouji.events import LeaderSet
from games.gouji.kinds import Kind, Makeup, beats, kind_of, makeup_of
from games.gouji.options import HouseRules, house_rules
from games.gouji.scoring import match_winner
from games.gouji.sets import answers, leads
from games.gouji.state import KEPT, SEATS, MatchSoFar, Round, Setting, kept_by
from games.kit.combinations import Combinations
from games.kit.match import dealt, in_turn, verify_open
from games.kit.position import ImpossiblePosition, hands_of, one_of
from games.kit.position import seat as seat_key
from games.kit.queries import Queries

__all__ = ["PACK", "deal", "query", "start"]

PACK: Final = full_pack(4)
_SEAT_LISTS: Final = ("finished", "dead", "revolted", "opened", "forfeited", "challenged", "played")
_PHASES: Final = ("tribute", "buy", "declare", "play")


def deal(options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
    """Deal 36 cards each (GJ-2); the leader of a first round is drawn, later it is settled (GJ-9, GJ-42)."""
    before = MatchSoFar.of(carry, KEPT)
    hands = in_turn(dice.shuffled(PACK), SEATS)
    leader = dice.below(SEATS) if before.next_leader is None else before.next_leader
    return Deal(hands, keys={"phase": "tribute", "leader": leader}, follows=before.next_leader is not None)


def start(options: Options, deal: Deal, carry: Carry) -> Step[State]:
    keys = deal.keys
    hands = hands_of(deal, ("phase", "leader", *_SEAT_LISTS), SEATS, PACK)
    phase = one_of(keys, "phase", _PHASES, "play")
    rules = house_rules(options)
    # A round of a match that is on may come with totals of nothing, which earlier versions wrote down for every house rule.
    before = MatchSoFar.of(carry, KEPT if deal.follows else kept_by(rules))
    verify_open(match_winner(before, rules), carry, "GJ-43")
    drawn = before.next_leader if deal.follows else None
    leader = seat_key(keys, "leader", SEATS, drawn or 0)
    round_ = _round(Setting(options, rules, before, leader), hands, keys, phase)
    events = dealt(hands)
    events.append(LeaderSet(audience=EVERYONE, seat=leader))
    return Step(_begun(round_, phase, events), tuple(events))


def _begun(round_: Round, phase: str, events: list[Event]) -> State:
    match phase:
        case "tribute":
            due = round_.setting.before.due if round_.rules.tribute else ()
            return begin_tributes(round_, due, events)
        case "buy":
            return begin_buying(round_, events)
        case "declare":
            return begin_declaring(round_, events)
        case _:
            return begin_play(round_, None, events)


def _round(setting: Setting, hands: tuple[Cards, ...], keys: Mapping[str, Json], phase: str) -> Round:
    named = {key: _seats(keys, key) for key in _SEAT_LISTS}
    out = {key: named[key] for key in ("finished", "dead", "revolted")}
    for key, seats in out.items():
        for seat in seats:
            if sum(seat in others for others in out.values()) > 1:
                raise ImpossiblePosition(key, seat, "a seat in one of finished, dead and revolted only")
            if bool(hands[seat]) is (key == "finished"):
                raise ImpossiblePosition(key, seat, f"a seat {'without' if key == 'finished' else 'with'} cards")
    if named["challenged"] and phase != "play":
        raise ImpossiblePosition("challenged", keys["challenged"], "nobody before the declarations are made")
    if len(named["revolted"]) > 2:
        raise ImpossiblePosition("revolted", keys["revolted"], "two seats at most")
    both = set(named["opened"]) & set(named["forfeited"])
    if both:
        raise ImpossiblePosition("forfeited", min(both), "a seat that is not among opened")
    empty = [seat for seat in range(SEATS) if not hands[seat] and seat not in named["finished"]]
    return Round(
        setting,
        hands,
        finished=(*named["finished"], *empty),
        dead=named["dead"],
        revolted=frozenset(named["revolted"]),
        opened=frozenset(named["opened"]),
        forfeited=frozenset(named["forfeited"]),
        challenged=frozenset(named["challenged"]),
        played=frozenset(named["played"]),
    )


def _seats(keys: Mapping[str, Json], key: str) -> tuple[int, ...]:
    value = keys.get(key, ())
    seats = list(value) if isinstance(value, list | tuple) else [-1]
    if any(type(seat) is not int or not 0 <= seat < SEATS for seat in seats) or len(set(seats)) < len(seats):
        raise ImpossiblePosition(key, value, "a list of seats, none twice")
    return tuple(seat for seat in seats if isinstance(seat, int))


class _Set(NamedTuple):
    """A set as a query names it."""

    made: Makeup
    kind: Kind
    size: int


class _Sets(Combinations[_Set, HouseRules]):
    """Sets (GJ-3 to GJ-6) and what beats what (GJ-7)."""

    def readings(self, cards: Cards, rules: HouseRules) -> tuple[_Set, ...]:
        made = makeup_of(cards)
        return () if made is None else (_Set(made, kind_of(made, rules.sets), made.size),)

    def beats(self, reading: _Set, standing: _Set, rules: HouseRules) -> bool:
        return beats(reading.made, standing.made, rules.sets)

    def plays(self, hand: Cards, standing: _Set | None, rules: HouseRules) -> Iterator[Cards]:
        found = leads(hand) if standing is None else answers(hand, standing.made, rules.sets)
        return (cards for _, cards in found)


query: Final = Queries(_Sets(), OptionSet.of(HouseRules), house_rules, lambda options: PACK)
