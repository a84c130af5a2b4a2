// A round of Gou Ji from the tributes on, in the numbers of arena/games/gouji.
#ifndef PAIJU_GOUJI_ROUND_H
#define PAIJU_GOUJI_ROUND_H

#include <stddef.h>

#include "rules.h"

#define SEATS 6
#define NOBODY (-1)
#define WHYS 13
#define VERBS 11
#define DUE_KINDS 6
#define MOST_DUES 48
#include "../../kit/native/board.h"
#include "../../kit/native/chance.h"

enum {  // Modes, in the order of games/gouji/modes.py
  RETURNING, BUYING, DECLARING, COUNTERING, TRYING, LEADING, FOLLOWING, LAST_CHANCE, DUELING, OFFERED, ANSWERING, RUNNING, OVER, MODES,
};
enum {SAID_PLAY, SAID_PASS, SAID_BURN, SAID_YIELD, SAID_DECLINE, SAID_CHALLENGE, SAID_REVOLT, SAID_TRIBUTE, SAID_RETURN, SAID_BOUGHT};
enum {STIFLE, POINT, CHALLENGED, BURN, SWEEP, DROP};
enum {BURN_ANY, AFTER_OPEN, BEFORE_OWN_OPEN};
enum {CHALLENGE_4, CHALLENGE_2, CHALLENGE_SPLIT};
enum {STANDARD, IN_SMALL, TEAM2, NO_SCORE};
enum {
  JOKER_THRESHOLD, ANY_TWO, OPEN_WITH_TWOS, EACH_CARD, FREE_BASE, TWO_BIG_KILL_ONE, NATURAL_OPEN, FORCE_FOURS, BURNS, BURN_BEFORE,
  BURN_WHEN, BURN_NEEDS_PLAY, COUNTER_BURN, REVOLUTION, ALLOW_TWO_REVOLTS, REVOLT_TRY, REVOLTER_THIRD, POINT_CHALLENGE,
  COUNTER_CHALLENGE, CHALLENGE_BOTH, EXCHANGE_CHALLENGES, EXCHANGE_POINTS, BUY_FOURS, TRIBUTE, DECLINE_TRIBUTE, DROP_WITHIN_TEAM,
  STIFLED_LEFT, SCORING, MOST_OPTIONS,
};

#define LARGEST_HAND 40  // At the beginning; two bought cards at most come to it

typedef struct {
  Sets sets;
  int options[MOST_OPTIONS];
} Rules;

typedef struct {
  int8_t kind, giver, receiver, cards;
} Due;

// Seats are named by number, NOBODY for none; sets of them by bits.
typedef struct {
  int8_t mode, turn, leader, must_fours, owner, yielder, burner, victim, waiting, trier;  // trier: a lone revolter who lays a set
  uint8_t asked, active, revolted, opened, forfeited, challenged, played, barred, yielded;
  int8_t chain, duel_follows, is_void;
  uint8_t out, died, blocks, burns, dues, due;  // How many there are of each below; which due is being settled
  int8_t finished[SEATS], dead[SEATS], blocked[SEATS][2];  // Of the blocked also by whom
  Set standing;
  Due burned[SEATS], owed[MOST_DUES];  // Once the round is over, what the next begins with
  // What is above has a byte each, and round_begin takes it in this order.
  int32_t tried, said[SEATS];  // The number of the trier's set; hidden answers, NOBODY for none
  uint8_t hands[SEATS][RANKS];
  int16_t left[SEATS];
  uint8_t given[RANKS], chosen[RANKS];  // The tribute that waits for its return, and what is to go back so far
  int16_t given_size;
  uint8_t looked_on;  // Whether the board and what is below are kept up to date
  Board board;
  uint8_t tribute[CARDS], returned[SEATS][SEATS][CARDS];  // By who sent them and to whom
  uint8_t stifled;
  int64_t team_scores[2], sweeps[2];
} Round;

// What round_begin takes after the bytes: the number of a set that is tried, hidden answers by seat (-1: none), scores by seat and by
// team, sweeps, copies of each card of the hands, of a tribute and of what is chosen to go back. Then, to the end, what was done: seat,
// verb, the other seat of a return, number of cards, the cards.
enum {
  TRIED = offsetof(Round, owed) + MOST_DUES * sizeof(Due), SAID, SCORES = SAID + SEATS, TEAM_SCORES = SCORES + SEATS, SWEEPS = TEAM_SCORES + 2,
  HANDS = SWEEPS + 2, GIVEN = HANDS + SEATS * CARDS, CHOSEN = GIVEN + CARDS, DONE = CHOSEN + CARDS, MOST_GIVEN = 8192,
};

static int rules_begin(Rules *rules, const int64_t *options, int count) {
  if (count != MOST_OPTIONS) return 0;
  for (int at = 0; at < MOST_OPTIONS; at++) rules->options[at] = (int) options[at];
  rules->sets.joker_threshold = rules->options[JOKER_THRESHOLD];
  rules->sets.any_two = rules->options[ANY_TWO];
  rules->sets.open_with_twos = rules->options[OPEN_WITH_TWOS];
  rules->sets.each_card = rules->options[EACH_CARD];
  rules->sets.free_base = rules->options[FREE_BASE];
  rules->sets.two_big_kill_one = rules->options[TWO_BIG_KILL_ONE];
  number_all(&rules->sets);
  return 1;
}

// ---- seats
#define OPPOSITE(seat) (((seat) + 3) % SEATS)
#define TEAM(team) (0x15u << (team))

static inline int has(unsigned seats, int seat) {
  return seats >> seat & 1;
}

