"""Text and cards: one parser for scenario files, records and typed chat.

Two strictnesses over one vocabulary. ``read`` takes the notation of ``docs/notation.md`` and nothing else, so that
what is written down once means the same for ever. ``typed`` takes what people type on a phone (``77``, ``10 10``,
``♠7 ♥7``, ``777+小王``); where a form means different things to different people it asks instead of guessing.

Both give a ``Said``, in which suits that were left out are still open; ``held`` closes them against a hand.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from games.actions import Action, Bid, Do, Pass, Pattern, Play, Said, action_text
from games.errors import IllegalAction, NotationError, Refusal
from games.kit.cards import RANKS, SUITS, Card, Cards, make_card, rank_of, suit_of

__all__ = [
    "Typed", "held", "matches", "pattern_text", "patterns_text", "place", "read", "read_action", "read_cards",
    "read_exact", "read_step", "said_of", "said_text", "typed",
]  # fmt: skip

_VERB: Final = re.compile(r"[a-z][a-z_]*")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,8})")
_STEP: Final = re.compile(r"\s*(-?[0-9]{1,9})\s*:\s*(.*)", re.DOTALL)
_EXAMPLE: Final = "play 7s 7h"
_TYPED_EXAMPLE: Final = "7 7 7 3"


# --- the strict notation -------------------------------------------------------------------------------------------


def read(text: str) -> Said:
    """An action in strict notation, without the seat: ``play 7 7 as pair``, ``bid 2``, ``pass``, ``return 5 5``.

    Verbs are not checked against a game: that is a matter of its rules. ``NotationError`` says which part fails.
    """
    words = text.split()
    if not words:
        raise NotationError(text, "", _EXAMPLE)
    verb, rest = words[0], words[1:]
    if not _VERB.fullmatch(verb):
        raise NotationError(text, verb, _EXAMPLE)
    if verb == "pass":
        if rest:
            raise NotationError(text, " ".join(rest), "pass")
        return Said("pass")
    if verb == "bid":
        if len(rest) != 1 or not _NUMBER.fullmatch(rest[0]):
            raise NotationError(text, " ".join(rest), "bid 2")
        return Said("bid", number=int(rest[0]))
    words_as = [at for at in range(1, len(rest) - 1) if rest[at] == "as"]
    if len(words_as) > 1:
        raise NotationError(text, "as", "play 8s 8d 2h as 8 8 8")
    reading = " ".join(rest[words_as[0] + 1 :]) if words_as else None
    cards = rest[: words_as[0]] if words_as else rest
    return Said(verb, tuple(_strict_card(text, word) for word in cards), reading=reading)


def read_cards(text: str) -> tuple[Pattern, ...]:
    """Cards in strict notation, separated by spaces; none for an empty text."""
    return tuple(_strict_card(text, word) for word in text.split())


def read_exact(text: str) -> Cards:
    """Cards in strict notation with all suits written, in the given order."""
    return _exact(text, read_cards(text))


def read_action(text: str) -> Action:
    """An action with all suits written: the inverse of ``action_text``."""
    said = read(text)
    match said.verb:
        case "play":
            return Play(_exact(text, said.cards), said.reading)
        case "pass":
            return Pass()
        case "bid":
            assert said.number is not None
            return Bid(said.number)
        case verb:
            if said.reading is not None:
                raise NotationError(text, f"as {said.reading}", f"{verb} 7s")
            return Do(verb, _exact(text, said.cards))


def read_step(text: str) -> tuple[int, str]:
    """``0: play 3 3`` → the seat, which need not be one of the table's, and the rest."""
    found = _STEP.fullmatch(text)
    if found is None:
        raise NotationError(text, text, f"0: {_EXAMPLE}")
    return int(found[1]), found[2].strip()


