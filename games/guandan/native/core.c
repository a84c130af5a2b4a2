// The native core of Guandan: the round from the tributes on, in the numbers of arena/games/guandan.
#include <stddef.h>

#include "odds.h"

#define WHYS 4
#define VERBS 4
#include "../../kit/native/board.h"
#include "../../kit/native/chance.h"
#include "../../kit/native/habits.h"
#define HAS_HABITS

enum {ASKED_TO_LEAD, ASKED_TO_FOLLOW, ASKED_FOR_TRIBUTE, ASKED_FOR_RETURN};
enum {SAID_PLAY, SAID_PASS, SAID_TRIBUTE};  // and the return
enum {SAYS_PASS, SAYS_PLAY, SAYS_RETURN, SAYS_TRIBUTE};
enum {PLAYING, TRIBUTES, RETURNS};
enum {
  PLAY_OUT, WIND_TO_PARTNER, TRIBUTE, RETURNS_ANY, TIE_TO_LEFT, FLUSH_OVER, JOKER_FULL_HOUSE, WILD_WITH_JOKERS,
  ROUNDS, A_TRIES, A_WIN, POINT_OF_ANY, STOPS, MOST_OPTIONS,
};

#define TEAMS 2
#define PAYERS 2
#define SOUTH 3
#define TEN 7
#define BIG_JOKER 53
#define MOST_LEGAL MOST_PLAYS

typedef struct {
  Combos combos;
  int tribute, returns_any, tie_to_left;
  int rounds, a_tries, a_win, point_of_any, stops;
} Rules;

typedef struct {
  Tricks now;
  int8_t phase, leader, owing;  // Who leads after the tributes; how many owe a card
  int8_t owes[PAYERS], owed[PAYERS], named[PAYERS];  // Givers, takers (-1: open) and cards (-1: none yet)
  int8_t places_before[SEATS];
  uint8_t resisted, looked_on;  // Whether the board and what is below are kept up to date
  int8_t declarer, goes_on;  // Whether the match does
  int8_t levels[TEAMS];
  int64_t tries[TEAMS];
  int32_t number;  // Of the round in its match
  uint8_t gave[SEATS][CARDS], got[SEATS][CARDS];
  Board board;
} Round;

// What round_begin takes: phase, level, who is to act or will lead, whether the tribute was resisted, the declarer or -1, the number
// of the round; by team levels and tries; by seat scores, places before, then who is out, in order (-1: nobody); who owes a card,
// to whom, and what is named (-1: nothing); the standing seat or -1, its kind, rank and size; copies of each card of the hands and
// of the standing play.
enum {
  PHASE, LEVEL, TURN, RESISTED, DECLARER, NUMBER, LEVELS_OF, TRIES = LEVELS_OF + TEAMS, SCORES = TRIES + TEAMS,
  PLACES = SCORES + SEATS, FINISHED = PLACES + SEATS, OWES = FINISHED + SEATS, OWED = OWES + PAYERS, NAMED = OWED + PAYERS,
  STANDING = NAMED + PAYERS, KIND, RANK, SIZE, HANDS, STANDING_CARDS = HANDS + SEATS * CARDS, MOST_GIVEN = STANDING_CARDS + CARDS,
};

// What answer takes: level, who is to act, the standing seat, its kind, rank and size; by seat how many cards are held; how many are
// out, and who, in order; how many plays there are, how often hands are drawn, from what seed; copies of each card of the seat's hand
// and of what it does not see; by seat what it has laid, packed, and the lowest of each kind it has let pass; the odds of hidden hands
// in thousandths (odds.h); by seat copies of what it holds for sure; of each play the kind (-1: a pass), rank, size, and copies of its cards. It tells of each play the points
// of the seat's team, added up, and how often it wins, where all play on as normal would.
enum {
  LEVEL_IS, SEAT, STOOD, KIND_IS, RANK_IS, SIZE_IS, COUNTS, OUT = COUNTS + SEATS, WHO_IS_OUT, PLAY_COUNT = WHO_IS_OUT + SEATS, DRAWS,
  SEED, OWN, UNSEEN = OWN + CARDS, HAS_LAID = UNSEEN + CARDS, HAS_LET_PASS = HAS_LAID + SEATS, LIKELY = HAS_LET_PASS + SEATS * LET_PASS,
  KNOWN = LIKELY + ODDS, PLAYS_ASKED = KNOWN + SEATS * CARDS, PLAY_SIZE = 3 + CARDS,
};
#define MOST_TRIED 8
#define MOST_ASKED (PLAYS_ASKED + MOST_TRIED * PLAY_SIZE)
#define MOST_ANSWERED (2 * MOST_TRIED)

