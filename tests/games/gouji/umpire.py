"""The play of a round as the rule sheet words it (GJ-18 to GJ-37): a second, plain engine, with mutable state.

It was written from the sheet alone, shares nothing with the room but the notation, and knows no suits."""

from collections import Counter
from collections.abc import Iterator, Sequence

from tests.games.gouji.umpire_sets import Rules, kind, level, on, sets_of, tops, unbeatable

__all__ = ["Umpire", "across", "after"]


def across(seat: int) -> int:
    return (seat + 3) % 6


def after(seat: int) -> list[int]:
    """The other five, in turn order."""
    return [(seat + step) % 6 for step in range(1, 6)]


class Umpire:
    """One round's play. ``hands`` are texts of ranks; the lists are those of the notation's ``start``."""

    def __init__(self, rules: Rules, hands: Sequence[str], leader: int) -> None:
        self.rules = rules
        self.hands = [Counter(hand) for hand in hands]
        self.leader = leader
        self.phase = "play"
        self.mode: str | None = None
        self.turn: list[int] = []
        self.standing: tuple[int, str] | None = None
        self.barred: set[int] = set()
        self.yielder: int | None = None
        self.yielded_before: set[int] = set()
        self.finished: list[int] = []
        self.dead: list[int] = []
        self.revolted: list[int] = []
        self.opened: set[int] = set()
        self.forfeited: set[int] = set()
        self.challenged: set[int] = set()
        self.played: set[int] = set()
        self.must_fours: int | None = None
        self.burner: int | None = None
        self.victim: int | None = None
        self.chain = 0
        self.offers: list[int] = []
        self.before_the_answer = False
        """Whether the window that is open lies before the opposite's answer (GJ-28a)."""
        self.burn_dues: list[tuple[int, int, int]] = []
        self.watched: set[int] = set()
        self.blocked: dict[int, int] = {}

    # --- what can be asked of the position -------------------------------------------------------------------------
    def active(self, seat: int) -> bool:
        return seat not in self.finished and seat not in self.dead and seat not in self.revolted

    def actives(self) -> list[int]:
        return [seat for seat in range(6) if self.active(seat)]

    def entangled(self) -> bool:
        """GJ-27."""
        return self.phase == "play" and len(self.actives()) <= 4 and not self.opened

    def only_threes(self, seat: int) -> bool:
        return self.hands[seat].total() > 0 and self.hands[seat]["3"] == self.hands[seat].total()

    def legal(self, seat: int) -> set[str]:
        """All that this seat may do now, by rank."""
        return set(self._legal(seat)) if seat in self.turn else set()

    def _legal(self, seat: int) -> Iterator[str]:
        hand, old = self.hands[seat], self.standing[1] if self.standing else ""
        match self.mode:
            case "lead":
                fours = "4" * hand["4"]
                if self.must_fours == seat and self.rules["open_fours"] == "force":
                    yield f"play {fours}"
                else:
                    yield from (f"play {cards}" for cards in sets_of(hand))
            case "burn_lead":
                yield from (f"play {cards}" for cards in sets_of(hand) if self.burning(cards))
            case "burn_offer":
                yield "pass"
                if self.may_burn(seat):
                    better = (cards for cards in sets_of(hand) if tops(cards, old, self.rules))
                    yield from (f"burn {cards}" for cards in better if self.burning(cards))
            case _:
                yield "pass"
                if self.mode == "follow" and self.may_yield(seat):
                    yield "yield"
                for cards in sets_of(hand):
                    narrow = self.mode in ("duel", "revolt_try") and not level(cards, self.rules)
                    if not narrow and tops(cards, old, self.rules):
                        yield f"play {cards}"

    def burning(self, cards: str) -> bool:
        """GJ-29, GJ-31: a set with a joker."""
        return "x" in cards or "X" in cards

    def may_burn(self, seat: int) -> bool:
        """GJ-35, after the window has been offered."""
        return self.rules["burn_when"] != "after_open" or bool(self.opened) or not self.hands[seat]["4"]

    def may_yield(self, seat: int) -> bool:
        """GJ-22."""
        if self.standing is None or self.entangled() or seat in self.yielded_before:
            return False
        owner, cards = self.standing
        others = set(self.actives()) - self.barred - {seat, owner}
        return seat == across(owner) and not level(cards, self.rules) and bool(others)

    # --- acting ----------------------------------------------------------------------------------------------------
    def act(self, seat: int, text: str) -> None:
        """Do what ``legal`` lists."""
        verb, _, cards = text.partition(" ")
        match self.mode, verb:
            case "lead", "play":
                self._led(seat, cards)
            case (("follow" | "last_chance" | "duel"), "play"):
                self._laid(seat, cards)
            case "follow", "yield":
                self.yielder = seat
                self.yielded_before.add(seat)
                self._rotate(seat)
            case "follow", "pass":
                self.barred.add(seat)
                self._rotate(seat)
            case "last_chance", "pass":
                self.barred.add(seat)
                self._won()
            case "duel", "pass":
                self._duel_over()
            case "burn_offer", "burn":
                self._burned(seat, cards)
            case "burn_offer", "pass":
                self._offer()
            case "burn_lead", "play":
                self._put(seat, cards)
                self._run_set(seat)
            case "burn_answer", "play":
                self._stopped(seat, cards)
            case "burn_answer", "pass":
                self._counter_window()
            case "revolt_try", "play":
                self._put(seat, cards)
                self.gone_if_empty(seat)
                if not self.round_ends():
                    self.lead(self.leader)
            case "revolt_try", "pass":
                assert self.standing
                self.opened.add(self.standing[0])
                self.lead(self.leader)
            case _:
                raise AssertionError((self.mode, text))

    def begin(self) -> None:
        """The first lead, unless the position is one in which the round is over."""
        self.phase = "play"
        if not self.round_ends():
            self.lead(self.leader)

    def lead(self, seat: int) -> None:
        """A new sequence, led by this seat or the next active one (GJ-18, GJ-21); 3s lead themselves (GJ-5)."""
        self._clear()
        seat = seat if self.active(seat) else next(other for other in after(seat) if self.active(other))
        self.mode, self.turn = "lead", [seat]
        if self.only_threes(seat):
            self._led(seat, "3" * self.hands[seat]["3"])

    def _clear(self) -> None:
        self.standing = None
        self.barred.clear()
        self.yielder = None
        self.yielded_before.clear()

    def _led(self, seat: int, cards: str) -> None:
        if self.must_fours == seat and cards != "4" * self.hands[seat]["4"]:
            self.opened.discard(seat)
            self.forfeited.add(seat)
        self.must_fours = None
        self._laid(seat, cards)

    def _put(self, seat: int, cards: str) -> None:
        """Cards on the table: they stand, and block whoever they beat (GJ-36)."""
        if self.standing:
            beaten = self.standing[0]
            if beaten in self.watched and self.active(beaten) and beaten not in self.blocked:
                self.blocked[beaten] = seat
        self.hands[seat] -= Counter(cards)
        self.standing = (seat, cards)
        self.played.add(seat)
        if self.only_threes(seat):
            self.watched.add(seat)
        if self.yielder is not None:
            if self.yielder != seat:
                self.barred.add(self.yielder)
            self.yielder = None

    def gone_if_empty(self, seat: int) -> None:
        if not self.hands[seat].total():
            self.finished.append(seat)

    def _laid(self, seat: int, cards: str) -> None:
        """An ordinary set or one of a duel (GJ-19, GJ-20, GJ-23)."""
        self._put(seat, cards)
        self.gone_if_empty(seat)
        if self.round_ends():
            return
        if unbeatable(cards, self.rules):
            self._won()
        elif level(cards, self.rules) and self.active(across(seat)) and not self.entangled():
            self.before_the_answer = self.rules["burn_window"] == "before"
            if self.before_the_answer and on(self.rules, "burn") and self.active(seat):
                self._window(seat)
            else:
                self.mode, self.turn = "duel", [across(seat)]
        else:
            self._rotate(seat)

    def _rotate(self, seat: int) -> None:
        assert self.standing
        for other in [*after(seat), seat]:
            if self.active(other) and other not in self.barred and other not in (self.yielder, self.standing[0]):
                self.mode, self.turn = "follow", [other]
                return
        if self.yielder is not None:
            self.mode, self.turn = "last_chance", [self.yielder]
            return
        self._won()

    def _won(self) -> None:
        assert self.standing
        self.lead(self.standing[0])

    def _duel_over(self) -> None:
        assert self.standing
        winner, cards = self.standing
        fours = self.hands[winner]["4"] > 0
        if (
            kind(cards, self.rules) == "open"
            and winner not in self.opened | self.forfeited
            and (fours or on(self.rules, "natural_open"))
        ):
            self.opened.add(winner)
            self.must_fours = winner if fours else None
            self._won()
            return
        asked = on(self.rules, "burn") and self.active(winner) and not self.entangled()
        if not asked or self.rules["burn_window"] == "before":
            self._won()
            return
        self.before_the_answer = False
        self._window(winner)

    def _window(self, owner: int) -> None:
        """GJ-28, GJ-28a, GJ-34: who is asked, with the public restrictions of GJ-35."""
        self.offers = [seat for seat in ((owner + 1) % 6, (owner + 5) % 6) if self._asked(seat)]
        self._offer()

    def _asked(self, seat: int) -> bool:
        if not self.active(seat) or seat in self.barred:
            return False
        if self.rules["burn_when"] == "before_own_open" and any(one % 2 == seat % 2 for one in self.opened):
            return False
        return not on(self.rules, "burn_needs_play") or seat in self.played

    def _offer(self) -> None:
        if self.offers:
            self.mode, self.turn = "burn_offer", [self.offers.pop(0)]
        elif self.burner is None and self.before_the_answer:
            assert self.standing
            self.mode, self.turn = "duel", [across(self.standing[0])]
        elif self.burner is None:
            self._won()
        else:
            self._run_on()

    def _burned(self, seat: int, cards: str) -> None:
        """GJ-29, and GJ-34 if there is a burner already."""
        assert self.standing
        self.offers = []
        if self.burner is not None:
            self.dead.append(self.burner)
        self.victim, self.burner = self.standing[0], seat
        self.chain += 1
        self._put(seat, cards)
        self._run_set(seat)

    def _run_set(self, burner: int) -> None:
        """A set of the burner lies: success, a set that stands by itself, or a question to the opposite (GJ-30)."""
        assert self.standing
        if not self.hands[burner].total():
            self._success()
        elif self.round_ends():
            pass
        elif unbeatable(self.standing[1], self.rules):
            self._run_on()
        elif self.active(across(burner)):
            self.mode, self.turn = "burn_answer", [across(burner)]
        else:
            self._counter_window()

    def _counter_window(self) -> None:
        assert self.burner is not None
        if on(self.rules, "counter_burn"):
            self._window(self.burner)
        else:
            self._run_on()

    def _run_on(self) -> None:
        """GJ-31."""
        burner = self.burner
        assert burner is not None
        self._clear()
        hand = self.hands[burner]
        if self.only_threes(burner):
            self._put(burner, "3" * hand["3"])
            self._success()
        elif hand["x"] + hand["X"]:
            self.mode, self.turn = "burn_lead", [burner]
        else:
            victim = self.victim
            assert victim is not None
            self.dead.append(burner)
            self._burn_over()
            if not self.round_ends():
                self.lead(victim)

    def _burn_over(self) -> None:
        self.burner = self.victim = None
        self.chain = 0

    def _success(self) -> None:
        """GJ-32."""
        burner, victim = self.burner, self.victim
        assert burner is not None
        assert victim is not None
        self.finished.append(burner)
        self.burn_dues.append((victim, burner, 2 ** (self.chain - 1)))
        self._burn_over()
        if not self.round_ends():
            self.lead(burner)

    def _stopped(self, seat: int, cards: str) -> None:
        """GJ-33: an answer has beaten the burner's set."""
        assert self.burner is not None
        self._put(seat, cards)
        self.dead.append(self.burner)
        self._burn_over()
        self.gone_if_empty(seat)
        if not self.round_ends():
            self._won()

    # --- the end ---------------------------------------------------------------------------------------------------
    def third(self) -> bool:
        """GJ-14a."""
        if not on(self.rules, "revolter_third") or len(self.revolted) != 1:
            return False
        lone = self.revolted[0]
        return set(self.finished[:2]) == {(lone + 2) % 6, (lone + 4) % 6}

    def swept(self) -> int | None:
        """The team that has swept the table (GJ-37)."""
        if self.third():
            return self.revolted[0] % 2
        first = self.finished[:3]
        if len(first) == 3 and len({seat % 2 for seat in first}) == 1 and len(self.revolted) < 2:
            return first[0] % 2
        return None

    def round_ends(self) -> bool:
        """GJ-37; what then counts is the match's business."""
        if self.swept() is None and len(self.actives()) > 1:
            return False
        self.phase, self.mode, self.turn = "over", None, []
        return True
