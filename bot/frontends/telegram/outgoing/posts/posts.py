"""What is sent: the state of a table, the state of a hand, sentences and pictures.

A post whose answer never came is not repeated at once, for it may stand in the chat already. If it was a sentence, it
is let go: said twice is worse than a lost remark. If it was the state of a table or a hand, it is posted again after a
pause, because a player who cannot see the table is worse off than one who sees it twice; a press on the first copy
meanwhile proves that it arrived, and it is edited from then on. Edits are repeated freely.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final

from telegram import Message, ReplyParameters
from telegram.constants import ParseMode

from bot.frontends.telegram.outgoing.calls import Closed, Doubtful, Moved, Rejected, Unchanged, call
from bot.frontends.telegram.outgoing.markup import Drawn, draw
from bot.frontends.telegram.outgoing.outbox import Later, Post
from bot.frontends.telegram.outgoing.posts.removal import NO_PREVIEW, Removal
from bot.frontends.telegram.outgoing.rights import PHOTOS
from bot.frontends.telegram.outgoing.sender import PATIENCE, PLATFORM, Sender, Shown, is_supergroup, message_ref
from bot.present import render
from bot.present.pictures.views import drawn
from bot.present.screens.screen import Picture, Screen
from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.protocols import Lacking, PrivateTarget, PublicTarget
from bot.session.port.updates import PrivateUpdate, PublicUpdate

__all__ = ["HandPost", "PhotoPost", "Redrawing", "Saying", "TablePost"]

SCROLLED: Final = 8
"""So many messages below it, and a table message has scrolled away."""
OLD_SECONDS: Final = 20 * 60.0
RESTLESS_SECONDS: Final = 60.0
"""The least time after which a table message is renewed in a group that talks a lot."""
EDIT_SECONDS: Final = 10.0
"""Where nobody sees what is said in between, an edit makes a message older by so much."""
LONG_SECONDS: Final = 10.0
"""A pause before the next edit that is not waited out where a new message is possible."""
_serial = count(1)


def _thread(chat: ChatRef) -> int | None:
    return int(chat.thread) if chat.thread else None


async def _post(
    courier: Sender,
    chat: int,
    text: str,
    drawn: Drawn | None,
    *,
    thread: int | None = None,
    silent: bool = False,
    reply_to: int | None = None,
) -> Message:
    """Send one message; where its topic is gone, into the group as such."""
    reply = ReplyParameters(reply_to, allow_sending_without_reply=True) if reply_to is not None else None

    async def send(topic: int | None) -> Message:
        return await call(
            lambda: courier.bot.send_message(
                chat,
                text,
                parse_mode=ParseMode.HTML,
                reply_markup=drawn.keyboard if drawn else None,
                message_thread_id=topic,
                disable_notification=silent,
                reply_parameters=reply,
                link_preview_options=NO_PREVIEW,
            )
        )

    try:
        message = await send(thread)
    except Rejected:
        if thread is None:
            raise
        message = await send(None)
    courier.saw(chat, message.message_id)
    return message


async def _edit(courier: Sender, shown: Shown, drawn: Drawn) -> bool:
    """Bring a message up to date; False if it cannot be edited (any more, or not for long)."""
    if drawn.digest == shown.digest:
        return True
    if not courier.may_edit(shown.chat):
        return False
    try:
        await call(
            lambda: courier.bot.edit_message_text(
                drawn.single,
                shown.chat,
                shown.message,
                parse_mode=ParseMode.HTML,
                reply_markup=drawn.keyboard,
                link_preview_options=NO_PREVIEW,
            )
        )
    except Unchanged:
        return True
    except Rejected:
        return False
    except Doubtful:
        raise Later from None  # an edit made twice is an edit made once
    except Later as later:
        if not later.lane or later.seconds is None or later.seconds <= LONG_SECONDS:
            raise
        courier.no_edits(shown.chat, later.seconds)
        return False
    return True


@dataclass(slots=True)
class TablePost:
    """The table message of a group."""

    courier: Sender
    update: PublicUpdate
    renew: bool = False
    """A trick began since the table was last shown."""
    afresh: bool = False
    """Somebody asked for it: post it anew in any case."""
    ended: bool = False
    """A round has ended since the table was last shown: the result is a message that notifies."""
    counts: bool = True
    lasting: bool = True
    handicap: float = 1.0
    leads: Hashable | None = None

    @property
    def follows(self) -> Hashable | None:
        """The hands of the table go first."""
        return self._target

    @property
    def lane(self) -> int:
        """The group."""
        return self.courier.address(self.update.chat.external)

    @property
    def key(self) -> Hashable:
        """The table."""
        return self._target

    @property
    def urgent(self) -> bool:
        """Asked for."""
        return self.afresh

    @property
    def _target(self) -> PublicTarget:
        return PublicTarget(self.update.table.id)

    def instead_of(self, earlier: Post) -> Post:
        """Return the latest state; that a trick began is not forgotten."""
        assert isinstance(earlier, TablePost)
        self.renew |= earlier.renew
        self.afresh |= earlier.afresh
        self.ended |= earlier.ended
        if earlier.update.version > self.update.version:
            self.update = earlier.update
        return self

    async def send(self) -> None:
        """Edit the table message, or post it anew where that is due."""
        chat = self.lane
        try:
            await self._show(chat)
        except Moved as moved:
            self.courier.readdress(self, chat, moved.chat)
        except Closed:
            self.courier.closed_to_group(self.update.chat)
        except Rejected:
            await self.courier.refused_by_group(self.update.chat, self)
        except Doubtful:
            self.courier.doubt(self._target)
            raise Later(self.courier.doubt_seconds) from None

    async def _show(self, chat: int) -> None:
        update, courier = self.update, self.courier
        screen = render.table(update)
        drawn = draw(screen, courier.links)
        shown = courier.shown(self._target, update.message, update.message_at)
        playing = update.result is None and update.view is not None
        rings = self.ended and update.result is not None
        called = frozenset(update.ping) if playing or rings else frozenset()
        editable = shown is not None and shown.chat == chat and not self._post_anew(shown, called)
        if shown is not None and editable and await _edit(courier, shown, drawn):
            self._done(shown, drawn, called)
            self._add_picture(shown, screen.picture)
            return
        silent = not (called or rings) and (update.motion is None or self._votes_already(shown))
        message = await _post(courier, chat, drawn.single, drawn, thread=_thread(update.chat), silent=silent)
        fresh = Shown(chat, message.message_id, "", courier.clock.monotonic(), patience=self._patience(shown, message))
        fresh.heard = courier.heard(chat)
        self._done(fresh, drawn, called)
        if shown is not None:
            self._add_picture(shown, screen.picture)
            if shown.chat == chat:  # a result stays to be read; what stands in any other is true no more
                courier.outbox.put(Removal(courier, chat, shown.message, only_buttons=shown.result, text=shown.past))

    def _done(self, shown: Shown, drawn: Drawn, called: frozenset[UserRef]) -> None:
        update = self.update
        playing, over = update.result is None and update.view is not None, update.result is not None
        past = draw(render.past(update), self.courier.links).single if over else ""
        edits = shown.edits + (shown.digest not in ("", drawn.digest))
        now = replace(
            shown, digest=drawn.digest, edits=edits, pinged=called, playing=playing, result=over, past=past,
            vote=update.motion is not None,
        )  # fmt: skip
        self.courier.remember(self._target, now)

    def _votes_already(self, shown: Shown | None) -> bool:
        return shown is not None and (shown.vote or not shown.digest)

    def _post_anew(self, shown: Shown, called: frozenset[UserRef]) -> bool:
        update = self.update
        if self.afresh or called - shown.pinged or (self.ended and update.result is not None):
            return True
        if update.motion is not None and not self._votes_already(shown):
            return True  # there is a minute to vote: whoever is to do so must see it
        playing = update.result is None and update.view is not None
        if shown.result and playing:
            return True  # how the last round ended can still be read above
        scrolled = self.courier.below(shown) >= SCROLLED
        if update.table.state != "playing":
            return scrolled
        return self.renew and (scrolled or self._is_old(shown))

    def _is_old(self, shown: Shown) -> bool:
        """Tell whether it has probably scrolled away, by its age and by how often it was edited: most talk is not
        heard.
        """
        age = self.courier.clock.monotonic() - shown.at
        if self.courier.sees_all:
            return age >= OLD_SECONDS
        return max(age, shown.edits * EDIT_SECONDS) >= shown.patience

    @staticmethod
    def _patience(before: Shown | None, message: Message) -> float:
        """Return after how many seconds the new message is to be renewed: ids of a supergroup tell how much was said
        since the one before.
        """
        if before is None:
            return PATIENCE
        if before.chat != message.chat.id or not is_supergroup(before.chat):
            return before.patience
        talk = message.message_id - before.message - 1
        if talk >= SCROLLED:
            return max(RESTLESS_SECONDS, before.patience / 2)
        return min(OLD_SECONDS, before.patience * 2)

    def _add_picture(self, before: Shown, picture: Picture | None) -> None:
        """Send a picture after the message of a round that has just ended."""
        if picture is not None and before.playing and self.update.result is not None:
            self.courier.outbox.put(PhotoPost(self.courier, self.lane, picture, _thread(self.update.chat)))


@dataclass(slots=True)
class HandPost:
    """The private panel of one person at one table."""

    courier: Sender
    update: PrivateUpdate
    afresh: bool = False
    """A new message that notifies, because something is newly wanted or the person asked for it."""
    with_picture: bool = False
    counts: bool = True
    lasting: bool = True
    follows: Hashable | None = None

    @property
    def handicap(self) -> float:
        """Whoever is waited for comes first, then the hands of the others, then what is public."""
        return -10.0 if self.afresh else -2.0

    @property
    def leads(self) -> Hashable | None:
        """The public post of the table comes after."""
        return PublicTarget(self.update.table.id)

    @property
    def lane(self) -> int:
        """The person's private chat."""
        return int(self.update.user.external)

    @property
    def key(self) -> Hashable:
        """Person and table."""
        return self._target

    @property
    def urgent(self) -> bool:
        """Newly wanted."""
        return self.afresh

    @property
    def _target(self) -> PrivateTarget:
        return PrivateTarget(self.update.user, self.update.table.id)

    def instead_of(self, earlier: Post) -> Post:
        """Return the latest state; an alert and a sentence that nobody has seen yet are kept."""
        assert isinstance(earlier, HandPost)
        self.afresh |= earlier.afresh
        self.with_picture |= earlier.with_picture
        older = earlier.update
        if older.version > self.update.version:
            self.update, older = older, self.update
        if self.update.notice is None and older.notice is not None:
            self.update = replace(self.update, notice=older.notice)
        return self

    async def send(self) -> None:
        """Edit the panel, or post a new one and remove the old."""
        update = self.update
        try:
            await self._show()
        except Closed:
            self.courier.closed_to_person(update.user, update.table.id)
        except (Rejected, Moved):
            if await self.courier.still_there(self.lane):
                self.courier.complain(self.lane, self)
            else:
                self.courier.closed_to_person(update.user, update.table.id)
        except Doubtful:
            self.courier.doubt(self._target)
            self.afresh = False
            raise Later(self.courier.doubt_seconds) from None

    async def _show(self) -> None:
        update, courier = self.update, self.courier
        shown = courier.shown(self._target, update.message)
        if shown is not None and not self.afresh and shown.version == update.version:
            return  # the answer to a press is the panel that everybody has been shown with it
        links = replace(courier.links, group=self._group_link())
        screen = render.hand(update)
        drawn = draw(screen, links)
        if shown is not None and not self.afresh and await _edit(courier, shown, drawn):
            courier.remember(self._target, replace(shown, digest=drawn.digest, version=update.version))
            return
        message = await _post(courier, self.lane, drawn.single, drawn, silent=not self.afresh)
        posted = Shown(self.lane, message.message_id, drawn.digest, courier.clock.monotonic(), version=update.version)
        courier.remember(self._target, posted)
        if shown is not None:
            courier.outbox.put(Removal(courier, shown.chat, shown.message))
        if self.with_picture and screen.picture is not None:
            courier.outbox.put(PhotoPost(courier, self.lane, screen.picture, None))

    def _group_link(self) -> str:
        table = self.courier.shown(PublicTarget(self.update.table.id), self.update.table_message)
        if table is None:
            return ""
        return self.courier.links.to_message(table.chat, table.message, self.update.chat.thread)