def _strict_card(text: str, word: str) -> Pattern:
    rank = RANKS.find(word[0])
    if rank >= 0 and len(word) == 1:
        return Pattern(rank)
    if 0 <= rank < 13 and len(word) == 2 and word[1] in SUITS:
        return Pattern(rank, SUITS.index(word[1]))
    raise NotationError(text, word, "7s 7 Td T x X")


def _exact(text: str, patterns: Sequence[Pattern]) -> Cards:
    for pattern in patterns:
        if pattern.suit is None and pattern.rank < 13:
            raise NotationError(text, pattern_text(pattern), pattern_text(pattern) + "s")
    return tuple(make_card(pattern.rank, pattern.suit or 0) for pattern in patterns)


# --- writing -------------------------------------------------------------------------------------------------------


def pattern_text(pattern: Pattern) -> str:
    """``7``, ``7s``, ``x``."""
    return RANKS[pattern.rank] + ("" if pattern.suit is None else SUITS[pattern.suit])


def patterns_text(patterns: Iterable[Pattern]) -> str:
    """Several, separated by spaces."""
    return " ".join(map(pattern_text, patterns))


def said_text(said: Said) -> str:
    """The notation of what was said; ``read`` turns it back into an equal value."""
    if said.verb == "bid":
        return f"bid {said.number}"
    text = f"{said.verb} {patterns_text(said.cards)}".rstrip()
    return f"{text} as {said.reading}" if said.reading else text


def said_of(action: Action) -> Said:
    """An action as if somebody had written it out in full."""
    return read(action_text(action))


# --- open suits ----------------------------------------------------------------------------------------------------


def held(patterns: Sequence[Pattern], hand: Cards, rule: str) -> Cards:
    """The cards of a hand that somebody means, in the order named.

    A card written without a suit is the first of ``s h d c`` that the hand holds and that is not named otherwise.
    ``IllegalAction`` ``not_in_hand`` (``cards``: what the hand lacks, as it was written) under the given rule number.
    """
    left = list(hand)
    taken: dict[int, Card] = {}
    missing: list[Pattern] = []
    open_last = sorted(enumerate(patterns), key=lambda entry: entry[1].suit is None and entry[1].rank < 13)
    for at, pattern in open_last:
        card = next((card for card in sorted(left) if _fits(pattern, card)), None)
        if card is None:
            missing.append(pattern)
        else:
            left.remove(card)
            taken[at] = card
    if missing:
        raise IllegalAction(Refusal.NOT_IN_HAND, rule, cards=patterns_text(missing))
    return tuple(taken[at] for at in range(len(patterns)))


def place(groups: Sequence[Sequence[Pattern]], pack: Cards) -> tuple[Cards, ...]:
    """Hands (or other piles) out of one pack, sorted within each group only by where they were written.

    Suits that are written are given first, then every open one takes the first that is left in the pack, so that the
    deck stays valid. ``NotationError`` names a card of which there are too many.
    """
    left = Counter(pack)
    placed: list[list[Card | None]] = [[None] * len(group) for group in groups]
    for want_open in (False, True):
        for group, cards in zip(groups, placed, strict=True):
            for at, pattern in enumerate(group):
                is_open = pattern.suit is None and pattern.rank < 13
                if is_open is not want_open:
                    continue
                suits = range(4) if is_open else [pattern.suit or 0]
                card = next((c for suit in suits if left[c := make_card(pattern.rank, suit)] > 0), None)
                if card is None:
                    raise NotationError(
                        patterns_text(group), pattern_text(pattern), "no more of a card than the pack has"
                    )
                left[card] -= 1
                cards[at] = card
    return tuple(tuple(card for card in cards if card is not None) for cards in placed)


def matches(patterns: Sequence[Pattern], cards: Cards) -> bool:
    """Whether these are the same cards in any order; where a suit was left out only the rank counts."""
    if len(patterns) != len(cards):
        return False
    left = list(cards)
    for pattern in sorted(patterns, key=lambda pattern: pattern.suit is None):
        card = next((card for card in left if _fits(pattern, card)), None)
        if card is None:
            return False
        left.remove(card)
    return True