#define DEALS
#include "../../kit/native/module.h"

// ---- rules
static int rules_begin(Rules *rules, const int64_t *options, int count) {
  if (count != MOST_OPTIONS) return 0;
  Combos *combos = &rules->combos;
  memset(rules, 0, sizeof *rules);
  combos->play_out = (int) options[PLAY_OUT];
  combos->wind_to_partner = (int) options[WIND_TO_PARTNER];
  combos->flush_over = (int) options[FLUSH_OVER];
  combos->joker_full_house = (int) options[JOKER_FULL_HOUSE];
  combos->wild_with_jokers = (int) options[WILD_WITH_JOKERS];
  rules->tribute = (int) options[TRIBUTE];
  rules->returns_any = (int) options[RETURNS_ANY];
  rules->tie_to_left = (int) options[TIE_TO_LEFT];
  rules->rounds = (int) options[ROUNDS];
  rules->a_tries = (int) options[A_TRIES];
  rules->a_win = (int) options[A_WIN];
  rules->point_of_any = (int) options[POINT_OF_ANY];
  rules->stops = (int) options[STOPS];
  combos_begin(combos);
  return 1;
}

static void rules_end(Rules *rules) {
  (void) rules;
}

static int observation_size(const Rules *rules) {
  (void) rules;
  return board_size(SEATS) + LEVELS + 1 + TEAMS * LEVELS + TEAMS + TEAMS + 1 + 2 * SEATS + 2 * SEATS * CARDS + CARDS + 1;
}

// ---- hands, card by card
static int wild_of(const Round *round) {
  return 4 * round->now.level + 1;
}

// Writes the cards of one rank of a hand, each once, and returns how many there are.
static int list_cards(const Round *round, const Hand *hand, int rank, int32_t first, int32_t *out) {
  int count = 0;
  if (rank >= SMALL) {
    if (COUNT(hand->natural, rank)) out[count++] = first + rank + 39;
    return count;
  }
  for (int suit = 0; suit < SUITS; suit++) if (COUNT(hand->suits[suit], rank)) out[count++] = first + 4 * rank + suit;
  if (rank == round->now.level && hand->wilds) out[count++] = first + wild_of(round);
  return count;
}

// Writes what may be given: the highest cards but for wild ones as a tribute, in return what the house rules say.
static int list_givable(const Rules *rules, const Round *round, int seat, int32_t *out) {
  const Hand *hand = &round->now.hands[seat];
  const int8_t *place = rules->combos.place[round->now.level];
  int level = round->now.level, count = 0, best = NOBODY, lowest = NOBODY;
  for (int rank = 0; rank < RANKS; rank++) {
    int held = COUNT(hand->natural, rank);
    if (held && (best == NOBODY || place[rank] > place[best])) best = rank;
    if ((held || (rank == level && hand->wilds)) && (lowest == NOBODY || place[rank] < place[lowest])) lowest = rank;
  }
  if (round->phase == TRIBUTES) {
    Hand natural = *hand;
    if (best != NOBODY) natural.wilds = 0;
    return list_cards(round, &natural, best == NOBODY ? level : best, FIRST_TRIBUTE, out);
  }
  for (int rank = 0; rank < RANKS; rank++) {
    int low = rank < SMALL && rank != level && place_of(rank) <= place_of(TEN);
    if (rules->returns_any || low) count += list_cards(round, hand, rank, FIRST_RETURN, out + count);
  }
  return count || lowest == NOBODY ? count : list_cards(round, hand, lowest, FIRST_RETURN, out);
}

