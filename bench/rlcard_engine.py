"""RLCard's Dou Dizhu answering the dialogue of ``docs/notation.md`` (*Other engines*) from its own tables and lists::

    paiju check --engine "python -m bench.rlcard_engine" tests/scenarios/doudizhu

It knows the play after the bidding, without shuttles and without anything that counts points."""

import json
import re
import sys
from collections import Counter
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import rlcard.games.doudizhu.utils as rules
from rlcard.games.doudizhu import Judger

RANKS, THEIRS = "3456789TJQKA2xX", "3456789TJQKA2BR"
KINDS = {
    "trio_solo": "trio_single", "four_two_solo": "four_two_singles", "four_two_pair": "four_two_pairs",
    "solo": "chain", "pair": "pair_chain", "trio": "airplane", "trio_solo+": "airplane_small", "trio_pair+": "airplane_large",
}  # fmt: skip


class Unknown(Exception):
    """Something that RLCard has no door for."""


def theirs(cards: str) -> str:
    """Cards as RLCard writes them: sorted ranks without spaces."""
    ranks = [word[0] for word in cards.split()]
    return "".join(THEIRS[RANKS.index(rank)] for rank in sorted(ranks, key=RANKS.index))


def ours(cards: str) -> str:
    return " ".join(RANKS[THEIRS.index(rank)] for rank in cards)


def kind_of(cards: str) -> str | None:
    found = rules.CARD_TYPE[0].get(theirs(cards))
    if found is None:
        return None
    name = str(found[0][0])
    if chain := re.fullmatch(r"(\w+)_chain_\d+", name):
        return KINDS[chain[1] + "+" if chain[1].startswith("trio_") else chain[1]]
    return KINDS.get(name, name) if name not in {"solo", "pair", "trio"} else name


def plays(hand: str, standing: str | None) -> list[str]:
    if not standing:
        return sorted(map(ours, Judger.playable_cards_from_hand(theirs(hand))))
    if theirs(standing) not in rules.CARD_TYPE[0]:
        raise Unknown("no such play")
    player = SimpleNamespace(current_hand=[SimpleNamespace(rank=rank) for rank in theirs(hand)])
    found = rules.get_gt_cards(player, SimpleNamespace(played_cards=theirs(standing)))
    return sorted("pass" if cards == "pass" else ours(cards) for cards in found)


def beats(play: str, standing: str) -> bool:
    return kind_of(play) is not None and ours(theirs(play)) in plays(play, standing)


class Round:
    """The play of one round; ``standing`` is whose play is to be beaten, and which."""

    def __init__(self, start: Mapping[str, Any]) -> None:
        if "seed" in start or start.get("phase", "play") != "play" or {"landlord", "hands"} - start.keys():
            raise Unknown("only the play after the bidding")
        self.hands = [Counter(theirs(hand)) for hand in start["hands"]]
        self.turn: int = start.get("leader", start["landlord"])
        self.standing: tuple[int, str] | None = None

    def hand(self, seat: int) -> str:
        return ours("".join(sorted(self.hands[seat].elements(), key=THEIRS.index)))

    @property
    def over(self) -> bool:
        return not all(hand.total() for hand in self.hands)

    def legal(self, seat: int) -> list[str]:
        if self.over or seat != self.turn:
            return []
        return plays(self.hand(seat), self.standing[1] if self.standing else None)

    def step(self, text: str) -> None:
        seat, _, said = text.partition(": ")
        verb, _, cards = said.partition(" ")
        if verb not in {"play", "pass"} or " as " in cards:
            raise Unknown(said)
        try:
            wanted = "pass" if verb == "pass" else ours(theirs(cards))
        except ValueError:
            raise LookupError("no such card") from None
        if wanted not in self.legal(int(seat)):
            raise LookupError("not among the legal plays")
        if wanted != "pass":
            self.hands[self.turn] -= Counter(theirs(cards))
            self.standing = (self.turn, wanted)
        self.turn = (self.turn + 1) % 3
        if self.standing is not None and self.standing[0] == self.turn:
            self.standing = None

    def facts(self) -> dict[str, Any]:
        standing = None
        if self.standing is not None and not self.over:
            standing = {"seat": self.standing[0], "cards": self.standing[1], "kind": kind_of(self.standing[1])}
        return {
            "phase": "over" if self.over else "play",
            "to_act": [] if self.over else [self.turn],
            "standing": standing,
            "counts": [hand.total() for hand in self.hands],
        }


def answer(table: dict[str, Round], line: Mapping[str, Any]) -> dict[str, Any]:
    options = line.get("options", line.get("query", {}).get("options", {}))
    if options.get("equal_kickers") is False or options.get("joker_kickers", "one") != "one":
        raise Unknown("no such house rule")
    match line:
        case {"query": {"kind_of": cards}}:
            return {"is": kind_of(cards)}
        case {"query": {"beats": [play, standing], **more}} if "to_beat_as" not in more:
            return {"is": beats(play, standing)}
        case {"query": {"hand": hand, "to_beat": standing, **more}} if "to_beat_as" not in more:
            return {"plays": plays(hand, standing)}
        case {"game": "doudizhu", "start": start}:
            table.clear()
            table["now"] = Round(start)
        case {"step": text}:
            table["now"].step(text)
        case {"expect": ["legal"], "seat": seat}:
            return {"legal": table["now"].legal(seat)}
        case {"expect": keys}:
            facts = table["now"].facts() | {"hands": [table["now"].hand(seat) for seat in range(3)]}
            if set(keys) - facts.keys():
                raise Unknown(f"nothing is known of {sorted(set(keys) - facts.keys())}")
            return facts
        case _:
            raise Unknown("no such question")
    return {}


if __name__ == "__main__":
    tables: dict[str, Round] = {}
    for asked in sys.stdin:
        try:
            told = answer(tables, json.loads(asked))
        except LookupError as why:
            told = {"refused": str(why)}
        except Unknown as why:
            told = {"unknown": str(why)}
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
