"""What the session asks of every chat platform: tables, hands and tournaments kept up to date, and messages of their own.

An edit reaches nobody's phone and leaves the message where it is, perhaps far above; a new message rings and stands
below. So a table is edited while play goes on, and posted anew for a result, a vote, a call by name, or where the talk
has pushed it out of sight.
"""

import asyncio
import math
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from bot.delivery.chats import (
    ChatGone,
    Chats,
    ContentRefused,
    Drawing,
    MessageGone,
    MessageId,
    Shown,
    TooOld,
    UnknownResult,
)
from bot.delivery.outbox import CREATE, EDIT, FREE, Calls, Lane, Later, Outbox, Sending
from bot.present.screens.screen import Screen
from bot.session.port import protocols
from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.replies import Reply
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate, StandingsUpdate

__all__ = [
    "GROWN_OLD", "Amendment", "AnnouncementPost", "ChatFrontend", "HandPost", "Messenger", "Removal", "StandingsPost",
    "TablePost", "remove_hand", "retire", "watches",
]  # fmt: skip


@dataclass(slots=True)
class Removal(Sending):
    """Removes a message that says nothing true any more, or its buttons alone. Where that is not possible it stays, and a press
    on it is told so."""

    chats: Chats
    chat: Lane
    message: MessageId
    only_buttons: bool = False  # Keep the message, whose text is still true, and remove its buttons
    past: Drawing | None = None  # What a message that stays tells from now on
    menu: bool = False  # It is a message of choices: what still waits to be shown in it is not wanted any more
    lasting = False

    def __post_init__(self) -> None:
        if not self.only_buttons:
            self.chats.memory.goes(self.message)

    @property
    def kind(self) -> str:
        """An edit, which the chat's rates count, or a removal, which they do not."""
        return EDIT if self.only_buttons else FREE

    @property
    def lane(self) -> Lane:
        return self.chat

    @property
    def key(self) -> Hashable:
        return ("menu" if self.menu else "removal", self.message)

    async def send(self) -> None:
        try:
            if self.only_buttons:
                await self.chats.strip(self.message, self.past)
            else:
                await self.chats.remove(self.message)
        except (ChatGone, MessageGone, ContentRefused):
            return


def retire(chats: Chats, lane: Lane, shown: Shown) -> None:
    """Take away a message after another one shows the same: a result stays to be read, all else is removed."""
    if shown.past is not None:
        chats.outbox.put(Removal(chats, lane, shown.message, only_buttons=True, past=shown.past))
    elif not chats.memory.gone(shown.message):
        chats.outbox.put(Removal(chats, lane, shown.message))


def remove_hand(chats: Chats, user: UserRef, table: int) -> None:
    """Remove the panel of somebody who sits there no more, if its message is known; what was still to be shown in it is not."""
    target = protocols.PrivateTarget(user, table)
    chats.outbox.drop(lambda key: key == target)
    shown = chats.memory.forget(target)
    if shown is not None:
        retire(chats, chats.private.lane(user), shown)


@dataclass(slots=True)
class AnnouncementPost(Sending):
    """A message of its own: posted once into a chat, without ringing, never changed."""

    chats: Chats
    target: protocols.PostTarget
    screen: Screen
    made: bytes | None = None
    handicap = 3.0

    @property
    def lane(self) -> Lane:
        return self.chats.lane_of(self.target.chat)

    @property
    def key(self) -> Hashable:
        return self.target

    async def send(self) -> None:
        try:
            message = await self.chats.post_once(self.target, self.screen, self.made)
        except ChatGone as gone:
            self.chats.chat_gone(self.target.chat, gone)
        else:
            self.chats.report(protocols.Delivered(self.target, "" if message is None else str(message)))


@dataclass(slots=True)
class Amendment(Sending):
    """An answer that goes on by itself: the message that answered somebody is edited. ``instead``: with this, the last time, what
    is said to the person where it cannot be."""

    chats: Chats
    target: protocols.AnswerTarget
    message: MessageId
    screen: Screen
    instead: Notice | None

    @property
    def kind(self) -> str:
        """Free where the answer can be edited through what it answered."""
        return self.chats.amend_kind(self.message)

    @property
    def lane(self) -> Lane:
        chat = self.target.chat
        return self.chats.private.lane(self.target.user) if chat is None else self.chats.lane_of(chat)

    @property
    def key(self) -> Hashable:
        return ("menu", self.message)

    async def send(self) -> None:
        try:
            await self.chats.amend_answer(self.message, self.screen)
        except (ChatGone, MessageGone, ContentRefused):
            if self.instead is not None:
                self.chats.tell(self.target.user, self.instead, self.target.language)
        if self.instead is not None:
            self.chats.report(protocols.Delivered(self.target, str(self.message)))


