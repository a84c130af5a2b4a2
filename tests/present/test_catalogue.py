"""Both languages say everything, with the same fields; and everything that can happen has a text."""

import re
import sys
from pathlib import Path

import pytest

from bot.present.presentation import presentation_of
from bot.present.words import text as catalogue
from bot.session.port.commands.record import menu
from games import GAMES
from games.base.errors import Refusal
from games.base.events import Event, SeatEvent
from games.base.options import Choice, Flag, ListOf
from tests.present.rounds import match_states


def every_event(base: type[Event] = Event) -> list[type[Event]]:
    found = []
    for known in base.__subclasses__():
        found += [*([known] if known.__name__ != SeatEvent.__name__ else []), *every_event(known)]
    return found


def test_chinese_and_english_have_the_same_texts_with_the_same_fields() -> None:
    english, chinese = catalogue.catalogue("en"), catalogue.catalogue("zh")
    assert set(english) == set(chinese)
    differing = {code for code in english if catalogue.fields(english[code]) != catalogue.fields(chinese[code])}
    assert not differing


@pytest.mark.parametrize("language", catalogue.LANGUAGES)
def test_no_text_is_empty_or_holds_a_brace_that_is_no_field(language: str) -> None:
    for code, text in catalogue.catalogue(language).items():
        assert text.strip(), code
        bare = catalogue.fill(text, dict.fromkeys(catalogue.fields(text), "1"))
        assert "{" not in bare, code
        assert "}" not in bare, code


def test_chinese_texts_are_chinese() -> None:
    same = {code for code, text in catalogue.catalogue("zh").items() if text == catalogue.catalogue("en")[code]}
    signs_only = {code for code in same if not re.search("[a-z]{3}", re.sub(r"\{\w+\}", "", catalogue.say("en", code)))}
    assert same - signs_only <= {"language.en", "language.zh", "time.day"}


def test_every_command_of_the_menus_and_each_of_its_arguments_is_told_in_every_language() -> None:
    needed = {f"command.{typed.name}.{part}" for _, typed in menu() for part in ("name", "discord")}
    forms = [(typed.name, form) for _, typed in menu() for form in typed.forms]
    needed |= {f"command.{name}.{form.name}.{part}" for name, form in forms for part in ("name", "discord")}
    arguments = [entry for _, typed in menu() for entry in typed.arguments] + [
        a for _, form in forms for a in form.arguments
    ]
    needed |= {f"argument.{argument.name}" for argument in arguments}
    assert set(catalogue.catalogue("zh_tw")) == needed
    assert catalogue.say("zh_tw", "game.gouji") == catalogue.say("zh", "game.gouji") == "够级"
    needed |= {f"command.{typed.name}.telegram" for _, typed in menu()}
    assert {*catalogue.codes("command."), *catalogue.codes("argument.")} == needed


def test_chinese_words_have_signs_of_their_own_width_between_them() -> None:
    half = re.compile(r"[\u4e00-\u9fff][,;!?]|[,;!?][\u4e00-\u9fff]")
    for language in ("zh", "zh_tw"):
        wrong = {code: text for code, text in catalogue.catalogue(language).items() if half.search(text)}
        assert not wrong


def test_chinese_says_that_somebody_plays_as_players_do() -> None:
    """领出 is a word of games of tricks alone, where a suit is led."""
    for code, text in catalogue.catalogue("zh").items():
        assert "领出" not in text or "gongzhu" in code, (code, text)


def test_every_event_has_a_sentence_about_its_own_fields() -> None:
    assert GAMES["doudizhu"].key == "doudizhu"  # loads the room and with it its events
    for event in every_event():
        text = catalogue.catalogue("en")[f"event.{event.code}"]
        known = set(event.__dataclass_fields__) | {"play", "pile", "points", "winners"}
        assert catalogue.fields(text) <= known, event


def test_every_refusal_says_what_would_work() -> None:
    for code in Refusal:
        assert catalogue.has(f"refusal.{code.value}"), code


@pytest.mark.parametrize("game", tuple(GAMES))
def test_every_option_value_preset_and_role_of_a_game_has_words(game: str) -> None:
    room = GAMES[game]
    assert catalogue.has(f"game.{game}")
    assert catalogue.has(f"game_line.{game}")
    assert catalogue.codes(f"rules.{game}.")
    for option in room.option_set.options:
        assert catalogue.has(f"option.{game}.{option.name}.title"), option.name
        values: tuple[object, ...] = ()
        if isinstance(option, Choice | ListOf):
            values = option.values
        elif isinstance(option, Flag):
            values = ("on", "off")
        for value in values:
            assert catalogue.has(f"option.{game}.{option.name}.value.{value}"), (option.name, value)
        if not values:
            assert catalogue.has(f"option.{game}.{option.name}.any"), option.name
    for preset in room.presets:
        assert catalogue.has(f"preset.{game}.{preset.key}.title")
        assert catalogue.has(f"preset.{game}.{preset.key}.line")
    for verb in room.verbs:
        assert catalogue.has(f"verb.{verb}")
    for level in room.levels:
        assert catalogue.has(f"level.{level}")


