"""Every sentence that the session can say, as a code with the names of its data.

``NOTICES`` maps the code of a ``Notice`` to its fields, in the order in which a sentence would use them. Refusals of
the rules are not listed: they come as ``refusal.<code of the IllegalAction>`` with ``rule`` and the refusal's own data.

Meaning of the fields, wherever they occur: ``table`` a table's id (shown ``#12``); ``seat`` and ``seats`` as people
count, from 1; ``game``, ``preset``, ``level``, ``verb``, ``why``, ``kind``, ``option`` codes that have texts of their
own; ``name`` and ``names`` people (text; ``names`` already joined by commas); ``cards`` a tuple of cards; ``rank`` the
compared rank as text; ``match`` and ``round`` numbers; ``id`` a match or round id as text (``M17.3``); ``example``
text that would work, ``allowed`` texts that would work; ``seconds`` whole seconds; anything else is a plain number or
text as the comment says.
"""

from __future__ import annotations

from typing import Final

__all__ = ["BUTTONS", "MENUS", "NEXT_STEPS", "NOTICES", "OVERTAKEN"]

OVERTAKEN: Final = frozenset({"stale_decision", "stale_offer", "nothing_picked", "no_hint_now"})
"""Refusals that say that a panel was pressed which does not show any more how it stands."""