CALM: Final = 12.0
"""Seconds in which plays become one edit while all who play look at their own hands, which show them too."""
AI_SECONDS: Final = 1.6  # Within so many seconds an AI player has usually acted
BETWEEN: Final = 2.0  # The same while AI players play one after the other
GROWN_OLD: Final = 20 * 60.0  # Seconds after which a new trick gets a new table message, whatever was said since


@dataclass(slots=True)
class _StatePost(Sending):
    """A message that is kept up to date: edited, or posted anew where that is due."""

    chats: Chats
    update: Any
    number: str = field(init=False)

    def __post_init__(self) -> None:
        self.number = str(next(self.chats.numbers))

    @property
    def kind(self) -> str:
        shown = self._shown()
        if self.update.post.left:
            return FREE if shown is None else EDIT
        return CREATE if self._needs_post(shown) else EDIT

    async def send(self) -> None:
        try:
            if self.update.post.left:
                await self._part()
            else:
                await self._show()
        except ChatGone as gone:
            await self._gone(gone)
        except UnknownResult:
            self._doubt()
            raise Later(self.chats.doubt_seconds, doubtful=True) from None

    @property
    def soon(self) -> float:
        return AI_SECONDS if self._asks_ai_alone() else 0.0

    def _asks_ai_alone(self) -> bool:
        """Whether AI players alone are to act next, who do so at once."""
        view = getattr(self.update, "view", None)
        asked = () if view is None else {question.seat for question in view.awaited}
        return bool(asked) and all(player.kind == "ai" for player in self.update.players if player.seat in asked)

    @property
    @abstractmethod
    def key(self) -> protocols.Target: ...

    @abstractmethod
    def _shown(self) -> Shown | None:
        """The message that shows it in the chat as it is now."""

    @abstractmethod
    def _wants_post(self, shown: Shown) -> bool: ...

    @abstractmethod
    async def _show(self) -> None: ...

    @abstractmethod
    def _drawn(self) -> Drawing: ...

    @abstractmethod
    async def _post(self, drawn: Drawing, *, silent: bool) -> MessageId: ...

    @abstractmethod
    def _done(self, shown: Shown, drawn: Drawing, before: Shown | None) -> None:
        """Note that it is shown by this message, and was by ``before`` until now."""

    async def _gone(self, gone: ChatGone) -> None:
        if gone.thread:
            self.chats.memory.forget(self.key)
        self.chats.chat_gone(self.update.chat, gone)

    def _needs_post(self, shown: Shown | None) -> bool:
        return shown is None or self.chats.outbox.may_post(self.lane, wanted=self._wants_post(shown))

    def _is_too_old(self, shown: Shown) -> bool:
        most = self.chats.edit_seconds
        too_old = most < math.inf and self.chats.clock.monotonic() - shown.at > most
        return too_old and not shown.says(self.update.post.moment)

    def _doubt(self) -> None:
        self.chats.memory.doubt(self.key)

    async def _edit(self, shown: Shown, drawn: Drawing) -> None:
        if drawn.digest != shown.digest:
            await self.chats.edit(shown.message, drawn)
        self._done(shown, drawn, shown)

    async def _put(self, shown: Shown | None, drawn: Drawing, *, anew: bool, silent: bool) -> None:
        """Edit the message, unless it is to come anew or cannot be edited: a new one takes the place of the old."""
        before = shown
        if shown is not None and not anew:
            try:
                await self._edit(shown, drawn)
                return
            except TooOld:
                pass
            except MessageGone:
                before = None
        message = await self._post(drawn, silent=silent)
        self._done(Shown(message, self.chats.clock.monotonic()), drawn, shown)
        if before is not None and before.message != message:
            retire(self.chats, self.lane, before)

    async def _part(self) -> None:
        """Say in the message that it is no more kept up to date: one last edit; where that is not possible, the message goes,
        unless it is a result to be read."""
        shown = self._shown()
        self.chats.memory.forget(self.key)
        if shown is None:
            return
        try:
            await self.chats.edit(shown.message, self._drawn())
        except TooOld:
            retire(self.chats, self.lane, shown)
        except MessageGone:
            return


