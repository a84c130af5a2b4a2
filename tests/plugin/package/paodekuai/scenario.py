"""Fresh deals, positions and queries of the notation."""

from collections.abc import Mapping
from typing import Final

from games.base.cards import RANKS, Cards, make_card, sort_cards
from games.base.errors import NotationError
from games.base.notation import place, read_cards
from games.base.options import Options
from games.base.round import Carry, Deal, Dice, Json, Step
from games.kit.match import dealt
from games.kit.position import ImpossiblePosition, known_keys, numbers, one_of, within_pack
from games.kit.position import seat as seat_key
from paodekuai.kinds import Reading, beats, plays, readings
from paodekuai.options import OPTIONS
from paodekuai.state import PACK, SEATS, MatchSoFar, Playing, Setting, State

__all__ = ["deal", "query", "start"]

_THREE_OF_SPADES: Final = make_card(0, 0)
_KEYS: Final = ("phase", "leader", "opening", "plays", "finished")


def deal(options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
    """16 cards each (PK-3); the holder of the 3 of spades leads (PK-20)."""
    cards = dice.shuffled(PACK)
    hands = tuple(sort_cards(cards[seat::SEATS]) for seat in range(SEATS))
    leader = next(seat for seat, hand in enumerate(hands) if _THREE_OF_SPADES in hand)
    return Deal(hands, keys={"leader": leader, "opening": True}, follows=MatchSoFar.of(carry, SEATS).rounds > 0)


def start(options: Options, deal: Deal, carry: Carry) -> Step[State]:
    """Begin a round, fresh or set up; ``ImpossiblePosition`` if it cannot be."""
    keys, before = deal.keys, MatchSoFar.of(carry, SEATS)
    known_keys(keys, _KEYS)
    one_of(keys, "phase", ("play",), "play")
    numbers(keys, "finished", ())
    if len(deal.hands) != SEATS:
        raise ImpossiblePosition("hands", len(deal.hands), f"{SEATS} hands")
    if deal.stock:
        raise ImpossiblePosition("stock", len(deal.stock), "no stock")
    if deal.follows:
        before.verify_open(options)
    if not all(deal.hands):
        raise ImpossiblePosition(
            "hands", "", "a card in every hand: the round ends with the first that has none (PK-30)"
        )
    within_pack(deal.hands, PACK)
    hands = tuple(sort_cards(hand) for hand in deal.hands)
    leader, opening = seat_key(keys, "leader", SEATS), keys.get("opening", False)
    if not isinstance(opening, bool) or (opening and hands[leader][0] >= make_card(1)):
        raise ImpossiblePosition("opening", opening, "true only where the leader holds a 3, else false (PK-20)")
    counted = numbers(keys, "plays", (0,) * SEATS, 0)
    state = Playing(hands=hands, turn=leader, setting=Setting(options, before), opening=opening, plays=counted)
    return Step(state, tuple(dealt(hands)))


def query(query: Mapping[str, Json]) -> Json:
    """Answer ``kind_of``, ``beats`` or ``hand`` with ``to_beat``; ``NotationError`` if it cannot be understood."""
    asked = [key for key in ("kind_of", "beats", "hand") if key in query]
    if len(asked) != 1:
        raise ImpossiblePosition("query", ", ".join(asked) or "nothing", "one of kind_of, beats, hand")
    known_keys(query, (asked[0], "options", *(("to_beat",) if asked[0] == "hand" else ())))
    given = query.get("options", {})
    if not isinstance(given, Mapping):
        raise ImpossiblePosition("options", given, "an object")
    options = OPTIONS.complete(given)
    if asked[0] == "kind_of":
        reading = _usual("kind_of", query["kind_of"])
        return None if reading is None else reading.kind.value
    if asked[0] == "beats":
        pair = query["beats"]
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise ImpossiblePosition("beats", pair, "two sets of cards")
        standing = _usual("beats", pair[1])
        return standing is not None and any(beats(one, standing) for one in readings(_cards("beats", pair[0])))
    standing = None if query.get("to_beat") is None else _usual("to_beat", query["to_beat"])
    if standing is None and query.get("to_beat") is not None:
        raise ImpossiblePosition("to_beat", query["to_beat"], "a combination")
    found: list[Json] = [
        " ".join(RANKS[rank] for rank, count in enumerate(counts) for _ in range(count))
        for counts, _ in plays(_cards("hand", query["hand"]), standing)
    ]
    return [*found, "pass"] if standing is not None and not (found and options["must_beat"]) else found


def _usual(key: str, text: Json) -> Reading | None:
    """What cards are by themselves, ``None`` if that is nothing."""
    return next(iter(readings(_cards(key, text))), None)


def _cards(key: str, text: Json) -> Cards:
    """Cards of a query; none if the pack does not have them."""
    if not isinstance(text, str):
        raise ImpossiblePosition(key, text, "cards in notation")
    try:
        (placed,) = place([read_cards(text)], PACK)
    except NotationError:
        return ()
    return sort_cards(placed)
