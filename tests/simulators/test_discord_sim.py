"""The simulated Discord, tried out by the unmodified client library and a small bot."""

import asyncio
import io
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import discord
import pytest
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket

from tests.patience import patience
from tests.simulators.discord import DiscordSim, VirtualUser
from tests.simulators.discord.schema import SPEC, shape


class SmallBot(discord.Client):
    """Counts presses, completes words, answers late when asked to."""

    def __init__(self, sim: DiscordSim) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=0.01,
        )
        self.tree = app_commands.CommandTree(self)
        self.sim = sim
        self.presses = 0
        self.errors: list[BaseException] = []
        self.run_forever: asyncio.Task[None] | None = None
        self._add_commands()

    def _add_commands(self) -> None:
        @self.tree.command(name="new", description="Open a table")
        @app_commands.choices(game=[app_commands.Choice(name="Dou Dizhu", value="doudizhu")])
        async def new(interaction: discord.Interaction, game: str) -> None:
            await interaction.response.send_message(f"table of {game}", view=self.view("Join"))

        @self.tree.command(name="hand", description="Show my hand")
        async def hand(interaction: discord.Interaction, slow: bool = False) -> None:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await interaction.edit_original_response(content="secret 3 4 5", view=self.view("Play"))

        @self.tree.command(name="late", description="Too late")
        async def late(interaction: discord.Interaction) -> None:
            self.sim.clock.advance(4)
            try:
                await interaction.response.send_message("sorry")
            except discord.HTTPException as error:
                self.errors.append(error)

        @self.tree.command(name="play", description="Play cards")
        async def play(interaction: discord.Interaction, cards: str) -> None:
            await interaction.response.send_message(cards, ephemeral=True)

    def view(self, label: str) -> discord.ui.View:
        view = discord.ui.View(timeout=None)
        button: discord.ui.Button[discord.ui.View] = discord.ui.Button(label=label, custom_id=f"t:{label}")

        async def pressed(interaction: discord.Interaction) -> None:
            try:
                await interaction.response.defer()
            except discord.HTTPException as error:
                self.errors.append(error)
                return
            self.presses += 1
            await interaction.edit_original_response(content=f"pressed {self.presses}")

        button.callback = pressed  # type: ignore[method-assign]  # the library's own way to set it
        view.add_item(button)
        return view

    async def setup_hook(self) -> None:
        data = await self.http.request(discord.http.Route("GET", "/gateway/bot"))
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(data["url"])
        await self.tree.sync()


@pytest.fixture
async def sim() -> AsyncIterator[DiscordSim]:
    async with DiscordSim() as sim:
        yield sim


@pytest.fixture
async def bot(sim: DiscordSim, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SmallBot]:
    monkeypatch.setattr(discord.http.Route, "BASE", sim.base_url)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    bot = SmallBot(sim)
    task = asyncio.create_task(bot.start(sim.token))
    await sim.wait_for(lambda: task.done() or sim.gateway.connected)
    assert not task.done(), task.exception()
    await bot.wait_until_ready()
    yield bot
    await bot.close()
    await task
    assert sim.violations == []


@pytest.fixture
def alice(sim: DiscordSim) -> VirtualUser:
    return sim.user("player 1")


async def test_an_ephemeral_answer_is_seen_by_its_reader_alone(
    sim: DiscordSim, bot: SmallBot, alice: VirtualUser
) -> None:
    bob = sim.user("player 2")
    channel = sim.guild(members=[alice, bob]).channel("friends")
    handle = await alice.slash(channel, "hand")
    assert handle.ephemeral
    assert "secret 3 4 5" in alice.sees()
    assert "secret 3 4 5" not in bob.sees()
    assert channel.messages == []


async def test_an_ephemeral_message_cannot_be_edited_without_its_token(
    sim: DiscordSim, bot: SmallBot, alice: VirtualUser
) -> None:
    channel = sim.guild(members=[alice]).channel("friends")
    message = (await alice.slash(channel, "hand")).response
    assert message is not None
    partial = bot.get_partial_messageable(channel.id).get_partial_message(message.id)
    with pytest.raises(discord.NotFound) as caught:
        await partial.edit(content="x")
    assert caught.value.code == 10008


