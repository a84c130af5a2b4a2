"""The parts of the private panel: the table and the hand in lines, and the buttons.

The rows of buttons are, in this order: Play if the picked cards may be played, the hint that was asked for, suggested
plays (while cards are picked: those with them and more), rank counters, *take all* for a rank that was begun, Play if
the cards may not be played, Pass · Hint · Clear, and the way back. Never more than 25 buttons, whatever the hand: what
can also be done otherwise gives way."""

from bisect import bisect_left

from bot.present.presentation import presentation_of
from bot.present.screens.elements import (
    bold,
    button,
    count_word,
    group_button,
    in_rows,
    is_crowded,
    italic,
    line,
    mark_words,
    pile_line,
    place_word,
    played_button,
    time_to_act,
)
from bot.present.screens.screen import Button, Checklist, Line, Rows, Span
from bot.present.words.plays import (
    action_label,
    asked_text,
    deeds_by_seat,
    event_text,
    hand_shown,
    last_finished,
    last_play,
    offer_label,
    play_label,
    play_shown,
    trick_shown,
)
from bot.present.words.text import SUIT_SIGNS, card_word, name_of, rank_word, rank_words, say, shorten, team_sign, width
from bot.session.port.commands import Away, Choose, Clear, MyHand, OpenPage, Pick, PickCard, PlayText
from bot.session.port.updates import CardCounter, Counter, Offered, Panel, PrivateUpdate, PublicUpdate
from games.base.actions import Action, Bid, Do, Pass, Play
from games.base.cards import RANKS, Card, by_suit_key, card_text, make_card, rank_of
from games.base.events import LeadInherited, Voided, WentOut
from games.contract import View
from games.kit.history import LAID

__all__ = [
    "advance_key", "course_lines", "hint_label", "panel_rows", "pass_key", "pick_lists", "position_lines", "way_back",
]  # fmt: skip

_MOST = 25  # Buttons of one message that every platform carries
_PLAYS, _WORDS, _WHOLE, _OTHERS = 4, 10, 3, 2
"""The most suggested plays, the most bids and verbs, ranks to be taken whole, other tables."""
_ALL_CARDS = 16  # The most plays where one card is asked for: a button for every card that may be played
_ALL_OFFERED = 8
"""From so many offered answers on, there may be more than are offered: buttons of suits lead to the rest."""
_READINGS = 3  # The most other readings of the picked cards; rarer ones can be typed
_LABEL = 40
_SPELLED = 12  # Characters of equal cards that are written one by one
_TINY, _NARROW = 6, 12  # Columns of a label of which five or four stand side by side on a phone


def panel_rows(update: PrivateUpdate, told: Rows) -> Rows:
    """Everything that can be pressed while a round is on; ``told``: what a notice offers."""
    panel, language = update.panel, update.language
    if panel is None:
        return (*told, *way_back(update))
    words, plays = _offers(update, panel)
    hinted = _hinted(update, panel)
    by_button = update.view.phase in presentation_of(update.view.game).by_button
    shown = panel.counters if panel.suit is None and not by_button else ()
    suited = not by_button or len(words) >= _ALL_OFFERED
    by_card = suited and panel.suit is not None
    counters, hung = _counters(shown, update.view, language)
    counters += [_card_counter(counter, update.view, language) for counter in (panel.cards if by_card else ())]
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
    if counters:
        verbs.append(Button(say(language, "button.type"), PlayText("", update.table.id), key="type", form=True))
    in_words = 2 if any(width(one.label) > _NARROW for one in words) else 4
    in_plays = 2 if any(width(one.label) > _TINY for one in plays) else 5
    rows: list[tuple[Button, ...]] = []
    ready = panel.recognised is not None and panel.recognised.legal
    own = ((play, 1), (readings, 1))
    for buttons, size in (
        *(own if ready else ()),
        (hinted, 1), (words, in_words), (plays, in_plays), (counters + wild, 5), (hung, 3), (suits, 5), (whole, 3),
        *(() if ready else own), (verbs, 4 if len(verbs) == 4 else 3),
    ):  # fmt: skip
        if buttons:
            rows += in_rows(buttons, size)
    return (*rows, *told, *way_back(update, room))