static inline int count_of(unsigned seats) {
  return __builtin_popcount(seats);
}

// The next of some seats after one, which is itself the last; NOBODY if there is none.
static inline int after(int seat, unsigned seats) {
  for (int step = 1; step <= SEATS; step++) if (has(seats, (seat + step) % SEATS)) return (seat + step) % SEATS;
  return NOBODY;
}

static inline int is_entangled(const Round *round) {
  return !round->opened && count_of(round->active) <= 4;
}

static inline int has_threes_alone(const Round *round, int seat) {
  return round->hands[seat][THREE] && round->hands[seat][THREE] == round->left[seat];
}

static inline int holds_main(const uint8_t *hand) {
  return hand[DEUCE] || hand[SMALL] || hand[BIG];
}

static int may_yield(const Rules *rules, const Round *round) {
  int seat = round->turn;
  if (seat != OPPOSITE(round->owner) || has(round->yielded, seat) || is_entangled(round)) return 0;
  if (is_gouji(&rules->sets, round->standing)) return 0;
  return (round->active & ~round->barred & ~(1u << seat) & ~(1u << round->owner)) != 0;
}

static int burn_too_early(const Rules *rules, const Round *round) {
  return rules->options[BURN_WHEN] == AFTER_OPEN && !round->opened && round->hands[round->turn][FOUR];
}

// ---- cards
static inline int rank_of(int card) {
  return card < 52 ? card / 4 : card - 39;
}

// Writes the first cards of each rank of a hand, as many as are asked for.
static void first_cards(const Round *round, int seat, const uint8_t *ranks, uint8_t *cards) {
  uint8_t left[RANKS];
  memcpy(left, ranks, RANKS);
  for (int card = 0; card < CARDS; card++) {
    int held = round->board.hands[seat][card], rank = rank_of(card);
    cards[card] = (uint8_t) smaller(left[rank], held);
    left[rank] -= cards[card];
  }
}

// Moves cards from hand to hand; ``cards`` are those that are moved, NULL where nobody looks on.
static void move(Round *round, int from, int to, const uint8_t *ranks, const uint8_t *cards) {
  for (int rank = 0; rank < RANKS; rank++) {
    round->hands[from][rank] -= ranks[rank];
    round->hands[to][rank] += ranks[rank];
    round->left[from] -= ranks[rank];
    round->left[to] += ranks[rank];
  }
  if (round->looked_on) for (int card = 0; card < CARDS; card++) {
    round->board.hands[from][card] -= cards[card];
    round->board.hands[to][card] += cards[card];
  }
}

static inline void tell(Round *round, int seat, int verb, const uint8_t *cards) {
  if (round->looked_on) board_tell(&round->board, seat, verb, cards);
}

// Writes how many cards of each rank, all zero before, make a set.
static void ranks_of(Set set, uint8_t *ranks) {
  if (set.natural) ranks[set.base] = (uint8_t) set.natural;
  ranks[DEUCE] = (uint8_t) set.twos;
  ranks[SMALL] = (uint8_t) set.small;
  ranks[BIG] = (uint8_t) set.big;
}

static void take(Round *round, int seat, Set set, int verb) {
  uint8_t ranks[RANKS] = {0}, cards[CARDS];
  ranks_of(set, ranks);
  for (int rank = 0; rank < RANKS; rank++) round->hands[seat][rank] -= ranks[rank];
  round->left[seat] -= set.size;
  round->played |= (uint8_t) (1u << seat);
  round->standing = set;
  round->owner = (int8_t) seat;
  if (!round->looked_on) return;
  first_cards(round, seat, ranks, cards);
  board_tell(&round->board, seat, verb, cards);
  board_lay(&round->board, seat, cards);
  memcpy(round->board.standing, cards, CARDS);
}

// Lays a set; who is left with 3s is blocked by whoever beats its last set.
static void lay(Round *round, Set set, int lead, int verb) {
  int seat = round->turn, owner = round->owner;
  if (!lead && has_threes_alone(round, owner) && has(round->active, owner) && round->blocks < SEATS) {
    round->blocked[round->blocks][0] = (int8_t) owner;
    round->blocked[round->blocks++][1] = (int8_t) seat;
  }
  take(round, seat, set, verb);
}

// ---- the end
static int revolter_is_third(const Rules *rules, const Round *round) {
  if (!rules->options[REVOLTER_THIRD] || count_of(round->revolted) != 1 || round->out < 2) return 0;
  int team = __builtin_ctz(round->revolted) & 1;
  return (round->finished[0] & 1) == team && (round->finished[1] & 1) == team;
}

static int sweeping_team(const Rules *rules, const Round *round) {
  const int8_t *first = round->finished;
  if (round->out >= 3 && count_of(round->revolted) < 2 && !((first[0] ^ first[1]) & 1) && !((first[0] ^ first[2]) & 1)) return first[0] & 1;
  return revolter_is_third(rules, round) ? first[0] & 1 : NOBODY;
}