async def test_an_answer_after_three_seconds_is_refused(sim: DiscordSim, bot: SmallBot, alice: VirtualUser) -> None:
    channel = sim.guild(members=[alice]).channel("friends")
    handle = await alice.slash(channel, "late", wait=False)
    await sim.wait_for(lambda: bot.errors)
    assert [error.code for error in bot.errors if isinstance(error, discord.NotFound)] == [10062]
    assert handle.interaction.acknowledged_at is None


async def test_what_the_machine_takes_makes_no_answer_late_but_a_delay_on_the_way_does(
    sim: DiscordSim, bot: SmallBot, alice: VirtualUser
) -> None:
    channel = sim.guild(members=[alice]).channel("friends")
    sim.faults.delay_next(0.01)
    handle = await alice.slash(channel, "play", cards="7")
    assert handle.interaction.age_began == sim.clock.advanced - 0.01
    sim.clock.advance(3)
    assert (await alice.slash(channel, "play", cards="8")).text == "8"


async def test_an_event_delivered_twice_ends_in_40060(sim: DiscordSim, bot: SmallBot, alice: VirtualUser) -> None:
    channel = sim.guild(members=[alice]).channel("friends")
    message = (await alice.slash(channel, "new", game="doudizhu")).response
    assert message is not None
    sim.faults.duplicate_next()
    await alice.press(message, "Join")
    await sim.wait_for(lambda: bot.errors)
    assert [error.code for error in bot.errors if isinstance(error, discord.HTTPException)] == [40060]
    assert bot.presses == 1


class Held(discord.Attachment):
    """Names an attachment by its id alone."""

    def __init__(self, known: int) -> None:
        self.id = known

    def to_dict(self) -> Any:
        return {"id": str(self.id)}


def gallery(name: str) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}")))
    return view


async def test_a_picture_in_a_gallery_is_told_there_and_kept_by_its_id(sim: DiscordSim, bot: SmallBot) -> None:
    user = sim.user("player 1")
    channel = bot.get_partial_messageable(sim.guild(members=[user]).channel("friends").id)
    sent = await channel.send(view=gallery("hand.png"), file=discord.File(io.BytesIO(b"png"), "hand.png"))
    assert sent.attachments == []
    (shown,) = sent.components
    assert isinstance(shown, discord.MediaGalleryComponent)
    known = shown.items[0].media.attachment_id
    assert known is not None
    edited = await sent.edit(view=gallery("hand.png"), attachments=[Held(known)])
    (again,) = edited.components
    assert isinstance(again, discord.MediaGalleryComponent)
    assert again.items[0].media.attachment_id == known
    for attachments in ([Held(known + 1)], []):
        with pytest.raises(discord.HTTPException):
            await sent.edit(view=gallery("hand.png"), attachments=attachments)
    assert len(sim.violations) == 2
    sim.violations.clear()


async def test_only_allowed_mentions_ring_and_edits_never_do(
    sim: DiscordSim, bot: SmallBot, alice: VirtualUser
) -> None:
    channel = sim.guild(members=[alice]).channel("friends")
    target = bot.get_partial_messageable(channel.id)
    silent = await target.send(alice.mention)
    await silent.edit(content=f"again {alice.mention}", allowed_mentions=discord.AllowedMentions(users=True))
    assert alice.notifications == []
    await target.send(alice.mention, allowed_mentions=discord.AllowedMentions(users=[discord.Object(alice.id)]))
    assert [m.content for m in alice.notifications] == [alice.mention]


async def test_what_is_too_long_is_refused_and_recorded(sim: DiscordSim, bot: SmallBot, alice: VirtualUser) -> None:
    channel = sim.guild(members=[alice]).channel("friends")
    target = bot.get_partial_messageable(channel.id)
    for bad in ({"content": "x" * 2001}, {"content": ""}, {"embed": discord.Embed(title="t")}):
        with pytest.raises(discord.HTTPException) as caught:
            await target.send(**bad)
        assert caught.value.status == 400
    assert len(sim.violations) == 3
    assert channel.messages == []
    sim.violations.clear()


