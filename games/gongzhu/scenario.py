"""Deals, set-up positions and queries in the notation of the rule sheet (GZ-3, GZ-31 to GZ-33)."""

from collections.abc import Mapping

from games.base.cards import SUITS, Cards, cards_text, sort_cards
from games.base.errors import NotationError
from games.base.notation import place
from games.base.options import Options, OptionSet
from games.contract import Carry, Deal, Dice, Json, Step
from games.gongzhu.cards import PACK, SPECIALS, in_show_order, legal_cards, points_of, takes
from games.gongzhu.options import HouseRules, house_rules
from games.gongzhu.play import begin_play, swept_by
from games.gongzhu.scoring import losers_and_winners
from games.gongzhu.state import SEATS, Exposing, MatchSoFar, Setting, State
from games.kit.match import dealt, in_turn, verify_open
from games.kit.position import ImpossiblePosition, hands_of, one_of, within_pack
from games.kit.position import seat as seat_key
from games.kit.queries import asked_of, pair_of, patterns_of

__all__ = ["deal", "query", "start"]

_KEYS = ("phase", "leader", "finished", "exposed", "taken", "led")


def deal(options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
    """Deal card i of the shuffled pack to seat i mod 4 (GZ-3). Nothing else is drawn."""
    return Deal(
        in_turn(dice.shuffled(PACK), SEATS), keys={"phase": "expose" if house_rules(options).expose_rounds else "play"}
    )


def start(options: Options, deal: Deal, carry: Carry) -> Step[State]:
    rules, before, keys = house_rules(options), MatchSoFar.of(carry, SEATS), deal.keys
    verify_open(losers_and_winners(before.scores, rules), carry, "GZ-24")
    hands = hands_of(deal, _KEYS, SEATS, PACK)
    if not hands[0] or len({len(hand) for hand in hands}) > 1:
        raise ImpossiblePosition("hands", [len(hand) for hand in hands], "equally many cards, at least one each")
    if keys.get("finished", ()) not in ((), []):
        raise ImpossiblePosition("finished", keys["finished"], "nobody: hands are equally many cards")
    taken = _taken(keys)
    within_pack((*hands, *taken), PACK)
    exposed = _exposed(keys)
    leader = seat_key(keys, "leader", SEATS) if keys.get("leader") is not None else before.pig
    phase = one_of(keys, "phase", ("expose", "play"), "play")
    if phase == "expose" and not rules.expose_rounds:
        raise ImpossiblePosition("phase", phase, "play, as nothing is exposed (GZ-11)")
    if phase == "expose" and len(exposed) == len(SPECIALS):
        raise ImpossiblePosition("phase", phase, "play, as all four cards are exposed already (GZ-11)")
    events = dealt(hands)
    state = Exposing(Setting(options, rules, before, leader), hands, exposed, led=_led(keys), taken=taken)
    # Who has all point cards has won before anybody is asked anything (GZ-27), which the play finds out as it begins.
    asked = phase == "expose" and swept_by(taken, rules) is None
    return Step(state, tuple(events)) if asked else begin_play(state, events)


def _cards(value: Json, key: str) -> Cards:
    """Cards with their suits, none twice."""
    patterns = patterns_of(key, value)
    if any(pattern.suit is None for pattern in patterns):
        raise ImpossiblePosition(key, value, "cards with their suits")
    try:
        (cards,) = place([patterns], PACK)
    except NotationError:
        raise ImpossiblePosition(key, value, "no more of a card than the pack has") from None
    return cards


def _taken(keys: Mapping[str, Json]) -> tuple[Cards, ...]:
    value = keys.get("taken", [""] * SEATS)
    if not isinstance(value, list | tuple) or len(value) != SEATS:
        raise ImpossiblePosition("taken", value, f"{SEATS} texts with cards")
    return tuple(_cards(text, "taken") for text in value)


def _exposed(keys: Mapping[str, Json]) -> Cards:
    cards = _cards(keys.get("exposed", ""), "exposed")
    for card in cards:
        if card not in SPECIALS:
            raise ImpossiblePosition("exposed", cards_text((card,)), "some of " + cards_text(SPECIALS))
    return in_show_order(cards)


def _led(keys: Mapping[str, Json]) -> int:
    value = keys.get("led", "")
    if not isinstance(value, str) or any(suit not in SUITS for suit in "".join(value.split())):
        raise ImpossiblePosition("led", value, "suits out of s h d c")
    return sum({1 << SUITS.index(suit) for suit in "".join(value.split())})


# --- queries ---------------------------------------------------------------------------------------------------------
def query(query: Mapping[str, Json]) -> Json:
    """Answer ``score``, ``beats`` or ``hand`` with ``to_beat`` (GZ-33)."""
    keys = {"score": ("exposed",), "beats": (), "hand": ("to_beat", "exposed", "led")}
    asked, options = asked_of(query, keys, OptionSet.of(HouseRules))
    if asked == "score":
        swapped = house_rules(options).pig_is_good
        return points_of(_cards(query["score"], "score"), _exposed(query), swapped=swapped)
    if asked == "beats":
        one, other = (_cards(text, "beats") for text in pair_of(query))
        return len(one) == 1 and len(other) == 1 and takes(one[0], other[0])
    hand = sort_cards(_cards(query["hand"], "hand"))
    to_beat = query.get("to_beat")
    lead = _cards(to_beat, "to_beat") if to_beat is not None else ()
    if to_beat is not None and len(lead) != 1:
        raise ImpossiblePosition("to_beat", to_beat, "the card that was led")
    suit = lead[0] & 3 if lead else None
    return [cards_text((card,)) for card in legal_cards(hand, suit, _exposed(query), _led(query))]
