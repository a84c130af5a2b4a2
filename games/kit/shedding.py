"""A whole game of beating or passing with the usual course and ending: all cards are dealt, the holder of one card leads,
and with the first empty hand the others pay for what they hold. A game says what its cards are (``Combinations``), the
numbers of its sheet, and what it has of its own."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import islice
from types import MappingProxyType
from typing import Any, ClassVar, Final

from games.base.actions import Action, Pass, Pattern, Play
from games.base.cards import Card, Cards, make_card, rank_counts, rank_of
from games.base.errors import IllegalAction
from games.base.events import Event
from games.base.options import Options
from games.base.round import Awaited, Carry, Deal, Dice, Json, Level, Recognised, RoundResult, Step
from games.base.view import CommonFacts, GameView, OwnFacts, View
from games.base.words import PASS, PLAY
from games.kit import phases
from games.kit.climb import Climb, Climbing, ClimbRules, StandingPlay, counted, to_beat
from games.kit.combinations import Combinations
from games.kit.door import ClimbingDoor, Common
from games.kit.match import CountedMatch, added, dealt, ended, hands_left, in_turn
from games.kit.position import ImpossiblePosition, finished, hands_of, numbers, one_of
from games.kit.position import seat as seat_key
from games.kit.queries import Queries

__all__ = ["No", "Over", "Playing", "PublicFacts", "Shedding", "SheddingView", "State"]

_SUGGESTED: Final = 12
_KEYS: Final = ("phase", "leader", "opening", "plays", "finished")


class No(StrEnum):
    """Reasons for a refusal."""

    MUST_BEAT = "must_beat"
    OPENING = "opening"


class Playing(Climbing[Any]):
    """Tricks. ``opening``: the next lead is the first of the round. ``plays`` are by seat."""

    opening: bool
    plays: tuple[int, ...]


class Over(phases.Ended[Playing, CountedMatch]):
    """A round that a seat has ended by playing its last card."""


State = Playing | Over


class PublicFacts(CommonFacts):
    """The keys of ``expect``. ``opening``: the next lead is the first. ``plays``: by seat. ``barred``: who has passed in this
    trick, where that binds. ``deals``: finished rounds of the match."""

    opening: bool
    plays: tuple[int, ...]
    barred: tuple[int, ...]
    deals: int


SheddingView = GameView[PublicFacts, OwnFacts]  # A view of such a game


class Shedding(ClimbingDoor[State]):
    """The contract, spoken for a game that says, besides what every door says, ``house`` (a dataclass with ``deals`` and
    ``target``), ``course``, ``combinations``, and what those who hold cards have ``paid`` in the end."""

    house: type[Any]
    course: ClassVar[ClimbRules]
    combinations: Combinations[Any, Any]
    first: Card = make_card(0)  # Who holds it leads the round
    opens_by: str = ""  # The rule by which the first lead holds some cards
    ends_by: str = ""  # The rules by which a round ends, and a match
    match_by: str = ""
    feats: Mapping[str, tuple[str, ...]] = MappingProxyType({})  # Which kinds count for which deed of statistics
    words = (PLAY, PASS)
    samples: Mapping[str, str] = MappingProxyType({"": "play 7 7"})

    def __init__(self) -> None:
        self.tricks = _Tricks(self)
        self.phases = {Playing: self.tricks}

    def query(self, query: Mapping[str, Json]) -> Json:
        return _Queries(self)(query)

    # --- what a game says ----------------------------------------------------------------------------------------------
    def opens(self, cards: Cards) -> bool:
        """Whether the round may be opened with these cards: they hold the first one, unless a game says otherwise."""
        return self.first in cards

    def may_pass(self, rules: Any, *, can_beat: bool) -> bool:
        """Whether a seat that is to follow may pass: always, unless a game says otherwise."""
        return True

    def binds(self, rules: Any) -> bool:
        """Whether who has passed is out of the trick: no, unless a game says otherwise."""
        return False

    def paid(self, state: Playing, seat: int) -> int:
        """What a seat pays to the one that is out."""
        raise NotImplementedError

    # --- what follows from it --------------------------------------------------------------------------------------------
    def deal(self, options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
        hands = in_turn(dice.shuffled(self.cards), players)
        leader = next((seat for seat, hand in enumerate(hands) if self.first in hand), 0)
        follows = CountedMatch.of(carry, players).deals > 0
        return Deal(hands, keys={"leader": leader, "opening": True}, follows=follows)

    def start(self, options: Options, deal: Deal, carry: Carry) -> Step[State]:
        """Begin a round, fresh or set up; ``ImpossiblePosition`` if it cannot be."""
        keys, seats, rules = deal.keys, len(deal.hands), self.rules_of(options)
        if seats not in self.seats:
            raise ImpossiblePosition("hands", seats, f"{self.seats[0]} to {self.seats[-1]} hands")
        before = CountedMatch.of(carry, seats)
        before.verify_open(rules, self.match_by)
        hands = hands_of(deal, _KEYS, seats, self.cards)
        one_of(keys, "phase", ("play",), "play")
        if finished(keys, hands):
            raise ImpossiblePosition("hands", "", f"cards in every hand: the first empty one ends it ({self.ends_by})")
        leader, opening = seat_key(keys, "leader", seats), keys.get("opening", False)
        if not isinstance(opening, bool) or (opening and not any(self.opens((card,)) for card in hands[leader])):
            raise ImpossiblePosition("opening", opening, f"true only where the leader can open ({self.opens_by})")
        plays = numbers(keys, "plays", (0,) * seats, 0)
        setting = phases.Setting(options, rules, before)
        state = Playing(hands=hands, turn=leader, setting=setting, opening=opening, plays=plays)
        return Step(state, tuple(dealt(hands)))

    def public_facts(self, state: State, common: Common) -> PublicFacts:
        last, match = (state.last, state.after) if isinstance(state, Over) else (state, state.setting.before)
        return PublicFacts(**common, opening=last.opening, plays=last.plays, barred=last.barred, deals=match.deals)

    def awaited(self, state: State) -> tuple[Awaited, ...]:
        """The one seat that may act. Who has to beat cannot promise a pass in advance."""
        if isinstance(state, Playing) and not self.may_pass(state.setting.rules, can_beat=True):
            return (Awaited(state.turn, "lead" if state.standing is None else "follow"),)
        return super().awaited(state)

    def settled(self, state: Over) -> RoundResult:
        """The result: who is out has won; plays are counted by kind as the game says."""
        (out,), acts = state.finished, state.history.acts()
        feats = [
            {"first_out": int(seat == out)}
            | {feat: sum(act.seat == seat and act.kind in kinds for act in acts) for feat, kinds in self.feats.items()}
            for seat in range(len(state.hands))
        ]
        return RoundResult(state.points, (out,), state.after.carry(), winner=state.winner, feats=tuple(feats))

    def suggested(self, state: Playing) -> Iterator[Action]:
        """The lowest play of each kind and rank, those first that keep equal cards together."""
        found: dict[tuple[str, str], Action] = {}
        for action in self.legal(state, state.turn):
            kind = self.tricks.recognise(state, state.turn, getattr(action, "cards", ()))
            found.setdefault((kind.kind or "", kind.rank or ""), action)
        held = rank_counts(state.hands[state.turn])
        return islice(sorted(found.values(), key=lambda action: _torn(held, getattr(action, "cards", ()))), _SUGGESTED)

    def fallback(self, state: State, seat: int) -> Action:
        """A pass where one may pass, else the first play that is listed."""
        may = isinstance(state, Playing) and state.standing is not None
        return Pass() if may and Pass() in self.legal(state, seat) else next(self.legal(state, seat))

    def think(self, view: View, level: Level, dice: Dice) -> Action:
        """Lead many low cards at once and answer with the lowest of the same kind; ``easy`` does anything. From a view alone."""
        rules, stands, hand = self.rules_of(view.options), view.standing, view.hand or ()
        known = () if stands is None else self.combinations.readings(stands.cards, rules)
        standing = next((one for one in known if stands is not None and one.kind == stands.kind), None)
        found = list(self.combinations.plays(hand, standing, rules))
        if standing is None and view.public.opening:
            found = [cards for cards in found if self.opens(cards)]
        if not found:
            return Pass()
        if level == "easy":
            return Play(found[dice.below(len(found))])
        held = rank_counts(hand)
        return Play(
            min(
                found,
                key=lambda cards: sum(map(rank_of, cards)) // len(cards) + 4 * _torn(held, cards) - 3 * len(cards),
            )
        )


def _torn(held: Sequence[int], cards: Cards) -> int:
    """How many sets of equal cards a play takes apart."""
    return sum(0 < used < had for used, had in zip(rank_counts(cards), held, strict=True))


class _Tricks(Climb[Playing, Over]):
    """The tricks of such a game."""

    def __init__(self, game: Shedding) -> None:
        self._game = game
        self.rules, self.combinations = game.course, game.combinations  # type: ignore[misc]  # the game's own

    def check(self, state: Playing, seat: int, action: Action) -> None:
        """Refuse also a pass of a seat that has to beat, and a first lead that does not open."""
        super().check(state, seat, action)
        if isinstance(action, Pass) and not self._may_pass(state):
            raise IllegalAction(No.MUST_BEAT, self.rules.lead)
        if isinstance(action, Play) and state.opening and not self._game.opens(action.cards):
            raise IllegalAction(No.OPENING, self._game.opens_by)

    def _may_pass(self, state: Playing) -> bool:
        rules = state.setting.rules
        return self._game.may_pass(rules, can_beat=False) and (
            self._game.may_pass(rules, can_beat=True) or not any(True for _ in self._plays(state))
        )

    def _plays(self, state: Playing) -> Iterable[Cards]:
        plays = self.combinations.plays(state.hands[state.turn], to_beat(state), state.setting.rules)
        return filter(self._game.opens, plays) if state.opening else plays

    def legal(self, state: Playing, seat: int) -> Iterator[Action]:
        yield from map(Play, self._plays(state))
        if state.standing is not None and self._may_pass(state):
            yield Pass()

    def recognise(self, state: Any, seat: int, cards: Cards) -> Recognised:
        """As anywhere; but what does not open may not be a first lead."""
        found = super().recognise(state, seat, cards)
        opens = isinstance(state, Playing) and state.opening and state.turn == seat
        return Recognised(found.action, found.kind, found.rank) if opens and not self._game.opens(cards) else found

    def changes(
        self, state: Playing, play: StandingPlay[Any], hands: tuple[Cards, ...], events: list[Event]
    ) -> dict[str, Any]:
        return {"opening": False, "plays": counted(state.plays, play.seat)}

    def must_pass(self, state: Playing) -> bool:
        """Never: who cannot beat says so by passing."""
        return False

    def pass_binds(self, state: Playing) -> bool:
        return self._game.binds(state.setting.rules)

    def lowest_lead(self, state: Playing) -> Action:
        return next(self.legal(state, state.turn))

    def settle(self, state: Playing) -> tuple[Over, list[Event]]:
        """End the round: every other seat pays the one that is out, and what is left is shown."""
        (out,), before = state.finished, state.setting.before
        paid = [0 if seat == out else self._game.paid(state, seat) for seat in range(len(state.hands))]
        points = tuple(sum(paid) if seat == out else -less for seat, less in enumerate(paid))
        after = CountedMatch(added(before.scores, points), before.deals + 1)
        over = Over(last=state, points=points, after=after, winner=after.winner(state.setting.rules))
        return over, [*hands_left(state.hands), *ended(points, over.winner)]


class _Queries(Queries[Any, Any]):
    def __init__(self, game: Shedding) -> None:
        super().__init__(game.combinations, game.option_set, game.rules_of, lambda options: game.cards)
        self._game = game

    def may_pass(self, patterns: Sequence[Pattern], standing: Any, rules: Any, *, can_play: bool) -> bool:
        return standing is not None and self._game.may_pass(rules, can_beat=can_play)
