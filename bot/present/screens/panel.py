"""The buttons of the private panel.

Its rows are, in this order: the hint that was asked for, suggested plays, rank counters, *take all* for a rank that was
begun, Play, Pass · Hint · Clear, and the way back. Never more than 25 buttons, whatever the hand: what can also be done
otherwise gives way.
"""

from __future__ import annotations

from bot.present.presentation import presentation_of
from bot.present.screens.elements import button, group_button, in_rows, played_button
from bot.present.screens.notices import notice_rows
from bot.present.screens.screen import Button, Rows
from bot.present.words.catalogue import first, say
from bot.present.words.plays import action_label, loose_cards, play_label
from bot.present.words.text import SUIT_SIGNS, by_suit_key, card_word, rank_word, shorten, width
from bot.session.port.commands import Away, MyHand, OpenPage, Pick, PickCard
from bot.session.port.updates import CardCounter, Counter, Offered, Panel, PrivateUpdate
from games.base.actions import Action, Bid, Do, Pass, Play
from games.base.cards import rank_of
from games.contract import View

__all__ = ["advance_key", "hint_label", "offer_label", "panel_rows", "pass_key", "way_back"]

_MOST = 25
"""Buttons of one message that every platform carries."""
_PLAYS, _WORDS, _WHOLE, _OTHERS = 4, 10, 3, 2
"""The most suggested plays, the most bids and verbs, ranks to be taken whole, other tables."""
_ALL_CARDS = 16
"""The most plays where one card is asked for: a button for every card that may be played."""
_ALL_OFFERED = 8
"""From so many offered answers on, there may be more than are offered: buttons of suits lead to the rest."""
_READINGS = 3
"""The most other readings of the picked cards; rarer ones can be typed."""
_LABEL = 40
_TINY, _NARROW, _LAID = 6, 12, 22
"""Columns of a label of which five or four stand side by side on a phone, and of a verb with cards."""


def panel_rows(update: PrivateUpdate) -> Rows:
    """Everything that can be pressed while a round is on."""
    panel, language = update.panel, update.language
    told = () if update.notice is None else notice_rows(update.notice, language)
    if panel is None:
        return (*told, *way_back(update))
    words, plays = _offers(update, panel)
    hinted = _hinted(update, panel)
    by_button = update.view.phase in presentation_of(update.view.game).by_button
    shown = panel.counters if panel.suit is None and not by_button else ()
    suited = not by_button or len(words) >= _ALL_OFFERED
    by_card = suited and panel.suit is not None
    counters = [_counter(counter, update.view, language) for counter in shown]
    counters += [_card_counter(counter, update.view, language) for counter in (panel.cards if by_card else ())]
    hung = [_hang(counter, language) for counter in shown if counter.rank in update.view.hung]
    counters = [one for one in counters if one.key not in {other.key for other in hung}]
    play = [] if panel.play is None else [_play_button(update.view.game, panel, language)]
    verbs = _verbs(update, panel)
    room = _MOST - 1 - sum(map(len, (hinted, counters, hung, play, verbs, *told)))
    suits = _suit_tabs(panel, language) if suited else []
    readings = [_reading(update, offer, number) for number, offer in enumerate(panel.readings)][:_READINGS]
    spare = room - (len(suits) if by_card else 0)  # an open suit needs its way back, closed ones can wait
    readings = readings[: max(0, spare)]
    room -= len(readings)
    suits = suits if len(suits) <= room else []
    room -= len(suits)
    words = words[: max(0, min(_WORDS, room))]
    room -= len(words)
    wild = _wild_taps(shown, update.view, panel, language)[: max(0, room)]
    room -= len(wild)
    plays = plays[: max(0, min(_ALL_CARDS if by_button else _PLAYS, room))]
    room -= len(plays)
    whole = [_take_all(counter, language) for counter in shown if _is_begun(counter)][: max(0, min(_WHOLE, room))]
    room -= len(whole)
    wide = any(width(one.label) > _NARROW for one in words)
    return (
        *in_rows(hinted, 1),
        *in_rows(words, 2 if wide else 4),
        *in_rows(plays, 2 if any(width(one.label) > _TINY for one in plays) else 5),
        *in_rows((*counters, *wild), 5),
        *in_rows(hung, 3),
        *in_rows(suits, 5),
        *in_rows(whole, 3),
        *in_rows(play, 1),
        *in_rows(readings, 1),
        *in_rows(verbs, 3),
        *told,
        *way_back(update, room),
    )


