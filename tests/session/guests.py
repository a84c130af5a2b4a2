"""A table of one platform that is a guest on another: what tests of places begin with."""

from itertools import count

from bot.session.port import commands as c
from bot.session.port.replies import PlainLines, Reply
from bot.session.port.updates import Notice, PublicUpdate
from tests.session.world import RecordingFrontend, World, code

__all__ = ["GUEST", "PRIVATE", "TOPIC", "brought", "fresh", "invited", "lines", "shown", "there", "told"]

GUEST = c.ChatRef("other", "o1")
TOPIC = c.ChatRef("chat", "g1", "7")
PRIVATE = c.ChatRef("other", "dm-eve")


def there(name: str, chat: c.ChatRef | None = GUEST, **more: object) -> dict[str, object]:
    """Where somebody of the other platform writes from; ``None``: from the private chat."""
    titles = {"chat_title": "Cards"} if chat is not None else {"chat_title": "", "home": PRIVATE}
    return {"user": c.UserRef("other", name), "chat": chat, **titles, **more}


def fresh() -> tuple[RecordingFrontend, RecordingFrontend]:
    one, other = RecordingFrontend("chat"), RecordingFrontend("other")
    other._messages = count(1000)  # no message of one platform is called as one of the other
    return one, other


async def invited(world: World, number: int = 1, host: str = "ann") -> str:
    reply = await world.do(host, c.Invite(number), private=True)
    assert isinstance(reply.body, Notice)
    return str(reply.body.data["code"])


async def brought(world: World, *names: str) -> int:
    """A table of ``ann``'s group to which ``dan`` has brought a group of the other platform."""
    await world.do("ann", c.NewTable("doudizhu"))
    assert code(await world.do("dan", c.Join(code=await invited(world)), **there("dan"))) == "place_joined"
    for name in names:
        assert (await world.do(name, c.Join(1), **there(name))).ok
    return 1


def shown(world: World, chat: c.ChatRef) -> PublicUpdate:
    every = [update for frontend in world.frontends for update in frontend.tables]
    return next(update for update in sorted(every, key=lambda update: -update.version) if update.chat == chat)


def told(world: World, name: str) -> list[str]:
    return [said for frontend in world.frontends for said in frontend.codes(name)]


def lines(reply: Reply) -> tuple[str, ...]:
    assert isinstance(reply.body, PlainLines)
    return reply.body.lines
