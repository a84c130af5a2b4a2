// The native core of Dou Dizhu: the round from the bidding on, in the numbers of arena/games/doudizhu.
#include "rules.h"
#include "thumb.h"

#define KINDS 17
#define WHYS 3
#define VERBS 3
#include "../../kit/native/board.h"
#include "../../kit/native/chance.h"
#include "../../kit/native/habits.h"
#include "../../kit/native/numbers.h"
#define HAS_HABITS

enum {BID, LEAD, FOLLOW};
enum {SAID_BID, SAID_PLAY, SAID_PASS};
enum {SAYS_BID, SAYS_PASS, SAYS_PLAY};
enum {
  ASKS_ALL_UNTIL_PASSED, FORCES, BY_CARDS, TO_WINNER, SPRING, JOKER_KICKERS, EQUAL_KICKERS, SHUTTLES, FIRST_BY_HEARTS, MOST_OPTIONS,
};

#define PASS 0
#define HIGHEST 3
#define HEARTS 1
#define LARGEST 20  // Cards of the landlord's hand: no set of more has a number, and no hand is larger
#define MOST_LEGAL 1024
#define EVERY (4 * NO_JOKERS + JOKERS)

typedef struct {
  Combos combos;
  int until_passed, forces, by_cards, to_winner, spring, first_by_hearts;
  Numbers numbers;
} Rules;

typedef struct {
  Tricks now;
  u64 kitty;  // Packed, while nobody has taken it
  int8_t bid;  // The highest so far, and then the stake
  int8_t calls, last_call, highest_caller, first;
  uint8_t is_over;
  int8_t looked_on;  // Whether the board is kept up to date
  int32_t deals_left, deals_left_after;
  uint8_t kitty_cards[CARDS];
  Board board;
} Round;

// What round_begin takes: the landlord or -1, who is to act, the bid, bombs, counted deals left before and after, by seat plays and
// scores, the standing seat or -1, its passes, kind and top; of the bidding who spoke first, how many calls there were, the last of
// them and whose is the highest, or -1; then copies of each card of the hands, the kitty and the standing play.
enum {
  LANDLORD, TURN, BID_SO_FAR, BOMBS, LEFT, LEFT_AFTER, PLAYS, SCORES = PLAYS + SEATS, STANDING = SCORES + SEATS, PASSES, KIND, TOP,
  SPOKE_FIRST, CALLS, LAST_CALL, CALLER, HANDS, KITTY = HANDS + SEATS * CARDS, STANDING_CARDS = KITTY + CARDS, MOST_GIVEN = STANDING_CARDS + CARDS,
};

// What answer takes: the landlord, who is to act, what is known to be in the landlord's hand, the standing play (seat, passes, kind,
// top, size), how many plays and draws there are, then the plays, then by draw the packed hands. It tells of each play how often it
// wins where all play on by rule of thumb.
enum {LANDLORD_IS, SEAT, IS_KNOWN, STANDS, STOOD, STANDS_KIND, STANDS_TOP, STANDS_SIZE, PLAY_COUNT, DRAWS, FIRST_PLAY};
#define MOST_ASKED 1024
#define MOST_ANSWERED 32

#define DEALS
#include "../../kit/native/module.h"

// ---- rules
// A set has a number if it has at most twenty cards and may be led under any house rules.
static int rules_begin(Rules *rules, const int64_t *options, int count) {
  if (count != MOST_OPTIONS) return 0;
  rules->until_passed = (int) options[ASKS_ALL_UNTIL_PASSED];
  rules->forces = (int) options[FORCES];
  rules->by_cards = (int) options[BY_CARDS];
  rules->to_winner = (int) options[TO_WINNER];
  rules->spring = (int) options[SPRING];
  rules->first_by_hearts = (int) options[FIRST_BY_HEARTS];
  rules->combos = (Combos) {(int) options[JOKER_KICKERS], (int) options[EQUAL_KICKERS], (int) options[SHUTTLES]};
  List list = {malloc(sizeof(Play) << 16), 0};
  u64 *sets = malloc(sizeof *sets << 16);
  if (!list.plays || !sets) {
    free(list.plays);
    free(sets);
    return 0;
  }
  list_leads(&(Combos) {2, 1, 1}, &list, EVERY, LARGEST);
  for (int at = 0; at < list.count; at++) sets[at] = list.plays[at].play;
  int made = numbers_begin(&rules->numbers, HIGHEST + 1, sets, list.count);
  free(list.plays);
  free(sets);
  return made;
}

static void rules_end(Rules *rules) {
  numbers_end(&rules->numbers);
}

