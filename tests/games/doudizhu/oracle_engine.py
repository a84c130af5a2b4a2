"""A slow second opinion on whole matches, written straight from the rule sheet with lists and texts.

It shares nothing with the engine: cards are texts (``7s``, ``x``), hands are lists, a combination is found by trying
every body. Only the names of the ``expect`` keys are the same, so that the two can be compared after every step."""

from itertools import product
from typing import Any

RANKS = list("3456789TJQKA2xX")
SUITS = list("shdc")
DECK = [rank + suit for rank in RANKS[:13] for suit in SUITS] + ["x", "X"]
DEFAULTS: dict[str, Any] = {
    "first_bidder": "random", "bidding": "once", "all_pass": "redeal", "scoring": "stake", "share": "equal",
    "spring": 2, "joker_kickers": "one", "equal_kickers": True, "shuttles": True, "deals": 6, "target": 0,
}  # fmt: skip
KINDS = [
    "solo", "pair", "trio", "trio_single", "trio_pair", "chain", "pair_chain", "airplane", "airplane_small",
    "airplane_large", "four_two_singles", "four_two_pairs", "shuttle", "shuttle_small", "shuttle_large", "bomb",
    "rocket",
]  # fmt: skip

Meaning = tuple[str, int, int, int]
"""Kind, place of the body's top rank in ``RANKS``, number of cards, number of kickers."""


class RefusedError(Exception):
    """DZ-44."""


def sort_key(card: str) -> tuple[int, int]:
    """Ascending by rank, then suit ``s h d c``."""
    return RANKS.index(card[0]), SUITS.index(card[1]) if len(card) > 1 else 0


def meanings(ranks: list[str], options: dict[str, Any]) -> list[Meaning]:
    """All that some cards can be (DZ-10 to DZ-18), in no order."""
    if sorted(ranks) == ["X", "x"]:
        return [("rocket", 14, 2, 0)]
    found: list[Meaning] = []
    for times in (1, 2, 3, 4):
        for low in range(len(RANKS)):
            for high in range(low, len(RANKS)):
                body = RANKS[low : high + 1]
                if times * len(body) > len(ranks) or any(ranks.count(rank) != times for rank in body):
                    break  # fewer are no body; more would be kickers of the body's rank (DZ-12)
                if len(body) > 1 and ("2" in body or "x" in body or "X" in body):
                    break  # DZ-11
                kickers = [rank for rank in ranks if rank not in body]
                kind = kind_of_body(times, len(body), kickers, options)
                if kind is not None:
                    found.append((kind, high, len(ranks), len(kickers)))
    return found


def kind_of_body(times: int, length: int, kickers: list[str], options: dict[str, Any]) -> str | None:
    """The row of the table in DZ-10."""
    if times == 4 and length > 1 and not options["shuttles"]:
        return None  # DZ-16
    if not kickers:
        if length == 1:
            return ["solo", "pair", "trio", "bomb"][times - 1]
        if times == 1:
            return "chain" if 5 <= length <= 12 else None
        if times == 2:
            return "pair_chain" if 3 <= length <= 10 else None
        return "airplane" if times == 3 else "shuttle"
    if times < 3:
        return None
    if length == 1:
        names = {3: ("trio_single", "trio_pair", 1), 4: ("four_two_singles", "four_two_pairs", 2)}
    else:
        names = {3: ("airplane_small", "airplane_large", length), 4: ("shuttle_small", "shuttle_large", length)}
    small, large, wanted = names[times]
    if len(kickers) == wanted and singles_allowed(kickers, options):
        return small
    if len(kickers) == 2 * wanted and len(set(kickers)) == wanted and all(kickers.count(r) == 2 for r in kickers):
        return large  # DZ-14
    return None


def singles_allowed(kickers: list[str], options: dict[str, Any]) -> bool:
    """DZ-13."""
    if not options["equal_kickers"] and len(set(kickers)) < len(kickers):
        return False
    if any(kickers.count(rank) == 4 for rank in kickers):
        return False
    jokers = len([rank for rank in kickers if rank in "xX"])
    return jokers <= {"none": 0, "one": 1, "both": 2}[options["joker_kickers"]]


def is_better(new: Meaning, old: Meaning) -> bool:
    """DZ-20 to DZ-23."""
    if old[0] == "rocket":
        return False
    if new[0] == "rocket":
        return True
    if new[0] == "bomb" and old[0] != "bomb":
        return True
    return new[0] == old[0] and new[2] == old[2] and new[1] > old[1]