// Writes the seats, first place to sixth.
static void places_of(const Rules *rules, const Round *round, int8_t *places) {
  int8_t others[3 * SEATS], fixed[SEATS];
  int count = 0, next = 0, last = round->out ? round->finished[round->out - 1] : 0, place = 2;
  memset(fixed, NOBODY, sizeof fixed);
  if (count_of(round->revolted) == 1) place = revolter_is_third(rules, round) ? 2 : 3;
  for (int step = 0; step < SEATS && place < SEATS; step++) {
    int seat = (round->leader + step) % SEATS;
    if (has(round->revolted, seat)) fixed[place++] = (int8_t) seat;
  }
  for (; count < round->out; count++) others[count] = round->finished[count];
  for (unsigned holding = round->active; holding; count++) {
    int best = NOBODY;
    for (int step = 0; step < SEATS; step++) {
      int seat = (last + step) % SEATS;
      if (has(holding, seat) && (best == NOBODY || round->left[seat] < round->left[best])) best = seat;
    }
    others[count] = (int8_t) best;
    holding &= ~(1u << best);
  }
  for (int at = round->died; at--;) others[count++] = round->dead[at];
  for (int at = 0; at < SEATS; at++) places[at] = fixed[at] == NOBODY ? others[next++] : fixed[at];
}

// Writes by seat what a round that is over is worth, and by team.
static void worth_of(const Rules *rules, const Round *round, int64_t *seats, int64_t *teams) {
  static const int8_t worth[2][SEATS] = {{4, 2, 0, 0, -2, -4}, {2, 1, 0, 0, -1, -2}};
  int8_t places[SEATS];
  int scoring = rules->options[SCORING];
  memset(seats, 0, SEATS * sizeof *seats);
  teams[0] = teams[1] = 0;
  if (round->is_void) return;
  places_of(rules, round, places);
  for (int place = 0; place < SEATS; place++) {
    int seat = places[place];
    seats[seat] = worth[scoring == IN_SMALL][place];
    teams[seat & 1] += seats[seat];
  }
  if (scoring != TEAM2) return;
  memset(seats, 0, SEATS * sizeof *seats);
  int ahead = teams[0] == teams[1] ? NOBODY : teams[1] > teams[0];
  for (int team = 0; team < 2; team++) teams[team] = 2 * (team == ahead);
}

static void owe(Round *round, int kind, int giver, int receiver, int cards) {
  if (round->dues < MOST_DUES) round->owed[round->dues++] = (Due) {(int8_t) kind, (int8_t) giver, (int8_t) receiver, (int8_t) cards};
}

static void owe_for_stifled(const Rules *rules, Round *round, const int8_t *places) {
  int8_t all[2 * SEATS][2];
  int count = 0;
  for (int at = 0; at < round->blocks; at++) {
    int seat = round->blocked[at][0], by = round->blocked[at][1];
    if (!has(round->active, seat) || !has_threes_alone(round, seat) || !((seat ^ by) & 1)) continue;
    memcpy(all[count++], round->blocked[at], 2);
    round->stifled |= (uint8_t) (1u << seat);
  }
  unsigned there = round->stifled;
  for (int place = SEATS; rules->options[STIFLED_LEFT] && place--;) {
    int seat = places[place], at = round->out - 1;
    if (!has(round->active, seat) || !round->hands[seat][THREE] || has(there, seat)) continue;
    while (at >= 0 && !((round->finished[at] ^ seat) & 1)) at--;
    if (at < 0) continue;
    all[count][0] = (int8_t) seat;
    all[count++][1] = round->finished[at];
    round->stifled |= (uint8_t) (1u << seat);
  }
  for (int at = 0; at < count; at++) owe(round, STIFLE, all[at][0], all[at][1], at == 0 && count > 1 ? 2 : 1);
}

static void owe_in_pair(const Rules *rules, Round *round, int one) {
  const int *options = rules->options;
  int other = OPPOSITE(one), bets = has(round->challenged, one) + has(round->challenged, other);
  int opened = has(round->opened, one) + has(round->opened, other);
  if (opened != 1) {
    if (has(round->revolted, one) || has(round->revolted, other)) return;
    for (int seat = one; seat < SEATS; seat += 3) {
      if (options[EXCHANGE_POINTS]) owe(round, POINT, seat, OPPOSITE(seat), 1);
      if (bets && options[POINT_CHALLENGE] && options[EXCHANGE_CHALLENGES]) owe(round, CHALLENGED, seat, OPPOSITE(seat), 2);
    }
    return;
  }
  int opener = has(round->opened, one) ? one : other, payer = OPPOSITE(opener);
  if (has(round->revolted, payer)) return;
  owe(round, POINT, payer, opener, 1);
  if (bets == 2 && options[CHALLENGE_BOTH] != CHALLENGE_2) {
    int mate = after(opener, TEAM(opener & 1) & ~(1u << opener) & ~round->revolted);
    int is_split = options[CHALLENGE_BOTH] == CHALLENGE_SPLIT && mate != NOBODY;
    owe(round, CHALLENGED, payer, opener, is_split ? 2 : 4);
    if (is_split) owe(round, CHALLENGED, payer, mate, 2);
  } else if (bets) owe(round, CHALLENGED, payer, opener, 2);
}

// Makes up the dues and totals that a round leaves to the next one.
static void settle(const Rules *rules, Round *round) {
  int64_t seats[SEATS], teams[2];
  int8_t places[SEATS];
  round->dues = round->due = 0;
  if (round->is_void) return;
  worth_of(rules, round, seats, teams);
  places_of(rules, round, places);
  if (rules->options[SCORING] != NO_SCORE) {
    for (int seat = 0; seat < SEATS; seat++) round->board.score[seat] += seats[seat];
    for (int team = 0; team < 2; team++) round->team_scores[team] += teams[team];
  }
  int swept_by = sweeping_team(rules, round);
  if (swept_by != NOBODY) round->sweeps[swept_by]++;
  owe_for_stifled(rules, round, places);
  for (int one = 0; one < 3; one++) owe_in_pair(rules, round, one);
  for (int at = 0; at < round->burns; at++) owe(round, BURN, round->burned[at].giver, round->burned[at].receiver, round->burned[at].cards);
  for (int seat = 0; swept_by != NOBODY && seat < SEATS; seat++) {
    int takes_part = !has(round->revolted, seat) && !has(round->revolted, OPPOSITE(seat));
    if ((seat & 1) != swept_by && takes_part) owe(round, SWEEP, seat, OPPOSITE(seat), 1);
  }
  for (int drop = 0; swept_by == NOBODY && drop < 2; drop++) {
    int giver = places[5 - drop], receiver = places[drop];
    if (rules->options[DROP_WITHIN_TEAM] || ((giver ^ receiver) & 1)) owe(round, DROP, giver, receiver, 2 - drop);
  }
  if (!rules->options[TRIBUTE]) round->dues = 0;
}