// ---- beginnings
static const char *round_begin(const Rules *rules, Round *round, const int64_t *given, int count) {
  (void) rules;
  if (count != MOST_GIVEN) return "so many numbers are not wanted";
  for (int at = HANDS; at < MOST_GIVEN; at++) if (given[at] < 0 || given[at] > 2) return "no such card";
  if (given[LEVEL] < 0 || given[LEVEL] >= LEVELS || given[LEVELS_OF] < 0 || given[LEVELS_OF] >= LEVELS || given[LEVELS_OF + 1] < 0
      || given[LEVELS_OF + 1] >= LEVELS) return "no such level";
  if (given[TURN] < 0 || given[TURN] >= SEATS || given[STANDING] < NOBODY || given[STANDING] >= SEATS) return "no such seat";
  for (int at = PLACES; at < NAMED; at++) if (given[at] < NOBODY || given[at] >= SEATS) return "no such seat";
  if (given[PHASE] < PLAYING || given[PHASE] > RETURNS) return "no such phase";
  if (given[DECLARER] < NOBODY || given[DECLARER] >= TEAMS) return "no such team";
  Tricks *now = &round->now;
  now->level = (int8_t) given[LEVEL];
  round->phase = (int8_t) given[PHASE];
  now->turn = now->standing_seat = round->leader = (int8_t) given[TURN];
  round->resisted = (uint8_t) given[RESISTED];
  round->declarer = (int8_t) given[DECLARER];
  round->number = (int32_t) given[NUMBER];
  round->looked_on = 1;
  uint8_t pack[CARDS];
  memset(pack, 2, CARDS);
  board_begin(&round->board, SEATS, pack);
  for (int team = 0; team < TEAMS; team++) {
    round->levels[team] = (int8_t) given[LEVELS_OF + team];
    round->tries[team] = given[TRIES + team];
  }
  for (int at = 0; at < PAYERS; at++) {
    round->owes[at] = (int8_t) given[OWES + at];
    round->owed[at] = (int8_t) given[OWED + at];
    round->named[at] = (int8_t) given[NAMED + at];
    round->owing += round->owes[at] != NOBODY;
    if (given[NAMED + at] < NOBODY || given[NAMED + at] >= CARDS) return "no such card";
  }
  if (round->phase != PLAYING) {
    for (int at = 0; at < SEATS; at++) if (given[PLACES + at] == NOBODY) return "a tribute follows another round";
    for (int at = 0; at < (round->owing > 1 ? 2 : 1); at++) {
      int is_open = round->phase == TRIBUTES && round->owing == 2;
      if (round->owes[at] == NOBODY || (round->owed[at] == NOBODY && !is_open)) return "somebody owes a card, and to somebody";
    }
  }
  for (int seat = 0; seat < SEATS; seat++) {
    round->board.score[seat] = given[SCORES + seat];
    round->places_before[seat] = (int8_t) given[PLACES + seat];
    if (given[FINISHED + seat] >= 0) {
      round->board.place[given[FINISHED + seat]] = (uint8_t) (now->out + 1);
      now->finished[now->out++] = (int8_t) given[FINISHED + seat];
    }
    for (int card = 0; card < CARDS; card++) {
      int copies = (int) given[HANDS + seat * CARDS + card];
      round->board.hands[seat][card] = (uint8_t) copies;
      now->sizes[seat] += (int8_t) copies;
      hold(round->now.level, &now->hands[seat], card, copies);
    }
  }
  now->standing = NO_READING;
  if (given[STANDING] >= 0) {
    uint8_t cards[CARDS];
    for (int card = 0; card < CARDS; card++) cards[card] = (uint8_t) given[STANDING_CARDS + card];
    if (given[KIND] < 0 || given[KIND] >= KINDS || given[RANK] < 0 || given[RANK] >= RANKS || given[SIZE] < 1 || given[SIZE] > LARGEST_BOMB) {
      return "no such play";
    }
    now->standing_seat = (int8_t) given[STANDING];
    now->standing = (Reading) {(int8_t) given[KIND], (int8_t) given[RANK], (int8_t) given[SIZE]};
    board_stand(&round->board, now->standing_seat, now->standing.kind, now->standing.rank, cards);
  }
  return NULL;
}

// Says who owes a tribute after a round; who takes it is open where two pay.
static void owe_tributes(Round *round, const int8_t *places) {
  int double_win = places[1] == PARTNER(places[0]);
  round->owing = (int8_t) (double_win ? 2 : 1);
  for (int at = 0; at < round->owing; at++) {
    round->owes[at] = places[SEATS - round->owing + at];
    round->owed[at] = double_win ? NOBODY : places[0];
    round->named[at] = NOBODY;
  }
}

