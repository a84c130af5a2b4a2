"""What somebody means at a moment of a round: the one action that their words fit, or those among which to ask.

A word that fits exactly one thing that is legal now means it: a rank where suits decide what is legal, a joker without
its size, the name of a combination in place of its cards. If it fits several, ``AmbiguousPlay`` lists them; if none,
the refusal says why."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice, product
from typing import Any, Final, NamedTuple, TypeVar

from games.base.actions import Action, Do, Pass, Pattern, Play, Said
from games.base.cards import RANKS, Cards, rank_counts, rank_of, ranks_text, sort_key, suit_of
from games.base.errors import AmbiguousPlay, IllegalAction, Refusal
from games.base.notation import patterns_text
from games.contract import Game
from games.typed import Typed

__all__ = ["by_shape", "containing", "is_legal", "kind_of", "meant"]

K = TypeVar("K")

_LACKING: Final = frozenset({Refusal.NOT_IN_HAND, Refusal.TOO_FEW_HELD})
_CHOICES: Final = 8  # So many are asked among
_LOOK_AT: Final = 2500  # So many legal plays are looked at for such as fit
_MOST_SUITS: Final = 64  # In so many ways suits may be filled in


def meant(game: Game[Any], state: Any, seat: int, said: Typed) -> Action:
    """The action that is meant. It need not be legal: whoever carries it out says why it is not.
    ``NotationError``, ``AmbiguousPlay`` or ``IllegalAction`` as from ``Game.read``."""
    if said.word:
        if said.word == "lowest" and any(asked.seat == seat for asked in game.awaited(state)):
            return _one(_lowest(game, state, seat))
        _check_asked(game, state, seat)
        if not said.kinds:
            raise IllegalAction(Refusal.UNKNOWN_KIND, "", word=said.word)
        found, whole = _of_kind(game, state, seat, said.kinds)
        if not found:
            raise _none_of(game, state, seat, said) if whole else IllegalAction(Refusal.NO_CARDS, "")
        if not whole:  # there may be others
            raise AmbiguousPlay(tuple(found[:_CHOICES]))
        return _one(found)
    if said.meant_as and (action := _standing_for(game, state, seat, said)) is not None:
        return action
    readings = [filled for one in (said.said, *said.others) for filled in _suits(game, state, seat, one)]
    if len(readings) == 1:
        try:
            action = game.read(state, seat, readings[0])
        except IllegalAction:
            if readings[0].verb == "play":
                _check_asked(game, state, seat)
            raise
        return _with_cards(game, state, seat, action)
    legal: dict[Action, None] = {}
    refused: list[IllegalAction] = []
    for reading in readings:
        try:
            action = game.read(state, seat, reading)
            game.check(state, seat, action)
        except IllegalAction as error:
            refused.append(error)
        else:
            legal[action] = None
    if not legal:
        least = min(refused, key=lambda one: one.code in _LACKING)
        if least.code == Refusal.NOT_IN_HAND and least.data["cards"] in ("x", "X"):
            raise IllegalAction(Refusal.NONE_HELD, least.rule, cards="x X")
        raise least
    return _one(_lowest_of_kind(game, state, seat, list(legal)))


def _lowest_of_kind(game: Game[Any], state: Any, seat: int, found: list[Action]) -> list[Action]:
    """Of plays of the same ranks, where suits decide between these: the lowest of each kind, if there are several ranks; of one
    rank, and elsewhere, all."""
    suits = game.view(state, seat).suits
    several = len({rank_of(card) for one in found for card in getattr(one, "cards", ())}) > 1
    if not suits or not several or not all(isinstance(one, Play) for one in found):
        return found
    ordered = sorted(found, key=lambda one: sorted([sort_key(card, suits) for card in getattr(one, "cards", ())])[::-1])
    return [*{kind_of(game, state, seat, one)[0]: one for one in ordered[::-1]}.values()][::-1]


def _of_kind(game: Game[Any], state: Any, seat: int, kinds: Iterable[str]) -> tuple[list[Action], bool]:
    """The plays of some kinds (or, by its number in digits, of so many cards) that are legal now, sensible ones
    first; and whether these are all. Where wild cards may stand for cards that the hand holds, only the play that takes
    fewest of them is among these."""
    wanted, wild = set(kinds), game.view(state, seat).wild
    suits_matter = game.suited or any(suit_of(card) is not None for card in wild)
    laid: dict[object, list[_Laid]] = {}
    legal = list(islice(game.legal(state, seat), _LOOK_AT + 1))
    for number, action in enumerate(chain(game.suggest(state, seat), legal)):
        if not isinstance(action, Play):
            continue
        kind, rank = kind_of(game, state, seat, action)
        if kind not in wanted and str(len(action.cards)) not in wanted:
            continue
        own = [card for card in action.cards if card not in wild]
        suits = {suit_of(card) for card in own}
        key = kind, rank, len(action.cards), *(suits if suits_matter and len(own) > 3 and len(suits) == 1 else ())
        natural = Counter((int(rank_of(card)), suit_of(card) if game.suited else None) for card in own)
        alike = laid.setdefault(key, [])
        if any(natural <= other.natural for other in alike):
            continue
        place = next((other.place for other in alike if other.natural <= natural), number)
        laid[key] = [other for other in alike if not other.natural <= natural] + [_Laid(place, natural, action)]
    found = [one.action for one in sorted(chain(*laid.values()), key=lambda one: one.place)]
    return found, len(legal) <= _LOOK_AT


class _Laid(NamedTuple):
    """A play of a kind, and the cards in it that are not wild; ``place``: of which it is the better form stood there."""

    place: int
    natural: Counter[tuple[int, int | None]]
    action: Action


def _standing_for(game: Game[Any], state: Any, seat: int, said: Typed) -> Action | None:
    """The play in which wild cards stand for some of the cards named, sensible ones first; ``None`` if there is none."""
    named = Counter(card.rank for card in said.meant_as)
    wild, reading = game.view(state, seat).wild, patterns_text(Pattern(card.rank) for card in said.meant_as)
    suits = {card.suit for card in said.meant_as} - {None}
    for action in chain(game.suggest(state, seat), islice(game.legal(state, seat), _LOOK_AT)):
        if not isinstance(action, Play) or len(action.cards) != len(said.meant_as):
            continue
        own = [card for card in action.cards if card not in wild]
        if len(own) == len(action.cards) or not Counter(map(int, map(rank_of, own))) <= named:
            continue
        if suits and not suits.issuperset(map(suit_of, own)):
            continue
        meant_so = replace(action, reading=reading)
        for one in (meant_so, action) if action.reading is None else (meant_so,):
            kind, rank = kind_of(game, state, seat, one)
            if (
                (kind in said.kinds or not said.kinds)
                and RANKS.find(rank) in named
                and is_legal(game, state, seat, one)
            ):
                return one
    return None


def containing(
    game: Game[Any], state: Any, seat: int, cards: Cards, suggested: Iterable[Action], *, by_card: bool = False
) -> list[Action]:
    """What may be done with these cards and more of the hand: few wild cards first, of each shape one before there are
    two of any, what is ``suggested`` before the rest. Any cards of their ranks do, wild ones apart, unless ``by_card``."""
    wild = game.view(state, seat).wild
    suits_matter = game.suited or any(suit_of(card) is not None for card in wild)

    def counted(these: Cards) -> list[int]:
        return [card if by_card or card in wild else ~rank_of(card) for card in these]

    wanted = Counter(counted(cards)).items()
    found: dict[object, Action] = {}
    for action in chain(suggested, islice(game.legal(state, seat), _LOOK_AT)):
        taken: Cards = getattr(action, "cards", ())
        if len(taken) <= len(cards):
            continue
        have = counted(taken)
        if all(have.count(one) >= count for one, count in wanted):
            suits = {suit_of(card) for card in taken} if suits_matter else ()
            how = getattr(action, "verb", "play"), getattr(action, "reading", None), len(suits) == 1 and suits.pop()
            found.setdefault((how, *sorted(have)), action)
    plays: dict[Action, Cards] = {action: action.cards for action in found.values() if isinstance(action, Play | Do)}
    return sorted(by_shape(plays), key=lambda action: sum(card in wild for card in plays[action]))


def by_shape(plays: Mapping[K, Cards], first: Sequence[int] = ()) -> list[K]:
    """The first of each shape, then the second …; before them those of so many cards of each rank as ``first`` says."""
    seen = Counter[tuple[int, ...]]()
    turns: dict[K, int] = {}
    for play, cards in plays.items():
        counts = rank_counts(cards)
        shape = tuple(sorted(counts))
        turns[play] = -1 if counts == first else seen[shape]
        seen[shape] += 1
    return sorted(turns, key=turns.__getitem__)


def is_legal(game: Game[Any], state: Any, seat: int, action: Action) -> bool:
    try:
        game.check(state, seat, action)
    except IllegalAction:
        return False
    return True


def kind_of(game: Game[Any], state: Any, seat: int, action: Action) -> tuple[str, str]:
    """Return kind and compared rank of a play as it would be taken now, ``""`` for what is no play."""
    if not isinstance(action, Play | Do) or not action.cards:
        return "", ""
    found = game.recognise(state, seat, action.cards)
    for other, kind, rank in found.others:
        if isinstance(action, Play) and action.reading is not None and other == action:
            return kind, rank
    return found.kind or "", found.rank or ""


def _one(found: Sequence[Action]) -> Action:
    if len(found) > 1:
        raise AmbiguousPlay(tuple(found[:_CHOICES]))
    return found[0]


def _check_asked(game: Game[Any], state: Any, seat: int) -> None:
    """Refuse whoever is not asked, or is asked for something else than a play."""
    try:
        game.check(state, seat, Play(()))
    except IllegalAction as error:
        if error.code != Refusal.NO_CARDS:
            raise


def _none_of(game: Game[Any], state: Any, seat: int, said: Typed) -> IllegalAction:
    """Refuse the name of a combination of which none is legal, by the usual name of the kind that it means first."""
    names = min((game.kinds[kind] for kind in said.kinds), key=lambda names: names.index(said.word))
    usual = next(name for name in names if name.isascii() == said.word.isascii())
    leads = game.view(state, seat).standing is None
    return IllegalAction(Refusal.NO_SUCH_KIND if leads else Refusal.NO_KIND_BEATS, "", word=usual)


def _lowest(game: Game[Any], state: Any, seat: int) -> list[Action]:
    """Return what a clock would play; where it would pass, the least of the same kind that beats what stands, and where only
    others do, all that may be meant."""
    usual = game.fallback(state, seat)
    if isinstance(usual, Play) and game.suited and not game.view(state, seat).suits:
        ranks = sorted(map(rank_of, usual.cards))
        return [
            one for one in game.legal(state, seat) if isinstance(one, Play) and sorted(map(rank_of, one.cards)) == ranks
        ]
    if getattr(usual, "cards", ()):
        return [usual]
    offered = [one for one in game.suggest(state, seat) if getattr(one, "cards", ())]
    if not offered:
        _check_asked(game, state, seat)
        raise IllegalAction(Refusal.NOTHING_BEATS, "")
    standing = game.view(state, seat).standing
    alike = [one for one in offered if standing is None or kind_of(game, state, seat, one)[0] == standing.kind]
    return alike[:1] or [*offered, Pass()]


def _with_cards(game: Game[Any], state: Any, seat: int, action: Action) -> Action:
    """An action whose verb was said alone: with the only cards that it may take now, where it needs some."""
    if not isinstance(action, Do) or action.cards:
        return action
    try:
        game.check(state, seat, action)
    except IllegalAction:
        legal = islice(game.legal(state, seat), _LOOK_AT)
        fits = [one for one in legal if isinstance(one, Do) and one.verb == action.verb]
        offered = {ranks_text(getattr(one, "cards", ())): at for at, one in enumerate(game.suggest(state, seat))}
        fits.sort(key=lambda one: offered.get(ranks_text(one.cards), len(offered)))
        return _one([one for one in fits if not game.hopeless(state, seat, one)] or fits) if fits else action
    return action


def _suits(game: Game[Any], state: Any, seat: int, said: Said) -> list[Said]:
    """What was said with every suit that the hand has for a rank, where suits decide what is legal."""
    if not game.suited or seat not in range(len(hands := game.hands(state))):
        return [said]
    hand: Cards = hands[seat]
    choices = [
        [card]
        if card.suit is not None
        else [Pattern(card.rank, suit_of(one)) for one in hand if rank_of(one) == card.rank]
        for card in said.cards
    ]
    if not all(choices):
        return [said]
    filled = dict.fromkeys(
        tuple(sorted(one, key=lambda card: (card.rank, card.suit or 0)))
        for one in islice(product(*choices), _MOST_SUITS)
        if len(set(one)) == len(one)
    )
    return [replace(said, cards=cards) for cards in filled] or [said]
