"""Positions and queries of the notation (section 10 of the rule sheet), and fresh deals."""

from collections.abc import Mapping
from typing import Final

from games.base.cards import RANKS, Cards, full_pack, sort_cards, suit_of
from games.base.errors import NotationError
from games.base.events import EVERYONE, Event, RoleTaken
from games.base.notation import place, read_cards
from games.base.options import Options
from games.contract import Carry, Deal, Dice, Json, Step
from games.doudizhu.combos import Kind, Reading, as_ranks, beats, best_reading, legal_plays, pack, readings
from games.doudizhu.options import OPTIONS, house_rules
from games.doudizhu.play import ending_events
from games.doudizhu.scoring import settle
from games.doudizhu.state import SEATS, Bidding, MatchSoFar, Playing, Setting, State
from games.kit.match import dealt
from games.kit.position import ImpossiblePosition, known_keys, number, numbers, one_of, within_pack
from games.kit.position import seat as seat_key

__all__ = ["PACK", "deal", "query", "start"]

PACK: Final = full_pack()
_HEARTS: Final = 1
_KEYS: Final = ("phase", "leader", "landlord", "bid", "bombs", "plays", "finished")


def deal(options: Options, carry: Carry, dice: Dice) -> Deal:
    """Deal 17 cards each and a kitty of 3 (DZ-3); draw the first bidder where the house rules want it (DZ-30)."""
    rules = house_rules(options)
    cards = dice.shuffled(PACK)
    hands = tuple(sort_cards(cards[seat:51:SEATS]) for seat in range(SEATS))
    keys: dict[str, Json] = {"phase": "bid"}
    out = MatchSoFar.of(carry, SEATS).out
    if rules.first_bidder == "random" or (rules.first_bidder == "winner" and out is None):
        keys["leader"] = dice.below(SEATS)
    return Deal(hands, stock=cards[51:], keys=keys)


def start(options: Options, deal: Deal, carry: Carry) -> Step[State]:
    rules = house_rules(options)
    before = MatchSoFar.of(carry, SEATS)
    before.verify_open(rules, "DZ-61")
    setting = Setting(options, rules, before)
    keys = deal.keys
    known_keys(keys, _KEYS)
    if len(deal.hands) != SEATS:
        raise ImpossiblePosition("hands", len(deal.hands), f"{SEATS} hands")
    within_pack((*deal.hands, deal.stock), PACK)
    hands = tuple(sort_cards(hand) for hand in deal.hands)
    told = tuple(dealt(hands))
    if one_of(keys, "phase", ("bid", "play"), "play") == "play":
        return _start_in_play(setting, hands, deal, told)
    _only_in_play(keys)
    if not all(hands):
        raise ImpossiblePosition("hands", "", "a card in every hand before the bidding")
    first = seat_key(keys, "leader", SEATS, _first_bidder(setting, hands))
    return Step(Bidding(setting, hands, deal.stock, first=first, turn=first), told)


def _only_in_play(keys: Mapping[str, Json]) -> None:
    empty: dict[str, Json] = {"bombs": 0, "plays": [0] * SEATS, "finished": []}
    for key in ("landlord", "bid", "bombs", "plays", "finished"):
        if key in keys and not (key in empty and keys[key] == empty[key]):
            raise ImpossiblePosition(key, keys[key], "this key only in phase play")


def _first_bidder(setting: Setting, hands: tuple[Cards, ...]) -> int:
    """Who is asked first if no ``leader`` is given (DZ-30)."""
    if setting.rules.first_bidder == "winner":
        return setting.before.out or 0
    if setting.rules.first_bidder == "three_of_hearts":
        hearts = [(card, seat) for seat, hand in enumerate(hands) for card in hand if suit_of(card) == _HEARTS]
        return min(hearts)[1] if hearts else 0
    return 0