class Oracle:
    """A match. ``begin`` a deal with the keys of the notation, then ``do`` steps; ``facts`` says what is known."""

    def __init__(self, options: dict[str, Any], previous: dict[str, Any]) -> None:
        self.options = DEFAULTS | options
        self.scores: list[int] = list(previous.get("scores", [0, 0, 0]))
        self.deals: int = previous.get("deals", 0)
        self.went_out: int | None = previous.get("out")

    def begin(self, keys: dict[str, Any]) -> None:
        """A ``start`` or ``deal`` with all suits written."""
        assert self.winner() is None
        self.hands = [hand.split() for hand in keys["hands"]]
        self.kitty = keys.get("stock", "").split()
        self.shown: list[str] | None = None
        self.calls: list[int] = []
        self.points: list[int] | None = None
        self.finished: list[int] = []
        self.redeal = False
        self.spring: str | None = None
        self.factor = 1
        self.standing: tuple[int, list[str], Meaning] | None = None
        self.passes = 0
        self.bombs = keys.get("bombs", 0)
        self.plays = list(keys.get("plays", [0, 0, 0]))
        self.phase = keys.get("phase", "play")
        if self.phase == "bid":
            self.landlord: int | None = None
            self.bid = 0
            self.turn = self.first = keys["leader"] if "leader" in keys else self.first_bidder()
        else:
            self.landlord = keys.get("landlord", 0)
            self.bid = keys.get("bid", 1)
            self.turn = keys.get("leader", self.landlord)

    def first_bidder(self) -> int:
        """DZ-30."""
        if self.options["first_bidder"] == "winner" and self.went_out is not None:
            return self.went_out
        if self.options["first_bidder"] == "three_of_hearts":
            for rank in RANKS[:13]:
                for seat in range(3):
                    if rank + "h" in self.hands[seat]:
                        return seat
        return 0

    def winner(self) -> list[int] | None:
        """DZ-61."""
        limit, target = self.options["deals"], self.options["target"]
        if (limit > 0 and self.deals >= limit) or (target > 0 and max(self.scores) >= target):
            return [seat for seat in range(3) if self.scores[seat] == max(self.scores)]
        return None

    def do(self, seat: int, verb: str, cards: list[str], named: str | None, amount: int) -> None:
        """One step; ``RefusedError`` leaves everything as it was."""
        if self.phase == "over" or seat != self.turn:
            raise RefusedError
        if self.phase == "bid":
            if verb == "pass" or (verb == "bid" and amount == 0):
                self.call(0)
            elif verb == "bid" and 1 <= amount <= 3 and amount > max(self.calls, default=0):
                self.call(amount)
            else:
                raise RefusedError
        elif verb == "pass":
            if self.standing is None:
                raise RefusedError
            self.one_pass()
            self.pass_helpless()
        elif verb == "play":
            self.play(cards, named)
        else:
            raise RefusedError

    def call(self, amount: int) -> None:
        """DZ-32, DZ-33."""
        self.calls.append(amount)
        self.bid = max(self.calls)
        caller = self.turn
        self.turn = (self.turn + 1) % 3
        if amount == 3:
            self.crown(caller, 3)
        elif self.calls == [0, 0, 0]:
            if self.options["all_pass"] == "force":
                self.crown(self.first, 1)
            else:
                self.phase, self.redeal, self.points = "over", True, [0, 0, 0]
        elif self.options["bidding"] == "once":
            if len(self.calls) == 3:
                self.crown((self.first + self.calls.index(self.bid)) % 3, self.bid)
        elif len(self.calls) >= 3 and self.calls[-3] > 0 and self.calls[-2] == self.calls[-1] == 0:
            self.crown((caller + 1) % 3, self.bid)  # two seats before the one that passed last

    def crown(self, seat: int, stake: int) -> None:
        """DZ-34."""
        self.landlord, self.bid, self.turn, self.phase = seat, stake, seat, "play"
        self.hands[seat] = self.hands[seat] + self.kitty
        self.shown = sorted(self.kitty, key=sort_key)

    def meaning_now(self, cards: list[str], named: str | None) -> Meaning:
        """DZ-18 and DZ-40."""
        possible = meanings([card[0] for card in cards], self.options)
        if named is not None:
            possible = [one for one in possible if one[0] == named]
        if self.standing is not None:
            possible = [one for one in possible if is_better(one, self.standing[2])]
            possible.sort(key=lambda one: -one[1])
        else:
            possible.sort(key=lambda one: (one[3], -one[1]))
        if not possible:
            raise RefusedError
        return possible[0]

    def play(self, cards: list[str], named: str | None) -> None:
        """DZ-40, DZ-50."""
        seat = self.turn
        left = list(self.hands[seat])
        for card in cards:
            if card not in left:
                raise RefusedError
            left.remove(card)
        meaning = self.meaning_now(cards, named)
        self.hands[seat] = left
        self.standing = (seat, sorted(cards, key=sort_key), meaning)
        self.passes = 0
        self.plays[seat] += 1
        if meaning[0] in ("bomb", "rocket"):
            self.bombs += 1
        if not left:
            self.settle(seat)
            return
        self.turn = (seat + 1) % 3
        self.pass_helpless()

    def one_pass(self) -> None:
        """DZ-41, DZ-42."""
        assert self.standing is not None
        self.passes += 1
        self.turn = (self.turn + 1) % 3
        if self.passes == 2:
            assert self.turn == self.standing[0]
            self.standing, self.passes = None, 0

    def pass_helpless(self) -> None:
        """DZ-43."""
        while self.standing is not None:
            kind, top, size, _ = self.standing[2]
            one_card = len(self.hands[self.turn]) == 1
            if kind == "rocket" or (one_card and size > 1) or (one_card and kind == "solo" and RANKS[top] == "X"):
                self.one_pass()
            else:
                return

    def settle(self, out: int) -> None:
        """DZ-50 to DZ-55, DZ-60."""
        landlord = self.landlord
        assert landlord is not None
        self.phase, self.finished, self.standing = "over", [out], None
        peasants = [seat for seat in range(3) if seat != landlord]
        if self.options["spring"] > 1:
            if out == landlord and self.plays[peasants[0]] == self.plays[peasants[1]] == 0:
                self.spring = "landlord"
            if out != landlord and self.plays[landlord] == 1:
                self.spring = "peasants"
        self.factor = self.options["spring"] if self.spring else 1
        stake = self.bid * self.multiplier()
        by_cards = self.options["scoring"] == "cards_left"
        points = [0, 0, 0]
        if out == landlord:
            for seat in peasants:
                points[seat] = -stake * len(self.hands[seat]) if by_cards else -stake
                points[landlord] -= points[seat]
        elif by_cards:
            total = stake * len(self.hands[landlord])
            mate = sum(peasants) - out
            half = 0 if self.options["share"] == "winner" else total // 2
            points[mate], points[out], points[landlord] = half, total - half, -total
        else:
            points = [stake, stake, stake]
            points[landlord] = -2 * stake
        self.points = points
        self.scores = [self.scores[seat] + points[seat] for seat in range(3)]
        self.deals += 1
        self.went_out = out

    def multiplier(self) -> int:
        """DZ-51, DZ-52."""
        return int(2**self.bombs * self.factor)

    def legal(self) -> set[str]:
        """Everything the seat to act may play, by rank (tries every set of cards)."""
        hand = sorted((card[0] for card in self.hands[self.turn]), key=RANKS.index)
        ranks = sorted(set(hand), key=RANKS.index)
        found = set() if self.standing is None else {"pass"}
        for amounts in product(*(range(hand.count(rank) + 1) for rank in ranks)):
            cards = [rank for rank, amount in zip(ranks, amounts, strict=True) for _ in range(amount)]
            try:
                self.meaning_now(cards, None)
            except RefusedError:
                continue
            found.add(" ".join(cards))
        return found

    def facts(self) -> dict[str, Any]:
        """The keys of ``expect``, and the hands."""
        standing = None
        if self.standing is not None:
            seat, cards, meaning = self.standing
            standing = {"seat": seat, "cards": " ".join(cards), "kind": meaning[0]}
        return {
            "phase": self.phase,
            "to_act": [] if self.phase == "over" else [self.turn],
            "standing": standing,
            "counts": [len(hand) for hand in self.hands],
            "finished": self.finished,
            "points": self.points,
            "scores": self.scores,
            "winner": self.winner() if self.phase == "over" else None,
            "landlord": self.landlord,
            "bid": self.bid,
            "bombs": self.bombs,
            "multiplier": self.multiplier(),
            "spring": self.spring,
            "redeal": self.redeal,
            "deals": self.deals,
            "plays": self.plays,
            "kitty": None if self.shown is None else " ".join(self.shown),
            "hands": [sorted(hand, key=sort_key) for hand in self.hands],
        }