@dataclass(slots=True)
class Saying:
    """A sentence, a card of text or a question; long ones in several messages."""

    courier: Sender
    chat: int
    screen: Screen
    thread: int | None = None
    reply_to: int | None = None
    silent: bool = False
    closed: Callable[[], None] | None = None
    """What to do if this chat cannot be written to."""
    arrived: Callable[[str], None] | None = None
    """Who hears that it has arrived, and as which message."""
    page: int = 0
    counts: bool = True
    lasting: bool = False
    handicap: float = 0.0
    urgent: bool = False
    leads: Hashable | None = None
    follows: Hashable | None = None
    key: Hashable = field(default_factory=lambda: ("saying", next(_serial)))

    @property
    def lane(self) -> int:
        """The chat."""
        return self.courier.address(str(self.chat))

    def instead_of(self, earlier: Post) -> Post:
        """Sentences do not replace one another: each has a key of its own."""
        return self

    async def send(self) -> None:
        """Say one page; the next one follows as a parcel of its own."""
        chat = self.lane
        drawn = draw(self.screen, self.courier.links)
        last = self.page == len(drawn.pages) - 1
        try:
            message = await _post(
                self.courier,
                chat,
                drawn.pages[self.page],
                drawn if last else None,
                thread=self.thread,
                silent=self.silent or self.page > 0,
                reply_to=self.reply_to if self.page == 0 else None,
            )
        except Moved as moved:
            self.courier.readdress(self, chat, moved.chat)
            return
        except (Closed, Rejected):
            if self.closed is not None:
                self.closed()
            return
        except Doubtful:
            pass
        else:
            if self.arrived is not None:
                self.arrived(message_ref(chat, message.message_id))
        if not last:
            self.courier.outbox.put(replace(self, page=self.page + 1, key=("saying", next(_serial))))


