"""Positions and queries of the notation (LJ-32), and fresh deals."""

from collections.abc import Mapping
from typing import Final

from games.base.cards import Cards, full_pack, ranks_text, sort_cards
from games.base.errors import NotationError
from games.base.events import EVERYONE
from games.base.notation import place, read_cards
from games.base.options import Options
from games.contract import Carry, Deal, Dice, Json, Step
from games.kit.match import dealt, verify_open
from games.kit.position import ImpossiblePosition, known_keys, listed, numbers, one_of, within_pack
from games.kit.position import seat as seat_key
from games.liujiatong.events import LeaderSet
from games.liujiatong.kinds import Reading, beats
from games.liujiatong.options import OPTIONS, house_rules
from games.liujiatong.play import go_on
from games.liujiatong.readings import in_force, legal_plays, makeup_of, named
from games.liujiatong.scoring import match_winner
from games.liujiatong.state import SEATS, MatchSoFar, Playing, Setting, State, following, side_out

__all__ = ["PACK", "deal", "query", "start"]

PACK: Final = full_pack(4)
_KEYS: Final = ("phase", "leader", "finished", "taken")


def deal(options: Options, carry: Carry, dice: Dice) -> Deal:
    """Deal 36 cards each (LJ-3), and draw a leader where LJ-21 wants it."""
    cards = dice.shuffled(PACK)
    hands = tuple(sort_cards(cards[seat::SEATS]) for seat in range(SEATS))
    drawn = MatchSoFar.of(carry, SEATS).settled_leader(house_rules(options)) is None
    return Deal(hands, keys={"leader": dice.below(SEATS)} if drawn else {})


def start(options: Options, deal: Deal, carry: Carry) -> Step[State]:
    rules, before, keys = house_rules(options), MatchSoFar.of(carry, SEATS), deal.keys
    known_keys(keys, _KEYS)
    verify_open(match_winner(before.scores, rules.target), carry, "LJ-30")
    one_of(keys, "phase", ("play",), "play")
    if deal.stock:
        raise ImpossiblePosition("stock", len(deal.stock), "no stock: all cards are dealt")
    if len(deal.hands) != SEATS:
        raise ImpossiblePosition("hands", len(deal.hands), f"{SEATS} hands")
    within_pack(deal.hands, PACK)
    hands = tuple(sort_cards(hand) for hand in deal.hands)
    if side_out(hands) is not None:
        raise ImpossiblePosition("hands", "", "cards on both sides: the round is over when one is out")
    finished = _finished(keys, hands)
    settled = before.settled_leader(rules)
    leader = _leader(keys, hands, settled or 0)
    why = "drawn" if "leader" in keys or settled is None else rules.first_lead
    events = dealt(hands)
    events.append(LeaderSet(audience=EVERYONE, seat=leader, why=why))
    taken = numbers(keys, "taken", (0,) * SEATS, 0)
    setting = Setting(options, rules, before, leader)
    return go_on(Playing(setting=setting, hands=hands, turn=leader, finished=finished, taken=taken), events)


def _leader(keys: Mapping[str, Json], hands: tuple[Cards, ...], settled: int) -> int:
    leader = seat_key(keys, "leader", SEATS, settled)
    if not hands[leader] and "leader" in keys:
        raise ImpossiblePosition("leader", leader, "a seat that holds cards")
    while not hands[leader]:
        leader = following(leader)
    return leader


def _finished(keys: Mapping[str, Json], hands: tuple[Cards, ...]) -> tuple[int, ...]:
    empty = tuple(seat for seat, hand in enumerate(hands) if not hand)
    finished = numbers(keys, "finished", empty, 0, SEATS - 1)
    if sorted(finished) != list(empty):
        raise ImpossiblePosition("finished", keys["finished"], "the seats with empty hands")
    return finished


_PACK: Final = full_pack(4)
_EXTRA: Final = {"kind_of": ("as",), "beats": ("as",), "hand": ("to_beat",)}


def query(query: Mapping[str, Json]) -> Json:
    """Answer ``kind_of``, ``beats`` or ``hand`` with ``to_beat``; raise ``NotationError`` if it cannot be
    understood."""
    asked = [key for key in _EXTRA if key in query]
    if len(asked) != 1:
        raise ImpossiblePosition("query", ", ".join(asked) or "nothing", "one of kind_of, beats, hand")
    known_keys(query, (asked[0], "options", *_EXTRA[asked[0]]))
    options = query.get("options", {})
    if not isinstance(options, Mapping):
        raise ImpossiblePosition("options", options, "an object")
    OPTIONS.complete(options)  # no option changes an answer, but an unknown one is a mistake
    match asked[0]:
        case "kind_of":
            reading = _meant(query["kind_of"], "kind_of", None, query.get("as"))
            return None if reading is None else reading.kind.value
        case "beats":
            return _beats(query)
        case _:
            return _plays(query)


def _beats(query: Mapping[str, Json]) -> Json:
    pair = query["beats"]
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        raise ImpossiblePosition("beats", pair, "two sets of cards")
    standing = _meant(pair[1], "beats", None, None)
    if standing is None:
        _meant(pair[0], "beats", None, query.get("as"))  # its cards must at least be readable
        return False
    challenger = _meant(pair[0], "beats", standing, query.get("as"))
    return challenger is not None and beats(challenger, standing)


def _plays(query: Mapping[str, Json]) -> Json:
    hand = _cards(query["hand"], "hand")
    if hand is None:
        raise ImpossiblePosition("hand", query["hand"], "no more of a card than the pack has")
    to_beat, standing = query.get("to_beat"), None
    if to_beat is not None:
        standing = _meant(to_beat, "to_beat", None, None)
        if standing is None:
            raise ImpossiblePosition("to_beat", to_beat, "a combination")
    found: list[Json] = [ranks_text(cards) for cards in listed(legal_plays(sort_cards(hand), standing))]
    return found if standing is None else [*found, "pass"]


def _meant(text: Json, key: str, standing: Reading | None, words: Json) -> Reading | None:
    """What cards are when they are played on ``standing``, by default or as named; ``None`` if that cannot be."""
    cards = _cards(text, key)
    if words is not None and not isinstance(words, str):
        raise ImpossiblePosition("as", words, "cards in notation")
    patterns = None if words is None else read_cards(words)
    if cards is None:
        return None
    made = makeup_of(cards)
    return in_force(made, standing) if patterns is None else named(made, patterns)


def _cards(text: Json, key: str) -> Cards | None:
    """The cards as written, ``None`` if the pack does not have them all."""
    if not isinstance(text, str):
        raise ImpossiblePosition(key, text, "cards in notation")
    patterns = read_cards(text)
    try:
        return place([patterns], _PACK)[0]
    except NotationError:
        return None