NOTICES: Final[dict[str, tuple[str, ...]]] = {
    # -- anywhere
    "already_done": (),  # this very update was carried out before; nothing was changed
    "not_accepted": (),  # all that a group learns of a refused action
    "internal_error": (),  # our fault; nothing was changed
    "store_lost": (),  # the memory's file was deleted or replaced: whoever runs the bot has to start it again
    "store_unavailable": (),  # the memory does not answer; nothing was changed, try again in a moment
    "worker_unreachable": (),  # the worker that has the table does not answer; nothing was changed
    "stopping": (),  # the bot is being stopped; it goes on after the restart
    "unknown_command": ("name", "example"),
    "unreadable_command": ("part", "example"),
    "group_only": ("name",),  # the command ``name`` works where the bot can post: in a group, or alone with it
    "in_group_only": ("name",),  # the command ``name`` is about a group
    "rules_private": ("game",),  # instead of the rule card in a group
    "private_only": ("name",),  # what a group reads: the answer to this command is for its sender alone (start_link)
    "first_round_dealt": ("table",),  # a table with easy AI players stands here, and the cards are dealt
    "learn_private": (),  # what a group reads: lessons are given in private (start_link)
    "no_lesson": ("game",),  # the game has no lesson
    "unknown_term": (),  # a word that no lesson explains
    "closed": (),  # a choice was put away
    # -- which table
    "no_such_table": ("table",),
    "table_elsewhere": ("table",),  # it stands in another group
    "table_is_closed": ("table",),
    "table_is_parked": ("table",),
    "put_aside": ("table", "chat"),  # where the sender sits (chat: its title); remedy: /deal there, or the button
    "put_aside_adrift": ("table",),  # the same of a table whose place is gone
    "tables_put_aside": (),  # question of a menu: which of them goes on
    "cannot_write_here": ("rights",),  # /new and /deal where nothing could be shown; rights: what is missing
    "rights_missing": ("table", "chat", "rights"),  # to the host, once: less is shown there
    "place_closed": (
        "table",
        "chat",
        "rights",
    ),  # to everybody: their table is in no chat any more, for want of these rights
    "place_lost": ("table", "chat"),  # to everybody: that chat is gone or locked, or the bot was removed from it
    "table_adrift": ("table",),  # it is shown nowhere, and could be here
    "not_adrift": ("table",),  # somebody else has brought it somewhere
    "no_place_here": ("table",),  # no table can be shown where the button was pressed
    "table_is_broken": ("table",),  # stopped after an internal error; /end closes it
    "no_table_here": (),  # remedy: /new
    "not_seated": ("table",),  # remedy: /join
    "not_seated_anywhere": (),
    "no_table_of_yours": (),  # in the private chat; remedy: /new
    "which_table": (),  # question of a menu
    "which_table_again": (),  # the same about something too long for a button: the menu opens hands
    "which_game": (),
    # -- opening a table
    "table_opened": ("table", "game", "preset"),
    "tables_of_person": ("most", "tables"),  # the sender is host of so many open tables (ids joined by commas)
    "tables_of_group": ("most",),  # so many are open in this group
    "unknown_game": ("name", "games"),  # games: keys joined by commas
    "unknown_preset": ("name", "allowed"),
    "option_refused": ("option", "value", "allowed", "game"),
    "option_unknown": ("name", "allowed"),
    "players_refused": ("given", "low", "high"),
    "players_fixed": ("given", "players", "game"),  # the game is played by so many, never more or fewer
    "unfinished_here": (),  # question of a menu: go on with a match left unfinished here, or open a new table
    "resumed": ("table",),
    "not_parked": ("table",),
    # -- seats
    "joined": ("table", "seat"),
    "joined_new_match": ("table", "players"),  # sits down at the next deal, which begins a match of that number
    "joined_next_round": ("table", "seat"),  # takes over an AI player's seat when this round is over
    "joined_by_code": ("table", "seat", "game"),  # by invitation, from another place
    "join_by_code": (),  # in the private chat one joins by invitation
    "invitation": ("table", "game", "code", "ways"),
    "place_joined": ("table", "game", "seat"),  # with a code, in a group that came to the table by it
    "place_brought": ("table", "game"),  # the same by somebody who sits there already
    "place_brought_full": ("table", "game"),  # the same at a table without a free seat
    "guest_places_full": ("table", "most"),  # the table is shown in so many places
    "guest_tables_full": ("most",),  # so many tables of other groups are shown here
    "guest_admin": ("table",),  # an administrator of a guest place can only take the table from there
    "taken_away": ("table",),  # done: it is not shown here any more
    "guest_place_closed": ("table", "chat"),  # told to who sits there: it is not shown in this group any more
    "guest_place_lost": ("table", "chat"),  # the same, as we cannot write there any more
    "not_shown_here": ("table",),  # where the sender sits is shown elsewhere only
    "invitation_unknown": (),  # wrong, or the table is closed
    "joined_start": ("table", "seat"),  # not yet known to be reachable: press Start (start_link is set)
    "joined_unreachable": ("table", "seat", "platform"),  # private messages do not arrive; each platform has its way
    "dms_closed": ("table",),  # Discord: told inside the group, with the button that opens the hand there (my_hand)
    "joined_hello": ("table", "game", "chat"),  # told privately at join: here your hand will come (chat: title)
    "joined_hello_private": ("table", "game"),  # the same at a table in somebody's private chat
    "moved": ("table", "seat"),
    "already_seated": ("table", "seat"),
    "table_full": ("table",),
    "seat_taken": ("seat", "name"),
    "no_such_seat": ("seat", "seats"),
    "moving_too_late": ("seat",),  # seats are changed before the first deal only
    "left": ("table",),
    "left_smaller": ("table", "players"),  # the next deal begins a match of that number
    "left_stand_in": ("table",),  # an AI player finishes the round
    "left_between": ("table",),  # no round is on: an AI player has the seat until somebody takes it
    "table_closed": ("table",),  # nobody is left, or /end in the lobby or after the match
    "ai_seated": ("table", "count", "level"),
    "no_free_seats": ("table",),
    "unknown_level": ("level", "allowed"),
    "level_later": ("level", "allowed"),  # a level that exists in other games or later
    "you_are_host": ("table",),
    "host_only": ("table",),  # only the host (or an administrator of the group) decides this
    "nobody_missing": ("seat",),  # nobody is missing there, or it is not between rounds
    "ai_instead": ("table", "seat"),  # to the host: an AI player acts for the missing person
    "ai_for_you": ("table", "seat"),  # to the missing person; remedy: /back
    "sit_in_wished": ("table", "seat"),  # to who wants to sit in: the host is asked
    "sit_in_asked": ("table", "seat", "name"),  # to the host, with buttons
    "sit_in_allowed": ("table", "seat"),
    "sit_in_declined": ("table", "seat"),
    "sit_in_granted": ("table", "seat"),  # to who asked: the next round is theirs
    "sit_in_refused": ("table", "seat"),
    "sit_in_over": ("table", "seat"),  # the owner has the seat again
    "seat_kept": ("table", "seat"),  # to the missing person: somebody plays one round; remedy: /join
    "seat_comes_back": ("table", "seat"),  # to the owner: yours again when this round is over
    "seat_is_yours": ("table", "seat"),  # a seat waited for has become free: you play from now on
    # -- starting, going on
    "dealt": ("table", "round"),
    "seats_missing": ("table", "missing"),  # number of empty seats; remedy: /join, /ai
    "seats_missing_private": ("table", "missing"),  # the same in a private chat; remedy: /invite, /ai
    "unreachable_players": ("names",),  # start_link is set; remedy also: /kick
    "round_running": ("table",),
    "not_dealt_yet": ("table",),  # remedy: /deal
    "no_round_now": ("table",),  # between rounds or after the match; remedy: /deal
    "ready_noted": ("table", "waiting"),  # number of persons still to press Ready
    "ready_soon": (
        "table",
    ),  # reminder: the others are ready, soon the next round is dealt all the same (button: ready)
    "dealt_without_you": ("table",),  # not ready in time: an AI player acts until you return
    "settings_locked": ("table",),
    "setting_changed": ("option", "value", "game"),
    "players_too_few_seats": ("players",),  # more people sit there already
    # -- removing, ending
    "kicked": ("name",),
    "you_were_kicked": ("table",),
    "ai_plays_on": ("name",),  # an AI player can be removed between rounds only
    "no_such_person": ("name",),
    "who_to_kick": ("example",),
    "player_left_group": ("table", "seat", "name"),  # to the host, once, with a button that gives the seat away
    "which_person": ("name",),  # question of a menu: several of this name sit there
    "several_of_name": ("name",),  # /stats: several of this name have played here
    "ended": ("table",),
    "end_sure": ("table", "round"),  # question of a menu: really end the match in the middle of this round?
    "vote_started": ("motion", "votes", "needed", "seconds"),  # motion: ``end`` or ``kick``
    "vote_counted": ("motion", "votes", "needed", "seconds"),
    "already_voted": ("motion", "votes", "needed"),
    "no_such_motion": (),
    "motion_standing": ("motion",),
    "no_vote_on_oneself": (),  # who is to be removed has no say in it; remedy: /leave
    "no_vote_alone": ("name",),  # only two persons sit here: one wish is no vote; remedy: host, administrator, /leave
    "vote_asked_end": ("table", "by", "seconds"),  # told to everybody who has a say, with a button
    "vote_asked_kick": ("table", "by", "seconds", "name"),
    "vote_about_you": ("table", "by", "seconds"),  # told to the person who is to be removed
    "vote_lapsed": ("motion", "votes", "needed"),  # told to who voted: time is over
    # -- a group and its evenings
    "admins_only": ("name",),  # the command ``name`` is for administrators of the group
    "defaults_game": ("example",),  # /defaults with rules and no game
    "banned_here": (),  # the sender may not sit in this group
    "banned": ("name",),
    "you_were_banned": ("table", "chat"),  # to who sat there
    "ban_yourself": (),
    "ban_unknown": ("name",),  # nobody of this name has sat or played here
    "which_ban": ("name",),  # question of a menu: several of this name are known here
    "bans": ("count",),  # heading of a menu, to the sender alone
    "no_bans": ("example",),
    "not_banned": ("name",),
    "unbanned": ("name",),
    "unbanned_nobody": (),  # somebody who has been forgotten
    "notify_on": ("chat",),
    "notify_on_game": ("chat", "game"),
    "notify_off": ("chat",),
    "called": ("table", "game", "chat", "name", "free"),  # name: the host; free: empty seats
    "extended": ("table", "minutes"),  # from now on
    "extended_for_ever": ("table",),
    "extend_too_late": ("table",),
    "extend_full": ("table",),
    "extend_nobody": ("table",),  # nobody is waited for in a private chat
    "lobby_over": ("table", "free"),  # to the host, with buttons
    "swapped": ("table", "seat", "other"),  # two seats
    "swap_two": ("example",),
    "swap_too_late": ("table",),
    "tournament_table_seats": ("tournament",),  # /swap and /shuffle at one of its tables
    "seats_drawn": ("table",),
    "seats_drawn_alone": ("table",),  # balanced was asked for where nobody plays together
    "seats_drawn_unrated": ("table",),  # balanced was asked for, and no ratings tell anybody apart
    "seats_balanced": ("table",),
    # -- playing
    "played": ("cards", "kind", "rank", "game"),  # echo of the reading
    "passed": ("game",),
    "passed_bid": ("game",),  # the pass was an answer to another question than a play
    "passed_burn": ("game",),
    "bid": ("amount",),
    "did": ("verb", "cards", "game"),
    "talk_slower": ("seconds",),  # several phrases were said in a row
    "unknown_phrase": (),  # none of those that are on offer
    "slower_please": (),  # said by a frontend: more presses or messages wait than are taken
    "did_alone": ("verb", "game"),  # a verb without cards; the question that it answered may stand after a dot
    "stale_decision": (),  # the button belongs to a question that is over
    "stale_offer": (),  # the offer is not known any more; here is the current panel
    "not_your_button": (),
    "hidden_in_private": ("table",),  # hidden decisions are taken in private only (start_link is set)
    "unreadable_play": ("part", "example"),
    "unreadable_action": ("part", "action", "game"),  # action: in notation, one that could be typed here
    "unknown_verb": ("part", "verbs", "why", "game"),  # verbs: those that are wanted now, joined by commas
    "which_verb": ("verbs", "why", "game"),  # /do alone
    "incomplete_action": ("action", "game"),
    "other_question": ("why", "action", "game"),  # the words answer another question than the open one
    "confirm_joker": ("cards",),  # question of a menu: a lone x or X was typed
    "which_reading": (),  # question of a menu: the same cards can be several things
    "which_play": (),  # question of a menu: several plays fit
    "nothing_picked": (),
    "hand_unreachable": ("table", "platform"),  # the hand cannot be shown privately (start_link)
    "card_not_held": (),
    "autopass_on": (),
    "autopass_off": (),
    "declined_ahead": ("why",),  # a question that may come is passed on in advance
    "declined_ahead_off": ("why",),
    "autopass_nothing": (),  # nothing to pass on now
    "no_hint_now": (),
    "hint_busy": (),  # the AI player did not answer in time
    "taken_back": (),  # the sender's last play; the round counts for no ratings and no statistics from now on
    "takeback_company": (),  # other persons sit at the table, wait for a seat or have played in this match
    "takeback_nothing": (),  # no play of the sender's since the deal, or since the last one was taken back
    "takeback_too_late": ("table",),  # the round is over
    "away_on": ("table",),
    "back_on": ("table",),
    "not_away": ("table",),
    "clock_acted": ("table",),  # time was up, the fallback action was taken for you
    "clock_away": ("table",),  # twice in a row: an AI player acts until you return
    "round_void_rules": ("table", "round"),  # dealt under older rules that cannot be continued; scores are kept
    # -- people
    "started": (),  # private messages arrive now
    "started_for_tournament": (),  # … after a link that was given to who could not sign up without
    "language_set": ("language",),
    "group_language_set": ("language",),  # by an administrator or a host, with a button for the sender alone
    "own_language_set": ("language",),  # in a group, by somebody who has no say in its language
    "which_language": (),  # question of a menu
    "unknown_language": ("name", "allowed"),
    "prefer_shown": (
        "reminders",
        "alerts",
        "global",
        "pictures",
        "language",
        "never",
        "quiet",
        "digest",
        "zone",
    ),  # on/off, on/off, on/off, dark/light, en/zh/-, verbs joined by commas or -; hours or -, hour or -, IANA name or -
    "quiet_set": ("hours", "end", "zone", "time"),  # time: what it is there now
    "quiet_off": (),
    "digest_set": ("hour", "zone", "time"),
    "digest_off": (),
    "zone_set": ("zone", "time"),
    "zone_unknown": ("part",),
    "which_zone": ("example",),  # question of a menu
    "which_quiet": (),  # question of a menu: hours to choose from
    "which_digest": (),  # the same
    "turns_waiting": ("count", "turns"),  # question of a menu: the tables where it is the sender's turn
    "turns_none": ("tables",),  # they sit at so many
    "turns_nowhere": (),
    "turns_after_quiet": ("turns",),  # told once: several Turn
    "turns_digest": ("turns",),  # the same, once a day
    "holiday_set": ("at", "day", "hour", "zone", "tables"),  # day: ISO date of the return
    "holiday_ended": (),  # by /back
    "holiday_over": (),  # told once: the day has come
    "holiday_over_turns": ("turns",),  # the same, and where it is their turn
    "until_unreadable": ("part",),
    "until_past": (),
    "until_far": (),
    "prefer_set": ("option", "value"),
    "which_value": ("option",),  # question of a menu: what a preference may be
    "prefer_unknown": ("option", "allowed"),
    "prefer_value": ("option", "value", "allowed"),
    "no_results": (),
    "nothing_rated": (),  # no finished round that counts for ratings
    "no_ratings": ("game",),  # nobody is rated in this game here yet
    "unlisted": (),  # /leaderboard everywhere: nobody there has agreed to be named; remedy: /prefer global on
    "no_history": (),
    "unknown_id": ("id", "example"),
    "nothing_finished": ("command", "example"),  # /replay or /review without a round, and none has been played
    "which_round": ("id",),  # question of a menu
    "review_nobody": (),  # the game has no strong player
    "review_not_played": ("id",),  # it did not count, or was played under older rules
    "review_cancelled": ("id",),
    "review_busy": (),  # too many wait
    "review_failed": ("id",),
    "review_ready": ("id",),  # told where the message that waited for it cannot be changed any more
    "replay_nothing": ("id",),  # no round of the match is over
    "replay_unfinished": ("id",),  # broken off or void: its hands are never shown
    "replay_old_rules": ("id", "version"),  # played under rules of this version, which today's do not follow any more
    "replay_secret": ("id",),  # the round is not over yet
    "share_coming": ("id",),  # the picture of a shared round is being drawn
    "share_group_only": ("id",),
    "share_not_yours": ("id",),  # neither played in it, nor an administrator
    "share_too_soon": (),  # a round was shared in this group less than a minute ago
    "fair_before": ("id",),  # dealt before deals were promised beforehand
    "fair_seeded": ("id",),  # dealt from PAIJU_SEED: reproducible, never secret
    "luck_added": ("table", "word"),
    "fair_which": ("example",),  # /fair without a round where no deal is promised
    "luck_later": ("table",),  # the cards are dealt; before the next deal words are taken again
    "luck_open_deals": ("table",),  # deals of this table are reproducible: nothing can be added
    "luck_unreadable": ("example",),
    "ratings_open_deals": ("table",),  # deals of this table are reproducible: its rounds are never rated
    "link_code": ("code", "minutes"),  # the one-time code, for the sender's eyes alone
    "link_too_often": ("minutes",),  # too many codes made or wrong ones given; again in so many minutes
    "link_wrong": (),  # unknown, used or too old
    "link_seen_by_others": (),  # typed in a group: the code is void
    "link_same": (),  # given by the account that made it, or one that is joined already
    "link_platform": ("platform",),  # both have an account there already
    "link_met": (),  # both have played in one match
    "link_seated": ("table", "chat"),  # the sender has a place at an open table there; at /link the other one too
    "linked": ("name", "platforms"),  # the sender's account has joined this person's
    "link_joined": ("name", "platform"),  # told to the other accounts: this one has joined
    "not_linked": (),
    "unlinked": ("platform",),  # what was played on this platform goes with the account
    "account_changed": (),  # joined or parted meanwhile; once more, please
    # -- tournaments
    "tournament_none": ("example",),  # none is on in this group
    "tournament_which": ("example",),  # /tournament with something that is no game
    "tournament_running": ("tournament",),  # one a group at a time
    "tournament_admins": (),  # only administrators of the group open, start and end them
    "tournament_page": (),  # none on the page: they are opened in groups
    "tournament_unknown": (),  # a button of a tournament of another group
    "tournament_alone": ("game",),  # no partners in this game
    "tournament_in": ("tournament",),  # signed up
    "tournament_in_later": ("tournament",),  # takes the place of an AI player from the next stage on
    "tournament_in_already": ("tournament",),
    "tournament_not_in": ("tournament",),
    "tournament_out": ("tournament",),
    "tournament_out_later": ("tournament",),  # an AI player plays from the next stage on
    "tournament_full": ("most",),
    "tournament_pair_full": (),
    "tournament_nobody": (),  # nobody has signed up
    "tournament_unreachable": ("platform",),  # no private message reaches the sender (start_link)
    "tournament_started": ("tournament",),
    "tournament_has_started": ("tournament",),
    "tournament_over": ("tournament",),
    "tournament_ended": ("tournament",),
    "tournament_end_sure": ("tournament",),  # question of a menu
    "tournament_table_done": ("table", "tournament"),  # all deals of the stage are played there
    "tournament_table_end": ("tournament",),  # /end at one of its tables
    "tournament_table_join": ("tournament",),  # /join at one of its tables
    "tournament_invitation": ("tournament", "game", "code", "ways"),  # to be handed on, as "invitation"
    "tournament_code_unknown": (),  # no tournament has this code
    "tournament_venues_full": ("tournament", "most"),  # it is shown in so many other chats
    "tournament_guests_full": ("most",),  # so many tournaments of other groups are shown here
    "tournament_brought": (
        "tournament",
    ),  # it is shown here now (stored with the update, said only when that comes again)
    "tournament_guest": (),  # only the home decides; an administrator here takes it from this chat
    "tournament_taken_away": ("tournament",),  # done: it is not shown here any more
    "tournament_venue_closed": ("tournament", "chat"),  # told to who came through it: it is not shown there any more
    "tournament_venue_lost": ("tournament", "chat"),  # the same, as we cannot write there any more
    "replay_tournament": ("id",),  # other tables are still playing this deal
    "page_off": (),  # /page where the page has no public address
    "page_seen_by_others": (),  # /page where others read along (start_link)
    "page_here": (),  # /page on the page
    "privacy": (),
    "forget_sure": (),  # question of a menu
    "forget_seated": ("table",),  # leave the table first
    "forgotten": (),
}
"""Code → names of its data."""