FIELDS = {"bid", "cards", "count", "given", "kind", "lowest", "rank", "reading", "size", "small", "standing", "suit"}
"""What a refusal may tell of itself."""
PLACES = {"gouji": 6, "liujiatong": 5}


def values(game: str, name: str) -> set[str]:
    """The values of the enumerations of this name in a game's modules."""
    modules = [module for path, module in sys.modules.items() if path.startswith(f"games.{game}.")]
    return {str(value) for module in modules for value in getattr(module, name, ())}


@pytest.mark.parametrize("game", tuple(GAMES))
def test_every_kind_refusal_event_and_feat_of_a_game_has_words(game: str) -> None:
    assert GAMES[game].key == game  # loads the room
    assert values(game, "Kind") or game == "gongzhu"
    for kind in values(game, "Kind"):
        assert catalogue.first("en", (f"kind.{game}.{kind}", f"kind.{kind}"), size=4), kind
    for language in catalogue.LANGUAGES:
        texts = catalogue.catalogue(language)
        own = {code: text for code, text in texts.items() if code.startswith(f"refusal.{game}.")}
        assert {f"refusal.{game}.{code}" for code in values(game, "No")} <= own.keys()
        assert len(set(own.values())) == len(own), "each is a sentence of its own"
        assert all(catalogue.fields(text) <= FIELDS for text in own.values())
        assert sum(len(text) for code, text in texts.items() if code.startswith(f"rules.{game}.")) < 3000, "one message"
    assert all(catalogue.has(f"place.{game}.{place}") for place in range(1, PLACES.get(game, 0) + 1))
    assert presentation_of(game).told <= {event.code for event in every_event()}
    feats: set[str] = set()
    for _, state, _, _ in match_states("feats", game=game, rounds=1, level="easy"):
        result = GAMES[game].result(state)
        feats |= {feat for one in (result.feats if result else ()) for feat in one}
    assert feats
    assert not [feat for feat in feats if not catalogue.has(f"feat.{feat}")]


def test_every_game_of_the_project_has_a_name() -> None:
    assert not [game for game in GAMES if not catalogue.has(f"game.{game}")]


def test_every_code_that_presentation_writes_out_is_in_the_catalogue() -> None:
    """A text that the code asks for by a fixed name must be there (names put together are covered elsewhere)."""
    missing = []
    for source in Path(catalogue.__file__).parent.parent.rglob("*.py"):
        text = source.read_text(encoding="utf-8")
        for code in re.findall(r'say\(\s*(?:update\.)?language, "([a-z_.]+)"', text):
            if not catalogue.has(code):
                missing.append((source.name, code))
        for code in re.findall(r'button\((?:update\.)?language, "([a-z_]+)"', text):
            if not catalogue.has(f"button.{code}"):
                missing.append((source.name, code))
    assert not missing


def test_a_missing_text_never_raises() -> None:
    assert catalogue.say("zh", "nothing.of_the_kind", "doudizhu", n=3) == "of the kind"
    assert catalogue.say("zh", "seat.cards") == "…张"


def test_a_text_cannot_reach_into_a_value() -> None:
    assert catalogue.fill("{a.__class__} {a[0]} {a}", {"a": "x"}) == "{a.__class__} {a[0]} x"
    assert catalogue.fill("{a}", {"a": "{b}", "b": "secret"}) == "{b}"


def test_english_counts_one_and_many() -> None:
    assert catalogue.say("en", "seat.cards", n=1) == "1 card"
    assert catalogue.say("en", "seat.cards", n=17) == "17 cards"


@pytest.mark.parametrize(
    ("hint", "language"),
    [("zh-hans", "zh"), ("zh-TW", "zh"), ("zh_CN", "zh"), ("en-GB", "en"), ("de", "zh"), ("", "zh"), ("ZH", "zh")],
)
def test_the_language_follows_the_platforms_hint(hint: str, language: str) -> None:
    assert catalogue.choose(hint, default="zh") == language


def test_a_game_may_have_its_own_words_for_a_shared_code() -> None:
    assert catalogue.say("en", "kind.doudizhu.bomb") == "bomb"  # no such text: the code in words
    assert catalogue.say("en", "deed.pass", "doudizhu") == catalogue.say("en", "deed.pass")
