"""A Telegram Bot API server for tests: real wire, published limits, faults on demand, and virtual people in groups.

async with TelegramSim() as sim:
    ann, ben = sim.user("player 1"), sim.user("player 2", language="zh")
    group = sim.group("friends", members=[ann, ben])
    await ann.says(group, "/new doudizhu")
    message = await sim.wait_for(lambda: sim.find(group, "Dou Dizhu"))
    answer = await ben.press(message, "Join")
assert sim.violations == []
"""

from .faults import Faults
from .group import Group
from .people import Person
from .sim import TOKEN, TelegramSim
from .spec import bot_api
from .world import Button, Call, CallbackAnswer, Chat, Content, Message

__all__ = [
    "TOKEN", "Button", "Call", "CallbackAnswer", "Chat", "Content", "Faults", "Group", "Message", "Person",
    "TelegramSim", "bot_api",
]  # fmt: skip