@dataclass(slots=True)
class TablePost(_StatePost):
    """The table message of one place. A post that did not arrive keeps what it was to do."""

    update: PublicUpdate
    renew: bool = False  # A trick began since the table was last shown
    afresh: bool = False  # Somebody asked for it: post it anew in any case
    ended: bool = False
    """A round has ended since the table was last shown: the result is a message of its own, which rings for those alone who are
    called in it: all others have their own news of it."""
    ping: frozenset[UserRef] = frozenset()  # Who is to be called since the table was last shown
    handicap = 1.0

    def __post_init__(self) -> None:
        _StatePost.__post_init__(self)
        self.ping |= frozenset(self.update.ping)

    @property
    def follows(self) -> Hashable | None:
        """The hands of the table go first."""
        return "table", self.update.table.id

    @property
    def lane(self) -> Lane:
        return self.chats.lane_of(self.update.chat)

    @property
    def key(self) -> protocols.PublicTarget:
        """The table, in this place: a group may show it in several topics."""
        return protocols.PublicTarget(self.update.table.id, self.chats.here(self.update.chat))

    @property
    def urgent(self) -> bool:
        return self.afresh

    @property
    def lull(self) -> float:
        """While a message shows the play and nobody who reads it there is asked anything, several plays make one edit."""
        update, shown = self.update, self.chats.memory.at_hand(self.key)
        if (
            shown is None
            or not (shown.playing and self._playing)
            or self.ping
            or self.afresh
            or update.motion is not None
        ):
            return 0.0
        if update.post.calm:
            return CALM
        return BETWEEN if self._asks_ai_alone() else 0.0

    def instead_of(self, earlier: Self) -> Self:
        """Return the latest state; that a trick began, that a round ended and who is to be called is not forgotten."""
        self.renew |= earlier.renew
        self.afresh |= earlier.afresh
        self.ended |= earlier.ended
        self.ping |= earlier.ping
        if earlier.update.version > self.update.version:
            self.update = earlier.update
        return self

    # -- inside

    @property
    def _playing(self) -> bool:
        return self.update.play.result is None and self.update.view is not None

    def _shown(self) -> Shown | None:
        update, post, key = self.update, self.update.post, self.key
        shown = self.chats.memory.find(key, post.message, at=post.message_at, shows=post.shows, version=update.version)
        return shown if shown is not None and self.chats.is_in(shown.message, key.chat) else None

    def _keep_past(self, shown: Shown | None) -> None:
        """Let a message from before the start stay, if it is of the result that is shown."""
        result = shown is not None and shown.version < 0 and self.update.play.result is not None
        if shown is not None and result and shown.says(self.update.post.moment):
            shown.past = self.chats.drawings.past(self.update)

    async def _show(self) -> None:
        chats, update, shown = self.chats, self.update, self._shown()
        if shown is not None and shown.version > update.version and not self.afresh:
            return
        called = self._called()
        anew = shown is None or self._needs_post(shown)
        if shown is not None and not anew:
            anew = await chats.out_of_sight(shown, update, renew=self.renew)
        drawn = chats.drawings.table(update, called)
        self._keep_past(shown)
        silent = not called and (update.post.quiet or update.motion is None or self._votes_already(shown))
        try:
            await self._put(shown, drawn, anew=anew, silent=silent)
        except ChatGone as gone:
            if shown is None or not anew or not gone.lacking:
                raise
            try:
                await self._edit(shown, drawn)  # an old place is better than no table at all
            except MessageGone:
                raise gone from None

    def _drawn(self) -> Drawing:
        return self.chats.drawings.table(self.update)

    async def _post(self, drawn: Drawing, *, silent: bool) -> MessageId:
        return await self.chats.post(self.update.chat, drawn, self.number, silent=silent)

    def _done(self, shown: Shown, drawn: Drawing, before: Shown | None) -> None:
        chats, update, result = self.chats, self.update, self.update.play.result is not None
        now = replace(
            shown,
            digest=drawn.digest,
            moment=update.post.moment,
            version=update.version,
            votes=update.motion is not None,
            playing=self._playing,
            past=chats.drawings.past(update) if result else None,
            edits=shown.edits + (shown.digest not in ("", drawn.digest)),
        )
        chats.memory.remember(self.key, now, protocols.PublicTarget(update.table.id, update.chat))
        chats.table_shown(update, drawn, now, before)

    async def _part(self) -> None:
        self._keep_past(self._shown())
        await _StatePost._part(self)

    def _called(self) -> frozenset[UserRef]:
        """Return those to be rung: asked for and, in play, still awaited; else as the platform has it."""
        update = self.update
        if not self.ping:
            return self.ping
        if update.view is None or update.play.result is not None:
            ended = self.ended and update.play.result is not None
            return frozenset(user for user in self.ping if self.chats.calls_between(user, ended=ended))
        awaited = {question.seat for question in update.view.awaited}
        return self.ping - {player.user for player in update.players if player.user and player.seat not in awaited}

    def _votes_already(self, shown: Shown | None) -> bool:
        return shown is not None and (shown.votes or not shown.digest)

    def _wants_post(self, shown: Shown) -> bool:
        update = self.update
        if self.afresh or self._called() or (self.ended and update.play.result is not None):
            return True  # an edit would reach nobody's phone
        if update.motion is not None and not self._votes_already(shown):
            return True  # there is a minute to vote: whoever is to do so must see it
        if shown.past is not None and self._playing:
            return True  # how the last round ended can still be read above
        grown = self.renew and self.chats.clock.monotonic() - shown.at > GROWN_OLD
        return grown or self._is_too_old(shown)


