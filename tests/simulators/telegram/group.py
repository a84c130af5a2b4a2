"""Groups: members, administrators, topics, and the day on which a group becomes a supergroup."""

import itertools
from typing import TYPE_CHECKING, Any

from .wire import chat_json, checked, member_json, person_json
from .world import Chat, Content, Message

if TYPE_CHECKING:
    from .people import Person
    from .sim import TelegramSim

_topic_ids = itertools.count(11)


class Group(Chat):
    """A group chat as its members handle it."""

    def __init__(self, sim: "TelegramSim", chat_id: int, kind: str, title: str, **more: Any) -> None:
        super().__init__(chat_id, kind, title, **more)
        self._sim = sim

    def topic(self, name: str) -> int:
        """Open a topic; its message_thread_id."""
        assert self.is_forum
        thread = next(_topic_ids)
        self.topics[thread] = name
        return thread

    def promotes(self, person: "Person") -> None:
        self.administrators.add(person.id)

    def joins(self, person: "Person") -> None:
        """A new member; sees what is written in the group from now on and what stands there."""
        self.members.append(person)
        for message in self.messages:
            if not message.deleted:
                person.witness(message.content)
        self._service(person, new_chat_members=[person_json(person)])

    def leaves(self, person: "Person") -> None:
        self.members.remove(person)
        self._service(person, left_chat_member=person_json(person))

    def removes_bot(self, by: "Person") -> None:
        old = member_json(self._sim, self, self._sim.bot_id)
        self.bot_status = "kicked"
        self._membership(by, old)

    def adds_bot(self, by: "Person") -> None:
        old = member_json(self._sim, self, self._sim.bot_id)
        self.bot_status = "member"
        self._membership(by, old)

    def _membership(self, by: "Person", old: dict[str, Any]) -> None:
        value = {
            "chat": chat_json(self),
            "from": person_json(by),
            "date": self._sim.now(),
            "old_chat_member": old,
            "new_chat_member": member_json(self._sim, self, self._sim.bot_id),
        }
        self._sim.updates.emit("my_chat_member", checked("ChatMemberUpdated", value))

    def migrates(self, *, announce: bool = True) -> "Group":
        """Become a supergroup: another id, message ids from 1. With `announce` the bot hears both service messages."""
        assert self.kind == "group"
        new = self._sim.group(self.title, self.members, supergroup=True)
        new.administrators, new.owner, new.bot_status = set(self.administrators), self.owner, self.bot_status
        self.migrated_to = new
        if announce and self.members:
            self._service(self.members[0], migrate_to_chat_id=new.id)
            new._service(self.members[0], migrate_from_chat_id=self.id)
        return new

    def _service(self, by: "Person", **service: Any) -> None:
        message = Message(self, self.next_message_id(), by, Content(""), service=service)
        self._sim.emit_service(message)

    def forbids(self, *rights: str) -> None:
        """Members may not send this any more (``can_send_photos``); nobody tells the bot."""
        self.forbidden.update(rights)

    def allows(self, *rights: str) -> None:
        self.forbidden.difference_update(rights)

    def is_deleted(self) -> None:
        """The group does not exist any more; nobody tells the bot."""
        self.is_gone = True
