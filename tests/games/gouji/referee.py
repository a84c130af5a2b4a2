"""A second engine of the play, written from the sheet alone: plain mutable Python over rank letters, suits left out.

It begins where the declarations are over, and knows every mode, burn and option of the play, and the end of a round. Sets are
those of the naive enumerator. Nothing of the room is used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tests.games.gouji.naive import ORDER, Rules, answers, kind, leads

POINTS = {"standard": (4, 2, 0, 0, -2, -4), "small": (2, 1, 0, 0, -1, -2), "team2": (0, 0, 0, 0, 0, 0)}


class Referee:
    """One round from its first lead to its end."""

    def __init__(
        self, options: Rules, hands: Sequence[str], leader: int, *, finished: Sequence[int] = (), revolted: Sequence[int] = (),
        opened: Sequence[int] = (), challenged: Sequence[int] = (),
    ) -> None:  # fmt: skip
        self.options = options
        self.hands = [Counter(hand) for hand in hands]
        self.first_leader = leader
        self.out = [*finished, *(seat for seat in range(6) if not hands[seat] and seat not in finished)]
        self.dead: list[int] = []
        self.revolted = set(revolted)
        self.opened, self.forfeited, self.challenged = set(opened), set[int](), set(challenged)
        self.played: set[int] = set()
        self.blocked: list[tuple[int, int]] = []
        self.burn_dues: list[dict[str, object]] = []
        self.fours: int | None = None
        self.mode: str | None = "lead"
        self.turn = leader
        self.standing, self.owner = "", -1
        self.passed: set[int] = set()
        self.yielded: int | None = None
        self.yielded_ever: set[int] = set()
        self.burner: int | None = None
        self.victim: int | None = None
        self.chain = 0
        self.queue: list[int] = []
        self.window_of_burn = False
        if not self.finish_if_over():
            self.give_lead(leader)

    # -- who is there

    def text(self, seat: int) -> str:
        return "".join(rank * self.hands[seat][rank] for rank in ORDER)

    def active(self, seat: int) -> bool:
        return self.hands[seat].total() > 0 and seat not in self.dead and seat not in self.revolted

    def actives(self) -> list[int]:
        return [seat for seat in range(6) if self.active(seat)]

    def entangled(self) -> bool:
        return not self.opened and len(self.actives()) <= 4

    def only_threes(self, seat: int) -> bool:
        return self.hands[seat].total() > 0 and set(self.text(seat)) == {"3"}

    def gouji(self, cards: str) -> bool:
        return kind(cards, self.options) in ("open", "gouji")

    def unbeatable(self, cards: str) -> bool:
        """GJ-8."""
        big = cards.count("X")
        if self.options["two_big_kill_one"] == "on":
            return big > 1
        if self.options["two_big_kill_one"] == "pair" and big == 1:
            return len(cards) > 2
        return big > 0

    # -- leads

    def give_lead(self, seat: int) -> None:
        """GJ-5, GJ-18, GJ-21."""
        while not self.active(seat):
            seat = (seat + 1) % 6
        self.mode, self.turn, self.standing, self.owner = "lead", seat, "", -1
        self.passed, self.yielded, self.yielded_ever = set(), None, set()
        self.burner = self.victim = None
        if self.only_threes(seat):
            self.lay(seat, self.text(seat))

    def lay(self, seat: int, cards: str) -> None:
        """A set outside a burn."""
        if self.mode == "lead":
            if self.fours == seat:
                if cards != "4" * self.hands[seat]["4"]:
                    self.opened.discard(seat)
                    self.forfeited.add(seat)
                self.fours = None
            self.passed, self.yielded, self.yielded_ever = set(), None, set()
        elif self.yielded is not None:
            if self.yielded != seat:
                self.passed.add(self.yielded)
            self.yielded = None
        self.put(seat, cards)
        if not self.hands[seat].total():
            self.out.append(seat)
            if self.finish_if_over():
                return
        if self.unbeatable(cards):
            self.give_lead(seat)
        elif self.gouji(cards) and self.active((seat + 3) % 6) and not self.entangled():
            self.mode, self.turn = "duel", (seat + 3) % 6
        else:
            self.pass_on(seat)

    def put(self, seat: int, cards: str) -> None:
        """Cards leave the hand; GJ-36."""
        if self.standing and self.active(self.owner) and self.only_threes(self.owner):
            self.blocked.append((self.owner, seat))
        self.hands[seat] -= Counter(cards)
        self.standing, self.owner = cards, seat
        self.played.add(seat)

    def pass_on(self, seat: int) -> None:
        """GJ-19, GJ-22."""
        for step in range(1, 6):
            other = (seat + step) % 6
            if self.active(other) and other not in self.passed and other not in (self.owner, self.yielded):
                self.mode, self.turn = "follow", other
                return
        if self.yielded is not None:
            self.mode, self.turn = "last_chance", self.yielded
        else:
            self.give_lead(self.owner)

    # -- what may be done

    def may_yield(self) -> bool:
        if self.mode != "follow" or self.turn != (self.owner + 3) % 6 or self.gouji(self.standing) or self.entangled():
            return False
        others = [seat for seat in self.actives() if seat not in (self.turn, self.owner) and seat not in self.passed]
        return bool(others) and self.turn not in self.yielded_ever

    def legal(self) -> set[str]:
        hand = self.text(self.turn)
        if self.mode == "lead":
            if self.fours == self.turn and self.options["open_fours"] == "force":
                return {"4" * self.hands[self.turn]["4"]}
            return leads(hand)
        if self.mode == "burn_lead":
            return {cards for cards in leads(hand) if set(cards) & {"x", "X"}}
        found = answers(hand, self.standing, self.options)
        if self.mode == "duel":
            found = {cards for cards in found if self.gouji(cards)}
        elif self.mode == "burn_offer":
            found = {cards for cards in found if set(cards) & {"x", "X"}}
            if self.options["burn_when"] == "after_open" and not self.opened and "4" in hand:
                found = set()
        return found | {"pass"} | ({"yield"} if self.may_yield() else set())

    def act(self, what: str) -> None:
        seat = self.turn
        if self.mode in ("lead", "follow", "last_chance", "duel"):
            if what == "yield":
                self.yielded = seat
                self.yielded_ever.add(seat)
                self.pass_on(seat)
            elif what != "pass":
                self.lay(seat, what)
            elif self.mode == "follow":
                self.passed.add(seat)
                self.pass_on(seat)
            elif self.mode == "last_chance":
                self.give_lead(self.owner)
            else:
                self.lost_duel()
        elif self.mode == "burn_offer":
            if what != "pass":
                self.burn(seat, what)
            elif self.queue:
                self.turn = self.queue.pop(0)
            elif self.window_of_burn:
                self.run()
            else:
                self.give_lead(self.owner)
        elif self.mode == "burn_answer":
            if what == "pass":
                self.counter_window()
            else:
                self.stopped(seat, what)
        else:
            self.passed = set()
            self.standing, self.owner = "", -1
            self.put(seat, what)
            self.after_burning()

    def lost_duel(self) -> None:
        """GJ-25, GJ-28."""
        owner = self.owner
        fresh = owner not in self.opened and owner not in self.forfeited
        may = bool(self.options["natural_open"]) or self.hands[owner]["4"] > 0
        if kind(self.standing, self.options) == "open" and fresh and may:
            self.opened.add(owner)
            self.fours = owner if self.hands[owner]["4"] else None
            self.give_lead(owner)
        elif self.options["burn"] and self.active(owner) and self.open_window(burn=False):
            return
        else:
            self.give_lead(owner)

    # -- burns

    def open_window(self, *, burn: bool) -> bool:
        """GJ-28, GJ-34, GJ-35: whether anybody is asked."""
        asked = []
        for seat in ((self.owner + 1) % 6, (self.owner + 5) % 6):
            if not self.active(seat) or seat in self.passed:
                continue
            if self.options["burn_needs_play"] and seat not in self.played:
                continue
            if self.options["burn_when"] == "before_own_open" and any(one % 2 == seat % 2 for one in self.opened):
                continue
            asked.append(seat)
        if not asked:
            return False
        self.mode, self.turn, self.queue, self.window_of_burn = "burn_offer", asked[0], asked[1:], burn
        return True

    def burn(self, seat: int, cards: str) -> None:
        old, owner = self.burner, self.owner
        self.put(seat, cards)
        self.victim, self.burner = owner, seat
        self.chain = self.chain + 1 if old is not None else 1
        if old is not None:
            self.dead.append(old)
            if self.hands[seat].total() and self.finish_if_over():
                return
        self.after_burning()

    def after_burning(self) -> None:
        """GJ-30."""
        assert self.burner is not None
        if not self.hands[self.burner].total():
            self.burned()
        elif self.unbeatable(self.standing):
            self.run()
        elif self.active((self.burner + 3) % 6):
            self.mode, self.turn = "burn_answer", (self.burner + 3) % 6
        else:
            self.counter_window()

    def counter_window(self) -> None:
        if not (self.options["counter_burn"] and self.open_window(burn=True)):
            self.run()

    def run(self) -> None:
        """GJ-31."""
        burner, victim = self.burner, self.victim
        assert burner is not None
        assert victim is not None
        if self.only_threes(burner):
            self.standing, self.owner = "", -1
            self.put(burner, self.text(burner))
            self.burned()
        elif self.hands[burner]["x"] + self.hands[burner]["X"]:
            self.mode, self.turn, self.standing, self.owner, self.passed = "burn_lead", burner, "", -1, set()
        else:
            self.dead.append(burner)
            if not self.finish_if_over():
                self.give_lead(victim)

    def burned(self) -> None:
        """GJ-32."""
        burner = self.burner
        assert burner is not None
        self.out.append(burner)
        self.burn_dues.append({"kind": "burn", "from": self.victim, "to": burner, "cards": 2 ** (self.chain - 1)})
        if not self.finish_if_over():
            self.give_lead(burner)

    def stopped(self, seat: int, cards: str) -> None:
        """GJ-33."""
        burner = self.burner
        assert burner is not None
        self.put(seat, cards)
        if not self.hands[seat].total():
            self.out.append(seat)
        self.dead.append(burner)
        if not self.finish_if_over():
            self.give_lead(seat)

    # -- the end

    def third_by_revolt(self) -> bool:
        if not self.options["revolter_third"] or len(self.revolted) != 1 or len(self.out) < 2:
            return False
        return {seat % 2 for seat in self.out[:2]} == {next(iter(self.revolted)) % 2}

    def swept(self) -> int | None:
        first = self.out[:3]
        if len(first) == 3 and len(self.revolted) < 2 and len({seat % 2 for seat in first}) == 1:
            return first[0] % 2
        return self.out[0] % 2 if self.third_by_revolt() else None

    def finish_if_over(self) -> bool:
        if len(self.actives()) > 1 and self.swept() is None:
            return False
        self.mode, self.turn = None, -1
        return True

    def places(self) -> list[int]:
        left = self.actives()
        last = self.out[-1] if self.out else 0
        left.sort(key=lambda seat: (self.hands[seat].total(), (seat - last) % 6))
        order = [*self.out, *left, *reversed(self.dead)]
        if len(self.revolted) == 1:
            order.insert(2 if self.third_by_revolt() else 3, next(iter(self.revolted)))
        elif self.revolted:
            order[2:2] = sorted(self.revolted, key=lambda seat: (seat - self.first_leader) % 6)
        return order

    def stifled(self) -> list[tuple[int, int]]:
        return [(a, b) for a, b in self.blocked if self.active(a) and self.only_threes(a) and (a + b) % 2]

    def dues(self) -> list[dict[str, object]]:
        """GJ-41."""
        if not self.options["tribute"]:
            return []
        found: list[dict[str, object]] = []

        def owe(name: str, giver: int, receiver: int, cards: int) -> None:
            found.append({"kind": name, "from": giver, "to": receiver, "cards": cards})

        for number, (seat, by) in enumerate(self.stifled()):
            owe("stifle", seat, by, 2 if number == 0 and len(self.stifled()) > 1 else 1)
        for seat in range(3):
            pair = {seat, seat + 3}
            openers = pair & self.opened
            if len(openers) == 1:
                (opener,) = openers
                (other,) = pair - openers
                if other not in self.revolted:
                    owe("point", other, opener, 1)
                    bets = len(pair & self.challenged)
                    if bets:
                        owe("challenge", other, opener, 2 if bets == 1 else int(str(self.options["challenge_both"])))
            elif self.options["point_tie"] == "exchange" and not pair & self.revolted:
                owe("point", seat, seat + 3, 1)
                owe("point", seat + 3, seat, 1)
        found += self.burn_dues
        places = self.places()
        team = self.swept()
        if team is None:
            for giver, receiver, cards in ((places[5], places[0], 2), (places[4], places[1], 1)):
                if self.options["drop_within_team"] or (giver + receiver) % 2:
                    owe("drop", giver, receiver, cards)
        else:
            for seat in range(6):
                other = (seat + 3) % 6
                if seat % 2 != team and not {seat, other} & self.revolted:
                    owe("sweep", seat, other, 1)
        return found

    def facts(self) -> Mapping[str, object]:
        """The keys of ``expect`` that a play has."""
        over = self.mode is None
        seen = {"follow", "last_chance", "duel", "burn_offer", "burn_answer"}
        told: dict[str, object] = {
            "phase": "over" if over else "play", "mode": self.mode, "to_act": [] if over else [self.turn],
            "counts": [hand.total() for hand in self.hands], "finished": self.out, "dead": self.dead,
            "revolted": sorted(self.revolted), "opened": sorted(self.opened), "forfeited": sorted(self.forfeited),
            "passed": sorted(self.passed) if self.mode in seen else [], "yielded": None if over else self.yielded,
            "must_fours": None if over else self.fours, "burner": None if over else self.burner,
            "victim": None if over else self.victim, "entangled": not over and self.entangled(),
            "places": self.places() if over else None, "stifled": [seat for seat, _ in self.stifled()] if over else [],
        }  # fmt: skip
        if over:
            table = POINTS[str(self.options["scoring"])]
            told["points"] = [table[self.places().index(seat)] for seat in range(6)]
            told["due"] = self.dues()
            leads_next = {"head": self.places()[0], "last": self.places()[5], "rotate": (self.first_leader + 1) % 6}
            told["next_leader"] = leads_next[str(self.options["lead_next"])]
        return told