@dataclass(slots=True)
class StandingsPost(_StatePost):
    """The message of a tournament in one of its chats."""

    update: StandingsUpdate
    renew: bool = False  # Post it anew in any case
    handicap = 1.0

    @property
    def lane(self) -> Lane:
        return self.chats.lane_of(self.update.chat)

    @property
    def key(self) -> protocols.StandingsTarget:
        return protocols.StandingsTarget(self.update.tournament, self.chats.here(self.update.chat))

    def instead_of(self, earlier: Self) -> Self:
        """Return the latest state; that it is to be posted anew is not forgotten."""
        self.renew |= earlier.renew
        if earlier.update.version > self.update.version:
            self.update = earlier.update
        return self

    # -- inside

    def _shown(self) -> Shown | None:
        key, post = self.key, self.update.post
        shown = self.chats.memory.newest(key, post.message, post.message_at)
        return shown if shown is not None and self.chats.is_in(shown.message, key.chat) else None

    def _wants_post(self, shown: Shown) -> bool:
        return self.renew or self._is_too_old(shown)

    async def _show(self) -> None:
        shown = self._shown()
        silent = self.update.post.quiet or (shown is not None and not self.renew)
        await self._put(shown, self._drawn(), anew=self._needs_post(shown), silent=silent)

    def _drawn(self) -> Drawing:
        return self.chats.drawings.standings(self.update)

    async def _post(self, drawn: Drawing, *, silent: bool) -> MessageId:
        return await self.chats.post_standings(self.update, drawn, self.number, silent=silent)

    def _done(self, shown: Shown, drawn: Drawing, before: Shown | None) -> None:
        target = protocols.StandingsTarget(self.update.tournament, self.update.chat)
        self.chats.memory.remember(self.key, replace(shown, digest=drawn.digest), target)


