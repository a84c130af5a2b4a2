"""Answers to commands, and where they go: the short answer to a press, the private chat, or the group."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from telegram import CallbackQuery, Chat

from bot.delivery.chats import MessageId, Newest
from bot.delivery.messenger import HandPost, Removal, TablePost, remove_hand
from bot.frontends.telegram.outgoing.api import INLINE
from bot.frontends.telegram.outgoing.group_hands import Arrival, GroupPost, Way
from bot.frontends.telegram.outgoing.markup import draw
from bot.frontends.telegram.outgoing.sender import DocumentPost, MenuEdit, PicturePost, Sender, TextPost
from bot.present import render
from bot.present.screens.screen import Picture, Screen
from bot.session.port.commands import ASKS_FOR_INVITATION, ClosePoll, Command, Consent, Leave, MyHand, Origin, ShowRules
from bot.session.port.commands.record import by_button
from bot.session.port.protocols import AnswerTarget, Delivered, PrivateTarget
from bot.session.port.replies import PICTURED, SHOWN_BY, Audience, Placement, PlayedCard, Reply, RulesCard
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate

__all__ = ["Answers", "Asked", "toast_of"]

_TO_TOURNAMENT = "invitation to a tournament"
_MOST_KEPT = 5_000
"""Of so many people and tables it is remembered which message shows what has been played, or the invitation."""


def _asks_again(invitation: Notice) -> str:
    """The payload of a link that asks for an invitation once more: of a tournament by its code, as numbers are guessed."""
    return f"{ASKS_FOR_INVITATION}{invitation.data.get('table', invitation.data['code'])}"


@dataclass(frozen=True, slots=True)
class Asked:
    """What is answered: a typed message or, with ``query``, a press."""

    origin: Origin
    command: Command
    chat: Chat
    message: int | None
    thread: int | None
    query: CallbackQuery | None = None
    beside: tuple[str, ...] = ()  # The data of all buttons of the message on which one was pressed
    said: str = "/hand"  # The command as typed, without what followed it
    way: Way | None = None
    """How the sender can be answered in the group, unseen by others; ``None`` where that is not possible."""
    arrival: Arrival | None = None  # What a press waits for: there is one answer to it

    def expects(self) -> tuple[Arrival, ...]:
        """What is to hear whether it has arrived in the group."""
        if self.arrival is None:
            return ()
        self.arrival.expected = True
        return (self.arrival,)

    @property
    def in_group(self) -> bool:
        """Whether others read along there."""
        return self.origin.chat is not None


def toast_of(reply: Reply) -> str:
    """The short answer to a press, "" if there is nothing to say."""
    said = reply.toast or (reply.body if isinstance(reply.body, Notice) else None)
    return "" if said is None or said.share else render.toast(said, reply.language)


class Answers:
    """Turns replies into posts in the outbox; never waits for the network."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender
        self._kept = Newest[tuple[str, str, int], str](_MOST_KEPT)
        """Which message shows a person what has been played at a table, or the invitation to it."""

    def opens(self, asked: Asked, reply: Reply) -> str | None:
        """The link that answers a press where the rest is to be read in the private chat."""
        for said in (reply.toast, reply.body):
            if isinstance(said, Notice) and said.start_link is not None:
                return self._sender.wire.links.start(said.start_link)
        private = reply.placement in (Placement.LED_TO, Placement.PANEL)
        if asked.chat.id < INLINE and not private:  # nothing can be said there but by the table itself
            private = not isinstance(reply.body, Notice | PublicUpdate | None)
        if not (asked.in_group and reply.ok and private):
            return None
        if asked.way is not None and not _to_pass_on(reply):
            return None  # it comes right there
        if isinstance(reply.body, Notice):
            return self._sender.wire.links.start(_asks_again(reply.body))
        return self._sender.wire.links.start(getattr(asked.command, "table", None) or 0)

    def give(self, asked: Asked, reply: Reply, toasted: bool) -> None:
        """Deliver what a reply has to say. ``toasted``: the person has read its short form as the answer to a press."""
        body = reply.body
        menu = self._menu_pressed(asked, reply)
        if isinstance(asked.command, Leave) and reply.ok and isinstance(body, Notice):
            table = body.data.get("table")
            if isinstance(table, int):
                remove_hand(self._sender, asked.origin.user, table)
        if isinstance(body, Notice) and body.code == "joined_here" and asked.way is not None:
            target = PrivateTarget(asked.origin.user, int(str(body.data["table"])))
            hands = self._sender.group_hands
            if hands.panel(target) is None:
                hands.outbox.put(GroupPost(hands, asked.way, reply.language, None, target))
        if isinstance(body, PublicUpdate) and body.chat == asked.origin.place:
            self._sender.outbox.put(TablePost(self._sender, body, afresh=True))
        elif isinstance(body, PrivateUpdate):
            self._give_hand(asked, body)
        elif body is not None and not reply.repeated and not self._said_already(asked, reply, toasted):
            self._give_screen(asked, reply, menu)
            return
        if menu is not None:
            self._sender.outbox.put(Removal(self._sender, asked.chat.id, MessageId(asked.chat.id, menu), menu=True))

    @staticmethod
    def _said_already(asked: Asked, reply: Reply, toasted: bool) -> bool:
        """Whether the answer to a press has said it, or the table message that the group sees anyway."""
        if not isinstance(reply.body, Notice) or reply.body.actions or reply.body.share:
            return False
        shown = reply.ok and asked.in_group and not reply.private and reply.body.code in SHOWN_BY["group"]
        shown = shown or (reply.ok and not asked.in_group and reply.body.code in SHOWN_BY["alone"])
        return toasted or (shown and reply.body.start_link is None)

    def _give_hand(self, asked: Asked, body: PrivateUpdate) -> None:
        asks = isinstance(asked.command, MyHand) or (
            asked.way is not None and bool(asked.way.number or asked.way.command)
        )
        elsewhere = body.post.where == "private" and not asks and self._sender.private.writes_to(body.user)
        if asked.way is not None and not elsewhere:
            self._give_hand_here(asked, asked.way, body)
            return
        on_panel = asked.query is not None and not asked.in_group and not isinstance(asked.command, MyHand)
        self._sender.outbox.put(
            HandPost(
                self._sender,
                body,
                afresh=not on_panel,
                silent=not asked.in_group,
                asked=not asked.in_group,
                with_picture=isinstance(asked.command, MyHand) and asked.query is None,
            )
        )

    def _give_hand_here(self, asked: Asked, way: Way, body: PrivateUpdate) -> None:
        """Show a hand in the group to its person alone: where it was pressed, in a new message where it was asked for; in the
        private chat where that does not arrive."""
        hands, target = self._sender.group_hands, PrivateTarget(body.user, body.table.id)
        panel, drawn = hands.panel(target), draw(render.hand(body, listed=False), self._sender.wire.links_in(way.chat))
        fresh = panel is not None and panel.asked_by == way.query != ""
        stays = panel is not None and (fresh or (way.number != 0 and panel.number == way.number))
        hands.outbox.put(
            GroupPost(
                hands,
                None if stays else way,
                body.language,
                lambda: drawn,
                target,
                way.chat,
                instead=lambda: self._sender.outbox.put(HandPost(self._sender, body, afresh=True)),
                note=lambda: self._sender.delivered_beside(body, drawn.digest),
                stays=body.post.where in ("here", "both"),
                presses=asked.expects(),
            )
        )

    def _give_screen(self, asked: Asked, reply: Reply, menu: int | None) -> None:
        screen = render.reply(reply)
        if screen is None:
            return
        typed_alone = asked.way is not None and asked.way.command != 0
        privately = asked.in_group and (reply.private or typed_alone)
        if screen.picture is not None and asked.query is not None and isinstance(reply.body, PICTURED):
            self._give_picture(asked, screen.picture, privately)
            return
        in_place = menu is not None and not privately
        if asked.in_group and not privately and not in_place and not self._may_answer(asked):
            self._say_to_person(asked, reply, screen)  # whoever asks for ever more reads the rest alone
            return
        offered = reply.placement is Placement.OFFERED and not typed_alone
        if asked.in_group and offered and isinstance(reply.body, RulesCard):
            screen = _offer_rules(reply.body, reply.language)
        if menu is not None and in_place:
            edit = MenuEdit(self._sender, asked.chat.id, menu, screen, arrived=self._noted(asked, reply))
            self._sender.outbox.put(edit)
            return
        if menu is not None:
            self._sender.outbox.put(Removal(self._sender, asked.chat.id, MessageId(asked.chat.id, menu), menu=True))
        if screen.document is not None:
            # No file can be shown to one member of a group.
            self._say_privately(replace(asked, way=None), reply, screen)
        elif privately and asked.way is not None and (typed_alone or not _to_pass_on(reply)):
            self._say_privately(asked, reply, screen)
        elif isinstance(reply.body, PlayedCard):
            self._give_anew(asked, "played", reply.body.table.id, reply.body.table.id, screen)
        elif isinstance(reply.body, Notice) and reply.body.share:
            what = "table" if "table" in reply.body.data else "tournament"
            number = int(str(reply.body.data[what]))
            self._give_anew(
                asked, _TO_TOURNAMENT if what == "tournament" else "invitation", number, _asks_again(reply.body), screen
            )
        elif privately:
            self._say_privately(asked, reply, screen)
        else:
            reply_to = asked.message if asked.in_group and asked.query is None else None
            back = reply.body.back if isinstance(reply.body, Notice) else None
            self._sender.outbox.put(
                TextPost(
                    self._sender,
                    asked.chat.id,
                    screen,
                    asked.thread,
                    reply_to,
                    silent=True,  # whoever has asked is looking
                    closed=partial(self._say_to_person, asked, reply, screen) if asked.in_group else None,
                    group="" if back is None else self._sender.group_link(*back),
                    arrived=self._noted(asked, reply),
                )
            )

    def _give_anew(self, asked: Asked, what: str, number: int, link: int | str, screen: Screen) -> None:
        """Show somebody what is kept of a table or a tournament, below all else in their private chat: the last such message
        goes, so that there is one for each however often it is asked for. ``link`` leads there who has never started that chat.
        """
        person, at = int(asked.origin.user.external), (what, asked.origin.user.external, number)
        earlier = MessageId.read(self._kept.pop(at, None))
        if earlier is not None:
            self._sender.outbox.put(Removal(self._sender, earlier.chat, earlier, menu=True))

        def arrived(ref: str) -> None:
            self._kept[at] = ref

        def closed() -> None:
            self._sender.closed_to_person(asked.origin.user, number if what != _TO_TOURNAMENT else None)
            if asked.query is None and asked.in_group and self._may_answer(asked):  # a press has led there itself
                instead = Notice("private_only", {"name": asked.said.removeprefix("/")}, start_link=link)
                self._post_in_group(asked, render.notice(instead, screen.language))

        self._sender.outbox.put(TextPost(self._sender, person, screen, silent=True, closed=closed, arrived=arrived))

    def _post_in_group(self, asked: Asked, screen: Screen) -> None:
        reply_to = asked.message if asked.query is None else None
        self._sender.outbox.put(TextPost(self._sender, asked.chat.id, screen, asked.thread, reply_to, silent=True))

    def _give_picture(self, asked: Asked, picture: Picture, privately: bool) -> None:
        """Send the picture of a card whose text stands there already; in the group only for who may be answered there."""
        here = not asked.in_group or (not privately and self._may_answer(asked))
        chat = asked.chat.id if here else int(asked.origin.user.external)
        self._sender.outbox.put(PicturePost(self._sender, chat, asked.thread if here else None, picture))

    def _say_privately(self, asked: Asked, reply: Reply, screen: Screen) -> None:
        if asked.way is not None:
            drawn = draw(screen, self._sender.wire.links_in(asked.way.chat))
            if len(drawn.pages) == 1:
                hands, elsewhere = self._sender.group_hands, replace(asked, way=None)
                hands.outbox.put(
                    GroupPost(
                        hands,
                        asked.way,
                        reply.language,
                        lambda: drawn,
                        instead=lambda: self._say_privately(elsewhere, reply, screen),
                        presses=asked.expects(),
                    )
                )
                return

        def closed() -> None:
            self._sender.closed_to_person(asked.origin.user, getattr(asked.command, "table", None))
            if (reply.ok and asked.command.record.deed) or not self._may_answer(asked):
                return
            self._post_in_group(asked, self._for_the_group(asked, reply))

        def arrived(ref: str) -> None:
            said = MessageId.read(ref)
            if screen.document is not None and said is not None:
                file = DocumentPost(self._sender, said.chat, None, screen.document, said.message)
                self._sender.outbox.put(file)

        person = int(asked.origin.user.external)
        nod = reply.ok and isinstance(reply.body, Notice)  # that what was asked for has been done need not ring
        post = TextPost(self._sender, person, screen, silent=nod, closed=closed, arrived=arrived)
        self._sender.outbox.put(post)

    def _say_to_person(self, asked: Asked, reply: Reply, screen: Screen) -> None:
        def closed() -> None:
            self._sender.closed_to_person(asked.origin.user, None)

        person = int(asked.origin.user.external)
        arrived = self._noted(asked, reply, privately=True)
        self._sender.outbox.put(TextPost(self._sender, person, screen, silent=True, closed=closed, arrived=arrived))

    def _noted(self, asked: Asked, reply: Reply, *, privately: bool = False) -> Callable[[str], None] | None:
        """What tells the manager where an answer stands that goes on by itself; ``None`` for all others."""
        target = AnswerTarget.of(replace(asked.origin, chat=None) if privately else asked.origin, reply)
        return None if target is None else lambda ref: self._sender.report(Delivered(target, ref))

    def _may_answer(self, asked: Asked) -> bool:
        """Whether this person may be answered in the group now: nobody fills it with what concerns them alone."""
        return self._sender.may_answer(asked.chat.id, asked.origin.user)

    def _for_the_group(self, asked: Asked, reply: Reply) -> Screen:
        """What the group may read of an answer that could not be given privately."""
        screen = None if reply.audience is Audience.SENDER else render.reply(reply)
        if screen is not None:
            return screen
        link = reply.body.start_link if isinstance(reply.body, Notice) else None
        table = link if link is not None else getattr(asked.command, "table", None) or 0
        told = Notice("not_accepted", start_link=table)
        if reply.ok or isinstance(reply.body, RulesCard):
            name = "rules" if isinstance(reply.body, RulesCard) else asked.said.removeprefix("/")
            told = Notice("private_only", {"name": name}, start_link=table)
        return render.notice(told, reply.language)

    def _menu_pressed(self, asked: Asked, reply: Reply) -> int | None:
        """The message of choices that this press has settled, or whose page it turns."""
        if asked.query is None or asked.message is None or not reply.ok:
            return None
        records = (by_button(data.partition(":")[0]) for data in asked.beside)
        kinds = {record.kind for record in records if record is not None}
        chosen = bool(kinds & {ClosePoll, Consent})
        turned = asked.command.record.paged and type(asked.command) in kinds
        turned = turned or reply.placement is Placement.IN_PLACE
        return asked.message if chosen or (turned and reply.body is not None) else None


def _to_pass_on(reply: Reply) -> bool:
    """Whether an answer is one to pass on: it comes into the private chat."""
    return isinstance(reply.body, Notice) and bool(reply.body.share)


def _offer_rules(card: RulesCard, language: str) -> Screen:
    """Offer a page in a line: whoever wants to read it presses the button."""
    offer = ("rules", ShowRules(card.game, card.table))
    return render.notice(Notice("rules_private", {"game": card.game}, actions=(offer,)), language)
