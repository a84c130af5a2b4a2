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
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from games.actions import Action, Bid, Do, Pass, Pattern, Play, Said, action_text
from games.errors import IllegalAction, NotationError, Refusal
from games.kit.cards import RANKS, SUITS, Card, Cards, make_card, rank_of, suit_of
from games.words import BID, PASS, PLAY, VerbWords, begins_with

__all__ = [
    "SAMPLES", "Typed", "held", "matches", "pattern_text", "patterns_text", "place", "read", "read_action", "read_cards",
    "read_exact", "read_step", "said_of", "said_text", "typed",
]  # fmt: skip

_VERB: Final = re.compile(r"[a-z][a-z_]*")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,8})")
_STEP: Final = re.compile(r"\s*(-?[0-9]{1,9})\s*:\s*(.*)", re.DOTALL)
_EXAMPLE: Final = "play 7s 7h"
_TYPED_EXAMPLE: Final = "7 7 7 3"
SAMPLES: Final = frozenset({_TYPED_EXAMPLE, "♠7 ♥7", "bid 2", "pass"})
"""Examples of a ``NotationError`` that show the form only; whoever knows the game and the moment can show a better one."""


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
    from one joker to the other; it is echoed in words and counts only when confirmed. ``why``: the question that the verb's word
    answers, ``""`` if it may be said at any time."""

    said: Said
    needs_confirmation: bool = False
    why: str = ""


_SIGNS: Final = frozenset("♠♥♦♣♤♡♢♧❤🃏")
"""Signs that are cards; all others adorn."""
_LONGEST: Final = 400
"""Characters; the longest play of six packs, with suits and separators, is shorter."""
_SIMPLIFIED: Final = str.maketrans(
    "過紅塊對個張帶兩鉤鈎槍凱當為雙彈順飛機單連搶炸", "过红块对个张带两钩钩枪凯当为双弹顺飞机单连抢炸"
)
_DO: Final = re.compile(r"(?:do\s+|做\s*)(?=\S)", re.IGNORECASE)
_BID: Final = re.compile(r"(?:bid\s*|叫\s*)([+-]?[0-9]{1,9}|[一二两三])\s*分?|([0-9]|[一二两三])\s*分")
_CHINESE_NUMBER: Final = {
    "一": 1,
    "二": 2,
    "两": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
    "十": 10,
}

# Private-use letters stand for jokers that were written as words, so that they are never taken for a typed x or X.
_SMALL, _BIG = "\ue000", "\ue001"


def _word(words: str) -> re.Pattern[str]:
    """An English word that does not stand within another."""
    return re.compile(rf"(?<![a-z])(?:{words})(?![a-z])", re.IGNORECASE)


_KINDS: Final = re.compile(
    r"(?:(?:皇家)?同花顺|航天飞机(?:带[大小]翼)?|飞机(?:带[大小]翼)?|单[张牌]|单顺|双顺|三顺|对子|三带一对|三带[一二]|三张(?=\s+(?:([2-9JQKA])\1|10×))|三连对|连三张"
    r"|顺子|连对|钢板|四带(?:二|两对)|(?:[4-9]张)?炸弹|够级|开点|(?:pair |straight |royal )?(?:straight|flush)|single|pair|trio"
    r"(?: with a (?:single|pair))?|triple|full house|plate|tube|bomb(?: of [0-9]+)?|airplane(?: with \w+(?: \w+)?)?|chain|run"
    r"|gouji|open set|card)(?:(?<=[一-龥])|(?![a-z]))\s*",
    re.IGNORECASE,
)
"""Names of combinations as buttons write them before the cards, which say it all by themselves."""
_WORDS: Final = (
    (re.compile("🃏\\s*(?=[大小]王|big|small)", re.IGNORECASE), " "),
    (re.compile("大小王|王炸|火箭|核弹|双王|对王|两王|一对王"), f" {_SMALL} {_BIG} "),
    (re.compile("大王|大鬼"), f" {_BIG} "),
    (re.compile("小王|小鬼"), f" {_SMALL} "),
    (re.compile("黑桃|♤"), "♠"),
    (re.compile("红桃|红心|♡|❤"), "♥"),
    (re.compile("方块|方片|♢"), "♦"),
    (re.compile("梅花|草花|♧"), "♣"),
    (re.compile("老(?=[Kk])"), ""),
    (_word("rocket(?:: both jokers)?|both jokers"), f" {_SMALL} {_BIG} "),
    (_word("(?:(?:big|red|colou?red)[ _-]?joker|big)"), f" {_BIG} "),
    (_word("(?:(?:small|little|black)[ _-]?joker|small)"), f" {_SMALL} "),
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
_PAIR: Final = re.compile(rf"一?对\s*({_RANK}|[{_SMALL}{_BIG}])")
_SEVERAL: Final = re.compile(rf"(1[0-6]|[1-9]|十?[一二两三四五六七八九]|十)\s*[个张]\s*({_RANK}|[{_SMALL}{_BIG}])")
_COUNTED: Final = (
    "single", "pair", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen",
)  # fmt: skip
_SPOKEN: Final = re.compile(
    rf"(?<![a-z])({'|'.join(_COUNTED)})(?: of)?\s+(?:({_RANK})(?:'?s)?|🃏?\s*(small|big) jokers?)(?![a-z0-9])",
    re.IGNORECASE,
)
_TIMES: Final = re.compile(rf"({_RANK}|[{_SMALL}{_BIG}])\s*[×*]\s*([1-9][0-9]?)(?![0-9])")
_DASH: Final = re.compile(r"\s*(?:-|–|—|~|到|至)\s*")
_RANGE: Final = re.compile(rf"([♠♥♦♣]?)(?:((?:{_RANK})+))-(?:((?:{_RANK})+))")
_COUNT_OR_RANK: Final = re.compile("([二三四五六七八])([2-9TtJjQqKkAa钩勾圈凯尖枪])")
_PLURALS: Final = {"jacks": "J J", "queens": "Q Q", "kings": "K K", "aces": "A A"}
_SEPARATORS: Final = re.compile(r"[\s,+;/&.·、带和加跟\-–—]+")
_ASK_RANK: Final = "10 J Q K A"
_ASK_JOKER: Final = "小王 大王"
_ASKED: Final = dict.fromkeys("01oOiIlL", _ASK_RANK) | dict.fromkeys("bBrRwW王鬼🃏", _ASK_JOKER)


def typed(text: str, words: Iterable[VerbWords] = (PLAY, PASS, *BID), why: str = "") -> Typed:
    """What somebody typed in a chat: a verb in their own words, or cards alone, which are a play.

    ``words`` are those of the game at hand (``Game.words``), ``why`` the question that is open to the sender. Forms that
    other systems use for different cards (``0``, ``1``, ``B``, ``SJ`` …) are asked about: ``NotationError`` with an example.
    """
    plain = _visible(text).strip().rstrip("!。.~")
    plain = _DO.sub("", plain.removeprefix("/").strip())
    if not plain or len(plain) > _LONGEST:
        raise NotationError(text, plain[:40], _TYPED_EXAMPLE)
    said = begins_with(plain, words, why)
    if said is not None and said[0].verb == "play" and (inner := begins_with(said[1], words, why)) is not None:
        said = inner  # /play with a verb of the game after it
    if said is not None and said[0].verb == "pass":
        if said[1]:
            raise NotationError(text, said[1], "pass")
        return Typed(Said("pass"), why=said[0].why)
    if said is not None and said[0].verb == "bid":
        plain = f"bid {said[1]}".strip()
    if (bid := _BID.fullmatch(plain.lower())) is not None:
        number = bid[1] or bid[2]
        return Typed(Said("bid", number=_CHINESE_NUMBER.get(number) or int(number)))
    if plain.lower().startswith(("bid", "叫")):
        raise NotationError(text, plain.removeprefix("叫").removeprefix("bid").strip(), "bid 2")
    verb, rest = ("play", plain) if said is None else (said[0].verb, said[1])
    cards, reading, letters = _typed_cards(text, rest)
    doubtful = _is_doubtful(verb, cards, letters=letters)
    return Typed(Said(verb, cards, reading=reading), doubtful, "" if said is None else said[0].why)


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
    plain = plain.translate(_SIMPLIFIED)
    return "".join(letter for letter in plain if unicodedata.category(letter) != "So" or letter in _SIGNS)


def _typed_cards(text: str, plain: str) -> tuple[tuple[Pattern, ...], str | None, bool]:
    """The cards, what stands after ``as``, and whether a joker among the cards was typed as a letter."""
    words = _AS.sub(" as ", plain).split()
    # ``as`` is a word only between two lists: at either end, or with a capital, it is the ace of spades.
    at = next((at for at in range(1, len(words) - 1) if words[at] == "as"), None)
    reading = None if at is None else _typed_reading(" ".join(words[at + 1 :]))
    chosen = _SPOKEN.sub(_spoken, " ".join(words if at is None else words[:at]))
    chosen = _KINDS.sub("", chosen, count=1) if _KINDS.match(chosen) else chosen
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
    if "joker" in plain.lower():  # which of them, or how many, is not said
        raise NotationError(text, plain.strip(), _ASK_JOKER)
    plain = _SEVERAL.sub(lambda m: f" {f'{m[2]} ' * _counted(m[1])}", plain)
    plain = _PAIR.sub(r" \1 \1 ", plain)
    plain = _TIMES.sub(lambda m: f"{m[1]}" * min(int(m[2]), 24), plain)
    plain = " ".join(_spelled(piece) for piece in re.split(r"[\s,+;/&·、带和加跟]+", _DASH.sub("-", plain)))
    return tuple(card for token in _SEPARATORS.split(plain) if token for card in _token(text, token))


def _counted(number: str) -> int:
    """``4``, ``四``, ``十二``."""
    if number.isascii():
        return int(number)
    return sum(_CHINESE_NUMBER[digit] for digit in number)


def _spoken(found: re.Match[str]) -> str:
    """``four 10s`` → ``10 10 10 10``."""
    word = found[2] or f"{found[3]} joker"
    return f" {f'{word} ' * (_COUNTED.index(found[1].lower()) + 1)}"


def _spelled(piece: str) -> str:
    """A run written by its ends (``3-7``, ``33-66``, ``♠5-9``) with all its ranks; anything else as it is."""
    found = _RANGE.fullmatch(piece)
    if found is None:
        return piece
    ends = [[_RANK_OF[letter] for letter in end.replace("10", "T")] for end in found.groups()[1:]]
    if len({*ends[0]}) != 1 or len({*ends[1]}) != 1 or len(ends[0]) != len(ends[1]):
        return piece
    low, high = ends[0][0], ends[1][0]
    if low > high and not (low >= 11 and high < 7):  # said downwards; A-5 and 2-6 begin below the three
        low, high = high, low
    ranks = range(low, high + 1) if low <= high else (*range(low, 13), *range(high + 1))
    return " ".join((found[1] + RANKS[rank]) * len(ends[0]) for rank in ranks)


def _token(text: str, token: str) -> list[Pattern]:
    """The cards of a piece without spaces: ``JJJ2``, ``7s7h`` and ``7♠`` (suits after ranks) or ``♠7♥7`` (before)."""
    if token.lower() == "sj":  # the jack of spades to some, the small joker to others
        raise NotationError(text, token, "♠J 小王")
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
            is_word = len(token) > 2 and token.isascii() and token.isalpha()
            raise NotationError(text, token, _TYPED_EXAMPLE if is_word else _ASKED.get(letter, _TYPED_EXAMPLE))
    if len(token) > 2 and token.isascii() and token.isalpha():  # rather a word than cards: ask, tasks
        suited = {card.suit is not None for card in found if card.rank < 13}
        if len(suited) > 1:
            raise NotationError(text, token, patterns_text(found))
    return found