static int observation_size(const Rules *rules) {
  (void) rules;
  return board_size(SEATS) + SEATS + 4 + CARDS + 1 + SEATS + 1 + 1;
}

// ---- beginnings
static inline u64 unit_of(int card) {
  return UNIT(card < 52 ? card / 4 : card - 39);
}

static u64 packed(const int64_t *cards) {
  u64 hand = 0;
  for (int card = 0; card < CARDS; card++) hand += (u64) cards[card] * unit_of(card);
  return hand;
}

static void asked_to_bid(Round *round, int first) {
  round->now.landlord = round->now.winner = NOBODY;
  round->now.standing = NO_READING;
  round->now.turn = round->first = (int8_t) first;
  round->highest_caller = NOBODY;
}

static const char *round_begin(const Rules *rules, Round *round, const int64_t *given, int count) {
  (void) rules;
  if (count != MOST_GIVEN) return "so many numbers are not wanted";
  for (int at = HANDS; at < MOST_GIVEN; at++) if (given[at] < 0 || given[at] > 1) return "no such card";
  if (given[LANDLORD] < NOBODY || given[LANDLORD] >= SEATS || given[TURN] < 0 || given[TURN] >= SEATS) return "no such seat";
  if (given[BID_SO_FAR] < 0 || given[BID_SO_FAR] > HIGHEST) return "no such bid";
  Tricks *now = &round->now;
  if (given[SPOKE_FIRST] < 0 || given[SPOKE_FIRST] >= SEATS || given[CALLER] < NOBODY || given[CALLER] >= SEATS) return "no such seat";
  asked_to_bid(round, (int) given[SPOKE_FIRST]);
  now->turn = (int8_t) given[TURN];
  round->calls = (int8_t) given[CALLS];
  round->last_call = (int8_t) given[LAST_CALL];
  round->highest_caller = (int8_t) given[CALLER];
  now->landlord = (int8_t) given[LANDLORD];
  round->bid = (int8_t) given[BID_SO_FAR];
  now->bombs = (int8_t) given[BOMBS];
  uint8_t pack[CARDS];
  memset(pack, 1, CARDS);
  board_begin(&round->board, SEATS, pack);
  round->looked_on = 1;
  round->deals_left = (int32_t) given[LEFT];
  round->deals_left_after = (int32_t) given[LEFT_AFTER];
  for (int seat = 0; seat < SEATS; seat++) {
    const int64_t *cards = given + HANDS + seat * CARDS;
    now->hands[seat] = packed(cards);
    now->sizes[seat] = (int8_t) size_of(now->hands[seat]);
    if (now->sizes[seat] > LARGEST) return "so many cards have no numbers";
    now->plays[seat] = (int8_t) given[PLAYS + seat];
    round->board.score[seat] = given[SCORES + seat];
    for (int card = 0; card < CARDS; card++) round->board.hands[seat][card] = (uint8_t) cards[card];
  }
  round->kitty = packed(given + KITTY);
  for (int card = 0; card < CARDS; card++) round->kitty_cards[card] = (uint8_t) given[KITTY + card];
  now->standing_seat = now->turn;
  if (given[STANDING] >= 0) {
    uint8_t cards[CARDS];
    for (int card = 0; card < CARDS; card++) cards[card] = (uint8_t) given[STANDING_CARDS + card];
    now->standing_seat = (int8_t) given[STANDING];
    now->passes = (int8_t) given[PASSES];
    now->standing = (Reading) {(int8_t) given[KIND], (int8_t) given[TOP], (int8_t) size_of(packed(given + STANDING_CARDS))};
    board_stand(&round->board, now->standing_seat, now->standing.kind, now->standing.top, cards);
  }
  return NULL;
}

static void round_deal(const Rules *rules, Round *round, Chance *chance) {
  (void) rules;
  uint8_t pack[CARDS];
  for (int card = 0; card < CARDS; card++) pack[card] = (uint8_t) card;
  shuffle(chance, pack, CARDS);
  memset(round, 0, offsetof(Round, board));
  for (int at = 0; at < CARDS; at++) {
    if (at < 51) round->now.hands[at / 17] += unit_of(pack[at]);
    else round->kitty += unit_of(pack[at]);
  }
  for (int seat = 0; seat < SEATS; seat++) round->now.sizes[seat] = 17;
  asked_to_bid(round, drawn(chance, SEATS));
}