BUTTONS: Final[tuple[str, ...]] = (
    "review_again", "review_round",
    "join", "deal", "ready", "new", "my_hand", "back", "away", "start", "end", "vote", "resume", "table", "settings",
    "yes", "no", "cancel", "forget", "ai", "kick", "leave", "let_play", "not_now", "vote_end", "vote_kick",
    "language_mine", "give_away", "go_on_here",
    "invite", "rule", "turns", "unban", "notify_off", "extend",
)  # fmt: skip
"""Labels ``button.<code>`` that notices carry in ``Notice.actions``."""

MENUS: Final[dict[str, tuple[str, ...]]] = {
    "menu.table": ("table", "game", "state"),  # state as in TableRow
    "menu.resume": ("table", "game", "match", "round"),  # a parked match; match and round 0 before the first deal
    "menu.fresh": (),  # open a new table
    "menu.value": ("option", "value"),
    "menu.yes_play": ("cards",),
    "menu.cancel": (),
    "menu.end_match": (),
    "menu.keep_playing": (),
    "menu.reading": ("cards", "kind", "rank", "game"),
    "menu.cards": ("cards", "game"),
    "menu.deed": ("verb", "cards", "game"),  # an action with cards that is no play
    "menu.verb": ("verb", "cards", "game"),
    "menu.ban": ("name", "number"),
    "menu.unban": ("name",),
    "menu.unban_nobody": ("number",),
    "menu.language": ("language",),
    "menu.game": ("game",),
    "menu.forget": (),
    "menu.zone": ("zone",),
    "menu.hours": ("hours",),
    "menu.off": (),
    "menu.turn": ("turn",),  # a Turn
    "menu.end_tournament": (),
}
"""Labels of ``MenuEntry`` that are not literal, with their data."""

NEXT_STEPS: Final[tuple[str, ...]] = (
    "new", "join", "ai", "deal", "ready", "hand", "play", "back", "wait", "end", "leaderboard", "rules", "join_group",
    "new_private",
)  # fmt: skip
"""``HelpCard.next_steps``: text keys ``step.<code>``."""