static void let_nothing_stand(Round *round) {
  round->owner = round->yielder = NOBODY;
  round->barred = round->yielded = 0;
}

static int ends(const Rules *rules, const Round *round) {
  return count_of(round->active) <= 1 || sweeping_team(rules, round) != NOBODY;
}

static void end(const Rules *rules, Round *round) {
  let_nothing_stand(round);
  round->burner = round->victim = round->must_fours = round->turn = NOBODY;
  round->chain = 0;
  round->mode = OVER;
  if (round->looked_on) settle(rules, round);
}

// Puts out a seat whose hand is empty, and says whether that ends the round.
static int goes_out(const Rules *rules, Round *round, int seat) {
  if (round->out < SEATS) round->finished[round->out++] = (int8_t) seat;
  round->active &= (uint8_t) ~(1u << seat);
  if (!ends(rules, round)) return 0;
  end(rules, round);
  return 1;
}

static void dies(Round *round, int seat) {
  if (round->died < SEATS) round->dead[round->died++] = (int8_t) seat;
  round->active &= (uint8_t) ~(1u << seat);
}

// ---- how a sequence goes on
static void lay_lead(const Rules *rules, Round *round, Set set);

// Lets a seat lead, or the next that takes part; a hand of 3s goes by itself.
static void lead_falls_to(const Rules *rules, Round *round, int seat) {
  if (!has(round->active, seat)) seat = after(seat, round->active);
  round->mode = LEADING;
  round->turn = (int8_t) seat;
  let_nothing_stand(round);
  round->burner = round->victim = NOBODY;
  round->chain = 0;
  if (has_threes_alone(round, seat)) lay_lead(rules, round, set_made(THREE, round->left[seat], 0, 0, 0));
}

static void rotate(const Rules *rules, Round *round, int seat) {
  unsigned waits = round->active & ~round->barred & ~(1u << round->owner);
  if (round->yielder != NOBODY) waits &= ~(1u << round->yielder);
  if (waits) {
    round->mode = FOLLOWING;
    round->turn = (int8_t) after(seat, waits);
  } else if (round->yielder != NOBODY) {
    round->mode = LAST_CHANCE;
    round->turn = round->yielder;
  } else lead_falls_to(rules, round, round->owner);
}

// The two other opponents of the standing set's owner, as far as they are asked for a burn, as bits.
static unsigned may_be_asked(const Rules *rules, const Round *round) {
  unsigned seats = round->active & ~round->barred & (1u << (round->owner + 1) % SEATS | 1u << (round->owner + 5) % SEATS);
  if (rules->options[BURN_NEEDS_PLAY]) seats &= round->played;
  for (int team = 0; rules->options[BURN_WHEN] == BEFORE_OWN_OPEN && team < 2; team++) if (round->opened & TEAM(team)) seats &= ~TEAM(team);
  return seats;
}

// Asks for burns, first the owner's next neighbour; whether there is anybody to ask.
static int offer(const Rules *rules, Round *round, int duel_follows) {
  unsigned asked = may_be_asked(rules, round);
  if (!asked) return 0;
  round->mode = OFFERED;
  round->turn = (int8_t) after(round->owner, asked);
  asked &= ~(1u << round->turn);
  round->waiting = (int8_t) after(round->owner, asked);
  round->duel_follows = (int8_t) duel_follows;
  return 1;
}

// Asks for a first burn, if it is the time for that.
static int offer_first(const Rules *rules, Round *round, int before) {
  const int *options = rules->options;
  return options[BURN_BEFORE] == before && options[BURNS] && has(round->active, round->owner) && offer(rules, round, before);
}

// What follows a set that was laid outside a burn.
static void stands(const Rules *rules, Round *round) {
  int owner = round->owner;
  if (is_unbeatable(&rules->sets, round->standing)) lead_falls_to(rules, round, owner);
  else if (is_gouji(&rules->sets, round->standing) && has(round->active, OPPOSITE(owner)) && !is_entangled(round)) {
    if (offer_first(rules, round, 1)) return;
    round->mode = DUELING;
    round->turn = (int8_t) OPPOSITE(owner);
  } else rotate(rules, round, owner);
}

static void lay_lead(const Rules *rules, Round *round, Set set) {
  int seat = round->turn;
  if (round->must_fours != NOBODY) {
    if (set.base != FOUR || set.natural != set.size || set.size != round->hands[seat][FOUR]) {
      round->opened &= (uint8_t) ~(1u << seat);
      round->forfeited |= (uint8_t) (1u << seat);
    }
    round->must_fours = NOBODY;
  }
  lay(round, set, 1, SAID_PLAY);
  if (round->left[seat] || !goes_out(rules, round, seat)) stands(rules, round);
}

