"""The rules once more, mutable and in numbers: a fast round for self-play, learning and search.

Where the rules make a new state with its history for every deed, a fast round counts each hand by rank and keeps sets
of seats as bits. It begins with the deal, and asks whom the rules ask, for the same things: tributes, purchases,
declarations, the play, burns; an action is a number of ``twin.numbers``. Both engines have the same legal actions (but
that more than four cards are returned here one by one), automatic plays, places and points for the options of every
preset; tests play rounds through the two side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.base.cards import Cards, rank_counts
from games.gouji.options import HouseRules
from games.gouji.state import Due
from games.gouji.twin import ending, opening
from games.gouji.twin.modes import ANSWER, DUEL, FOLLOW, LAST, LEAD, OFFER, OPPOSITE, OVER, RUN, TRY, TURN_AFTER, WHYS
from games.gouji.twin.numbers import BASE, BIG, BURN, NATURAL, PASS, PLAY, SIZE, SMALL, TWOS, YIELD
from games.gouji.twin.tables import leads, tables

__all__ = ["FastRound"]

_SEATS: Final = 6
_TEAMS: Final = (0b010101, 0b101010)


class FastRound:
    """A round from the deal to its end, or from a position to its end. Actions given to ``step`` must be among the
    legal ones: nothing is checked here. Read the attributes freely, change them through ``step`` alone. Sets of seats
    are bits: seat s is ``1 << s``. A seat of -1 is nobody."""

    __slots__ = (
        "active", "asked", "barred", "blocked", "burn_dues", "burner", "chain", "challenged", "chosen", "dead", "deeds", "due",
        "duel_follows", "finished", "forfeited", "given", "hands", "leader", "left", "mode", "must_fours", "opened", "owner",
        "played", "revolted", "rules", "said", "standing", "stopped", "tables", "tried", "turn", "victim", "void",
        "waiting", "yielded", "yielder",
    )  # fmt: skip

    def __init__(
        self,
        rules: HouseRules,
        hands: Sequence[Sequence[int]],
        leader: int,
        *,
        due: Sequence[Due] = (),
        told: bool = False,
        begin: bool = True,
    ) -> None:
        """Take hands counted by rank, and what is still due from the round before. ``told``: keep ``deeds``; without ``begin``
        nothing is asked yet (``twin.position`` goes on from there)."""
        self.rules, self.tables = rules, tables(rules.sets)
        self.hands = [list(hand) for hand in hands]
        """By seat and by rank."""
        self.left = [sum(hand) for hand in hands]
        """By seat: cards in hand."""
        self.leader = leader
        self.active = sum(1 << seat for seat in range(_SEATS) if self.left[seat])
        """Who takes part: neither out nor dead nor revolted."""
        self.finished = [seat for seat in range(_SEATS) if not self.left[seat]]
        self.dead: list[int] = []
        self.revolted = self.opened = self.forfeited = self.challenged = self.played = 0
        self.must_fours = -1
        self.blocked: list[tuple[int, int]] = []
        self.burn_dues: list[tuple[int, int, int]] = []
        """(victim, burner, cards)."""
        self.stopped: list[int] = []
        self.mode, self.turn = OVER, -1
        self.asked = 0
        """Who has not answered yet, where several answer."""
        self.said: list[tuple[int, int]] = []
        """(seat, action): hidden answers."""
        self.tried: tuple[int, int] | None = None
        """The revolter and the play of its try (GJ-16)."""
        self.due: tuple[Due, ...] = ()
        """What is still to be settled; the first is what the ranks in ``given`` were paid for."""
        self.given: tuple[int, ...] = ()
        self.chosen: tuple[int, ...] = ()
        """The ranks chosen so far, where more cards are returned than have a number together."""
        self.standing, self.owner = 0, -1
        """The play that stands, by number, and whose it is."""
        self.barred = self.yielded = 0
        self.yielder = -1
        self.burner = self.victim = -1
        self.chain = 0
        self.waiting: tuple[int, ...] = ()
        """Who is asked for a burn after ``turn``."""
        self.duel_follows = False
        self.void = False
        self.deeds: list[tuple[str, int, int, int]] | None = [] if told else None
        """(verb, seat, number, another seat), where they are kept; numbers of tributes are indices in ``DUE_KINDS``, of returns
        counts by rank, six bits each."""
        if begin:
            opening.begin_tributes(self, tuple(sorted(due, key=lambda one: one.order)) if rules.tribute else ())

    @staticmethod
    def dealt(rules: HouseRules, hands: Sequence[Cards], leader: int, *, due: Sequence[Due] = ()) -> FastRound:
        return FastRound(rules, [rank_counts(hand) for hand in hands], leader, due=due)

    # -- what is asked
    @property
    def is_over(self) -> bool:
        return self.mode == OVER

    @property
    def entangled(self) -> bool:
        """Four-house entanglement (GJ-27)."""
        return not self.opened and self.active.bit_count() <= 4

    @property
    def why(self) -> str:
        """What ``turn`` is asked, as the rules call it."""
        return "yield" if self.mode == FOLLOW and self.may_yield() else WHYS[self.mode]

    def may_yield(self) -> bool:
        """Whether the seat to follow may yield (GJ-22)."""
        seat = self.turn
        if seat != OPPOSITE[self.owner] or self.yielded >> seat & 1 or self.tables.gouji[self.standing]:
            return False
        if not self.opened and self.active.bit_count() <= 4:
            return False
        return bool(self.active & ~self.barred & ~(1 << seat) & ~(1 << self.owner))

    def legal(self) -> list[int]:
        mode, hand = self.mode, self.hands[self.turn]
        if mode == FOLLOW:
            plays = self.tables.answers(hand, self.standing)
            plays.append(PASS)
            if self.may_yield():
                plays.append(YIELD)
            return plays
        if mode == LEAD:
            if self.must_fours == self.turn and self.rules.open_fours == "force":
                return [opening.fours_lead(hand[1])]
            return leads(hand)
        if mode == OFFER:
            if self.burn_too_early():
                return [PASS]
            joker = (
                [play + BURN - PLAY for play in self.tables.answers(hand, self.standing) if SMALL[play] or BIG[play]]
                if hand[13] or hand[14]
                else []
            )
            return [*joker, PASS]
        if mode in (DUEL, TRY):
            gouji = self.tables.gouji
            return [*(play for play in self.tables.answers(hand, self.standing) if gouji[play]), PASS]
        if mode in (LAST, ANSWER):
            return [*self.tables.answers(hand, self.standing), PASS]
        if mode == RUN:
            return [play for play in leads(hand) if SMALL[play] or BIG[play]]
        return opening.legal(self)

    def burn_too_early(self) -> bool:
        """Whether who is asked for a burn has to wait for somebody's opening (GJ-35)."""
        return self.rules.burn_when == "after_open" and not self.opened and self.hands[self.turn][1] > 0

    # -- what is done
    def step(self, number: int, seat: int | None = None) -> None:
        """Carry out a legal action with all that follows by itself; of ``seat`` where several are asked, else of ``turn``."""
        mode = self.mode
        if mode == FOLLOW:
            seat = self.turn
            if number == PASS:
                self.tell("pass", seat)
                self.barred |= 1 << seat
                self._rotate(seat)
            elif number == YIELD:
                self.tell("yield", seat)
                self.yielder = seat
                self.yielded |= 1 << seat
                self._rotate(seat)
            else:
                self._lay_on(number)
        elif mode == LEAD:
            self._lay_lead(number)
        elif mode in (DUEL, LAST):
            if number != PASS:
                self._lay_on(number)
                return
            self.tell("pass", self.turn)
            if mode == LAST:
                self.lead_falls_to(self.owner)
            else:
                self._duel_passed()
        elif mode == OFFER:
            self._offered(number)
        elif mode == ANSWER:
            if number == PASS:
                self.tell("pass", self.turn)
                self._unanswered()
            else:
                self._stop(number)
        elif mode == RUN:
            self._lay(number, lead=True)
            self._burned()
        else:
            opening.step(self, number, self.turn if seat is None else seat)

    def _lay(self, number: int, *, lead: bool, verb: str = "play") -> None:
        """Move a set from the hand to the table; who is left with 3s is blocked by whoever beats its last set (GJ-36)."""
        seat = self.turn
        self.take(seat, number, lead=lead, verb=verb)
        if not lead:
            owner = self.owner
            threes = self.hands[owner][0]
            if threes and threes == self.left[owner] and self.active >> owner & 1:
                self.blocked.append((owner, seat))
        self.standing, self.owner = number, seat

    def take(self, seat: int, number: int, *, lead: bool, verb: str = "play") -> None:
        """Take the cards of a set out of a hand."""
        self.tell(verb, seat, number, -2 if lead else -1)
        hand, natural = self.hands[seat], NATURAL[number]
        if natural:
            hand[BASE[number]] -= natural
        hand[12] -= TWOS[number]
        hand[13] -= SMALL[number]
        hand[14] -= BIG[number]
        self.left[seat] -= SIZE[number]
        self.played |= 1 << seat

    def tell(self, verb: str, seat: int, number: int = 0, other: int = -1) -> None:
        """Keep a deed, where they are kept."""
        if self.deeds is not None:
            self.deeds.append((verb, seat, number, other))

    def goes_out(self, seat: int) -> bool:
        """Put out a seat whose hand is empty; tell whether that ends the round."""
        self.finished.append(seat)
        self.active &= ~(1 << seat)
        if self.ends():
            self.end()
            return True
        return False

    def end(self) -> None:
        self._let_nothing_stand()
        self.burner = self.victim = self.must_fours = -1
        self.chain = 0
        self.mode, self.turn = OVER, -1

    def _let_nothing_stand(self) -> None:
        self.standing, self.owner = 0, -1
        self.barred = self.yielded = 0
        self.yielder = -1

    def ends(self) -> bool:
        """Whether the round is over (GJ-37)."""
        return self.active & (self.active - 1) == 0 or ending.sweeping_team(self) is not None

    def _lay_lead(self, number: int) -> None:
        seat = self.turn
        if self.must_fours >= 0:
            if BASE[number] != 1 or NATURAL[number] != SIZE[number] or SIZE[number] != self.hands[seat][1]:
                self.opened &= ~(1 << seat)
                self.forfeited |= 1 << seat
            self.must_fours = -1
        self._lay(number, lead=True)
        if not self.left[seat] and self.goes_out(seat):
            return
        self._stands()

    def _lay_on(self, number: int) -> None:
        seat, yielder = self.turn, self.yielder
        if yielder >= 0:
            if yielder != seat:
                self.barred |= 1 << yielder
            self.yielder = -1
        self._lay(number, lead=False)
        if not self.left[seat] and self.goes_out(seat):
            return
        self._stands()

    def _stands(self) -> None:
        """Decide what follows a set that was laid outside a burn (GJ-8, GJ-19, GJ-23)."""
        number, owner, kinds = self.standing, self.owner, self.tables
        if kinds.unbeatable[number]:
            self.lead_falls_to(owner)
        elif (
            kinds.gouji[number] and self.active >> OPPOSITE[owner] & 1 and (self.opened or self.active.bit_count() > 4)
        ):
            asked = self._window() if self.rules.burn_window == "before" else ()
            if asked:
                self._offer(asked, duel_follows=True)
            else:
                self.mode, self.turn = DUEL, OPPOSITE[owner]
        else:
            self._rotate(owner)

    def _rotate(self, seat: int) -> None:
        yielder = self.yielder
        waits = self.active & ~self.barred & ~(1 << self.owner)
        if yielder >= 0:
            waits &= ~(1 << yielder)
        if waits:
            self.mode, self.turn = FOLLOW, TURN_AFTER[seat][waits]
        elif yielder >= 0:
            self.mode, self.turn = LAST, yielder
        else:
            self.lead_falls_to(self.owner)

    def lead_falls_to(self, seat: int) -> None:
        """Let a seat lead, or the next that takes part; a hand of 3s goes by itself (GJ-5, GJ-21)."""
        if not self.active >> seat & 1:
            seat = TURN_AFTER[seat][self.active]
        self.mode, self.turn = LEAD, seat
        self._let_nothing_stand()
        self.burner = self.victim = -1
        self.chain = 0
        threes = self.hands[seat][0]
        if threes and threes == self.left[seat]:
            self._lay_lead(PLAY + threes - 1)

    def _duel_passed(self) -> None:
        """Open the point (GJ-25), or ask for burns (GJ-28) unless that was done before the answer (GJ-28a)."""
        owner = self.owner
        if self.opens():
            self.opened |= 1 << owner
            self.must_fours = owner if self.hands[owner][1] else -1
            self.lead_falls_to(owner)
            return
        asked = self._window() if self.rules.burn_window == "after" else ()
        if asked:
            self._offer(asked)
        else:
            self.lead_falls_to(owner)

    def opens(self) -> bool:
        """Whether the standing set opens the point if the opposite passes now (GJ-25)."""
        owner = self.owner
        if not self.tables.open[self.standing] or (self.opened | self.forfeited) >> owner & 1:
            return False
        return self.rules.natural_open or self.hands[owner][1] > 0

    # -- burns
    def _window(self) -> tuple[int, ...]:
        return self.may_be_asked() if self.rules.burn and self.active >> self.owner & 1 else ()

    def may_be_asked(self) -> tuple[int, ...]:
        """List the two other opponents of the standing set's owner, as far as they are asked for a burn (GJ-28, GJ-35)."""
        rules, owner = self.rules, self.owner
        seats = self.active & ~self.barred
        if rules.burn_needs_play:
            seats &= self.played
        if rules.burn_when == "before_own_open":
            for team in _TEAMS:
                if self.opened & team:
                    seats &= ~team
        return tuple(seat for seat in ((owner + 1) % _SEATS, (owner + 5) % _SEATS) if seats >> seat & 1)

    def _offer(self, asked: tuple[int, ...], *, duel_follows: bool = False) -> None:
        self.mode, self.turn, self.waiting = OFFER, asked[0], asked[1:]
        self.duel_follows = duel_follows

    def _offered(self, number: int) -> None:
        if number != PASS:
            self._burn(number - BURN + PLAY)
            return
        self.tell("pass", self.turn, 1)
        if self.waiting:
            self.turn, self.waiting = self.waiting[0], self.waiting[1:]
        elif self.duel_follows:
            self.mode, self.turn = DUEL, OPPOSITE[self.owner]
            self.duel_follows = False
        elif self.burner < 0:
            self.lead_falls_to(self.owner)
        else:
            self._run_on()

    def _burn(self, number: int) -> None:
        before, seat = self.burner, self.turn
        self.victim, self.burner = self.owner, seat
        self.chain = 1 if before < 0 else self.chain + 1
        self.waiting, self.duel_follows = (), False
        self._lay(number, lead=False, verb="burn")
        if before >= 0:
            self._dies(before)
            if self.left[seat] and self.ends():
                self.end()
                return
        self._burned()

    def _burned(self) -> None:
        """Decide what follows a set of the burner (GJ-30)."""
        burner = self.burner
        if not self.left[burner]:
            self._succeeds()
        elif self.tables.unbeatable[self.standing]:
            self._run_on()
        elif self.active >> OPPOSITE[burner] & 1:
            self.mode, self.turn = ANSWER, OPPOSITE[burner]
        else:
            self._unanswered()

    def _unanswered(self) -> None:
        asked = self.may_be_asked() if self.rules.counter_burn else ()
        if asked:
            self._offer(asked)
        else:
            self._run_on()

    def _run_on(self) -> None:
        """Let the burner lead again, its last 3s by themselves; without a joker the burn has failed (GJ-31)."""
        burner = self.burner
        hand = self.hands[burner]
        self.mode, self.turn = RUN, burner
        self._let_nothing_stand()
        if hand[0] and hand[0] == self.left[burner]:
            self._lay(PLAY + hand[0] - 1, lead=True)
            self._succeeds()
        elif not hand[13] and not hand[14]:
            self._dies(burner)
            if self.ends():
                self.end()
            else:
                self.lead_falls_to(self.victim)

    def _succeeds(self) -> None:
        burner = self.burner
        self.burn_dues.append((self.victim, burner, 2 ** (self.chain - 1)))
        if not self.goes_out(burner):
            self.lead_falls_to(burner)

    def _dies(self, seat: int) -> None:
        self.dead.append(seat)
        self.active &= ~(1 << seat)

    def _stop(self, number: int) -> None:
        """Beat the burner's set: the burner is dead, who beat it leads (GJ-33)."""
        seat, burner = self.turn, self.burner
        self._lay(number, lead=False)
        if not self.left[seat]:
            self.finished.append(seat)
            self.active &= ~(1 << seat)
        self._dies(burner)
        self.stopped.append(seat)
        if self.ends():
            self.end()
        else:
            self.lead_falls_to(seat)

    # -- the end
    def places(self) -> tuple[int, ...]:
        """The seats, first place to sixth (GJ-38); as if the round ended now, if it has not."""
        return ending.places(self)

    def points(self) -> tuple[float, ...]:
        """Return by seat the points of its team in the round (GJ-39)."""
        ours, theirs = ending.team_points(self)
        return (ours, theirs) * 3