// Deals a round at any level that follows another one, with any places.
static void round_deal(const Rules *rules, Round *round, Chance *chance) {
  uint8_t pack[2 * CARDS], places[SEATS] = {0, 1, 2, 3};
  memset(round, 0, offsetof(Round, board));
  round->now.level = (int8_t) drawn(chance, LEVELS);
  for (int at = 0; at < 2 * CARDS; at++) pack[at] = (uint8_t) (at % CARDS);
  shuffle(chance, pack, 2 * CARDS);
  shuffle(chance, places, SEATS);
  for (int at = 0; at < 2 * CARDS; at++) hold(round->now.level, &round->now.hands[at % SEATS], pack[at], 1);
  for (int seat = 0; seat < SEATS; seat++) {
    round->now.sizes[seat] = 2 * CARDS / SEATS;
    round->places_before[seat] = (int8_t) places[seat];
  }
  round->now.turn = round->now.standing_seat = (int8_t) places[0];
  round->now.standing = NO_READING;
  if (!rules->tribute) return;
  owe_tributes(round, round->places_before);
  int jokers = 0;
  for (int at = 0; at < round->owing; at++) jokers += COUNT(round->now.hands[round->owes[at]].natural, BIG_JOKER - 39);
  if (jokers == 2) round->owing = 0;
  else round->phase = TRIBUTES;
}

// Deals the first round of a match: the first card that is neither a joker nor wild says who draws first, and leads.
static void deal(const Rules *rules, Round *round, Chance *chance) {
  (void) rules;
  Tricks *now = &round->now;
  uint8_t pack[2 * CARDS];
  for (int at = 0; at < 2 * CARDS; at++) pack[at] = (uint8_t) (at / 2);
  shuffle(chance, pack, 2 * CARDS);
  int cut = 0;
  while (pack[cut] >= 52 || pack[cut] == wild_of(round)) cut++;
  int rank = pack[cut] / 4, pips = rank == ACE ? 1 : rank == DEUCE ? 2 : rank + 3;
  int leader = (SOUTH + pips - 1) % SEATS;
  memset(now->hands, 0, sizeof now->hands);
  memset(round->board.hands, 0, sizeof round->board.hands);
  for (int at = 0; at < 2 * CARDS; at++) {
    int card = pack[(cut + at) % (2 * CARDS)], seat = (leader + at) % SEATS;
    hold(round->now.level, &now->hands[seat], card, 1);
    round->board.hands[seat][card]++;
  }
  now->turn = now->standing_seat = round->leader = (int8_t) leader;
}

// ---- the play
static int seats_of(const Rules *rules, const Round *round) {
  (void) rules;
  (void) round;
  return SEATS;
}

static unsigned awaited(const Rules *rules, const Round *round) {
  (void) rules;
  unsigned asked = 0;
  if (round->phase == PLAYING) return round->now.is_over ? 0 : 1u << round->now.turn;
  for (int at = 0; at < round->owing; at++) if (round->named[at] == NOBODY) asked |= 1u << round->owes[at];
  return asked;
}

static int why(const Rules *rules, const Round *round, int seat) {
  (void) rules;
  (void) seat;
  if (round->phase != PLAYING) return round->phase == TRIBUTES ? ASKED_FOR_TRIBUTE : ASKED_FOR_RETURN;
  return round->now.standing.kind == NOTHING ? ASKED_TO_LEAD : ASKED_TO_FOLLOW;
}

static int legal(const Rules *rules, const Round *round, int seat, int32_t *out) {
  const Tricks *now = &round->now;
  if (round->phase != PLAYING) return list_givable(rules, round, seat, out);
  int count = 0;
  if (now->standing.kind != NOTHING) out[count++] = PASS;
  return count + list_plays(&rules->combos, &now->hands[seat], now->level, now->standing, out + count);
}

// The level so many steps higher, never past the ace and never past one that must be played.
static int raised(const Rules *rules, int level, int steps) {
  for (; steps > 0 && level != ACE; steps--) {
    level = rank_at(place_of(level) + 1);
    if (rules->stops >> level & 1) break;
  }
  return level;
}