static void lay_on(const Rules *rules, Round *round, Set set) {
  int seat = round->turn;
  if (round->yielder != NOBODY && round->yielder != seat) round->barred |= (uint8_t) (1u << round->yielder);
  round->yielder = NOBODY;
  lay(round, set, 0, SAID_PLAY);
  if (round->left[seat] || !goes_out(rules, round, seat)) stands(rules, round);
}

// The point is opened, or somebody is asked for a burn unless that was done before the answer.
static void duel_passed(const Rules *rules, Round *round) {
  int owner = round->owner, fours = round->hands[owner][FOUR];
  int is_open = kind_of(&rules->sets, round->standing) == OPEN && !has(round->opened | round->forfeited, owner);
  if (is_open && (rules->options[NATURAL_OPEN] || fours)) {
    round->opened |= (uint8_t) (1u << owner);
    round->must_fours = (int8_t) (fours ? owner : NOBODY);
  } else if (offer_first(rules, round, 0)) return;
  lead_falls_to(rules, round, owner);
}

// ---- burns
static void succeeds(const Rules *rules, Round *round) {
  int burner = round->burner;
  if (round->burns < SEATS) round->burned[round->burns++] = (Due) {BURN, round->victim, round->burner, (int8_t) (1 << (round->chain - 1))};
  if (!goes_out(rules, round, burner)) lead_falls_to(rules, round, burner);
}

// Lets the burner lead again, its last 3s by themselves; without a joker the burn has failed.
static void run_on(const Rules *rules, Round *round) {
  int burner = round->burner;
  const uint8_t *hand = round->hands[burner];
  round->mode = RUNNING;
  round->turn = (int8_t) burner;
  let_nothing_stand(round);
  if (has_threes_alone(round, burner)) {
    lay(round, set_made(THREE, hand[THREE], 0, 0, 0), 1, SAID_PLAY);
    succeeds(rules, round);
  } else if (!hand[SMALL] && !hand[BIG]) {
    dies(round, burner);
    if (ends(rules, round)) end(rules, round);
    else lead_falls_to(rules, round, round->victim);
  }
}

static void unanswered(const Rules *rules, Round *round) {
  if (!rules->options[COUNTER_BURN] || !offer(rules, round, 0)) run_on(rules, round);
}

// What follows a set of the burner.
static void burned(const Rules *rules, Round *round) {
  int burner = round->burner;
  if (!round->left[burner]) succeeds(rules, round);
  else if (is_unbeatable(&rules->sets, round->standing)) run_on(rules, round);
  else if (has(round->active, OPPOSITE(burner))) {
    round->mode = ANSWERING;
    round->turn = (int8_t) OPPOSITE(burner);
  } else unanswered(rules, round);
}

static void burn(const Rules *rules, Round *round, Set set) {
  int before = round->burner, seat = round->turn;
  round->victim = round->owner;
  round->burner = (int8_t) seat;
  round->chain = (int8_t) (before == NOBODY ? 1 : round->chain + 1);
  lay(round, set, 0, SAID_BURN);
  if (before != NOBODY) {
    dies(round, before);
    // With an empty hand the counter-burn has to succeed first.
    if (round->left[seat] && ends(rules, round)) {
      end(rules, round);
      return;
    }
  }
  burned(rules, round);
}

static void offer_passed(const Rules *rules, Round *round) {
  tell(round, round->turn, SAID_PASS, NULL);
  if (round->waiting != NOBODY) {
    round->turn = round->waiting;
    round->waiting = NOBODY;
  } else if (round->duel_follows) {
    round->mode = DUELING;
    round->turn = (int8_t) OPPOSITE(round->owner);
  } else if (round->burner == NOBODY) lead_falls_to(rules, round, round->owner);
  else run_on(rules, round);
}

// Beats the burner's set: the burner is dead, who beat it leads.
static void stop(const Rules *rules, Round *round, Set set) {
  int seat = round->turn, burner = round->burner;
  lay(round, set, 0, SAID_PLAY);
  if (!round->left[seat]) {
    if (round->out < SEATS) round->finished[round->out++] = (int8_t) seat;
    round->active &= (uint8_t) ~(1u << seat);
  }
  dies(round, burner);
  if (ends(rules, round)) end(rules, round);
  else lead_falls_to(rules, round, seat);
}

// ---- before the play
static void ask_all(Round *round, int mode, unsigned seats) {
  round->mode = (int8_t) mode;
  round->asked = (uint8_t) seats;
  round->turn = (int8_t) __builtin_ctz(seats);
  for (int seat = 0; seat < SEATS; seat++) round->said[seat] = NOBODY;
}

static void begin_play(const Rules *rules, Round *round) {
  int tried = round->tried, seat = round->trier;
  round->tried = round->trier = NOBODY;
  if (ends(rules, round)) end(rules, round);
  else if (tried == NOBODY || !has(round->active, OPPOSITE(seat))) lead_falls_to(rules, round, round->leader);
  else {
    take(round, seat, set_of(&rules->sets, tried), SAID_PLAY);
    round->mode = TRYING;
    round->turn = (int8_t) OPPOSITE(seat);
  }
}

static void begin_declaring(const Rules *rules, Round *round) {
  if ((rules->options[REVOLUTION] || rules->options[POINT_CHALLENGE]) && round->active) ask_all(round, DECLARING, round->active);
  else begin_play(rules, round);
}