def _fits(pattern: Pattern, card: Card) -> bool:
    return rank_of(card) == pattern.rank and (pattern.suit is None or suit_of(card) == pattern.suit)


# --- what people type ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Typed:
    """What somebody typed. ``needs_confirmation``: a lone ``x`` or ``X``, which a phone's keyboard may have changed
    from one joker to the other; it is echoed in words and counts only when confirmed."""

    said: Said
    needs_confirmation: bool = False


_LONGEST: Final = 400
"""Characters; the longest play of six packs, with suits and separators, is shorter."""
_SIMPLIFIED: Final = str.maketrans(
    "過紅塊對個張帶兩鉤鈎槍凱當為雙彈順飛機單連搶炸", "过红块对个张带两钩钩枪凯当为双弹顺飞机单连抢炸"
)
_PASS_WORDS: Final = frozenset({"pass", "过", "过牌", "不要", "不出", "要不起", "不叫", "不抢", "不烧", "不让"})
_PLAY_WORDS: Final = re.compile(r"(?:play\b|出牌|打出|出|打)\s*")
_VERB_WORDS: Final = {
    "进贡": "tribute", "上贡": "tribute", "还贡": "return", "退贡": "return", "还牌": "return",
    "烧牌": "burn", "反烧": "burn", "烧": "burn", "让牌": "yield", "让": "yield",
    "反宣": "challenge", "宣点": "challenge", "宣": "challenge", "革命": "revolt",
    "买四": "buy", "买4": "buy", "都不": "decline", "不宣": "decline", "不革命": "decline", "不买": "decline", "谢绝": "decline",
}  # fmt: skip
"""Verbs of the games as people write them in Chinese, right before the cards."""
_BID: Final = re.compile(r"(?:bid\s*|叫\s*)([+-]?[0-9]{1,9}|[一二两三])\s*分?|([0-9]|[一二两三])\s*分")
_CHINESE_NUMBER: Final = {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8}

# Private-use letters stand for jokers that were written as words, so that they are never taken for a typed x or X.
_SMALL, _BIG = "\ue000", "\ue001"


def _word(words: str) -> re.Pattern[str]:
    """An English word that does not stand within another."""
    return re.compile(rf"(?<![a-z])(?:{words})(?![a-z])", re.IGNORECASE)


_WORDS: Final = (
    (re.compile("大小王|王炸|火箭|核弹|双王|对王|两王|一对王"), f" {_SMALL} {_BIG} "),
    (re.compile("大王|大鬼"), f" {_BIG} "),
    (re.compile("小王|小鬼"), f" {_SMALL} "),
    (re.compile("黑桃|♤"), "♠"),
    (re.compile("红桃|红心|♡|❤"), "♥"),
    (re.compile("方块|方片|♢"), "♦"),
    (re.compile("梅花|草花|♧"), "♣"),
    (re.compile("老(?=[Kk])"), ""),
    (_word("rocket"), f" {_SMALL} {_BIG} "),
    (_word("(?:big|red|colou?red)[ _-]?joker"), f" {_BIG} "),
    (_word("(?:small|little|black)[ _-]?joker"), f" {_SMALL} "),
    *((_word(name), f" {name[0].upper()} ") for name in ("jack", "queen", "king", "ace")),
)
_AS: Final = re.compile("当作|当成|作为|当")
_RANK_OF: Final = (
    {letter: rank for rank, letter in enumerate(RANKS)}
    | {letter.lower(): rank for rank, letter in enumerate(RANKS[:13])}
    | dict(zip("三四五六七八九十钩圈凯尖二", range(13), strict=True))
    | {"勾": 8, "枪": 11, _SMALL: 13, _BIG: 14}
)
_SUIT_OF: Final = {letter: at for letters in ("shdc", "SHDC", "♠♥♦♣") for at, letter in enumerate(letters)}
_RANK: Final = "10|[2-9TtJjQqKkAa三四五六七八九十钩勾圈凯尖枪二]"
_PAIR: Final = re.compile(rf"一?对\s*({_RANK})")
_SEVERAL: Final = re.compile(rf"([1-8一二两三四五六七八])\s*[个张]\s*({_RANK})")
_RANGE: Final = re.compile(rf"\s*({_RANK})\s*(?:-|–|—|~|到|至)\s*({_RANK})\s*")
_COUNT_OR_RANK: Final = re.compile("([二三四五六七八])([2-9TtJjQqKkAa钩勾圈凯尖枪])")
_PLURALS: Final = {"jacks": "J J", "queens": "Q Q", "kings": "K K", "aces": "A A"}
_SEPARATORS: Final = re.compile(r"[\s,+;/&.、带和加跟\-–—]+")
_ASK_RANK: Final = "10 J Q K A"
_ASK_JOKER: Final = "小王 大王"
_ASKED: Final = dict.fromkeys("01oOiIlL", _ASK_RANK) | dict.fromkeys("bBrRwW王鬼🃏", _ASK_JOKER)


