"""Deals, positions and queries of the notation."""

from collections.abc import Mapping
from typing import Final

from games.base.cards import Cards, full_pack, ranks_text, sort_cards
from games.base.errors import NotationError
from games.base.events import EVERYONE, Event
from games.base.notation import place, read_cards
from games.base.options import Options
from games.contract import Carry, Deal, Dice, Json, Step
from games.gouji.before.start import State, begin_buying, begin_declaring, begin_play, begin_tributes
from games.gouji.events import LeaderSet
from games.gouji.kinds import Makeup, beats, kind_of, makeup_of
from games.gouji.options import OPTIONS, house_rules
from games.gouji.scoring import match_winner
from games.gouji.sets import answers, leads
from games.gouji.state import KEPT, SEATS, MatchSoFar, Round, Setting, kept_by
from games.kit.match import dealt, verify_open
from games.kit.position import ImpossiblePosition, known_keys, one_of, within_pack
from games.kit.position import known_keys as check_keys
from games.kit.position import seat as seat_key

__all__ = ["PACK", "deal", "query", "start"]

PACK: Final = full_pack(4)
_SEAT_LISTS: Final = ("finished", "dead", "revolted", "opened", "forfeited", "challenged", "played")
_PHASES: Final = ("tribute", "buy", "declare", "play")


def deal(carry: Carry, dice: Dice) -> Deal:
    """Deal 36 cards each (GJ-2); the leader of a first round is drawn, later it is settled (GJ-9, GJ-42)."""
    before = MatchSoFar.of(carry, KEPT)
    cards = dice.shuffled(PACK)
    leader = dice.below(SEATS) if before.next_leader is None else before.next_leader
    hands = tuple(sort_cards(cards[seat::SEATS]) for seat in range(SEATS))
    return Deal(hands, keys={"phase": "tribute", "leader": leader}, follows=before.next_leader is not None)


def start(options: Options, deal: Deal, carry: Carry) -> Step[State]:
    keys = deal.keys
    known_keys(keys, ("phase", "leader", *_SEAT_LISTS))
    if deal.stock:
        raise ImpossiblePosition("stock", len(deal.stock), "no stock: all cards are dealt")
    if len(deal.hands) != SEATS:
        raise ImpossiblePosition("hands", len(deal.hands), f"{SEATS} hands")
    within_pack(deal.hands, PACK)
    hands = tuple(sort_cards(hand) for hand in deal.hands)
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


def query(query: Mapping[str, Json]) -> Json:
    """Answer ``kind_of``, ``beats`` or ``hand`` with ``to_beat``; ``NotationError`` if it cannot be understood."""
    asked = [key for key in ("kind_of", "beats", "hand") if key in query]
    if len(asked) != 1:
        raise ImpossiblePosition("query", ", ".join(asked) or "nothing", "one of kind_of, beats, hand")
    check_keys(query, (asked[0], "options", *(("to_beat",) if asked[0] == "hand" else ())))
    options = query.get("options", {})
    if not isinstance(options, Mapping):
        raise ImpossiblePosition("options", options, "an object")
    rules = house_rules(OPTIONS.complete(options)).sets
    if asked[0] == "kind_of":
        made = _made(query["kind_of"], "kind_of")
        return None if made is None else kind_of(made, rules).value
    if asked[0] == "beats":
        pair = query["beats"]
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise ImpossiblePosition("beats", pair, "two sets of cards")
        new, standing = _made(pair[0], "beats"), _made(pair[1], "beats")
        return new is not None and standing is not None and beats(new, standing, rules)
    hand = _cards(query["hand"], "hand")
    if hand is None:
        raise ImpossiblePosition("hand", query["hand"], "no more of a card than the pack has")
    to_beat = query.get("to_beat")
    if to_beat is None:
        return [ranks_text(cards) for _, cards in leads(hand)]
    standing = _made(to_beat, "to_beat")
    if standing is None:
        raise ImpossiblePosition("to_beat", to_beat, "a set")
    return [*(ranks_text(cards) for _, cards in answers(hand, standing, rules)), "pass"]


def _made(text: Json, key: str) -> Makeup | None:
    cards = _cards(text, key)
    return None if cards is None else makeup_of(cards)


def _cards(text: Json, key: str) -> Cards | None:
    """Read the cards, ``None`` if the pack does not have them all."""
    if not isinstance(text, str):
        raise ImpossiblePosition(key, text, "cards in notation")
    patterns = read_cards(text)
    try:
        return sort_cards(place([patterns], PACK)[0])
    except NotationError:
        return None
