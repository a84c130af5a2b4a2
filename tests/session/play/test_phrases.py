"""What people at a table say to each other besides playing."""

import pytest

from bot.present.words.text import LANGUAGES, catalogue
from bot.session.people.directory import AT_ONCE, PAUSE, Talk
from bot.session.port import commands as c
from bot.session.port.protocols import FACES, PHRASES, Phrase, PhraseFrontend
from storage.api import Store
from tests.session.world import GROUP, RecordingFrontend, World, code


class Onlooker(RecordingFrontend):
    """A platform that shows what passes."""

    def __init__(self) -> None:
        super().__init__("page")
        self.said: list[Phrase] = []

    def hear(self, said: Phrase) -> None:
        self.said.append(said)


async def test_a_phrase_goes_to_who_can_show_what_passes_and_changes_nothing(store: Store) -> None:
    page = Onlooker()
    world = await World(store, frontends=(RecordingFrontend(), page)).start()
    number = await world.dealt("ann", "bob", "cat", clock="30")
    await world.advance(10)
    before, shown = world.book(number), (len(world.chat.tables), len(world.chat.hands), len(world.chat.told))
    assert (await world.do("bob", c.Say(number, "nice"))).ok
    assert page.said == [Phrase(number, GROUP, 1, "nice")]
    assert world.book(number) is before
    assert (len(world.chat.tables), len(world.chat.hands), len(world.chat.told)) == shown
    assert not isinstance(world.chat, PhraseFrontend)


async def test_only_who_sits_there_speaks_and_only_what_is_on_offer(store: Store) -> None:
    page = Onlooker()
    world = await World(store, frontends=(RecordingFrontend(), page)).start()
    number = await world.seated("ann", "bob", "cat")
    assert code(await world.do("eve", c.Say(number, "hello"))) == "not_seated"
    assert code(await world.do("ann", c.Say(number, "my hand is ♠A"))) == "unknown_phrase"
    assert page.said == []


async def test_who_says_much_waits_and_others_do_not(store: Store) -> None:
    page = Onlooker()
    world = await World(store, frontends=(RecordingFrontend(), page)).start()
    number = await world.seated("ann", "bob", "cat")
    for _ in range(AT_ONCE):
        assert (await world.do("ann", c.Say(number, "hurry"))).ok
    refused = await world.do("ann", c.Say(number, "hurry"))
    assert code(refused) == "talk_slower"
    assert refused.private
    assert (await world.do("bob", c.Say(number, "laugh"))).ok
    await world.advance(PAUSE)
    assert (await world.do("ann", c.Say(number, "hurry"))).ok
    assert code(await world.do("ann", c.Say(number, "hurry"))) == "talk_slower"
    assert len(page.said) == AT_ONCE + 2


def test_in_the_long_run_one_phrase_every_few_seconds_is_let_through() -> None:
    talk = Talk()
    passed = [now for now in range(400) if talk.wait(1, now) == 0.0]
    assert len(passed) == AT_ONCE - 1 + 400 / PAUSE


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_has_a_text_for_each_phrase_and_face_in_the_order_of_the_offer(language: str) -> None:
    texts = catalogue(language)
    for start, codes in (("web.phrase.", PHRASES), ("web.face.", FACES)):
        assert tuple(name.removeprefix(start) for name in texts if name.startswith(start)) == codes