def typed(text: str, verbs: Collection[str] = frozenset()) -> Typed:
    """What somebody typed in a chat: cards alone are a play, and the usual words for passing and bidding are known.

    ``verbs`` are the further verbs of the game at hand (``Game.verbs``). Forms that other systems use for different
    cards (``0``, ``1``, ``B``, ``SJ`` …) and ranges (``3-7``) are asked about: ``NotationError`` with an example.
    """
    plain = _visible(text).strip().rstrip("!。.~")
    plain = plain.removeprefix("/").strip()
    if not plain or len(plain) > _LONGEST:
        raise NotationError(text, plain[:40], _TYPED_EXAMPLE)
    first = plain.split()[0].lower()
    if plain.lower().rstrip("了啊吧呀") in _PASS_WORDS:
        return Typed(Said("pass"))
    if first == "pass":
        raise NotationError(text, plain[4:].strip(), "pass")
    if (bid := _BID.fullmatch(plain.lower())) is not None:
        number = bid[1] or bid[2]
        return Typed(Said("bid", number=_CHINESE_NUMBER.get(number) or int(number)))
    if first == "bid" or plain.startswith("叫"):
        raise NotationError(text, plain.removeprefix("叫").strip(), "bid 2")
    for word, verb in _VERB_WORDS.items():
        if plain.startswith(word) and verb in verbs:
            cards, reading, letters = _typed_cards(text, plain.removeprefix(word))
            return Typed(Said(verb, cards, reading=reading), _is_doubtful(verb, cards, letters=letters))
    if first != "play" and first in verbs:
        cards, reading, letters = _typed_cards(text, plain[len(first) :])
        return Typed(Said(first, cards, reading=reading), _is_doubtful(first, cards, letters=letters))
    found = _PLAY_WORDS.match(plain.lower())
    cards, reading, letters = _typed_cards(text, plain[found.end() if found else 0 :])
    return Typed(Said("play", cards, reading=reading), _is_doubtful("play", cards, letters=letters))


def _is_doubtful(verb: str, cards: tuple[Pattern, ...], *, letters: bool) -> bool:
    """Whether the case of a lone joker's letter decides what is done. A tribute is the highest card in any case."""
    return len(cards) == 1 and letters and verb != "tribute"


def _visible(text: str) -> str:
    """What a reader sees, in plain letters and simplified characters: without zero-width and private-use characters
    and marks of direction, without the selectors and key caps that make emoji of suits and digits."""
    plain = unicodedata.normalize("NFKC", text.replace("🔟", "10"))
    plain = "".join(
        letter
        for letter in plain
        if unicodedata.category(letter) not in {"Cf", "Co", "Me"} and not "\ufe00" <= letter <= "\ufe0f"
    )
    return plain.translate(_SIMPLIFIED)


