"""Positions and queries of the notation (section 10 of the rule sheet), and fresh deals."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from games.base.cards import RANKS, Cards, full_pack, sort_cards
from games.base.errors import NotationError
from games.base.events import EVERYONE
from games.base.notation import place, read_cards
from games.base.options import Options
from games.contract import Carry, Deal, Dice, Json, Step
from games.gandengyan.combos import (
    ComboRules,
    Reading,
    as_ranks,
    beats,
    joker_count,
    legal_plays,
    pack,
    readings,
    size_of,
)
from games.gandengyan.events import BankerSet
from games.gandengyan.options import OPTIONS, house_rules
from games.gandengyan.play import reading_named
from games.gandengyan.state import SEATS, MatchSoFar, Playing, Setting, State
from games.kit.match import dealt
from games.kit.position import ImpossiblePosition, known_keys, number, numbers, one_of, within_pack
from games.kit.position import seat as seat_key

__all__ = ["deal", "pack_of", "query", "start"]

_KEYS: Final = ("phase", "leader", "banker", "multiplier", "plays", "finished")
_EACH: Final = 5


def pack_of(options: Options) -> Cards:
    """All cards in use, whatever the number of players (GY-2)."""
    return full_pack(house_rules(options).packs)


def deal(options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
    """Deal 5 cards each and 6 to the banker, the rest is the stock (GY-3); draw the first banker (GY-4)."""
    before = MatchSoFar.of(carry, players)
    cards = dice.shuffled(pack_of(options))
    banker = dice.below(players) if before.banker is None else before.banker
    dealt = _EACH * players
    hands = [cards[(seat - banker) % players : dealt : players] for seat in range(players)]
    hands[banker] = (*hands[banker], cards[dealt])
    keys: dict[str, Json] = {"banker": banker}
    sorted_hands = tuple(map(sort_cards, hands))
    return Deal(sorted_hands, stock=cards[dealt + 1 :], keys=keys, follows=before.banker is not None)


def start(options: Options, deal: Deal, carry: Carry) -> Step[State]:
    seats = len(deal.hands)
    if seats not in SEATS:
        raise ImpossiblePosition("hands", seats, f"{SEATS[0]} to {SEATS[-1]} hands")
    rules, keys = house_rules(options), deal.keys
    before = MatchSoFar.of(carry, seats)
    before.verify_open(rules, "GY-61")
    known_keys(keys, _KEYS)
    one_of(keys, "phase", ("play",), "play")
    numbers(keys, "finished", ())
    within_pack((*deal.hands, deal.stock), pack_of(options))
    if not all(deal.hands):
        raise ImpossiblePosition(
            "hands", "", "a card in every hand: the round ends with the first that has none (GY-50)"
        )
    hands = tuple(sort_cards(hand) for hand in deal.hands)
    banker = seat_key(keys, "banker", seats, before.banker or 0)
    none = (0,) * seats
    state = Playing(
        setting=Setting(options, rules, replace(before, banker=banker), banker),
        hands=hands,
        stock=deal.stock,
        turn=seat_key(keys, "leader", seats, banker),
        multiplier=number(keys, "multiplier", 1, 1),
        plays=numbers(keys, "plays", none, 0),
        bombs=none,
        rockets=none,
        drawn=(None,) * seats,
    )
    events = dealt(hands)
    events.append(BankerSet(audience=EVERYONE, seat=banker))
    return Step(state, tuple(events))


def query(query: Mapping[str, Json]) -> Json:
    """Answer ``kind_of``, ``beats`` or ``hand`` with ``to_beat``; raise ``NotationError`` if it cannot be
    understood."""
    asked = [key for key in ("kind_of", "beats", "hand") if key in query]
    if len(asked) != 1:
        raise ImpossiblePosition("query", ", ".join(asked) or "nothing", "one of kind_of, beats, hand")
    extra = {"kind_of": (), "beats": ("to_beat_as",), "hand": ("to_beat", "to_beat_as")}[asked[0]]
    known_keys(query, (asked[0], "options", *extra))
    given = query.get("options", {})
    if not isinstance(given, Mapping):
        raise ImpossiblePosition("options", given, "an object")
    options = OPTIONS.complete(given)
    rules, cards = house_rules(options).combos, pack_of(options)
    match asked[0]:
        case "kind_of":
            play = _counts("kind_of", query["kind_of"], cards)
            found = () if play is None else readings(play, rules)
            return found[0].kind.value if found else None
        case "beats":
            pair = query["beats"]
            if not isinstance(pair, list | tuple) or len(pair) != 2:
                raise ImpossiblePosition("beats", pair, "two sets of cards")
            challenger = _counts("beats", pair[0], cards)
            standing = _standing("beats", pair[1], query.get("to_beat_as"), cards, rules)
            if challenger is None or standing is None:
                return False
            return any(beats(reading, standing, rules) for reading in readings(challenger, rules))
        case _:
            return _plays(query, cards, rules)


def _plays(query: Mapping[str, Json], cards: Cards, rules: ComboRules) -> Json:
    hand = _counts("hand", query["hand"], cards)
    if not hand:
        raise ImpossiblePosition("hand", query["hand"], "at least one card, and no more of a card than the pack has")
    to_beat, named = query.get("to_beat"), query.get("to_beat_as")
    standing = None
    if to_beat is not None:
        standing = _standing("to_beat", to_beat, named, cards, rules)
        if standing is None:
            raise ImpossiblePosition("to_beat", to_beat, "a combination")
    elif named is not None:
        raise ImpossiblePosition("to_beat_as", named, "something to beat")
    plays: list[Json] = [
        " ".join(RANKS[rank] for rank in as_ranks(play)) for play in legal_plays(hand, standing, rules)
    ]
    may_pass = standing is not None or (joker_count(hand) == size_of(hand) == 1)  # GY-32, GY-36
    return [*plays, "pass"] if may_pass else plays


def _standing(key: str, text: Json, named: Json, cards: Cards, rules: ComboRules) -> Reading | None:
    """The reading of what is to be beaten: its default, or the one that is named; ``None`` if it is no combination."""
    play = _counts(key, text, cards)
    found = () if play is None else readings(play, rules)
    if play is None or not found:
        return None
    if named is None:
        return found[0]
    meant = reading_named(play, named, rules) if isinstance(named, str) else None
    if meant is None:
        raise ImpossiblePosition("to_beat_as", named, "ranks that these cards may stand for")
    return meant


def _counts(key: str, text: Json, cards: Cards) -> int | None:
    """Cards of a query as packed counts, or ``None`` if the pack does not have them all."""
    if not isinstance(text, str):
        raise ImpossiblePosition(key, text, "cards in notation")
    patterns = read_cards(text)
    try:
        (placed,) = place([patterns], cards)
    except NotationError:
        return None
    return pack(placed)