def way_back(update: PrivateUpdate, room: int = _MOST) -> Rows:
    """The buttons back to the group, to other tables that wait for this person, to the page, and away from the table;
    all but the first as far as there is ``room`` for so many buttons."""
    more = []
    if (
        update.panel is not None
        and update.play.result is None
        and any(player.seat == update.seat and not (player.away or player.stand_in) for player in update.players)
    ):
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
    if panel.picked:
        verbs.append(button(language, "clear", Clear(update.table.id, panel.decision)))
    return verbs


def pass_key(game: str, panel: Panel) -> str:
    """The text of the button that passes: what passing means depends on the question."""
    return presentation_of(game).pass_buttons.get(panel.why, "pass")


def advance_key(panel: Panel) -> str:
    """The text of the button that passes in advance, or takes that back."""
    key = f"advance_{panel.advance_why}" if panel.advance_why else "advance"
    return f"{key}_off" if panel.advance_on else key


def _offers(update: PrivateUpdate, panel: Panel) -> tuple[list[Button], list[Button]]:
    words: list[Button] = []
    plays: list[Button] = []
    offers, hinted = list(enumerate(panel.offers)), panel.weighed[0].offer.action if panel.weighed else None
    if update.view.phase in presentation_of(update.view.game).by_button:
        offers.sort(key=lambda entry: _as_in_hand(entry[1].action))
    elif panel.picked:
        offers = [entry for entry in offers if not getattr(entry[1].action, "cards", ())]
        offers += enumerate(panel.fitting, len(panel.offers))
    for number, offer in offers:
        if offer.action == hinted:
            continue
        if isinstance(offer.action, Play):
            plays.append(_offer(update, offer, f"offer{number}"))
        elif not isinstance(offer.action, Pass) or panel.pass_now is None:
            words.append(_offer(update, offer, f"offer{number}"))
    return words, plays


def _is_pass_hinted(panel: Panel) -> bool:
    return bool(panel.weighed) and isinstance(panel.weighed[0].offer.action, Pass) and panel.pass_now is not None


def _hinted(update: PrivateUpdate, panel: Panel) -> list[Button]:
    """The hint that was asked for, as a button that does it; a pass has its place among the verbs."""
    if not panel.weighed or _is_pass_hinted(panel):
        return []
    hinted = panel.weighed[0].offer
    style = "success" if isinstance(hinted.action, Bid) else "primary"
    return [Button(hint_label(update), hinted.command, style=style, key="hinted")]


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
    if not isinstance(offer.action, Play):
        return Button(label, offer.command, style=style, key=key)
    cards = offer.action.cards
    shown = play_shown(update.view.game, update.language, cards, offer.kind, offer.rank).faces
    first = next((one for one in shown if not isinstance(one, str)), None)
    beside = "" if len(cards) == 1 else None
    return Button(label, offer.command, style=style, key=key, card=first, beside=beside)


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
    style = "success" if counter.picked else "secondary"
    return Button(label, counter.command, style=style, key=f"card{counter.card}", listed=True)


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


def _counters(shown: tuple[Counter, ...], view: View, language: str) -> tuple[list[Button], list[Button]]:
    """The buttons of ranks, those apart whose cards can be hung on any other: one tap adds one card."""
    usual: list[Button] = []
    hung: list[Button] = []
    names = _rank_names(view, language)
    for counter in shown:
        word = names[counter.rank]
        label = f"{word} ×{counter.held}" if counter.held > 1 else word
        if counter.picked:
            label = f"{word} ▸{counter.picked}/{counter.held}"
        style = "success" if counter.picked else "secondary"
        made = Button(label, counter.command, style=style, key=f"rank{counter.rank}", listed=True)
        (hung if counter.rank in view.hung else usual).append(made)
    return usual, hung


def _rank_names(view: View, language: str) -> list[str]:
    """What the buttons of the ranks are called."""
    names = list(rank_words(language, True))
    if view.high is not None:
        names[view.high] = f"▲{names[view.high]}"
    for card in view.wild:
        if {one for one in view.hand or () if rank_of(one) == rank_of(card)} == {card}:
            names[rank_of(card)] = f"★{card_word(card, language)}"
    for rank in view.hung:
        names[rank] = say(language, "button.hang", rank=names[rank])
    return names