// Moves levels and tries on and says whether the match goes on.
static void settle(const Rules *rules, Round *round, int steps, int team) {
  int at_stake[TEAMS];
  for (int of = 0; of < TEAMS; of++) at_stake[of] = round->levels[of] == ACE && (rules->point_of_any || round->declarer == of);
  if (at_stake[team] && 4 - steps <= rules->a_win) return;
  round->levels[team] = (int8_t) raised(rules, round->levels[team], steps);
  for (int of = 0; of < TEAMS; of++) if (at_stake[of]) {
    round->tries[of]++;
    if (rules->a_tries > 0 && round->tries[of] >= rules->a_tries) {
      round->levels[of] = DEUCE;
      round->tries[of] = 0;
    }
  }
  round->goes_on = !rules->rounds || round->number < rules->rounds;
}

static void end(const Rules *rules, Round *round) {
  int64_t worth[SEATS];
  int8_t places[SEATS];
  points(rules, round, worth);
  places_of(&round->now, places);
  for (int seat = 0; seat < SEATS; seat++) round->board.score[seat] += worth[seat];
  settle(rules, round, (int) worth[places[0]], places[0] % TEAMS);
  if (round->goes_on && rules->tribute) owe_tributes(round, places);
}

// Plays what has a number, or passes, and then does what happens by itself.
static void play(const Rules *rules, Round *round, int number) {
  Tricks *now = &round->now;
  Board *board = &round->board;
  for (; number != NOBODY; number = by_itself(&rules->combos, now)) {
    int seat = now->turn;
    if (number == PASS) {
      if (round->looked_on) board_tell(board, seat, SAID_PASS, NULL);
      turn_on(&rules->combos, now);
    } else {
      const Play *chosen = &rules->combos.plays[number];
      uint8_t cards[CARDS] = {0};
      take(&now->hands[seat], chosen, now->level, round->looked_on ? cards : NULL);
      lay(&rules->combos, now, chosen->reading);
      if (!round->looked_on) continue;
      board_tell(board, seat, SAID_PLAY, cards);
      board_lay(board, seat, cards);
      board_stand(board, seat, chosen->reading.kind, chosen->reading.rank, cards);
      if (!now->sizes[seat]) board->place[seat] = (uint8_t) now->out;
      if (now->is_over) end(rules, round);
    }
    if (round->looked_on && (now->is_over || now->standing.kind == NOTHING)) board_clear(board);
  }
}

static int describe(const Rules *rules, const Round *round, int seat, int32_t action, uint8_t *cards, int *amount) {
  (void) amount;
  if (action == PASS) return SAYS_PASS;
  if (action >= FIRST_PLAY) {
    Hand hand = round->now.hands[seat];
    take(&hand, &rules->combos.plays[action], round->now.level, cards);
    return SAYS_PLAY;
  }
  cards[(action - FIRST_TRIBUTE) % CARDS] = 1;
  return action < FIRST_RETURN ? SAYS_TRIBUTE : SAYS_RETURN;
}

// ---- tributes and returns
static void move(Round *round, int at) {
  int from = round->owes[at], to = round->owed[at], card = round->named[at];
  hold(round->now.level, &round->now.hands[from], card, -1);
  hold(round->now.level, &round->now.hands[to], card, 1);
  round->now.sizes[from]--;
  round->now.sizes[to]++;
  if (!round->looked_on) return;
  uint8_t cards[CARDS] = {0};
  cards[card] = 1;
  board_tell(&round->board, from, SAID_TRIBUTE + (round->phase == RETURNS), cards);
  round->board.hands[from][card]--;
  round->board.hands[to][card]++;
  round->gave[from][card]++;
  round->got[to][card]++;
}

// Says of two tributes which goes to the player placed first, puts it in front, and says who leads.
static void tell_takers(const Rules *rules, Round *round) {
  const int8_t *places = round->places_before, *place = rules->combos.place[round->now.level];
  int worth[PAYERS], left_of_first = (places[0] + SEATS - 1) % SEATS, to_first;
  for (int at = 0; at < PAYERS; at++) {
    int card = round->named[at];
    worth[at] = place[card < 52 ? card / 4 : card - 39];
  }
  if (worth[0] == worth[1]) {
    round->leader = (int8_t) left_of_first;
    to_first = rules->tie_to_left ? left_of_first : places[2];
  } else round->leader = (int8_t) (to_first = round->owes[worth[1] > worth[0]]);
  if (round->owes[0] != to_first) {
    int8_t seat = round->owes[0], card = round->named[0];
    round->owes[0] = round->owes[1];
    round->named[0] = round->named[1];
    round->owes[1] = seat;
    round->named[1] = card;
  }
  for (int at = 0; at < PAYERS; at++) round->owed[at] = places[at];
}

