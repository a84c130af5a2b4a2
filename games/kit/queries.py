"""The queries of scenario files: ``kind_of``, ``beats``, and ``hand`` with ``to_beat``, answered from a game's combinations."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

from games.base.actions import Pattern
from games.base.cards import Cards, ranks_text, sort_cards
from games.base.errors import NotationError
from games.base.notation import place, read_cards
from games.base.options import Options, OptionSet
from games.base.round import Json
from games.kit.combinations import Combinations, Taken
from games.kit.position import ImpossiblePosition, known_keys, listed

__all__ = ["Queries", "asked_of", "pair_of", "patterns_of"]

R = TypeVar("R", bound=Taken)
C = TypeVar("C")


def asked_of(
    query: Mapping[str, Json], keys: Mapping[str, tuple[str, ...]], options: OptionSet
) -> tuple[str, Mapping[str, Any]]:
    """Which of the questions in ``keys`` is put, each with the keys that may stand beside it, and the complete options."""
    asked = [key for key in keys if key in query]
    if len(asked) != 1:
        raise ImpossiblePosition("query", ", ".join(asked) or "nothing", "one of " + ", ".join(keys))
    known_keys(query, (asked[0], "options", *keys[asked[0]]))
    given = query.get("options", {})
    if not isinstance(given, Mapping):
        raise ImpossiblePosition("options", given, "an object")
    return asked[0], options.complete(given)


def pair_of(query: Mapping[str, Json]) -> tuple[Json, Json]:
    """The two sides of ``beats``."""
    pair = query["beats"]
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        raise ImpossiblePosition("beats", pair, "two sets of cards")
    return pair[0], pair[1]


def patterns_of(key: str, text: Json) -> tuple[Pattern, ...]:
    """The cards under a key as they are written."""
    if not isinstance(text, str):
        raise ImpossiblePosition(key, text, "cards in notation")
    return read_cards(text)


class Queries(Generic[R, C]):
    """Answers for one game. ``new_as`` and ``standing_as`` are the keys, if any, that name the reading of the cards asked about
    and of those to be beaten; ``also`` may stand in every query. What ``kinds`` holds may name what stands in ``beats`` even if
    it cannot be that; then nothing beats it."""

    new_as = ""
    standing_as = ""
    also: tuple[str, ...] = ()
    kinds: Collection[str] = ()

    def __init__(
        self, known: Combinations[R, C], options: OptionSet, rules: Callable[[Options], Any], pack: Callable[[Options], Cards]
    ) -> None:  # fmt: skip
        self.known: Final = known
        self._options, self._rules, self._pack = options, rules, pack

    # --- what a game may say -----------------------------------------------------------------------------------------
    def combos(self, rules: Any, query: Mapping[str, Json]) -> C:
        """What combinations depend on under these house rules."""
        return rules  # type: ignore[no-any-return]  # the house rules themselves

    def cards(self, patterns: Sequence[Pattern], pack: Cards, rules: C) -> Cards | None:
        """The cards of one play, ``None`` if the pack does not have them all."""
        try:
            return sort_cards(place([patterns], pack)[0])
        except NotationError:
            return None

    def plays(self, patterns: Sequence[Pattern], standing: R | None, pack: Cards, rules: C) -> list[str] | None:
        """The plays of a hand by rank, ``None`` if the pack does not have the hand."""
        hand = self.cards(patterns, pack, rules)
        return None if hand is None else [*map(ranks_text, listed(self.known.plays(hand, standing, rules)))]

    def may_pass(self, patterns: Sequence[Pattern], standing: R | None, rules: C, *, can_play: bool) -> bool:
        """Whether a pass is among the plays of a hand."""
        return standing is not None

    # --- what follows from it ----------------------------------------------------------------------------------------
    def __call__(self, query: Mapping[str, Json]) -> Json:
        """The answer to a query; ``NotationError`` if it cannot be understood."""
        new, standing = ((key,) if key else () for key in (self.new_as, self.standing_as))
        keys = {"kind_of": new, "beats": (*new, *standing), "hand": ("to_beat", *standing)}
        asked, options = asked_of(query, {key: (*with_it, *self.also) for key, with_it in keys.items()}, self._options)
        rules, pack = self.combos(self._rules(options), query), self._pack(options)
        if asked == "kind_of":
            found = self._meant("kind_of", query["kind_of"], self.new_as, query, pack, rules)
            return found[0].kind.value if found else None
        if asked == "beats":
            one, other = pair_of(query)
            challenger = self._meant("beats", one, self.new_as, query, pack, rules)
            to_beat = self._meant("beats", other, self.standing_as, query, pack, rules)
            return bool(to_beat) and any(self.known.beats(reading, to_beat[0], rules) for reading in challenger)
        laid = self._standing(query, pack, rules)
        patterns = patterns_of("hand", query["hand"])
        plays = self.plays(patterns, laid, pack, rules)
        if plays is None:
            raise ImpossiblePosition("hand", query["hand"], "no more of a card than the pack has")
        return [*plays, "pass"] if self.may_pass(patterns, laid, rules, can_play=bool(plays)) else [*plays]

    def _standing(self, query: Mapping[str, Json], pack: Cards, rules: C) -> R | None:
        """What a hand has to beat, ``None`` for a lead."""
        if query.get("to_beat") is None:
            if self.standing_as in query:
                raise ImpossiblePosition(self.standing_as, query[self.standing_as], "something to beat")
            return None
        found = self._meant("to_beat", query["to_beat"], self.standing_as, query, pack, rules)
        if not found:
            raise ImpossiblePosition("to_beat", query["to_beat"], "a combination")
        return found[0]

    def _meant(self, key: str, text: Json, named: str, query: Mapping[str, Json], pack: Cards, rules: C) -> Sequence[R]:
        """The readings of some cards, or those that are named; none if they are no combination, or not in the pack."""
        cards, words = self.cards(patterns_of(key, text), pack, rules), query.get(named)
        found = self.known.readings(cards, rules) if cards else ()
        if words is None or not found or not cards:
            return found
        meant = self.known.named(cards, words, rules) if isinstance(words, str) else ()
        if not meant and named == self.standing_as and not (key == "beats" and words in self.kinds):
            raise ImpossiblePosition(named, words, "what these cards may be taken as")
        return meant
