"""Why a hint suggests what it does: one sentence by the kind of situation, from what everybody sees and one's own hand.

The player that suggests it says no reasons; so nothing is said here that the cards do not show. Where no reason is sure, the
sentence says what the play does. ``python -m bench.hints`` holds each kind of sentence against all hands and what follows."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final, NamedTuple

from bot.present.presentation import presentation_of
from bot.present.words.plays import offer_label
from bot.present.words.text import card_word, first, rank_word, say, side_by_side
from bot.session.port.updates import Offered, Panel, Weighed
from games import GAMES
from games.base.actions import Action, Bid, Do, Pass, Play
from games.base.cards import RANKS, Card, Cards, rank_of, sort_key, suit_of
from games.contract import View
from games.kit.history import LAID
from games.kit.memory import laid_cards, still_out

__all__ = ["Reason", "compared", "hint_why", "is_bomb", "reason", "weighed_words"]

_TRICK_CARD: Final = "card"  # The kind of play where cards go to tricks, by suit
_FEW: Final = 2  # So few cards left are a warning
_LONG: Final = 5  # From so many cards on a lead is a long one
_NAMED: Final = 3  # So many ranks that beat a card are named; those without suits are one
_SUITED: Final = 13  # So many ranks have suits
_LOW: Final = {11, 12, 0, 1, 2}  # From the ace to the five, which are a run in some games
_WHOLE: Final = 10  # From so many points on a figure has no part after the point


class Reason(NamedTuple):
    """Texts, of which the first that a game has is said, and what fills it. ``play``: what could be done instead; ``cards``: what
    beats the play, what would be broken up, or what stays; ``number``: cards of a seat, or higher ones that stay."""

    codes: tuple[str, ...]
    play: Offered | None = None
    cards: Cards = ()
    number: int = 0


def hint_why(
    view: View, hinted: Offered, offers: Sequence[Offered], language: str, weighed: Sequence[Weighed] = ()
) -> str:
    """The reason for a hint in one sentence; ``""`` where there is nothing to be said."""
    why = reason(view, hinted, offers, weighed)
    keys = tuple(key for code in why.codes for key in (f"hint_why.{code}.{view.game}", f"hint_why.{code}"))
    ranks = Counter(rank_of(card) for card in why.cards)
    return (
        first(
            language,
            keys,
            play=_label(view, why.play or hinted, language),
            ranks=_named(view, why.cards, language),
            whole=" ".join(side_by_side(rank, count, language) for rank, count in sorted(ranks.items())),
            n=why.number,
        )
        or ""
    )


def weighed_words(view: View, panel: Panel, language: str) -> tuple[str, ...]:
    """What the best actions are worth, the hint first: the figure of the hint alone, then others with theirs."""
    told: dict[str, str] = {}
    for offer, worth, measure in panel.weighed:
        if worth is not None:
            told.setdefault(_label(view, offer, language, panel), _figure(worth, measure))
    if len(told) < 2:
        return ()
    (_, figure), *others = told.items()
    best = say(language, f"hint_worth.{panel.weighed[0].measure}", view.game, n=figure)
    return best, *(say(language, "hint_worth.other", play=play, n=figure) for play, figure in others)


def _figure(worth: float, measure: str) -> str:
    if measure == "chance":
        return f"{100 * min(max(worth, 0.0), 1.0):.0f}%"
    number = round(worth, 0 if abs(worth) >= _WHOLE else 1)
    return f"{number:+g}".replace("-", "−") if number else "0"


def _label(view: View, one: Offered, language: str, panel: Panel | None = None) -> str:
    """An action in the words of its button."""
    offers, why = ((), "") if panel is None else (panel.offers, panel.why)
    number = next((at for at, offer in enumerate(offers) if offer.action == one.action), -1)
    return offer_label(view.game, language, one, why, number)


def reason(view: View, hinted: Offered, offers: Sequence[Offered], weighed: Sequence[Weighed] = ()) -> Reason:
    """Why a hint suggests what it does, before it is said. ``offers``: what may be done, ``weighed``: the best of it."""
    match hinted.action:
        case Bid():
            return Reason(("bid",))
        case Pass():
            return Reason(("no_bid",)) if view.phase == "bid" else _why_pass(view, offers, weighed)
        case Play(cards) if hinted.kind == _TRICK_CARD:
            return Reason((_why_card(view, cards[0], offers),))
        case Play(cards):
            return _why_play(view, hinted, cards, offers)
        case Do(verb, _):
            return Reason((verb,))


def _why_pass(view: View, offers: Sequence[Offered], weighed: Sequence[Weighed]) -> Reason:
    if view.standing is not None and _is_friend(view, view.standing.seat):
        return Reason(("pass_friend",))
    burns = any(one.seat == view.viewer and one.why == "burn" for one in view.awaited)
    laid = [one for one in (*(each.offer for each in weighed), *offers) if _laid(one.action)]
    if not laid:
        return Reason(("pass_burn" if burns else "pass_nothing",))
    judged = any(_laid(one.offer.action) for one in weighed)
    return Reason(("pass_burn_risk",), laid[0]) if burns else _why_keep(view, laid[0], judged)


def _why_keep(view: View, best: Offered, judged: bool) -> Reason:
    """The reason for leaving what could be beaten: what the best play for it would cost."""
    hand, cards = view.hand or (), _laid(best.action)
    rest = list((Counter(hand) - Counter(cards)).elements())
    torn = _torn(view, cards)
    whole = tuple(card for card in hand if rank_of(card) == torn and card not in view.wild)
    if is_bomb(view.game, best.kind):
        return Reason(("pass_topmost" if _is_topmost(view, best.kind) else "pass_bomb",), best)
    if whole and _is_equal_bomb(view, len(whole)):
        return Reason(("pass_tear_bomb",), best, whole)
    if any(card in view.wild for card in cards):
        return Reason(("pass_wild",), best)
    beaten = _beaten_by(view, cards[0]) if len(cards) == 1 else None
    if beaten is not None:
        return Reason(("pass_top" if beaten else "pass_sure",), best, beaten)
    top = compared(view, best, cards)
    if not any(_place(view, rank_of(card)) > top for card in rest):
        return Reason(("pass_high",), best)
    if whole:
        return Reason(("pass_tear",), best, whole)
    run = _run_of(view, hand, cards)
    if run and not _run_of(view, rest, run):
        return Reason(("pass_tear_run",), best, run)
    if _friends_follow(view):
        return Reason(("pass_partner",), best)
    if risk := presentation_of(view.game).risk(view, best):
        return Reason((f"pass_{risk}",), best)
    return Reason(("pass_worse" if judged else "pass_keep",), best)


def _laid(action: Action) -> Cards:
    """The cards that leave the hand for good."""
    return action.cards if isinstance(action, Play) or (isinstance(action, Do) and action.verb in LAID) else ()


# -- tricks
def _why_card(view: View, card: Card, offers: Sequence[Offered]) -> str:
    """The reason for a card to a trick, which need not beat what lies there."""
    if view.standing is None:
        return "trick_lead" if len(_above(view, card)) >= _FEW else "trick_lead_high"
    standing = view.standing.cards[0]
    if card & 3 != standing & 3:
        return "trick_throw"
    place = _place(view, rank_of(standing))
    if _place(view, rank_of(card)) < place:
        return "trick_duck"
    below = any(_place(view, rank_of(one)) < place for offer in offers for one in _laid(offer.action))
    return "trick_take" if below else "trick_forced"


def _above(view: View, card: Card) -> list[int]:
    """The ranks of the cards of the same suit that are higher and may be in other hands."""
    known = {*(view.hand or ()), *laid_cards(view.acts)}
    suited = {rank: Card(rank * 4 + (card & 3)) for rank in range(13)}
    place = _place(view, rank_of(card))
    return [rank for rank, other in suited.items() if other not in known and _place(view, rank) > place]


# -- combinations
def _why_play(view: View, hinted: Offered, cards: Cards, offers: Sequence[Offered]) -> Reason:
    hand = view.hand or ()
    if len(cards) == len(hand):
        return Reason(("last",))
    few = [one.count for one in view.seats if 0 < one.count <= _FEW and not _is_ours(view, one.seat)]
    rest = tuple((Counter(hand) - Counter(cards)).elements())
    if len({rank_of(card) for card in rest}) == 1 and suit_of(rest[0]) is not None:
        return Reason(("then_last",), None, rest)
    if is_bomb(view.game, hinted.kind):
        return Reason((_why_bomb(view, offers, bool(few), _is_topmost(view, hinted.kind)),))
    top = compared(view, hinted, cards)
    higher = sum(_place(view, rank_of(card)) > top for card in rest)
    if view.standing is not None and _is_friend(view, view.standing.seat):
        return Reason(("block" if _is_enemy_next(view, len(cards)) else "follow_friend",))
    if view.standing is None:
        usual = _why_lead(view, cards, top, higher, few)
    else:
        usual = _why_follow(view, hinted, cards, offers, higher)
    if len(cards) > 1:
        return usual
    beaten = _beaten_by(view, cards[0])
    if beaten is not None:
        keeps = any(_is_left(view, one, rest) for one in offers)
        code = "sure" if not beaten else "keeps_bomb" if keeps else "top"
        return usual._replace(codes=(code, *usual.codes), cards=beaten)
    kept = _unbeaten(view, rest)
    return usual._replace(codes=("keeps_top", *usual.codes), cards=kept) if kept else usual


def _why_bomb(view: View, offers: Sequence[Offered], danger: bool, topmost: bool) -> str:
    if danger and view.standing is not None:
        return "bomb_danger"
    if topmost:
        return "topmost"
    if view.standing is None:
        return "lead_bomb"
    others = any(isinstance(one.action, Play) and not is_bomb(view.game, one.kind) for one in offers)
    return "bomb_choice" if others else "bomb"


def _why_lead(view: View, cards: Cards, top: int, higher: int, few: Sequence[int]) -> Reason:
    if few and len(cards) > max(few):
        return Reason(("lead_safe",), None, (), max(few))
    fed = [one.count for one in view.seats if one.count == len(cards) <= _FEW and _is_friend(view, one.seat)]
    if fed and higher:
        return Reason(("lead_feed",), None, (), fed[0])
    if len(cards) >= _LONG:
        return Reason(("lead_long",), None, (), len(cards))
    if len(cards) > 1 and any(card in view.wild for card in cards):
        return Reason(("lead_wild",))
    if not higher:
        return Reason(("lead_high",))
    if len(cards) == 1 and _is_alone(view, cards[0]):
        return Reason(("lead_alone",), None, (), higher)
    return Reason(("lead_low",), None, (), higher)


def _why_follow(view: View, hinted: Offered, cards: Cards, offers: Sequence[Offered], higher: int) -> Reason:
    """The reason for beating what stands. Only the next rank is the least for sure: between others may lie what is no
    offer as it would take something apart, and of the same rank suits decide."""
    top = compared(view, hinted, cards)
    for other in offers:
        if other.kind == hinted.kind and isinstance(other.action, Play) and len(other.action.cards) == len(cards):
            lower = compared(view, other, other.action.cards) < top
            if lower and not _tears(view, other.action.cards):
                return Reason(("follow_jump", "follow_high"))
    standing = RANKS.find(view.standing.rank) if view.standing is not None and len(view.standing.rank) == 1 else -1
    above = top - _place(view, standing) if standing >= 0 else 0
    if above == 1 and not view.hung:
        return Reason(("follow",))
    if above > 1 and not view.hung and not _tears(view, cards):
        return Reason(("follow_jump", "follow_whole"))
    return Reason(("follow_jump", "follow_any" if higher else "follow_top"), None, (), higher)


def _torn(view: View, cards: Cards) -> int:
    """The rank out of whose cards some are taken and some left, of several that of which most are held; -1 for none."""
    held = Counter(rank_of(card) for card in view.hand or () if card not in view.wild)
    used = Counter(rank_of(card) for card in cards if card not in view.wild)
    torn = [(held[rank], rank) for rank, count in used.items() if rank < _SUITED and held[rank] > count]
    return max(torn)[1] if torn else -1


def _is_equal_bomb(view: View, count: int) -> bool:
    """Whether so many equal cards are a bomb."""
    own = presentation_of(view.game)
    sizes = [unit for kind in own.bombs if (shape := own.shapes.get(kind)) is not None for unit in shape[:1]]
    return bool(sizes) and count >= min(sizes)


def _run_of(view: View, hand: Sequence[Card], cards: Cards) -> Cards:
    """The longest run of single cards among some of which one is of the rank of these, as ranks go from 3 to the ace."""
    least, held = presentation_of(view.game).run, {rank_of(card) for card in hand}
    best: list[int] = []
    for low in range(_SUITED - 1):
        run = list(range(low, next((rank for rank in range(low, _SUITED) if rank not in held), _SUITED - 1)))
        if least and len(run) >= max(least, len(best) + 1) and any(rank_of(card) in run for card in cards):
            best = run
    return tuple(Card(rank * 4) for rank in best)


def _is_alone(view: View, card: Card) -> bool:
    """Whether a card is one of its rank, in no run, and nothing in the hand may stand beside it as what it is not."""
    hand = view.hand or ()
    if any(one in view.wild or rank_of(one) in view.hung or suit_of(one) is None for one in hand):
        return False
    if rank_of(card) in _LOW and set(map(rank_of, hand)) >= _LOW:
        return False
    return sum(rank_of(one) == rank_of(card) for one in hand) == 1 and not _run_of(view, hand, (card,))


def _unbeaten(view: View, rest: Iterable[Card]) -> Cards:
    """The highest card that stays, if no single card that is out goes above it."""
    best = max(rest, key=lambda card: _place(view, rank_of(card)))
    return (best,) if _beaten_by(view, best) == () else ()


def _is_enemy_next(view: View, size: int) -> bool:
    """Whether an opponent plays next who holds cards enough to answer so many."""
    assert view.viewer is not None, "a hint is for a seat"
    seats = len(view.seats)
    others = ((view.viewer + step) % seats for step in range(1, seats))
    follows = next(seat for seat in others if view.seats[seat].count)
    can_answer = view.seats[follows].count >= size and not presentation_of(view.game).facing
    return can_answer and not _is_friend(view, follows)


def _friends_follow(view: View) -> bool:
    """Whether one of the reader's side plays before it comes round to who laid what stands."""
    if view.standing is None or presentation_of(view.game).facing:
        return False
    if not any(one.seat == view.viewer and one.autopass for one in view.awaited):
        return False
    assert view.viewer is not None, "somebody is asked"
    seats = len(view.seats)
    between = range(1, (view.standing.seat - view.viewer) % seats)
    others = [(view.viewer + step) % seats for step in between]
    passed = {act.seat for act in view.acts if act.verb == "pass" and act.trick == view.trick}
    size = len(view.standing.cards)
    return any(_is_friend(view, seat) and view.seats[seat].count >= size and seat not in passed for seat in others)