// Buys one card from the first in the row that can spare one.
static void buy(Round *round, int seat, int rank) {
  static const int8_t steps[SEATS - 1] = {3, 2, 4, 1, 5};
  int at = 0, seller = NOBODY;
  for (; at < SEATS - 1; at++) {
    seller = (seat + steps[at]) % SEATS;
    if (has(round->active, seller) && round->hands[seller][rank] >= 2) break;
  }
  if (at == SEATS - 1) return;
  uint8_t bought[RANKS] = {0}, paid[RANKS] = {0}, card[CARDS] = {0}, price[CARDS] = {0};
  bought[rank] = 1;
  int with = steps[at] % 2 ? DEUCE : RANKS;
  while (with < RANKS && !round->hands[seat][with]) with++;
  if (with < RANKS) paid[with] = 1;
  if (round->looked_on) {
    first_cards(round, seller, bought, card);
    first_cards(round, seat, paid, price);
  }
  tell(round, seat, SAID_BOUGHT, price);
  move(round, seller, seat, bought, card);
  move(round, seat, seller, paid, price);
}

static void begin_buying(const Rules *rules, Round *round) {
  for (int step = 0; step < SEATS; step++) {
    int seat = (round->leader + step) % SEATS;
    if (has(round->active, seat) && !round->hands[seat][THREE]) buy(round, seat, THREE);
  }
  if (rules->options[BUY_FOURS] && round->active) ask_all(round, BUYING, round->active);
  else begin_declaring(rules, round);
}

// Pays the next due by itself and asks for what is returned; goes on when none is left.
static void go_on_with_tributes(const Rules *rules, Round *round) {
  memset(round->chosen, 0, RANKS);
  memset(round->given, 0, RANKS);
  round->given_size = 0;
  for (; round->due < round->dues; round->due++) {
    Due one = round->owed[round->due];
    if (!round->left[one.giver] || !round->left[one.receiver]) continue;
    for (int rank = BIG; rank >= 0; rank--) {
      round->given[rank] = (uint8_t) smaller(round->hands[one.giver][rank], one.cards - round->given_size);
      round->given_size += round->given[rank];
    }
    if (round->looked_on) first_cards(round, one.giver, round->given, round->tribute);
    tell(round, one.giver, SAID_TRIBUTE, round->tribute);
    move(round, one.giver, one.receiver, round->given, round->tribute);
    round->mode = RETURNING;
    round->turn = one.receiver;
    return;
  }
  round->dues = round->due = 0;
  begin_buying(rules, round);
}

static void give_back(const Rules *rules, Round *round, int number) {
  int seat = round->turn, to = round->owed[round->due].giver, size = 0;
  if (number == DECLINE) {
    tell(round, seat, SAID_DECLINE, round->tribute);
    move(round, seat, to, round->given, round->tribute);
  } else {
    const int8_t *ranks = rules->sets.returned[number - rules->sets.returns];
    for (int at = 0; at < MOST_RETURNED && ranks[at] >= 0; at++) round->chosen[ranks[at]]++;
    for (int rank = 0; rank < RANKS; rank++) size += round->chosen[rank];
    if (size < round->given_size) return;
    uint8_t cards[CARDS] = {0};
    if (round->looked_on) {
      first_cards(round, seat, round->chosen, cards);
      for (int card = 0; card < CARDS; card++) round->returned[seat][to][card] += cards[card];
    }
    tell(round, seat, SAID_RETURN, NULL);
    move(round, seat, to, round->chosen, cards);
  }
  round->due++;
  go_on_with_tributes(rules, round);
}

static void tell_declaration(const Rules *rules, Round *round, int seat, int number) {
  static const uint8_t verbs[REVOLT + 1] = {[DECLINE] = SAID_DECLINE, [CHALLENGE] = SAID_CHALLENGE, [REVOLT] = SAID_REVOLT};
  uint8_t ranks[RANKS] = {0}, cards[CARDS];
  if (!round->looked_on) return;
  if (number < PLAY) {
    board_tell(&round->board, seat, verbs[number], NULL);
    return;
  }
  Set set = set_of(&rules->sets, number - rules->sets.revolt + PLAY);
  ranks[set.base] = (uint8_t) set.natural;
  first_cards(round, seat, ranks, cards);
  board_tell(&round->board, seat, SAID_REVOLT, cards);
}

// Shows the answers when all are in.
static void declared(const Rules *rules, Round *round) {
  unsigned revolters = 0, challengers = 0, again = 0, valid = 0;
  int tries = 0;
  for (int seat = 0; seat < SEATS; seat++) {
    int number = round->said[seat];
    if (number == CHALLENGE) challengers |= 1u << seat;
    else if (number == REVOLT || number >= PLAY) revolters |= 1u << seat;
    if (number < PLAY) continue;
    tries++;
    round->trier = (int8_t) seat;
    round->tried = number - rules->sets.revolt + PLAY;
  }
  unsigned out = round->revolted | revolters;
  for (int seat = 0; seat < SEATS; seat++) {
    int other = OPPOSITE(seat), takes_part = !has(out, seat) && !has(out, other) && has(round->active, other);
    if (has(challengers, seat) && round->hands[other][FOUR] && takes_part) valid |= 1u << seat;
    if (round->said[seat] != NOBODY) tell_declaration(rules, round, seat, round->said[seat]);
    round->said[seat] = NOBODY;
  }
  round->challenged |= (uint8_t) valid;
  if (round->mode == DECLARING) {
    if (tries != 1 || count_of(revolters) != 1) round->tried = round->trier = NOBODY;
    if (count_of(revolters) > (rules->options[ALLOW_TWO_REVOLTS] ? 2 : 1)) {
      round->is_void = 1;
      round->out = 0;
      end(rules, round);
      return;
    }
    round->revolted |= (uint8_t) revolters;
    round->active &= (uint8_t) ~revolters;
    for (int seat = 0; rules->options[COUNTER_CHALLENGE] && seat < SEATS; seat++) {
      if (has(round->challenged, seat) && !has(round->challenged, OPPOSITE(seat))) again |= 1u << OPPOSITE(seat);
    }
    if (again) {
      ask_all(round, COUNTERING, again);
      return;
    }
  }
  begin_play(rules, round);
}