// Names a card; when all are named they change hands together.
static void name(const Rules *rules, Round *round, int seat, int card) {
  if (card < 0 || card >= CARDS) return;
  for (int at = 0; at < round->owing; at++) if (round->owes[at] == seat) round->named[at] = (int8_t) card;
  if (awaited(rules, round)) return;
  if (round->phase == TRIBUTES && round->owing == 1) round->leader = round->owes[0];
  else if (round->phase == TRIBUTES) tell_takers(rules, round);
  for (int at = 0; at < round->owing; at++) {
    move(round, at);
    int8_t giver = round->owes[at];
    round->owes[at] = round->owed[at];
    round->owed[at] = giver;
    round->named[at] = NOBODY;
  }
  if (round->phase == TRIBUTES) {
    round->phase = RETURNS;
    return;
  }
  round->phase = PLAYING;
  round->owing = 0;
  round->now.turn = round->now.standing_seat = round->leader;
  play(rules, round, by_itself(&rules->combos, &round->now));
}

static void step(const Rules *rules, Round *round, int seat, int32_t action) {
  if (round->phase == TRIBUTES) name(rules, round, seat, action - FIRST_TRIBUTE);
  else if (round->phase == RETURNS) name(rules, round, seat, action - FIRST_RETURN);
  else play(rules, round, action >= FIRST_PLAY && action < rules->combos.end ? action : PASS);
}

static unsigned points(const Rules *rules, const Round *round, int64_t *out) {
  (void) rules;
  memset(out, 0, SEATS * sizeof *out);
  if (!round->now.is_over) return 0;
  int8_t places[SEATS];
  int steps = steps_of(&round->now, places), first = places[0];
  for (int seat = 0; seat < SEATS; seat++) out[seat] = (seat ^ first) & 1 ? -steps : steps;
  return first & 1 ? 1u << 1 | 1u << 3 : 1u << 0 | 1u << 2;
}

static void observe(const Rules *rules, const Round *round, int seat, float *out) {
  const Tricks *now = &round->now;
  unsigned asked = awaited(rules, round);
  int counts[SEATS] = {now->sizes[0], now->sizes[1], now->sizes[2], now->sizes[3]};
  out = board_write(&round->board, seat, counts, asked, asked >> seat & 1 ? why(rules, round, seat) : -1, out);
  out[now->level] = 1;
  out += LEVELS;
  *out++ = round->board.hands[seat][wild_of(round)];
  for (int step = 0; step < TEAMS; step++, out += LEVELS) out[round->levels[(seat + step) % TEAMS]] = 1;
  if (round->declarer != NOBODY) out[(round->declarer + seat) % TEAMS] = 1;
  out += TEAMS;
  for (int step = 0; step < TEAMS; step++) *out++ = (float) round->tries[(seat + step) % TEAMS];
  *out++ = round->board.standing_seat < 0 ? 0 : now->standing.size;
  for (int at = 0; at < round->owing; at++) out[2 * ((round->owes[at] - seat + SEATS) % SEATS) + (round->phase == RETURNS)] = 1;
  out += 2 * SEATS;
  for (int step = 0; step < SEATS; step++) for (int card = 0; card < CARDS; card++) {
    out[step * CARDS + card] = round->gave[(seat + step) % SEATS][card];
    out[(SEATS + step) * CARDS + card] = round->got[(seat + step) % SEATS][card];
  }
  out += 2 * SEATS * CARDS;
  for (int at = 0; at < round->owing; at++) if (round->owes[at] == seat && round->named[at] != NOBODY) out[round->named[at]] = 1;
  out[CARDS] = round->resisted;
}