def pick_lists(update: PrivateUpdate, rows: Rows) -> tuple[Checklist, ...]:
    """The ranks or cards that ``rows`` have buttons for, to be picked in one go: an entry for each count of each of them."""
    panel, view, language = update.panel, update.view, update.language
    listed = [button for row in rows for button in row if button.listed]
    if panel is None or not listed:
        return ()
    # In notation, in words, so many held, so many picked, one of them.
    named: list[tuple[str, str, int, int, Card]] = []
    names, hand = _rank_names(view, language), view.hand or ()
    for counter in panel.counters if panel.suit is None else ():
        held, picked = counter.held, counter.picked
        single = []
        for card in view.wild:
            count = (view.hand or ()).count(card)
            if rank_of(card) == counter.rank and 0 < count < counter.held:
                taken = panel.picked.count(card)
                held, picked = held - count, picked - taken
                single.append((card_text(card), f"★{card_word(card, language)}", count, taken, card))
        seen = hand[bisect_left(hand, make_card(counter.rank))]
        named += [(RANKS[counter.rank], names[counter.rank], held, picked, seen), *single]
    for one in panel.cards:
        word = ("★" if one.card in view.wild else "") + card_word(one.card, language)
        named.append((card_text(one.card), word, one.held, one.picked, one.card))
    lists: list[Checklist] = []
    while named:
        fits = next((at for at in range(len(named), 1, -1) if sum([one[2] for one in named[:at]]) <= _MOST), 1)
        lists.append(_pick_list(update, named[:fits]))
        named = named[fits:]
    return tuple(lists)


def _pick_list(update: PrivateUpdate, named: list[tuple[str, str, int, int, Card]]) -> Checklist:
    assert update.panel is not None, "it has cards to pick"
    entries = []
    for name, word, held, picked, card in named:
        spelled = (len(word) + 1) * held <= _SPELLED
        for n in range(1, held + 1):
            entries.append((" ".join([word] * n) if spelled or n == 1 else f"{word} ×{n}", name * n, n == picked, card))
    label = say(update.language, "panel.choose", cards=" … ".join(dict.fromkeys([named[0][1], named[-1][1]])))
    return Checklist(
        label, Choose(update.table.id, update.panel.decision, "".join([one[0] for one in named])), tuple(entries)
    )


def _is_begun(counter: Counter) -> bool:
    """Whether some cards of a rank are picked, and at least two more taps would be needed to pick all."""
    return 0 < counter.picked < counter.held - 1 and isinstance(counter.command, Pick)


def _take_all(counter: Counter, language: str) -> Button:
    assert isinstance(counter.command, Pick)
    whole = Pick(counter.command.table, counter.command.decision, counter.rank, all=True)
    label = say(language, "button.take_all", rank=rank_word(counter.rank, language, short=True), n=counter.held)
    return Button(label, whole, key=f"all{counter.rank}", listed=True)


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


_TOLD = (WentOut, LeadInherited, Voided)  # Events that the seat lines do not show by themselves
_TO_LAY = frozenset({"follow", "yield", "last_chance", "duel", "burn", "burn_answer", "revolt_try", "expose"})
"""Questions that cards may answer, so that it matters whether any of the hand can."""


def position_lines(update: PrivateUpdate) -> list[Line]:
    """The table and the hand alone: who holds what and did what, what is to be beaten, one's own cards."""
    return [*_others_at_table(update), (), *_what_to_do(update), *_hand(update)]


def _others_at_table(update: PrivateUpdate) -> list[Line]:
    """One line a seat, in order of play after this one: cards left and the last deed."""
    language, view = update.language, update.view
    deeds = deeds_by_seat(view, update.play.recent, update.players, language)
    acting = {question.seat for question in view.awaited}
    count, crowded = len(view.seats), is_crowded(view)
    lines = []
    for step in range(1, count):
        seat = view.seats[(update.seat + step) % count]
        mark = "▶ " if seat.seat in acting else "▫️ "
        facts = [say(language, f"role.{seat.role}", view.game)] if seat.role else []
        if seat.team is not None and seat.team == view.seats[update.seat].team and not crowded:
            facts.insert(0, say(language, "seat.partner", view.game))
        elif step == presentation_of(view.game).facing:
            facts.insert(0, "⇄ " + say(language, "seat.opposite"))
        left = count_word(view, seat.count, language, brief=crowded)
        facts.append(place_word(view.game, seat.place, language) if seat.place else left)
        facts += mark_words(view, seat, language, brief=crowded)
        name = (team_sign(seat.team) if crowded else "") + name_of(update.players, seat.seat, language)
        parts: list[str | Span] = [mark, name, " · " + (" " if crowded else " · ").join(facts)]
        if seat.seat in deeds and seat.seat not in acting and "answered" not in seat.marks:
            parts += [" — ", deeds[seat.seat]]
        lines.append(line(*parts))
        if more := presentation_of(view.game).beside(view, seat, language):
            lines.append(line("      ", more))
    if own := presentation_of(view.game).beside(view, view.seats[update.seat], language):
        lines.append(line(say(language, "panel.own_side", what=own)))
    if worth := presentation_of(view.game).stake(view, language):
        lines.append(line(bold(worth)))
    lines += [line(text) for text in presentation_of(view.game).notes(view, update.players, language)]
    lines += [
        pile_line(view.game, pile.name, pile.cards, language)
        for pile in presentation_of(view.game).piles(view)
        if pile.cards
    ]
    return lines