def _start_in_play(setting: Setting, hands: tuple[Cards, ...], deal: Deal, told: tuple[Event, ...]) -> Step[State]:
    keys = deal.keys
    landlord = seat_key(keys, "landlord", SEATS)
    if sum(map(len, (*hands, deal.stock))) == len(PACK):  # a whole deal: the landlord has the kitty already (DZ-34)
        hands = tuple(sort_cards(hand + deal.stock) if seat == landlord else hand for seat, hand in enumerate(hands))
    elif deal.stock:
        raise ImpossiblePosition("stock", len(deal.stock), "a kitty only in phase bid")
    out = [seat for seat, hand in enumerate(hands) if not hand]
    if len(out) > 1:
        raise ImpossiblePosition("hands", "", "at most one empty hand: the round ends with the first (DZ-50)")
    if list(numbers(keys, "finished", tuple(out), 0, SEATS - 1)) != out:
        raise ImpossiblePosition("finished", keys["finished"], "the seats with empty hands")
    state = Playing(
        setting=setting,
        hands=hands,
        kitty=None,
        landlord=landlord,
        bid=number(keys, "bid", 1, 1, 3),
        turn=seat_key(keys, "leader", SEATS, landlord),
        bombs_before=number(keys, "bombs", 0, 0, 14),
        plays=numbers(keys, "plays", (0,) * SEATS, 0, 54),
    )
    role = RoleTaken(audience=EVERYONE, seat=landlord, role="landlord", stake=state.bid)
    if out:
        over = settle(state, out[0])
        return Step(over, (*told, role, *ending_events(over)))
    return Step(state, (*told, role))


# --- queries ---------------------------------------------------------------------------------------------------------
def query(query: Mapping[str, Json]) -> Json:
    """Answer ``kind_of``, ``beats`` or ``hand`` with ``to_beat``."""
    asked = [key for key in ("kind_of", "beats", "hand") if key in query]
    if len(asked) != 1:
        raise ImpossiblePosition("query", ", ".join(asked) or "nothing", "one of kind_of, beats, hand")
    extra = {"kind_of": (), "beats": ("to_beat_as",), "hand": ("to_beat", "to_beat_as")}[asked[0]]
    known_keys(query, (asked[0], "options", *extra))
    options = query.get("options", {})
    if not isinstance(options, Mapping):
        raise ImpossiblePosition("options", options, "an object")
    rules = house_rules(OPTIONS.complete(options)).combos
    named = query.get("to_beat_as")
    if named is not None and named not in Kind.__members__.values():
        raise ImpossiblePosition("to_beat_as", named, "the name of a kind")
    kind = None if named is None else Kind(str(named))

    def reading(counts: int | None, kind: Kind | None = None) -> Reading | None:
        return None if counts is None else best_reading(counts, None, rules, kind)

    if asked[0] == "kind_of":
        found = reading(_counts("kind_of", query["kind_of"]))
        return None if found is None else found.kind.value
    if asked[0] == "beats":
        pair = query["beats"]
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise ImpossiblePosition("beats", pair, "two sets of cards")
        challenger = _counts("beats", pair[0])
        standing = reading(_counts("beats", pair[1]), kind)
        if challenger is None or standing is None:
            return False
        return any(beats(found, standing) for found in readings(challenger, rules))
    hand = _counts("hand", query["hand"])
    if hand is None:
        raise ImpossiblePosition("hand", query["hand"], "no more of a card than the pack has")
    to_beat = query.get("to_beat")
    if to_beat is None:
        if kind is not None:
            raise ImpossiblePosition("to_beat_as", named, "something to beat")
        return [_ranks(play) for play in legal_plays(hand, None, rules)]
    standing = reading(_counts("to_beat", to_beat), kind)
    if standing is None:
        raise ImpossiblePosition("to_beat", to_beat, "a combination" + (f" that can be {kind}" if kind else ""))
    return [*(_ranks(play) for play in legal_plays(hand, standing, rules)), "pass"]


def _counts(key: str, text: Json) -> int | None:
    """Cards of a query as packed counts, or ``None`` if the pack does not have them all."""
    if not isinstance(text, str):
        raise ImpossiblePosition(key, text, "cards in notation")
    patterns = read_cards(text)
    try:
        (cards,) = place([patterns], PACK)
    except NotationError:
        return None
    return pack(cards)


def _ranks(play: int) -> str:
    return " ".join(RANKS[rank] for rank in as_ranks(play))