def _tears(view: View, cards: Cards) -> bool:
    """Whether cards are taken out of more that are equal, or wild ones are spent."""
    held, used = Counter(map(rank_of, view.hand or ())), Counter(map(rank_of, cards))
    return any(held[rank] > count for rank, count in used.items()) or any(card in view.wild for card in cards)


def compared(view: View, play: Offered, cards: Cards) -> int:
    """How high a play counts: the place of its compared rank, or of its highest card where that is not told."""
    rank = RANKS.find(play.rank) if len(play.rank) == 1 else -1
    return _place(view, rank) if rank >= 0 else max(_place(view, rank_of(card)) for card in cards)


def _beaten_by(view: View, card: Card) -> Cards | None:
    """The few cards, one of each rank, of which a single one beats this card, as far as others may hold them; ``None`` where
    they are many, and where singles do not go by what they count."""
    if not presentation_of(view.game).singles:
        return None
    others = still_out(view, GAMES[view.game].pack(view.options, len(view.seats)))
    if view.suits:
        key = partial(sort_key, suits=view.suits)
        over = tuple(sorted((one for one in others if key(one) > key(card)), key=key))
        return over if len(over) <= _NAMED else None
    place = _place(view, rank_of(card))
    higher = {rank_of(one): one for one in others if _place(view, rank_of(one)) > place}
    count = sum(rank < _SUITED for rank in higher) + any(rank >= _SUITED for rank in higher)
    ordered = sorted(higher, key=partial(_place, view))
    return tuple(higher[rank] for rank in ordered) if count <= _NAMED else None