@dataclass(slots=True)
class Redrawing:
    """A message of choices that shows something else after a press."""

    courier: Sender
    chat: int
    message: int
    screen: Screen
    counts: bool = True
    lasting: bool = False
    handicap: float = 0.0
    urgent: bool = False
    leads: Hashable | None = None
    follows: Hashable | None = None

    @property
    def lane(self) -> int:
        """The chat."""
        return self.chat

    @property
    def key(self) -> Hashable:
        """The message."""
        return ("redrawing", self.message)

    def instead_of(self, earlier: Post) -> Post:
        """Return this edit: the newer content is the one to send."""
        return self

    async def send(self) -> None:
        """Edit it; if that is impossible, say it anew."""
        drawn = draw(self.screen, self.courier.links)
        try:
            edited = await _edit(self.courier, Shown(self.chat, self.message, "", 0.0), drawn)
        except (Closed, Moved):
            return
        if not edited:
            self.courier.outbox.put(Saying(self.courier, self.chat, self.screen))


@dataclass(slots=True)
class PhotoPost:
    """A picture that adorns what a message has said already."""

    courier: Sender
    chat: int
    picture: Picture
    thread: int | None
    counts: bool = True
    lasting: bool = False
    handicap: float = 3.0
    urgent: bool = False
    leads: Hashable | None = None
    follows: Hashable | None = None

    @property
    def lane(self) -> int:
        """The chat."""
        return self.courier.address(str(self.chat))

    @property
    def key(self) -> Hashable:
        """One picture of a kind at a time."""
        return ("photo", self.picture.key)

    def instead_of(self, earlier: Post) -> Post:
        """Return this parcel: the picture is the same."""
        return self

    async def send(self) -> None:
        """Send it, drawn and uploaded only if it was not sent before. Without it nothing is missing."""
        if self.courier.rights.refuses_photos(self.lane):
            return
        known = self.courier.picture(self.picture.key)
        photo = known if known is not None else await drawn(self.picture)
        try:
            message = await call(
                lambda: self.courier.bot.send_photo(
                    self.lane,
                    photo,
                    caption=self.picture.alt[:1000],
                    message_thread_id=self.thread,
                    disable_notification=True,
                )
            )
        except Rejected:
            await self._refused()
            return
        except (Closed, Moved, Doubtful):
            return
        self.courier.keep_picture(self.picture.key, message)
        self.courier.saw(self.lane, message.message_id)

    async def _refused(self) -> None:
        """Log that the chat refuses the message; the host is told if that is for want of a permission."""
        chat = self.lane
        if chat > 0:
            return
        try:
            lacking = await self.courier.rights.missing(self.courier.bot, chat)
        except (Closed, Rejected, Moved, Doubtful):
            return
        if PHOTOS in lacking:
            self.courier.rights.photos_refused(chat)
            self.courier.report(Lacking(ChatRef(PLATFORM, str(chat)), (PHOTOS,)))
