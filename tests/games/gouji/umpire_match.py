"""What surrounds the play: tributes, purchases, declarations, the settlement, the match (GJ-9 to GJ-17, GJ-38 to GJ-43).

The second half of the second engine; see ``umpire``.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from tests.games.gouji.umpire import Umpire, across
from tests.games.gouji.umpire_sets import RANKS, Rules, in_order, kind, on, sets_of

__all__ = ["Match"]

_ORDER = ("stifle", "point", "challenge", "burn", "sweep", "drop")
Due = tuple[str, int, int, int]  # Kind, giver, receiver, number of cards


class Match(Umpire):
    """A match, at one of its rounds. ``begin_round`` deals the next."""

    def __init__(self, rules: Rules, previous: Mapping[str, Any] | None = None) -> None:
        super().__init__(rules, [""] * 6, 0)
        before = previous or {}
        self.dues: list[Due] = [(due["kind"], due["from"], due["to"], due["cards"]) for due in before.get("due", ())]
        self.scores: list[int] = list(before.get("scores", [0] * 6))
        self.team_scores: list[int] = list(before.get("team_scores", [0, 0]))
        self.sweeps: list[int] = list(before.get("sweeps", [0, 0]))
        self.rounds: int = before.get("rounds", 0)
        self.next_leader: int | None = None

    def begin_round(self, hands: Sequence[str], phase: str, leader: int | None = None, **given: Sequence[int]) -> None:
        """``given``: the lists of the notation's ``start``."""
        first = self.next_leader if self.next_leader is not None else 0
        super().__init__(self.rules, hands, first if leader is None else leader)
        self.round = self.rounds + 1
        self.finished = list(given.get("finished", ()))
        self.dead, self.revolted = list(given.get("dead", ())), sorted(given.get("revolted", ()))
        for name in ("opened", "forfeited", "challenged", "played"):
            setattr(self, name, set(given.get(name, ())))
        gone = {*self.finished, *self.dead, *self.revolted}
        self.finished += [seat for seat in range(6) if not self.hands[seat].total() and seat not in gone]
        self.redeal = False
        self.swept_by: int | None = None
        self.stage: str | None = None
        self.answers: dict[int, str] = {}
        self.tries: dict[int, str] = {}
        self.tribute: tuple[Due, str] | None = None
        self.places: list[int] | None = None
        self.points: list[int] | None = None
        self.team_points: list[int] | None = None
        self.winner: list[int] | None = None
        self.next_leader = None
        self.phase = phase
        if phase != "tribute" or not on(self.rules, "tribute"):
            self.dues = []
        match phase:
            case "tribute":
                self.dues.sort(key=lambda due: (_ORDER.index(due[0]), due[1], due[2]))
                self._next_due()
            case "buy":
                self._buy()
            case "declare":
                self._declare()
            case _:
                self.begin()

    # --- acting ----------------------------------------------------------------------------------------------------
    def _legal(self, seat: int) -> Iterator[str]:
        match self.phase, self.stage:
            case "return", _:
                assert self.tribute
                yield from (f"return {cards}" for cards in _choices(self.hands[seat], len(self.tribute[1])))
                if on(self.rules, "decline_tribute"):
                    yield "decline"
            case "buy", _:
                yield "decline"
                if not self.hands[seat]["4"] and any(self.hands[seat][card] for card in "2xX"):
                    yield "buy"
            case "declare", "counter":
                yield from ("challenge", "decline")
            case "declare", _:
                yield from self._declarations(self.hands[seat])
            case _:
                yield from super()._legal(seat)

    def _declarations(self, hand: Counter[str]) -> Iterator[str]:
        yield "decline"
        if on(self.rules, "point_challenge") and hand["4"]:
            yield "challenge"
        if on(self.rules, "revolution") and not any(hand[card] for card in "2xX"):
            yield "revolt"
            if on(self.rules, "revolt_try"):
                yield from (f"revolt {cards}" for cards in sets_of(hand) if kind(cards, self.rules) == "open")

    def act(self, seat: int, text: str) -> None:
        match self.phase:
            case "return":
                self._returned(text)
            case "buy" | "declare":
                self.answers[seat] = text
                self.turn.remove(seat)
                if not self.turn:
                    self._answered()
            case _:
                super().act(seat, text)

    def _answered(self) -> None:
        if self.phase == "buy":
            for seat in self._from_leader():
                if self.answers.get(seat) == "buy":
                    self._purchase(seat, "4")
            self._declare()
        elif self.stage == "first":
            self._first_answers()
        else:
            self.challenged |= {seat for seat, answer in self.answers.items() if answer == "challenge"}
            self._to_play()

    def _from_leader(self) -> list[int]:
        return [(self.leader + step) % 6 for step in range(6)]

    # --- tributes and purchases ------------------------------------------------------------------------------------
    def _next_due(self) -> None:
        """GJ-10."""
        self.tribute, self.turn = None, []
        while self.dues:
            due = self.dues[0]
            _, giver, taker, number = due
            if self.hands[giver].total() and self.hands[taker].total():
                held = in_order("".join(self.hands[giver].elements()))[::-1]
                self._move(giver, taker, held[:number])
                self.tribute, self.turn, self.phase = (due, held[:number]), [taker], "return"
                return
            self.dues.pop(0)
        self._buy()

    def _move(self, giver: int, taker: int, cards: str) -> None:
        self.hands[giver] -= Counter(cards)
        self.hands[taker] += Counter(cards)

    def _returned(self, text: str) -> None:
        assert self.tribute
        (_, giver, taker, _), given = self.tribute
        verb, _, cards = text.partition(" ")
        self._move(taker, giver, given if verb == "decline" else cards)
        self.dues.pop(0)
        self._next_due()

    def _buy(self) -> None:
        for seat in self._from_leader():
            self._purchase(seat, "3")
        if on(self.rules, "buy_fours") and self.actives():
            self.phase, self.turn, self.answers = "buy", self.actives(), {}
        else:
            self._declare()

    def _purchase(self, buyer: int, rank: str) -> None:
        """GJ-11, GJ-12."""
        if not self.active(buyer) or self.hands[buyer][rank]:
            return
        for step in (3, 2, 4, 1, 5):
            seller = (buyer + step) % 6
            if self.hands[seller][rank] >= 2:
                self._move(seller, buyer, rank)
                price = next((card for card in "2xX" if self.hands[buyer][card]), "")
                if step % 2:
                    self._move(buyer, seller, price)
                return

    # --- declarations ----------------------------------------------------------------------------------------------
    def _declare(self) -> None:
        if on(self.rules, "revolution") or on(self.rules, "point_challenge"):
            self.phase, self.stage, self.turn, self.answers = "declare", "first", self.actives(), {}
            if self.turn:
                return
        self._to_play()

    def _first_answers(self) -> None:
        """GJ-13 to GJ-17."""
        answers, self.answers = self.answers, {}
        rebels = sorted(seat for seat, answer in answers.items() if answer.startswith("revolt"))
        for seat, answer in answers.items():
            if answer == "challenge" and self.hands[across(seat)]["4"] and across(seat) not in rebels:
                self.challenged.add(seat)
        if len(rebels) > (2 if self.rules["two_revolts"] == "allow" else 1):
            self._void()
            return
        self.revolted = rebels
        self.tries = {seat: answers[seat][7:] for seat in rebels if answers[seat] != "revolt"}
        asked = sorted(across(seat) for seat in self.challenged if across(seat) not in self.challenged)
        if asked and on(self.rules, "counter_challenge"):
            self.stage, self.turn = "counter", asked
        else:
            self._to_play()

    def _to_play(self) -> None:
        self.stage, self.phase, self.turn = None, "play", []
        lone = self.revolted[0] if len(self.revolted) == 1 else None
        if lone is None or lone not in self.tries or not self.active(across(lone)) or self.round_ends():
            if self.phase == "play":
                self.begin()
            return
        self._put(lone, self.tries[lone])
        self.mode, self.turn = "revolt_try", [across(lone)]

    def _void(self) -> None:
        """GJ-15."""
        self.phase, self.stage, self.mode, self.turn = "over", None, None, []
        self.redeal, self.dues = True, []
        self.revolted, self.finished = [], []
        if self.rules["scoring"] != "none":
            self.points, self.team_points = [0] * 6, [0, 0]
        self.next_leader = self.leader

    # --- settlement ------------------------------------------------------------------------------------------------
    def round_ends(self) -> bool:
        if not super().round_ends():
            return False
        self.places = self._places()
        worth = {"small": (2, 1, 0, 0, -1, -2)}.get(self.rules["scoring"], (4, 2, 0, 0, -2, -4))
        self.points = [worth[self.places.index(seat)] for seat in range(6)]
        self.team_points = [sum(self.points[team::2]) for team in (0, 1)]
        if self.rules["scoring"] == "team2":
            first, second = self.team_points
            self.points, self.team_points = [0] * 6, [2 * (first > second), 2 * (second > first)]
        if self.rules["scoring"] == "none":
            self.points, self.team_points = None, None
        self.scores = [sum(pair) for pair in zip(self.scores, self.points or [0] * 6, strict=True)]
        self.team_scores = [sum(pair) for pair in zip(self.team_scores, self.team_points or [0, 0], strict=True)]
        self.swept_by = self.swept()
        if self.swept_by is not None:
            self.sweeps[self.swept_by] += 1
        self.rounds += 1
        self.dues = list(self._new_dues()) if on(self.rules, "tribute") else []
        last = {"head": self.places[0], "last": self.places[5], "rotate": (self.leader + 1) % 6}
        self.next_leader = last[self.rules["lead_next"]]
        self.winner = self._winner()
        return True

    def _places(self) -> list[int]:
        """GJ-38."""
        last = self.finished[-1] if self.finished else 0
        slow = sorted(self.actives(), key=lambda seat: (self.hands[seat].total(), (seat - last) % 6))
        places = [*self.finished, *slow, *reversed(self.dead)]
        if self.third():
            places.insert(2, self.revolted[0])
        elif len(self.revolted) == 1:
            places.insert(3, self.revolted[0])
        else:
            places[2:2] = sorted(self.revolted, key=lambda seat: (seat - self.leader) % 6)
        return places

    def stifled(self) -> dict[int, int]:
        """GJ-40, once the round is over: by whom each of the stifled seats is, in their order."""
        assert self.places
        left = [seat for seat in self.places[::-1] if self.active(seat) and self.hands[seat]["3"]]
        found = {seat: by for seat, by in self.blocked.items() if self.only_threes(seat) and (seat - by) % 2}
        found = {seat: by for seat, by in found.items() if seat in left}
        for seat in left if self.rules["stifled"] == "left" else ():
            opponents = [one for one in self.finished if (one - seat) % 2]
            if opponents:
                found.setdefault(seat, opponents[-1])
        return found

    def _new_dues(self) -> Iterator[Due]:
        """GJ-41."""
        assert self.places
        stifled = self.stifled()
        for seat in stifled:
            yield ("stifle", seat, stifled[seat], 2 if len(stifled) > 1 and seat == next(iter(stifled)) else 1)
        for pair in ((0, 3), (1, 4), (2, 5)):
            for mine, other in (pair, pair[::-1]):
                if mine in self.opened and other not in self.opened and other not in self.revolted:
                    yield ("point", other, mine, 1)
                    for taker, number in self._bets_won(mine, len(self.challenged & set(pair))):
                        yield ("challenge", other, taker, number)
                level_pair = (mine in self.opened) == (other in self.opened)
                if level_pair and not set(pair) & set(self.revolted):
                    if self.rules["point_tie"] == "exchange":
                        yield ("point", mine, other, 1)
                    bet = on(self.rules, "point_challenge") and set(pair) & self.challenged
                    if bet and self.rules["challenge_tie"] == "exchange":
                        yield ("challenge", mine, other, 2)
        for victim, burner, number in self.burn_dues:
            yield ("burn", victim, burner, number)
        if self.swept_by is not None:
            for seat in range(6):
                if seat % 2 != self.swept_by and not {seat, across(seat)} & set(self.revolted):
                    yield ("sweep", seat, across(seat), 1)
            return
        for giver, taker, number in ((self.places[5], self.places[0], 2), (self.places[4], self.places[1], 1)):
            if on(self.rules, "drop_within_team") or (giver - taker) % 2:
                yield ("drop", giver, taker, number)

    def _bets_won(self, opener: int, bets: int) -> list[tuple[int, int]]:
        """GJ-41: who gets how many cards for a bet that the opener has won."""
        both, loyal = self.rules["challenge_both"], [(opener + step) % 6 for step in (2, 4)]
        loyal = [seat for seat in loyal if seat not in self.revolted]
        if bets == 2 and both == "split" and loyal:
            return [(opener, 2), (loyal[0], 2)]
        return [(opener, {0: 0, 1: 2, 2: 2 if both == 2 else 4}[bets])] if bets else []

    def _winner(self) -> list[int] | None:
        """GJ-43."""
        rules, totals, scored = self.rules, self.team_scores, self.rules["scoring"] != "none"
        match rules["match_end"]:
            case "score":
                over = scored and max(totals) >= rules["target_score"]
            case "lead":
                over = scored and max(totals) - min(totals) >= rules["target_lead"]
            case "rounds":
                over = self.rounds >= rules["match_rounds"]
            case "sweeps":
                over, totals = max(self.sweeps) >= rules["sweep_target"], self.sweeps
            case _:
                over, totals = True, self.team_points or [0, 0]
        if not over:
            return None
        return [] if totals[0] == totals[1] else [seat for seat in range(6) if seat % 2 == (totals[1] > totals[0])]

    def facts(self) -> dict[str, Any]:
        """The ``expect`` keys; dues sorted, sets as texts of ranks."""
        over = self.phase == "over"
        lies = self.standing if self.phase == "play" else None
        scored = self.rules["scoring"] != "none"
        due = None
        if self.tribute and self.phase == "return":
            (name, giver, taker, _), given = self.tribute
            due = {"kind": name, "from": giver, "to": taker, "given": " ".join(given)}
        return {
            "phase": self.phase,
            "stage": self.stage,
            "mode": self.mode,
            "to_act": sorted(self.turn),
            "standing": lies and {"seat": lies[0], "cards": lies[1], "kind": kind(lies[1], self.rules)},
            "counts": [hand.total() for hand in self.hands],
            "passed": sorted(self.barred) if self.phase == "play" else [],
            "yielded": self.yielder,
            "opened": sorted(self.opened),
            "forfeited": sorted(self.forfeited),
            "challenged": sorted(self.challenged),
            "revolted": self.revolted,
            "dead": self.dead,
            "must_fours": self.must_fours,
            "burner": self.burner,
            "victim": self.victim,
            "entangled": self.entangled(),
            "finished": self.finished,
            "places": self.places,
            "stifled": list(self.stifled()) if over and not self.redeal else [],
            "tribute": due,
            "due": sorted(self.dues) if over or self.phase == "return" else [],
            "redeal": self.redeal,
            "round": self.round,
            "leader": self.leader,
            "next_leader": self.next_leader,
            "sweeps": self.sweeps,
            "points": self.points,
            "team_points": self.team_points,
            "scores": self.scores if scored else None,
            "team_scores": self.team_scores if scored else None,
            "winner": self.winner,
        }


def _choices(hand: Counter[str], number: int) -> Iterator[str]:
    """All ways to choose so many cards, by rank."""
    held = [rank for rank in RANKS if hand[rank]]
    for amounts in product(*(range(min(hand[rank], number) + 1) for rank in held)):
        if sum(amounts) == number:
            yield "".join(rank * amount for rank, amount in zip(held, amounts, strict=True))