static void answered(const Rules *rules, Round *round, int seat, int number) {
  round->said[seat] = number;
  round->asked &= (uint8_t) ~(1u << seat);
  if (round->asked) round->turn = (int8_t) __builtin_ctz(round->asked);
  else if (round->mode == BUYING) {
    for (int step = 0; step < SEATS; step++) {
      int buyer = (round->leader + step) % SEATS;
      if (round->said[buyer] == BUY) buy(round, buyer, FOUR);
      round->said[buyer] = NOBODY;
    }
    begin_declaring(rules, round);
  } else declared(rules, round);
}

// Goes on after the revolter's try has been beaten or let go.
static void answer_try(const Rules *rules, Round *round, int number) {
  int seat = round->turn;
  if (number == PASS) {
    tell(round, seat, SAID_PASS, NULL);
    round->opened |= (uint8_t) (1u << round->owner);
  } else {
    take(round, seat, set_of(&rules->sets, number), SAID_PLAY);
    if (!round->left[seat] && goes_out(rules, round, seat)) return;
  }
  lead_falls_to(rules, round, round->leader);
}

// ---- what is seen
// Whether a set is to be beaten.
static int board_shows(const Round *round) {
  return round->mode == TRYING || (round->mode >= FOLLOWING && round->mode <= ANSWERING);
}

// Brings the board up to date with what stands and who is out.
static void show(const Rules *rules, Round *round) {
  Board *board = &round->board;
  Set set = round->standing;
  memset(board->place, 0, sizeof board->place);
  for (int at = 0; at < round->out; at++) board->place[round->finished[at]] = (uint8_t) (at + 1);
  board_clear(board);
  if (!board_shows(round)) return;
  board->standing_seat = round->owner;
  board->standing_kind = (int8_t) kind_of(&rules->sets, set);
  board->standing_rank = (int8_t) (set.base < JOKERS_ONLY ? set.base : set.big ? BIG : SMALL);
}

// ---- beginnings
// Tells what was done before; 0 if that cannot have been.
static int read_deeds(Round *round, const int64_t *given, int count) {
  Board *board = &round->board;
  for (int at = DONE; at < count;) {
    if (count - at < 4) return 0;
    int64_t seat = given[at], verb = given[at + 1], to = given[at + 2], size = given[at + 3];
    uint8_t cards[CARDS] = {0};
    at += 4;
    if (seat < 0 || seat >= SEATS || to < 0 || to >= SEATS || verb < 0 || verb >= VERBS || size < 0 || size > count - at) return 0;
    for (; size; size--, at++) {
      if (given[at] < 0 || given[at] >= CARDS) return 0;
      cards[given[at]]++;
    }
    board_tell(board, (int) seat, (int) verb, verb == SAID_RETURN ? NULL : cards);
    for (int card = 0; card < CARDS; card++) {
      if (verb == SAID_RETURN) round->returned[seat][to][card] += cards[card];
      if (verb != SAID_PLAY && verb != SAID_BURN) continue;
      board->laid[seat][card] += cards[card];
      board->out[card] -= cards[card];
      board->standing[card] = cards[card];
    }
  }
  return 1;
}

static const char *read_hands(Round *round, const int64_t *given) {
  for (int at = HANDS; at < DONE; at++) if (given[at] < 0 || given[at] > OF_A_JOKER) return "no such card";
  for (int card = 0; card < CARDS; card++) {
    int all = 0, rank = rank_of(card);
    for (int seat = 0; seat < SEATS; seat++) {
      uint8_t copies = (uint8_t) given[HANDS + seat * CARDS + card];
      round->board.hands[seat][card] = copies;
      round->hands[seat][rank] += copies;
      round->left[seat] += copies;
      all += copies;
    }
    if (all > OF_A_JOKER) return "no such card";
    round->tribute[card] = (uint8_t) given[GIVEN + card];
    round->given[rank] += round->tribute[card];
    round->given_size += round->tribute[card];
    round->chosen[rank] += (uint8_t) given[CHOSEN + card];
  }
  for (int seat = 0; seat < SEATS; seat++) if (round->left[seat] > LARGEST_HAND) return "so many cards have no numbers";
  return NULL;
}

static int are_dues(const Due *dues, int count) {
  for (; count--; dues++) {
    if (dues->kind < 0 || dues->kind >= DUE_KINDS || dues->cards < 1) return 0;
    if (dues->giver < 0 || dues->giver >= SEATS || dues->receiver < 0 || dues->receiver >= SEATS) return 0;
  }
  return 1;
}