def course_lines(update: PublicUpdate | PrivateUpdate, view: View) -> list[Line]:
    """What has just happened: the last trick that is over, as its cards have gone from the seats since somebody led anew; the
    latest events that the seats do not show by themselves."""
    language, game, trick, won = update.language, view.game, last_finished(view), last_play(view)
    history = isinstance(update, PublicUpdate) and presentation_of(game).history(view, update.players, language)
    lines: list[Line] = []
    if view.standing is not None and trick is not None and not history:
        shown = trick_shown(view, trick, update.players, language)
        lines.append(line(italic(say(language, "played.last_trick")), *shown))
    elif won is not None:
        mine = isinstance(update, PrivateUpdate) and won.seat == update.seat
        name = say(language, "played.you") if mine else name_of(update.players, won.seat, language)
        if trick is not None and len(trick[1]) > 1 and not presentation_of(game).stays:
            shown = trick_shown(view, trick, update.players, language)
            lines.append(line(say(language, "played.won", name=name), *shown))
        else:
            play = play_shown(game, language, won.cards, won.kind, won.rank, style="code", large=True)
            lines.append(line(say(language, "table.last_trick", game, name=name), play))
    sentences = [event_text(game, event, cause, update.players, language) for event, cause in update.play.recent
                 if isinstance(event, _TOLD) or event.code in presentation_of(game).told]  # fmt: skip
    return lines + [line("• ", text) for text in sentences[-2:]]


def _what_to_do(update: PrivateUpdate) -> list[Line]:
    language, view, panel = update.language, update.view, update.panel
    lines = []
    if view.standing is not None:
        stands = view.standing
        play = play_shown(view.game, language, stands.cards, stands.kind, stands.rank, style="code", large=True)
        by = name_of(update.players, stands.seat, language)
        key = "panel.own_stands" if stands.seat == update.seat else "table.to_beat"
        lines.append(line(say(language, key, view.game, name=by), play))
    lines += course_lines(update, view)
    if panel is None:
        return lines
    if panel.my_turn:
        limit: str | Span = ""
        if update.seconds_left is not None:
            asked = next((one for one in view.awaited if one.seat == update.seat), None)
            short = update.seconds_left if update.reminder else asked.seconds if asked is not None else None
            limit = time_to_act(update.table, short, update.seconds_left, update.due, language)
        lines.append(line("👉 ", bold(asked_text(view.game, panel.why, language, view)), limit))
        actions = [one.action for one in panel.offers]
        laid = any(isinstance(one, Play) or getattr(one, "verb", "") in {*LAID, "expose"} for one in actions)
        if panel.why in _TO_LAY and not panel.weighed and not laid:
            nothing = {"burn": "panel.nothing_burns", "expose": "panel.nothing_exposed"}
            lines.append(line(italic(say(language, nothing.get(panel.why, "panel.nothing_beats")))))
    elif view.awaited:
        names = say(language, "list.and").join(name_of(update.players, one.seat, language) for one in view.awaited)
        lines.append(line(italic(say(language, "panel.wait", names=names))))
    return lines


def _hand(update: PrivateUpdate) -> list[Line]:
    cards = update.view.hand or ()
    if not cards:
        return []
    view, open_suit = update.view, update.panel is not None and update.panel.suit is not None
    shown = hand_shown(view, cards, update.language, by_suits=open_suit)
    treasures = presentation_of(view.game).treasures(view, update.language)
    told = [line(say(update.language, "panel.hand", n=len(cards)), shown)]
    return [*told, line(treasures)] if treasures else told