@dataclass(slots=True)
class HandPost(_StatePost):
    """The private panel of one person at one table."""

    update: PrivateUpdate
    afresh: bool = False  # A new message that notifies, because something is newly wanted or the person asked for it
    with_picture: bool = False
    silent: bool = False  # It answers what was written right there, so it does not notify though it is a new message
    lull: float = 0.0
    asked: bool = False  # Its person has asked for it in the private chat
    lane: Lane = field(init=False)
    key: protocols.PrivateTarget = field(init=False)
    leads: Hashable | None = field(init=False)  # The table: its public messages come after the hands

    def __post_init__(self) -> None:
        _StatePost.__post_init__(self)
        update = self.update
        self.lane, self.leads = self.chats.private.lane(update.user), None if self.lull else ("table", update.table.id)
        self.key = protocols.PrivateTarget(update.user, update.table.id)

    @property
    def handicap(self) -> float:
        """Whoever is waited for gets the hand first, then the others, then the group sees the table; who watches comes last."""
        return -10.0 if self.afresh else 5.0 if self.lull else -2.0

    @property
    def kind(self) -> str:
        if not self.chats.private.writes_to(self.update.user) or self._is_elsewhere():
            return FREE
        return CREATE if self._needs_post(self._shown()) else EDIT

    @property
    def urgent(self) -> bool:
        """Newly wanted."""
        return self.afresh

    def instead_of(self, earlier: Self) -> Self:
        """Return the latest state; an alert and a sentence that nobody has seen yet are kept."""
        self.lull = min(self.lull, earlier.lull)
        self.silent = (self.silent or not self.afresh) and (earlier.silent or not earlier.afresh)
        self.afresh |= earlier.afresh
        self.with_picture |= earlier.with_picture
        self.asked |= earlier.asked
        older = earlier.update
        if older.version > self.update.version:
            self.update, older = older, self.update
        if self.update.notice is None and older.notice is not None:
            self.update = replace(self.update, notice=older.notice)
        return self

    # -- inside

    def _shown(self) -> Shown | None:
        update = self.update
        return self.chats.memory.find(self.key, update.post.message, shows=update.post.shows, version=update.version)

    def _wants_post(self, shown: Shown) -> bool:
        return self.afresh or self._is_too_old(shown)

    async def _show(self) -> None:
        chats, update, shown = self.chats, self.update, self._shown()
        beside, anew = chats.private.is_beside(update), self._needs_post(shown)
        if beside:
            await chats.private.show_beside(update)
        if self._is_elsewhere() or not chats.private.writes_to(update.user):
            return
        if shown is not None and not self.afresh and (shown.version >= update.version or (self.lull and anew)):
            return  # one press makes a panel twice, as its answer and with everybody's: once is enough
        await self._put(shown, self._drawn(), anew=anew, silent=self.silent or update.post.quiet or not self.afresh)

    def _is_elsewhere(self) -> bool:
        private = self.chats.private
        return not self.asked and private.is_beside(self.update) and private.is_enough(self.update)

    def _drawn(self) -> Drawing:
        return self.chats.drawings.hand(self.update, pictured=self.with_picture)

    async def _post(self, drawn: Drawing, *, silent: bool) -> MessageId:
        return await self.chats.private.post(self.update.user, drawn, self.number, silent=silent)

    def _done(self, shown: Shown, drawn: Drawing, before: Shown | None) -> None:
        update = self.update
        now = replace(shown, digest=drawn.digest, moment=update.post.moment, version=update.version)
        self.chats.memory.remember(self.key, now)

    def _doubt(self) -> None:
        _StatePost._doubt(self)
        self.afresh = False

    async def _gone(self, gone: ChatGone) -> None:
        await self.chats.private.closed(self.update.user, self.update.table.id, self.update.language)
        if self.chats.private.is_beside(self.update):
            self.chats.outbox.put(self)  # elsewhere


def watches(update: PrivateUpdate, same: bool = False) -> bool:
    """Tell whether a hand is to show its person nothing but how the play of the others goes on; ``same``: it tells of what their
    panel tells of already. A new hand is shown at once."""
    if update.alert or update.reminder or update.notice is not None:
        return False
    return same or (update.panel is not None and not update.panel.my_turn and bool(update.view.acts))


_BUSY: Final = 0.8  # From this share of what a bot may send on one more table would make all others lag
_SEAT_LOST: Final = frozenset({"you_were_kicked", "seat_kept", "sit_in_over"})
"""Notices to somebody who does not sit at that table now: the panel of the seat goes."""