def _typed_cards(text: str, plain: str) -> tuple[tuple[Pattern, ...], str | None, bool]:
    """The cards, what stands after ``as``, and whether a joker among the cards was typed as a letter."""
    words = _AS.sub(" as ", plain).split()
    # ``as`` is a word only between two lists: at either end, or with a capital, it is the ace of spades.
    at = next((at for at in range(1, len(words) - 1) if words[at] == "as"), None)
    reading = None if at is None else _typed_reading(" ".join(words[at + 1 :]))
    chosen = " ".join(words if at is None else words[:at])
    for pattern, instead in _WORDS:
        chosen = pattern.sub(instead, chosen)
    return _tokens(text, chosen), reading, "x" in chosen or "X" in chosen


def _typed_reading(plain: str) -> str:
    """Cards in notation if they are cards, else the name of a kind as it stands."""
    if plain.isascii():
        try:
            return patterns_text(_tokens(plain, plain))
        except NotationError:
            return plain.lower().replace(" ", "_").replace("-", "_")
    return plain.replace(" ", "")


def _tokens(text: str, plain: str) -> tuple[Pattern, ...]:
    if (span := _RANGE.fullmatch(plain)) is not None and span[1] != span[2]:
        low, high = sorted(_RANK_OF[end[0] if end != "10" else "T"] for end in span.groups())
        raise NotationError(text, plain.strip(), " ".join(RANKS[low : high + 1]))
    plain = _SEVERAL.sub(lambda m: f" {f'{m[2]} ' * (_CHINESE_NUMBER.get(m[1]) or int(m[1]))}", plain)
    plain = _PAIR.sub(r" \1 \1 ", plain)
    return tuple(card for token in _SEPARATORS.split(plain) if token for card in _token(text, token))


def _token(text: str, token: str) -> list[Pattern]:
    """The cards of a piece without spaces: ``JJJ2``, ``7s7h`` and ``7♠`` (suits after ranks) or ``♠7♥7`` (before)."""
    if token.lower() == "sj":  # the jack of spades to some, the small joker to others
        raise NotationError(text, token, "♠J 小王")
    if "joker" in token.lower():
        raise NotationError(text, token, _ASK_JOKER)
    if token.lower() in _PLURALS:
        raise NotationError(text, token, _PLURALS[token.lower()])
    if (count := _COUNT_OR_RANK.search(token)) is not None:  # 三7: three sevens, or a three and a seven
        raise NotationError(text, token, " ".join([count[2]] * _CHINESE_NUMBER[count[1]]))
    letters = token.replace("10", "T")
    found: list[Pattern] = []
    if letters[0] in _SUIT_OF:  # suits come first; each belongs to one rank, and none may lack it
        for at in range(0, len(letters), 2):
            pair = letters[at : at + 2]
            if len(pair) < 2 or pair[0] not in _SUIT_OF or _RANK_OF.get(pair[1], 13) > 12:
                raise NotationError(text, token, "♠7 ♥7")
            found.append(Pattern(_RANK_OF[pair[1]], _SUIT_OF[pair[0]]))
        return found
    for letter in letters:
        if letter in _RANK_OF:
            found.append(Pattern(_RANK_OF[letter]))
        elif letter in _SUIT_OF and found[-1].suit is None and found[-1].rank < 13:
            found[-1] = Pattern(found[-1].rank, _SUIT_OF[letter])
        else:
            raise NotationError(text, token, _ASKED.get(letter, _TYPED_EXAMPLE))
    if len(token) > 2 and token.isascii() and token.isalpha():  # rather a word than cards: ask, tasks
        suited = {card.suit is not None for card in found if card.rank < 13}
        if len(suited) > 1:
            raise NotationError(text, token, patterns_text(found))
    return found