async def test_an_emoji_that_is_none_is_refused_on_a_button(sim: DiscordSim, bot: SmallBot, alice: VirtualUser) -> None:
    channel = sim.guild(members=[alice]).channel("friends")
    target = bot.get_partial_messageable(channel.id)
    for emoji, fine in (("♠️", True), ("🃏", True), ("\U0001f0a1", False)):
        view = discord.ui.View()
        view.add_item(discord.ui.Button(label="x", emoji=emoji, custom_id="x"))
        if fine:
            await target.send("ok", view=view)
        else:
            with pytest.raises(discord.HTTPException):
                await target.send("no", view=view)
    assert [flaw.code for v in sim.violations for flaw in v.flaws] == ["BUTTON_COMPONENT_INVALID_EMOJI"]
    sim.violations.clear()


async def test_too_many_posts_meet_429_and_the_library_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    async with DiscordSim(rate_factor=1.0) as sim:
        channel = sim.guild(members=[sim.user("player 1")]).channel("friends")
        kinds = [sim.rates.check("create", str(channel.id), counts_globally=True) for _ in range(5)]
        assert [h["X-RateLimit-Remaining"] for h in kinds] == ["4", "3", "2", "1", "0"]
        with pytest.raises(Exception, match="429") as caught:
            sim.rates.check("create", str(channel.id), counts_globally=True)
        assert caught.value.headers["Via"]  # type: ignore[attr-defined]  # ApiError: the library looks for it
        sim.clock.advance(5.1)
        assert sim.rates.check("create", str(channel.id), counts_globally=True)


async def test_messages_older_than_an_hour_can_hardly_be_edited(
    sim: DiscordSim, bot: SmallBot, alice: VirtualUser
) -> None:
    channel = sim.guild(members=[alice]).channel("friends")
    sent = await bot.get_partial_messageable(channel.id).send("old")
    sim.clock.advance(3601)
    for number in range(2):
        await sent.edit(content=str(number))
    with pytest.raises(discord.HTTPException) as caught:
        async with patience():
            await sent.edit(content="once more")
    assert caught.value.code == 30046


async def test_a_token_dies_after_a_quarter_of_an_hour(sim: DiscordSim, bot: SmallBot, alice: VirtualUser) -> None:
    channel = sim.guild(members=[alice]).channel("friends")
    handle = await alice.slash(channel, "play", cards="7")
    sim.clock.advance(15 * 60 + 1)
    path = f"/webhooks/{sim.world.bot.id}/{handle.interaction.token}/messages/@original"
    with pytest.raises(discord.HTTPException) as caught:
        await bot.http.request(discord.http.Route("GET", path))
    assert caught.value.code == 50027


def test_bodies_are_alike_only_where_the_description_asks_for_nothing_else() -> None:
    """What is left out of a body's shape is text of which only the length and the pattern are described."""
    button = {"type": 2, "label": "Join", "url": "https://a.example", "id": "12", "kinds": ["a", "b"]}
    assert shape(button) == shape({**button, "label": "Left", "url": "https://b.example", "id": "34"})
    for other in (
        {"label": "J" * 81},
        {"label": "J" * 80},
        {"label": ""},
        {"label": 1234},
        {"label": "users"},
        {"type": 3},
        {"type": True},
        {"style": 1},
        {"emoji": {"name": "x"}},
        {"id": "012"},
        {"kinds": ["a", "a"]},
    ):
        assert shape(button) != shape({**button, **other}), other
    said = {key for schema in schemas(json.loads(SPEC.read_text(encoding="utf-8"))["components"]) for key in schema}
    assert not said & {"contains", "dependentSchemas", "if", "not", "patternProperties", "propertyNames"}


def schemas(description: Any) -> Iterator[dict[str, Any]]:
    """Every object of a description."""
    if isinstance(description, dict):
        yield description
    for inner in description.values() if isinstance(description, dict) else description:
        if isinstance(inner, dict | list):
            yield from schemas(inner)