static int playout(const Rules *rules, Round *round, Chance *chance) {
  int32_t numbers[MOST_LEGAL];
  int actions = 0;
  round->looked_on = 0;
  for (unsigned asked; (asked = awaited(rules, round)); actions++) {
    int seat = __builtin_ctz(asked), count = legal(rules, round, seat, numbers);
    step(rules, round, seat, numbers[drawn(chance, count)]);
  }
  return actions;
}

// ---- habits
static void counted(u64 natural, uint8_t *counts) {
  for (int rank = 0; rank < HABIT_RANKS; rank++) counts[rank] = (uint8_t) COUNT(natural, rank);
}

static float holding(const Shapes *shapes, Reading reading) {
  float height = height_of(shapes, reading.rank);
  if (reading.kind >= BOMB) return 0.8f + 0.02f * (float) reading.size;
  return reading.kind <= TRIPLE ? height * height : 0.5f + 0.4f * height;
}

static void take_up(const Rules *rules, Round *round, int seat, const uint8_t *cards, int count) {
  Hand hand = {0};
  (void) rules;
  while (count--) hold(round->now.level, &hand, cards[count], 1);
  if (seat < SEATS) round->now.hands[seat] = hand;
}

static void likings(const Rules *rules, const Round *round, int seat, const int32_t *actions, int count, float *out) {
  const Tricks *now = &round->now;
  const Hand *hand = &now->hands[seat];
  Shapes shapes = {{0, 5, 3, 2}, {0, 5, 3, 2}, 2, 4, {0}};
  memcpy(shapes.place, rules->combos.place[now->level], HABIT_RANKS);
  Sitting sitting = {
    .shapes = &shapes, .wilds = hand->wilds, .size = now->sizes[seat], .leads = now->standing.kind == NOTHING, .nearest = 27,
  };
  counted(hand->natural, sitting.counts);
  if (round->phase != PLAYING) {  // A card is given: the one that the hand needs least
    for (int at = 0; at < count; at++) {
      int card = actions[at] - (round->phase == TRIBUTES ? FIRST_TRIBUTE : FIRST_RETURN), rank = card < 52 ? card / 4 : card - 39;
      int wild = card == wild_of(round);
      if (!wild) sitting.counts[rank]--;
      out[at] = -turns_of(&shapes, sitting.counts, sitting.wilds - wild);
      if (!wild) sitting.counts[rank]++;
    }
    return;
  }
  for (int other = 0; other < SEATS; other++) {
    if ((other ^ seat) & 1 && now->sizes[other] && now->sizes[other] < sitting.nearest) sitting.nearest = now->sizes[other];
  }
  sitting.owner = now->sizes[now->standing_seat];
  sitting.friendly = !sitting.leads && now->standing_seat == PARTNER(seat);
  sitting.height = sitting.leads ? 0 : holding(&shapes, now->standing);
  for (int at = 0; at < count; at++) {
    if (actions[at] == PASS) {
      out[at] = liking_of_pass(&sitting);
      continue;
    }
    const Play *play = &rules->combos.plays[actions[at]];
    uint8_t laid[HABIT_RANKS];
    counted(play->natural, laid);
    out[at] = liking_of_play(&sitting, laid, play->wilds, holding(&shapes, play->reading), play->reading.kind >= BOMB, 0);
  }
}

// ---- hands that others may hold
#define REMEMBERED 12

static void lay_asked(const Thumb *thumb, Heard *table, const int64_t *play) {
  int seat = table->now.turn;
  if (play[0] < 0) {
    choose_pass(thumb, table);
    return;
  }
  Choice choice = {.play = {.reading = {(int8_t) play[0], (int8_t) play[1], (int8_t) play[2]}}, .left = table->now.hands[seat]};
  for (int card = 0; card < CARDS; card++) {
    hold(thumb->level, &choice.left, card, -(int) play[3 + card]);
    choice.ranks += (u64) play[3 + card] * UNIT(RANK_HIDDEN(card));
  }
  choose_play(thumb, table, &choice);
}