static void deal(const Rules *rules, Round *round, Chance *chance) {
  Tricks *now = &round->now;
  uint8_t pack[CARDS];
  int lowest_heart = CARDS, first = 0;
  for (int card = 0; card < CARDS; card++) pack[card] = (uint8_t) card;
  shuffle(chance, pack, CARDS);
  memset(round->board.hands, 0, sizeof round->board.hands);
  memset(round->kitty_cards, 0, sizeof round->kitty_cards);
  memset(now->hands, 0, sizeof now->hands);
  round->kitty = 0;
  for (int at = 0; at < CARDS; at++) {
    int card = pack[at], seat = at % SEATS;
    if (at >= SEATS * 17) {
      round->kitty += unit_of(card);
      round->kitty_cards[card] = 1;
      continue;
    }
    now->hands[seat] += unit_of(card);
    round->board.hands[seat][card] = 1;
    if (card < lowest_heart && card < 52 && card % 4 == HEARTS) {
      lowest_heart = card;
      first = seat;
    }
  }
  asked_to_bid(round, rules->first_by_hearts ? first : drawn(chance, SEATS));
  now->standing_seat = now->turn;
}

// ---- the play
static int seats_of(const Rules *rules, const Round *round) {
  (void) rules;
  (void) round;
  return SEATS;
}

static unsigned awaited(const Rules *rules, const Round *round) {
  (void) rules;
  return round->is_over ? 0 : 1u << round->now.turn;
}

static int why(const Rules *rules, const Round *round, int seat) {
  (void) rules;
  (void) seat;
  return round->now.landlord == NOBODY ? BID : round->now.standing.kind == NOTHING ? LEAD : FOLLOW;
}

static void list_plays(const Rules *rules, const Tricks *now, List *list) {
  if (now->standing.kind == NOTHING) list_leads(&rules->combos, list, now->hands[now->turn], LARGEST);
  else {
    add(list, PASS, NOTHING, 0, 0);
    list_answers(&rules->combos, list, now->hands[now->turn], now->standing);
  }
}

static int legal(const Rules *rules, const Round *round, int seat, int32_t *out) {
  (void) seat;
  int count = 0;
  if (round->now.landlord == NOBODY) {
    out[count++] = PASS;
    for (int amount = round->bid + 1; amount <= HIGHEST; amount++) out[count++] = amount;
    return count;
  }
  Play plays[MOST_LEGAL];
  List list = {plays, 0};
  list_plays(rules, &round->now, &list);
  for (int at = 0; at < list.count; at++) out[count++] = plays[at].play ? number_of(&rules->numbers, plays[at].play) : PASS;
  return count;
}

static void take_kitty(Round *round, int landlord) {
  Tricks *now = &round->now;
  now->landlord = now->turn = now->standing_seat = (int8_t) landlord;
  now->hands[landlord] += round->kitty;
  now->sizes[landlord] += (int8_t) size_of(round->kitty);
  if (round->looked_on) for (int card = 0; card < CARDS; card++) round->board.hands[landlord][card] += round->kitty_cards[card];
}

// Takes a bid, and begins the play or ends the round if it was the last.
static void call(const Rules *rules, Round *round, int amount) {
  Tricks *now = &round->now;
  int seat = now->turn, passed_twice = round->calls && !round->last_call && !amount;
  if (round->looked_on) board_tell(&round->board, seat, amount ? SAID_BID : SAID_PASS, NULL);
  if (amount) {
    round->bid = (int8_t) amount;
    round->highest_caller = (int8_t) seat;
  }
  round->calls++;
  round->last_call = (int8_t) amount;
  now->turn = (int8_t) NEXT(seat);
  int open_still = rules->until_passed && round->bid;
  if (amount != HIGHEST && !(open_still ? passed_twice : round->calls == SEATS)) return;
  if (round->bid) take_kitty(round, round->highest_caller);
  else if (rules->forces) {
    round->bid = 1;
    take_kitty(round, round->first);
  } else round->is_over = 1;
}

// Writes the first cards of each rank of a set: spades before hearts, diamonds and clubs.
static void cards_of(const Board *board, int seat, u64 play, uint8_t *cards) {
  memset(cards, 0, CARDS);
  for (int rank = 0; rank < 13; rank++) for (int suit = 0, count = COUNT(play, rank); count && suit < 4; suit++) {
    if (!board->hands[seat][4 * rank + suit]) continue;
    cards[4 * rank + suit] = 1;
    count--;
  }
  cards[52] = (uint8_t) COUNT(play, 13);
  cards[53] = (uint8_t) COUNT(play, 14);
}

static int describe(const Rules *rules, const Round *round, int seat, int32_t action, uint8_t *cards, int *amount) {
  if (action == PASS) return SAYS_PASS;
  if (action > HIGHEST) {
    cards_of(&round->board, seat, rules->numbers.sets[action], cards);
    return SAYS_PLAY;
  }
  *amount = action;
  return SAYS_BID;
}