def way_back(update: PrivateUpdate, room: int = _MOST) -> Rows:
    """The buttons back to the group, to other tables that wait for this person, to the page, and away from the
    table; all but the first as far as there is ``room`` for so many buttons.
    """
    me = next((player for player in update.players if player.seat == update.seat), None)
    more = []
    if update.panel is not None and update.play.result is None and me is not None and not (me.away or me.stand_in):
        more = [played_button(update.table, update.language), button(update.language, "away", Away(update.table.id))]
    if update.page:
        more.insert(0, button(update.language, "page", OpenPage(update.table.id)))
    for other in update.others[:_OTHERS]:
        label = say(update.language, "button.other_table", id=other)
        more.insert(0, Button(label, MyHand(other), style="primary", key=f"table{other}"))
    shown = (group_button(update.language), *more[: max(0, room)])
    return in_rows(shown, 2 if len(shown) == 4 else 3)  # as many as a phone can name side by side


def _verbs(update: PrivateUpdate, panel: Panel) -> list[Button]:
    """The buttons Pass (or pass in advance), Hint and Clear."""
    language, game = update.language, update.view.game
    verbs = []
    if panel.pass_now is not None:
        key = pass_key(game, panel)
        label = hint_label(update) if _is_pass_hinted(panel) else say(language, f"button.{key}", game)
        verbs.append(Button(label, panel.pass_now, key=key))
    elif panel.advance is not None:
        verbs.append(button(language, advance_key(panel), panel.advance))
    if panel.hint is not None:
        verbs.append(button(language, "hint", panel.hint))
    if panel.clear is not None and panel.picked:
        verbs.append(button(language, "clear", panel.clear))
    return verbs


def pass_key(game: str, panel: Panel) -> str:
    """The text of the button that passes: what passing means depends on the question."""
    return presentation_of(game).pass_buttons.get(panel.why, "pass")


def advance_key(panel: Panel) -> str:
    """The text of the button that passes in advance, or takes that back."""
    key = f"advance_{panel.advance_why}" if panel.advance_why else "advance"
    return f"{key}_off" if panel.advance_on else key


def _offers(update: PrivateUpdate, panel: Panel) -> tuple[list[Button], list[Button]]:
    """The buttons of bids and other verbs, and those of plays, without the one that is the hint."""
    words: list[Button] = []
    plays: list[Button] = []
    offers = list(enumerate(panel.offers))
    if update.view.phase in presentation_of(update.view.game).by_button:
        offers.sort(key=lambda entry: _as_in_hand(entry[1].action))
    for number, offer in offers:
        if panel.hinted is not None and offer.action == panel.hinted.action:
            continue
        if isinstance(offer.action, Play):
            plays.append(_offer(update, offer, f"offer{number}"))
        elif not isinstance(offer.action, Pass) or panel.pass_now is None:
            words.append(_offer(update, offer, f"offer{number}"))
    return words, plays


def _is_pass_hinted(panel: Panel) -> bool:
    return panel.hinted is not None and isinstance(panel.hinted.action, Pass) and panel.pass_now is not None


def _hinted(update: PrivateUpdate, panel: Panel) -> list[Button]:
    """The hint that was asked for, as a button that does it; a pass has its place among the verbs."""
    if panel.hinted is None or _is_pass_hinted(panel):
        return []
    style = "success" if isinstance(panel.hinted.action, Bid) else "primary"
    return [Button(hint_label(update), panel.hinted.command, style=style, key="hinted")]


def hint_label(update: PrivateUpdate) -> str:
    """What is on the button of the hint: its action in the words of its own button, ``""`` without a hint."""
    panel = update.panel
    if panel is None or panel.hinted is None:
        return ""
    hinted, game, language = panel.hinted, update.view.game, update.language
    number = next((at for at, offer in enumerate(panel.offers) if offer.action == hinted.action), -1)
    return f"💡 {offer_label(game, language, hinted, panel.why, number)}"


def _as_in_hand(action: Action) -> tuple[int, int]:
    """Sorts offers as they are shown: single cards by suit, as a hand has them; all else stays as offered."""
    if isinstance(action, Play) and len(action.cards) == 1:
        return by_suit_key(action.cards[0])
    return -1, 0


def _offer(update: PrivateUpdate, offer: Offered, key: str) -> Button:
    why = "" if update.panel is None else update.panel.why
    label = offer_label(update.view.game, update.language, offer, why, int(key.removeprefix("offer")))
    style = "success" if isinstance(offer.action, Bid) else "primary"
    return Button(label, offer.command, style=style, key=key)


def offer_label(game: str, language: str, offer: Offered, why: str, number: int) -> str:
    """What is on the button of an offered action, the ``number``-th; answers to a question may have words of
    their own.
    """
    action = offer.action
    if isinstance(action, Pass):
        return say(language, f"button.{presentation_of(game).pass_buttons.get(why, 'pass')}", game)
    if isinstance(action, Do) and not action.cards:
        own = first(language, (f"verb.{action.verb}.{why}",))
        if own is not None:
            return own
    if isinstance(action, Do) and action.verb == why == "return" and not number and presentation_of(game).suitless:
        return shorten(say(language, "button.lowest_back", cards=loose_cards(game, language, action.cards)), _LABEL)
    if isinstance(action, Do) and offer.kind:  # the name of the kind gives way before the cards do
        brief = action_label(game, language, action, offer.kind, offer.rank, _LAID)
        return action_label(game, language, action, offer.kind, offer.rank, _LABEL) if brief.endswith("…") else brief
    return action_label(game, language, action, offer.kind, offer.rank)