static int answer(const Rules *rules, const int64_t *asked, int count, int64_t *out) {
  int plays = count > PLAYS_ASKED ? (int) asked[PLAY_COUNT] : 0, others = 0;
  if (plays < 1 || plays > MOST_TRIED || count != PLAYS_ASKED + plays * PLAY_SIZE) return -1;
  for (int at = LEVEL_IS; at <= STOOD; at++) if (asked[at] < 0 || asked[at] >= (at == LEVEL_IS ? LEVELS : SEATS)) return -1;
  if (asked[KIND_IS] < 0 || asked[KIND_IS] > NOTHING || asked[RANK_IS] < 0 || asked[RANK_IS] >= ALL_RANKS) return -1;
  for (int at = COUNTS; at < OUT; at++) if (asked[at] < 0 || asked[at] > DEALT) return -1;
  if (asked[OUT] < 0 || asked[OUT] >= SEATS) return -1;
  for (int at = WHO_IS_OUT; at < PLAY_COUNT; at++) if (asked[at] < NOBODY || asked[at] >= SEATS) return -1;
  for (int at = OWN; at < HAS_LAID; at++) if (asked[at] < 0 || asked[at] > 2) return -1;
  Heard table = {.now = {.level = (int8_t) asked[LEVEL_IS], .turn = (int8_t) asked[SEAT], .out = (int8_t) asked[OUT]}};
  Tricks *now = &table.now;
  float odds[ODDS];
  Hidden hidden = {0};
  u64 seen = 0;
  now->standing = (Reading) {(int8_t) asked[KIND_IS], (int8_t) asked[RANK_IS], (int8_t) asked[SIZE_IS]};
  now->standing_seat = (int8_t) asked[STOOD];
  told_nothing(&table.told);
  for (int card = 0; card < CARDS; card++) {
    hold(now->level, &now->hands[now->turn], card, (int) asked[OWN + card]);
    seen += (u64) (asked[OWN + card] + asked[UNSEEN + card]) * UNIT(RANK_HIDDEN(card));
    int64_t copies = asked[UNSEEN + card];
    for (int seat = 0; seat < SEATS; seat++) {
      int64_t known = asked[KNOWN + seat * CARDS + card];
      if (known < 0 || known > copies || (known && seat == now->turn)) return -1;
      hold(now->level, &now->hands[seat], card, (int) known);
      hidden.hands[seat][RANK_HIDDEN(card)] += (uint8_t) known;
      hidden.gets[seat] -= (int) known;
      copies -= known;
    }
    for (; copies > 0; copies--) hidden.card[hidden.cards++] = (uint8_t) card;
  }
  for (int seat = 0; seat < SEATS; seat++) {
    now->sizes[seat] = (int8_t) asked[COUNTS + seat];
    now->finished[seat] = (int8_t) asked[WHO_IS_OUT + seat];
    if (seat != now->turn && (hidden.gets[seat] += now->sizes[seat]) < 0) return -1;
    others += hidden.gets[seat];
    seen += table.told.laid[seat] = (u64) asked[HAS_LAID + seat];
    for (int kind = 0; kind < LET_PASS; kind++) table.told.declined[seat][kind] = (int) asked[HAS_LET_PASS + seat * LET_PASS + kind];
  }
  if (others != hidden.cards || seen != MOST_ALIKE * SUITED + FOUR_JOKERS) return -1;  // cards are missing, and nobody knows where
  Thumb thumb;
  Decision *decision = malloc(sizeof *decision);
  if (!thumb_begin(&thumb, &rules->combos, REMEMBERED) || !decision) {
    thumb_end(&thumb);
    free(decision);
    return -1;
  }
  set_level(&thumb, now->level);
  for (int at = 0; at < ODDS; at++) odds[at] = (float) asked[LIKELY + at] / 1000;
  Chance chance = chance_of((u64) asked[SEED]);
  memset(out, 0, 2 * (size_t) plays * sizeof *out);
  hide(&hidden, odds, &thumb, &table, &chance);
  for (int64_t draws = asked[DRAWS]; draws > 0; draws--) {
    Heard drawn = table;
    draw_hidden(&hidden, &thumb, &drawn, &chance);
    for (int at = 0; at < plays; at++) {
      Heard then = drawn;
      lay_asked(&thumb, &then, asked + PLAYS_ASKED + at * PLAY_SIZE);
      play_by_thumb(&thumb, &then, decision);
      int won = now->turn & 1 ? -points_won(&then) : points_won(&then);
      out[2 * at] += won;
      out[2 * at + 1] += won > 0;
    }
  }
  thumb_end(&thumb);
  free(decision);
  return 2 * plays;
}