static void play(const Rules *rules, Round *round, u64 set, Reading reading) {
  Tricks *now = &round->now;
  Board *board = &round->board;
  int seat = now->turn;
  uint8_t cards[CARDS];
  if (round->looked_on) {
    if (set) {
      cards_of(board, seat, set, cards);
      board_tell(board, seat, SAID_PLAY, cards);
      board_lay(board, seat, cards);
    } else board_tell(board, seat, SAID_PASS, NULL);
  }
  int automatic = act(now, set, reading);
  round->is_over = now->winner != NOBODY;
  if (!round->looked_on) return;
  for (int passed = 0, next = seat; passed < automatic; passed++) board_tell(board, next = NEXT(next), SAID_PASS, NULL);
  if (round->is_over) {
    int64_t worth[SEATS];
    points(rules, round, worth);
    for (int at = 0; at < SEATS; at++) board->score[at] += worth[at];
    board->place[seat] = 1;
    round->deals_left = round->deals_left_after;
  }
  if (round->is_over || now->standing.kind == NOTHING) board_clear(board);
  else if (set) board_stand(board, seat, reading.kind, reading.top, cards);
}

static void step(const Rules *rules, Round *round, int seat, int32_t action) {
  (void) seat;
  if (round->now.landlord == NOBODY) call(rules, round, action);
  else if (action > HIGHEST && action < rules->numbers.end) {
    u64 set = rules->numbers.sets[action];
    play(rules, round, set, reading_of(&rules->combos, set, round->now.standing));
  } else play(rules, round, PASS, NO_READING);
}

static unsigned points(const Rules *rules, const Round *round, int64_t *out) {
  const Tricks *now = &round->now;
  memset(out, 0, SEATS * sizeof *out);
  if (now->winner == NOBODY) return 0;
  int landlord = now->landlord, one = NEXT(landlord), other = NEXT(one);
  int64_t stake = (int64_t) round->bid * (rules->spring > 1 && spring(now) ? rules->spring : 1) << now->bombs;
  if (now->winner == landlord) {
    out[one] = -stake * (rules->by_cards ? now->sizes[one] : 1);
    out[other] = -stake * (rules->by_cards ? now->sizes[other] : 1);
  } else if (!rules->by_cards) out[one] = out[other] = stake;
  else {
    int partner = now->winner == one ? other : one;
    int64_t all = stake * now->sizes[landlord];
    out[partner] = rules->to_winner ? 0 : all / 2;
    out[now->winner] = all - out[partner];
  }
  out[landlord] = -out[one] - out[other];
  return now->winner == landlord ? 1u << landlord : 1u << one | 1u << other;
}

static void observe(const Rules *rules, const Round *round, int seat, float *out) {
  const Tricks *now = &round->now;
  const Board *board = &round->board;
  int counts[SEATS] = {now->sizes[0], now->sizes[1], now->sizes[2]}, acts = !round->is_over && now->turn == seat;
  out = board_write(board, seat, counts, awaited(rules, round), acts ? why(rules, round, seat) : -1, out);
  if (now->landlord != NOBODY) out[(now->landlord - seat + SEATS) % SEATS] = 1;
  out += SEATS;
  out[round->bid] = 1;
  out += 4;
  if (now->landlord != NOBODY) for (int card = 0; card < CARDS; card++) out[card] = round->kitty_cards[card];
  out += CARDS;
  *out++ = now->bombs;
  for (int at = 0; at < SEATS; at++) *out++ = now->plays[(seat + at) % SEATS];
  *out++ = board->standing_seat < 0 ? 0 : now->standing.size;
  *out = (float) round->deals_left;
}

static int playout(const Rules *rules, Round *round, Chance *chance) {
  Play plays[MOST_LEGAL];
  int actions = 0;
  round->looked_on = 0;
  for (; !round->is_over; actions++) {
    if (round->now.landlord == NOBODY) {
      int which = drawn(chance, HIGHEST + 1 - round->bid);
      call(rules, round, which ? round->bid + which : PASS);
      continue;
    }
    List list = {plays, 0};
    list_plays(rules, &round->now, &list);
    const Play *chosen = plays + drawn(chance, list.count);
    play(rules, round, chosen->play, chosen->reading);
  }
  return actions;
}

// ---- habits
// How often about a hand of 17 wins as landlord.
static float strength_of(const uint8_t *counts) {
  float strength = 0.33f * counts[14] + 0.22f * counts[13] + 0.14f * counts[12] + 0.05f * counts[11] + 0.12f;
  if (counts[13] && counts[14]) strength += 0.06f;
  for (int rank = 0; rank < 12; rank++) strength += counts[rank] == 4 ? 0.2f : counts[rank] == 3 ? 0.03f : 0;
  return strength;
}

