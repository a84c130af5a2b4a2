"""The messages of tournaments on Discord: edited, and posted anew where everybody should hear of it, or where edits are over."""

from __future__ import annotations

from dataclasses import dataclass

from bot.delivery.outbox import Later
from bot.delivery.pace import CREATE, EDIT, FREE
from bot.frontends.discord.incoming.origin import MessageId
from bot.frontends.discord.outgoing.calls import ChannelCalls, ChannelGone, ClosedDm, MessageGone, TooOld
from bot.frontends.discord.outgoing.markup import MENU, content
from bot.frontends.discord.outgoing.outbox import PUBLIC, Marks
from bot.frontends.discord.outgoing.posts.messages import TOO_OLD_SECONDS, Shown, posted_at
from bot.frontends.discord.outgoing.posts.removals import Removals
from bot.present import render
from bot.session.port.protocols import Clock, Delivered, Gone, Outcomes, StandingsTarget
from bot.session.port.updates import StandingsUpdate

__all__ = ["StandingsMessages"]


@dataclass(slots=True)
class _State:
    """A tournament: what waits to be shown, and where it is shown."""

    pending: StandingsUpdate | None = None
    renew: bool = False
    shown: Shown | None = None
    version: int = -1


class StandingsMessages:
    """Keeps the message of each tournament up to date; ``process`` is part of every nonce."""

    def __init__(
        self, wire: ChannelCalls, outcomes: Outcomes, clock: Clock, outbox: Marks, removals: Removals, process: str
    ) -> None:
        self._wire, self._outcomes, self._clock = wire, outcomes, clock
        self._outbox, self._removals, self._process = outbox, removals, process
        self._states: dict[StandingsTarget, _State] = {}
        self._posted = 0

    def show(self, update: StandingsUpdate) -> None:
        """Keep an update as what is to be shown, unless a newer one is known."""
        target = StandingsTarget(update.tournament, update.chat)
        state = self._states.setdefault(target, _State())
        if update.version < state.version:
            return
        state.pending, state.version = update, update.version
        state.renew = state.renew or update.post.renew
        self._outbox.mark(update.chat.external, ("standings", target), PUBLIC)

    def kind(self, target: StandingsTarget) -> str:
        """Return which limit the next call will count against, as far as can be known before."""
        state = self._states.get(target)
        if state is None or state.pending is None:
            return FREE
        if state.pending.post.left:
            return EDIT if self._known(state, state.pending) is not None else FREE
        return CREATE if self._needs_post(state, state.pending) else EDIT

    async def send(self, target: StandingsTarget) -> None:
        """Show the newest state of a tournament in one of its chats."""
        state = self._states.get(target)
        if state is None or state.pending is None:
            return
        if state.pending.post.left:
            await self._part(state, state.pending)
            self._states.pop(target, None)
            return
        update, renew, post = state.pending, state.renew, self._needs_post(state, state.pending)
        state.pending, state.renew = None, False
        try:
            await self._put(state, update, post=post)
        except ChannelGone as gone:
            self._outcomes.report(Gone(update.chat, gone.lacking))
        except ClosedDm:
            self._outcomes.report(Gone(update.chat))
        except Later:
            self._put_back(state, update, renew=renew)
            raise

    @staticmethod
    def _put_back(state: _State, update: StandingsUpdate, *, renew: bool) -> None:
        """Queue a tournament again that did not arrive, unless something newer already waits."""
        state.pending = state.pending or update
        state.renew = state.renew or renew

    def _known(self, state: _State, update: StandingsUpdate) -> Shown | None:
        message = MessageId.read(update.post.message)
        if message is not None and str(message.channel) == update.chat.external:
            own = state.shown
            if own is None or own.message.message < message.message:  # another worker may have posted it anew
                state.shown = Shown(message, posted_at(self._clock, message))
        return state.shown

    async def _part(self, state: _State, update: StandingsUpdate) -> None:
        """Say that it is not kept up to date here any more: one last edit; where that is not possible, the message goes."""
        old = self._known(state, update)
        if old is None:
            return
        try:
            await self._wire.edit(old.message, content(render.standings(update), MENU), picture=False)
        except TooOld:
            self._removals.put(old.message, update.chat.external)
        except (MessageGone, ChannelGone):
            return

    def _needs_post(self, state: _State, update: StandingsUpdate) -> bool:
        shown = self._known(state, update)
        return shown is None or state.renew or self._clock.monotonic() - shown.at > TOO_OLD_SECONDS

    async def _put(self, state: _State, update: StandingsUpdate, *, post: bool) -> None:
        old, drawn = state.shown, content(render.standings(update), MENU)
        if old is not None and not post:
            try:
                if old.fingerprint != drawn.fingerprint:
                    await self._wire.edit(old.message, drawn, picture=True)
            except TooOld:
                pass
            except MessageGone:
                old = None
            else:
                old.fingerprint = drawn.fingerprint
                self._report(update, old)
                return
        self._posted += 1
        nonce = f"{self._process}c{update.tournament}v{self._posted}"[:25]
        message = await self._wire.post(int(update.chat.external), drawn, nonce, picture=True, silent=update.post.quiet)
        state.shown = Shown(message, self._clock.monotonic(), drawn.fingerprint)
        self._report(update, state.shown)
        if old is not None:
            self._removals.put(old.message, update.chat.external)

    def _report(self, update: StandingsUpdate, shown: Shown) -> None:
        self._outcomes.report(Delivered(StandingsTarget(update.tournament, update.chat), str(shown.message)))
