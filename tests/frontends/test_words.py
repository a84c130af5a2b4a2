"""Every verb of every game, in all its words, in both languages, on every platform: typed, after /do, as a command of its own."""

import json
from typing import Any

import pytest

from bot.frontends.telegram.incoming.translation import Translator
from bot.frontends.web.wire.messages import PageRequest, read_message
from bot.present.words.text import has
from bot.session.port import commands as c
from bot.session.port.commands.record import by_name
from games import GAMES
from games.base.actions import Said
from games.base.errors import NotationError
from games.base.notation import read_cards
from games.typed import typed

CARDLESS = {"pass", "decline", "yield", "challenge", "buy", "revolt"}
CARDS = "9 9 5"


def text_of(command: Any) -> str:
    """What the session is given to read."""
    assert isinstance(command, c.PlayText | c.DoVerb), command
    return command.text if isinstance(command, c.PlayText) else f"{command.verb} {command.cards}".strip()


def telegram(text: str, *, private: bool = True) -> str:
    return text_of(Translator._read(text, private=private))


def slash(word: str, cards: str) -> str:
    do = by_name("do")
    assert do is not None
    record, typed_so = do
    return text_of(record.make(typed_so, {"verb": word, "cards": cards}))


def page(text: str) -> str:
    asked = read_message(json.dumps({"t": "say", "id": "words-test-1", "text": text}))
    assert isinstance(asked, PageRequest)
    return text_of(asked.wish)


@pytest.mark.parametrize("game", tuple(GAMES))
def test_every_verb_has_words_in_both_languages_its_own_name_and_a_label(game: str) -> None:
    for verb in GAMES[game].verbs:
        entries = [entry for entry in GAMES[game].words if entry.verb == verb and not entry.why]
        assert entries, verb
        assert verb in entries[0].en
        assert all(entry.en and entry.zh for entry in GAMES[game].words if entry.verb == verb), verb
        assert has(f"verb.{verb}")


def ways_to_say(word: str, cards: str) -> tuple[str, ...]:
    """One deed as people type it on the platforms, each as the session is given it to read."""
    said = f"{word} {cards}".strip()
    return (
        telegram(said),
        telegram(said.upper()),
        telegram(f"/{said}"),
        telegram(f"/do {said}"),
        telegram(f"/do {said}", private=False),
        telegram(said, private=False),  # an answer to the bot's message
        telegram(f"{said} #12"),
        telegram(f"/play {said}"),
        slash(word, cards),
        slash(word.upper(), cards),
        page(said),
        page(f"/do {said}"),
    )


@pytest.mark.parametrize("game", tuple(GAMES))
def test_a_verb_is_understood_in_each_of_its_words_wherever_it_is_typed(game: str) -> None:
    misread = []
    for entry in GAMES[game].words:
        cards = "" if entry.verb in CARDLESS else "2" if entry.verb == "bid" else CARDS
        wanted = Said("bid", number=2) if entry.verb == "bid" else Said(entry.verb, read_cards(cards))
        for word in (*entry.en, *entry.zh):
            for text in ways_to_say(word, cards):
                try:
                    read = typed(text, GAMES[game], entry.why)
                except NotationError:
                    misread.append((word, text))
                    continue
                if read.said != wanted or read.why not in ("", entry.why):
                    misread.append((word, text))
    assert not misread