def _named(view: View, cards: Cards, language: str) -> str:
    """One of some cards, in words: by rank, and by suit too where that decides."""
    if view.suits:
        return _either([card_word(one, language) for one in cards], language)
    ranks = list(dict.fromkeys(map(rank_of, cards)))
    suitless = "".join(RANKS[rank] for rank in ranks if rank >= _SUITED)
    last = [say(language, f"hint_word.suitless.{suitless}")] if suitless else []
    return _either([rank_word(rank, language) for rank in ranks if rank < _SUITED], language, last)


def _either(some: list[str], language: str, last: Sequence[str] = ()) -> str:
    """One of some words; ``""`` for none."""
    if not some:
        return "".join(last)
    ends = last[0] if last else say(language, "hint_word.rank", rank=some.pop())
    return say(language, "hint_word.or", some=say(language, "hint_word.and").join(some), last=ends) if some else ends


def _is_left(view: View, offer: Offered, rest: Sequence[Card]) -> bool:
    """Whether an offer is a bomb that stays whole."""
    laid = offer.action.cards if isinstance(offer.action, Play) else ()
    return is_bomb(view.game, offer.kind) and not Counter(laid) - Counter(rest)


def is_bomb(game: str, kind: str) -> bool:
    """Whether plays of a kind beat what others cannot."""
    own = presentation_of(game)
    return kind in own.bombs or kind in own.rockets


def _is_topmost(view: View, kind: str) -> bool:
    """Whether nothing at all beats a kind of play; house rules may let bombs do so."""
    own = presentation_of(view.game)
    return kind in own.rockets and not own.beats_rockets(view.options)


def _place(view: View, rank: int) -> int:
    """How high a rank counts in this round."""
    return view.order.index(rank) if rank in view.order else rank


def _is_ours(view: View, seat: int) -> bool:
    return seat == view.viewer or _is_friend(view, seat)


def _is_friend(view: View, seat: int) -> bool:
    """Whether a seat is on the reader's side, as far as the table shows sides: by team, or by a role that both have."""
    if view.viewer is None or seat == view.viewer:
        return False
    mine, other = view.seats[view.viewer], view.seats[seat]
    if mine.team is not None:
        return mine.team == other.team
    return mine.role is not None and mine.role == other.role