// What a round lacks that has been read, or NULL.
static const char *lack_of(const Round *round) {
  const Set *set = &round->standing;
  int mode = round->mode, is_hidden = mode >= BUYING && mode <= COUNTERING, is_offered = mode == OFFERED && round->burner != NOBODY;
  if (mode < 0 || mode >= OVER) return "nobody is asked";
  for (const int8_t *seat = &round->turn; seat <= &round->trier; seat++) if (*seat >= SEATS) return "no such seat";
  for (const uint8_t *seats = &round->asked; seats <= &round->yielded; seats++) if (*seats >> SEATS) return "no such seat";
  for (const int8_t *seat = round->finished; seat < (const int8_t *) (round->blocked + SEATS); seat++) if (*seat >= SEATS) return "no such seat";
  if (round->out > SEATS || round->died > SEATS || round->blocks > SEATS || round->burns > SEATS || round->dues > MOST_DUES) return "too many seats";
  if (!are_dues(round->burned, round->burns) || !are_dues(round->owed, round->dues)) return "no such due";
  if (round->leader < 0 || round->turn < 0 || !has(round->active & (is_hidden ? round->asked : 63), round->turn)) return "whoever acts takes part";
  if (mode == RETURNING && (round->due >= round->dues || !round->given_size)) return "something is owed";
  if (set->base < 0 || set->base > JOKERS_ONLY || set->natural < 0 || set->twos < 0 || set->small < 0 || set->big < 0) return "no such set";
  if (set->natural > OF_A_RANK || set->twos > OF_A_RANK || set->small > OF_A_JOKER || set->big > OF_A_JOKER) return "no such set";
  if (set->size != set->natural + set->twos + set->small + set->big) return "no such set";
  if (board_shows(round) && round->owner < 0) return "nothing stands";
  if ((is_offered || mode == ANSWERING || mode == RUNNING) && (round->victim < 0 || round->burner < 0 || round->chain < 1)) return "nobody burns";
  return round->chain > SEATS ? "nobody burns" : NULL;
}

static const char *round_begin(const Rules *rules, Round *round, const int64_t *given, int count) {
  if (count < DONE) return "so few numbers are not enough";
  uint8_t pack[CARDS];
  memset(pack, OF_A_JOKER, CARDS);
  board_begin(&round->board, SEATS, pack);
  round->looked_on = 1;
  for (int at = 0; at < TRIED; at++) {
    if (given[at] < NOBODY || given[at] > INT8_MAX) return "no such number";
    ((int8_t *) round)[at] = (int8_t) given[at];
  }
  if (given[TRIED] != NOBODY && (given[TRIED] < PLAY || given[TRIED] >= rules->sets.burn || round->trier < 0)) return "no such set";
  round->tried = (int32_t) given[TRIED];
  for (int seat = 0; seat < SEATS; seat++) {
    if (given[SAID + seat] < NOBODY || given[SAID + seat] >= rules->sets.end) return "no such answer";
    round->said[seat] = (int32_t) given[SAID + seat];
    round->board.score[seat] = given[SCORES + seat];
  }
  for (int team = 0; team < 2; team++) {
    round->team_scores[team] = given[TEAM_SCORES + team];
    round->sweeps[team] = given[SWEEPS + team];
  }
  const char *wrong = read_hands(round, given);
  if (!wrong) wrong = lack_of(round);
  if (wrong) return wrong;
  if (!read_deeds(round, given, count)) return "no such deed";
  show(rules, round);
  return NULL;
}

// Hands out all cards in their order, and has nothing done yet.
static void hand_out(Round *round, const uint8_t *pack) {
  memset(round, 0, offsetof(Round, looked_on));
  memset(round->board.hands, 0, sizeof round->board.hands);
  for (int at = 0; at < 4 * CARDS; at++) {
    round->hands[at % SEATS][rank_of(pack[at])]++;
    round->board.hands[at % SEATS][pack[at]]++;
  }
  for (int seat = 0; seat < SEATS; seat++) {
    round->left[seat] = 4 * CARDS / SEATS;
    round->said[seat] = NOBODY;
  }
  round->active = (1 << SEATS) - 1;
  round->must_fours = round->burner = round->victim = round->waiting = round->trier = NOBODY;
  round->tried = NOBODY;
  let_nothing_stand(round);
}

// ---- the play
static void pass(const Rules *rules, Round *round) {
  int seat = round->turn;
  if (round->mode == OFFERED) {
    offer_passed(rules, round);
    return;
  }
  tell(round, seat, SAID_PASS, NULL);
  if (round->mode == FOLLOWING) {
    round->barred |= (uint8_t) (1u << seat);
    rotate(rules, round, seat);
  } else if (round->mode == LAST_CHANCE) lead_falls_to(rules, round, round->owner);
  else if (round->mode == DUELING) duel_passed(rules, round);
  else unanswered(rules, round);
}

static void yield(const Rules *rules, Round *round) {
  int seat = round->turn;
  tell(round, seat, SAID_YIELD, NULL);
  round->yielder = (int8_t) seat;
  round->yielded |= (uint8_t) (1u << seat);
  rotate(rules, round, seat);
}

static void play(const Rules *rules, Round *round, Set set) {
  switch (round->mode) {
    case LEADING: lay_lead(rules, round, set); break;
    case ANSWERING: stop(rules, round, set); break;
    case OFFERED: burn(rules, round, set); break;
    case RUNNING:
      lay(round, set, 1, SAID_PLAY);
      burned(rules, round);
      break;
    default: lay_on(rules, round, set);
  }
}

static void step(const Rules *rules, Round *round, int seat, int32_t action) {
  const Sets *sets = &rules->sets;
  if (action < 0 || action >= sets->end) return;
  if (round->mode == RETURNING) {
    if (action == DECLINE || action >= sets->returns) give_back(rules, round, action);
  } else if (round->mode <= COUNTERING) answered(rules, round, seat, action);
  else if (round->mode == TRYING) answer_try(rules, round, action);
  else if (action == PASS) pass(rules, round);
  else if (action == YIELD) yield(rules, round);
  else if (action >= PLAY && action < sets->revolt) play(rules, round, set_of(sets, action < sets->burn ? action : action - sets->burn + PLAY));
  if (round->looked_on) show(rules, round);
}

#endif