class Messenger(Chats):
    """Delivers to one platform: everything is kept as the newest state of what it shows, until it may leave."""

    def __init__(self, outbox: Outbox, clock: protocols.Clock) -> None:
        super().__init__(outbox, clock)
        self._drawing: set[asyncio.Task[None]] = set()

    def show_table(self, update: PublicUpdate) -> None:
        self.cut_off(update)
        afresh = update.post.renew and update.post.message is None
        self.outbox.put(TablePost(self, update, renew=update.post.renew, afresh=afresh, ended=update.ended))

    def show_hand(self, update: PrivateUpdate) -> None:
        """Show a person's hand. Who only watches is shown how the play goes on a moment later, with what comes meanwhile."""
        shown = self.memory.at_hand(protocols.PrivateTarget(update.user, update.table.id))
        same = shown is not None and shown.says(update.post.moment)
        afresh, lull = update.alert or update.reminder, self.watching_seconds if watches(update, same) else 0.0
        self.outbox.put(HandPost(self, update, afresh=afresh, lull=lull))

    def show_standings(self, update: StandingsUpdate) -> None:
        self.outbox.put(StandingsPost(self, update, renew=update.post.renew))

    def cut_off(self, update: PublicUpdate) -> None:
        """Remove all panels of a table whose round was cut off: no hand is left."""
        if update.view is None and update.table.contest is None and update.table.state in ("over", "closed"):
            for target in self.memory.hands_at(update.table.id):
                self.hand_gone(target.user, update.table.id)

    def hand_gone(self, user: UserRef, table: int) -> None:
        """Remove the panel of somebody who has no hand there any more."""
        remove_hand(self, user, table)

    def seat_lost(self, user: UserRef, notice: Notice) -> None:
        """Remove the panel of a seat where a notice says that somebody does not have it any more."""
        table = notice.data.get("table") if notice.code in _SEAT_LOST else None
        if isinstance(table, int):
            self.hand_gone(user, table)

    def let_go(self, table: int) -> None:
        """Forget what waits of a table that another worker shows from now on."""
        self.outbox.drop(
            lambda key: isinstance(key, protocols.PublicTarget | protocols.PrivateTarget) and key.table == table
        )

    def announce(self, target: protocols.PostTarget, body: protocols.PostBody, language: str) -> None:
        """Post a message of its own into a chat. Its picture is drawn before it gets in line."""
        screen = self.drawings.announcement(body, language)
        if screen.picture is None:
            self.outbox.put(AnnouncementPost(self, target, screen))
            return
        drawing = asyncio.create_task(self._prepared(target, screen), name=f"picture for {target.chat.platform}")
        self._drawing.add(drawing)
        drawing.add_done_callback(self._drawing.discard)

    async def _prepared(self, target: protocols.PostTarget, screen: Screen) -> None:
        self.outbox.put(AnnouncementPost(self, target, screen, await self.prepare(target, screen)))

    def amend(self, target: protocols.AnswerTarget, message: str, reply: Reply, instead: Notice | None) -> None:
        known, screen = MessageId.read(message), self.drawings.reply(reply)
        if known is not None and screen is not None:
            self.outbox.put(Amendment(self, target, known, screen, instead))

    def close(self) -> None:
        """Draw nothing more."""
        for drawing in self._drawing:
            drawing.cancel()


class ChatFrontend:
    """What a chat's frontend is to show goes to its messenger as it is. See ``Frontend``."""

    is_for: Callable[[ChatRef], Awaitable[bool]] | None = None
    """Where there are several bots: whether what all bots in a group hear is for this one."""

    def __init__(self, messenger: Messenger, calls: Calls) -> None:
        self.show_table, self.show_hand = messenger.show_table, messenger.show_hand
        self.show_standings, self.let_go = messenger.show_standings, messenger.let_go
        self.tell, self.announce, self.amend = messenger.tell, messenger.announce, messenger.amend
        self.cut_off, self._messenger, self.calls = messenger.cut_off, messenger, calls
        self.outbox = messenger.outbox

    def is_beside(self, update: PrivateUpdate) -> bool:
        """Tell whether a hand is, or could be, shown elsewhere than in the private chat."""
        return self._messenger.private.is_beside(update)

    def withdraw(self, target: protocols.PublicTarget | protocols.PrivateTarget, message: str) -> None:
        """Remove a message that one of another bot takes the place of."""
        chats, known = self._messenger, MessageId.read(message)
        chats.outbox.drop(lambda key: key == target)
        chats.memory.forget(target)
        if known is not None and not chats.memory.gone(known):
            here = (
                chats.lane_of(target.chat)
                if isinstance(target, protocols.PublicTarget)
                else chats.private.lane(target.user)
            )
            chats.outbox.put(Removal(chats, here, known))

    def is_busy(self, chat: ChatRef) -> bool:
        return self.outbox.share > _BUSY

    async def drained(self) -> None:
        """Wait until everything that was shown so far has gone out."""
        await self.outbox.drained()