def _suit_tabs(panel: Panel, language: str) -> list[Button]:
    """The suits to look at one by one, and the way back to ranks; the open one is not offered again."""
    tabs = []
    for suit, command in panel.suits:
        if suit == (-1 if panel.suit is None else panel.suit):
            continue
        label = say(language, "button.by_rank") if suit < 0 else SUIT_SIGNS[suit]
        tabs.append(Button(label, command, key=f"suit{suit}"))
    return tabs


def _card_counter(counter: CardCounter, view: View, language: str) -> Button:
    word = ("★" if counter.card in view.wild else "") + card_word(counter.card, language)
    label = f"{word} ×{counter.held}" if counter.held > 1 else word
    if counter.picked:
        label = f"{word} ▸{counter.picked}/{counter.held}" if counter.held > 1 else f"{word} ▸"
    return Button(label, counter.command, style="success" if counter.picked else "secondary", key=f"card{counter.card}")


def _wild_taps(shown: tuple[Counter, ...], view: View, panel: Panel, language: str) -> list[Button]:
    """The wild cards by themselves: the counter of their rank takes them last."""
    taps = []
    for card in view.wild:
        counter = next((one for one in shown if one.rank == rank_of(card)), None)
        held = (view.hand or ()).count(card)
        if held and counter is not None and isinstance(counter.command, Pick) and counter.held > held:
            command = PickCard(counter.command.table, counter.command.decision, card)
            taps.append(_card_counter(CardCounter(card, held, panel.picked.count(card), command), view, language))
    return taps


def _reading(update: PrivateUpdate, offer: Offered, number: int) -> Button:
    name = action_label(update.view.game, update.language, offer.action, offer.kind, offer.rank, 30)
    label = shorten(say(update.language, "button.read_as", play=name), _LABEL)
    return Button(label, offer.command, style="primary", key=f"reading{number}")


def _counter(counter: Counter, view: View, language: str) -> Button:
    word = ("▲" if counter.rank == view.high else "") + rank_word(counter.rank, language, short=True)
    held = {card for card in view.hand or () if rank_of(card) == counter.rank}
    if len(held) == 1 and (wild := min(held)) in view.wild:
        word = f"★{card_word(wild, language)}"
    if counter.picked:
        label = f"{word} ▸{counter.picked}/{counter.held}"
        return Button(label, counter.command, style="success", key=f"rank{counter.rank}")
    label = f"{word} ×{counter.held}" if counter.held > 1 else word
    return Button(label, counter.command, key=f"rank{counter.rank}")


def _hang(counter: Counter, language: str) -> Button:
    """The button of a rank whose cards can be hung on any other: one tap adds one card."""
    word = say(language, "button.hang", rank=rank_word(counter.rank, language, short=True))
    if counter.picked:
        label = f"{word} ▸{counter.picked}/{counter.held}"
        return Button(label, counter.command, style="success", key=f"rank{counter.rank}")
    label = f"{word} ×{counter.held}" if counter.held > 1 else word
    return Button(label, counter.command, key=f"rank{counter.rank}")


def _is_begun(counter: Counter) -> bool:
    """Whether some cards of a rank are picked, and at least two more taps would be needed to pick all."""
    return 0 < counter.picked < counter.held - 1 and isinstance(counter.command, Pick)


def _take_all(counter: Counter, language: str) -> Button:
    assert isinstance(counter.command, Pick)
    whole = Pick(counter.command.table, counter.command.decision, counter.rank, all=True)
    label = say(language, "button.take_all", rank=rank_word(counter.rank, language, short=True), n=counter.held)
    return Button(label, whole, key=f"all{counter.rank}")


def _play_button(game: str, panel: Panel, language: str) -> Button:
    seen = panel.recognised
    if seen is not None and isinstance(seen.action, Do):
        label = shorten(action_label(game, language, seen.action, seen.kind or "", seen.rank or ""), _LABEL)
        return Button(label, panel.play, style="success" if seen.legal else "secondary", key="play")
    if seen is None or seen.action is None or not seen.kind:
        return Button(say(language, "button.play_nothing"), panel.play, key="play")
    name = play_label(game, language, panel.picked, seen.kind, seen.rank or "", 26)
    label = say(language, "button.play" if seen.legal else "button.play_low", play=name)
    return Button(shorten(label, _LABEL), panel.play, style="success" if seen.legal else "secondary", key="play")