static void take_up(const Rules *rules, Round *round, int seat, const uint8_t *cards, int count) {
  u64 hand = 0;
  (void) rules;
  while (count--) hand += unit_of(cards[count]);
  *(seat < SEATS ? &round->now.hands[seat] : &round->kitty) = hand;
}

static void likings(const Rules *rules, const Round *round, int seat, const int32_t *actions, int count, float *out) {
  static const Shapes shapes = {{0, 5, 3, 2}, {0, 12, 10, 6}, 1, 4, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}};
  const Tricks *now = &round->now;
  Sitting sitting = {.shapes = &shapes, .size = now->sizes[seat], .leads = now->standing.kind == NOTHING, .nearest = 20};
  for (int rank = 0; rank < HABIT_RANKS; rank++) sitting.counts[rank] = (uint8_t) COUNT(now->hands[seat], rank);
  if (now->landlord == NOBODY) {
    float wins = strength_of(sitting.counts);
    for (int at = 0; at < count; at++) out[at] = actions[at] ? 3 * (wins - 0.3f - 0.05f * (float) actions[at]) + 0.2f * (float) actions[at] : 0;
    return;
  }
  for (int other = 0; other < SEATS; other++) {
    int enemy = (other == now->landlord) != (seat == now->landlord);
    if (enemy && now->sizes[other] < sitting.nearest) sitting.nearest = now->sizes[other];
  }
  sitting.owner = now->sizes[now->standing_seat];
  sitting.friendly = !sitting.leads && (now->standing_seat == now->landlord) == (seat == now->landlord);
  sitting.height = sitting.leads ? 0 : now->standing.size < 3 ? height_of(&shapes, now->standing.top) : 0.7f;
  for (int at = 0; at < count; at++) {
    u64 set = actions[at] ? rules->numbers.sets[actions[at]] : 0;
    uint8_t laid[HABIT_RANKS];
    if (!set) {
      out[at] = liking_of_pass(&sitting);
      continue;
    }
    for (int rank = 0; rank < HABIT_RANKS; rank++) laid[rank] = (uint8_t) COUNT(set, rank);
    int top = (63 - __builtin_clzll(set)) / 4, size = size_of(set), bomb = set == ROCKET || (size == 4 && laid[top] == 4);
    float height = height_of(&shapes, top);
    out[at] = liking_of_play(&sitting, laid, 0, bomb ? 0.95f : size < 3 ? height * height : 0.6f + 0.2f * height, bomb, 0);
  }
}

// ---- hands that others may hold
#define KEPT 14

static int answer(const Rules *rules, const int64_t *asked, int count, int64_t *out) {
  int plays = count > FIRST_PLAY ? (int) asked[PLAY_COUNT] : 0, draws = count > FIRST_PLAY ? (int) asked[DRAWS] : 0;
  if (plays < 1 || plays > MOST_ANSWERED || draws < 1 || count != FIRST_PLAY + plays + SEATS * draws) return -1;
  Thumb thumb;
  if (!thumb_begin(&thumb, KEPT)) {
    thumb_end(&thumb);
    return -1;
  }
  Tricks now = {.landlord = (int8_t) asked[LANDLORD_IS], .turn = (int8_t) asked[SEAT], .winner = NOBODY};
  now.standing = (Reading) {(int8_t) asked[STANDS_KIND], (int8_t) asked[STANDS_TOP], (int8_t) asked[STANDS_SIZE]};
  now.standing_seat = (int8_t) asked[STANDS];
  now.passes = (int8_t) asked[STOOD];
  int alone = now.turn == now.landlord;
  memset(out, 0, (size_t) plays * sizeof *out);
  for (const int64_t *hands = asked + FIRST_PLAY + plays; draws--; hands += SEATS) {
    for (int seat = 0; seat < SEATS; seat++) {
      now.hands[seat] = (u64) hands[seat];
      now.sizes[seat] = (int8_t) size_of(now.hands[seat]);
    }
    for (int at = 0; at < plays; at++) {
      Tricks then = now;
      u64 play = (u64) asked[FIRST_PLAY + at], known = (u64) asked[IS_KNOWN];
      act(&then, play, play ? reading_of(&rules->combos, play, now.standing) : NO_READING);
      out[at] += landlord_wins_by_thumb(&thumb, then, left_of(known, then.hands[now.landlord])) == alone;
    }
  }
  thumb_end(&thumb);
  return plays;
}
