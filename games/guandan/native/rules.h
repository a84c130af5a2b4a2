// Plays and tricks of Guandan, without globals: every play by its number, those that a hand may make now, and whose turn it is.
#ifndef GUANDAN_RULES_H
#define GUANDAN_RULES_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define SEATS 4
#define SUITS 4
#define LEVELS 13
#define ALL_RANKS 15
#define SMALL 13
#define DEUCE 12
#define ACE 11
#define NOBODY (-1)
#define PARTNER(seat) ((seat) ^ 2)

typedef uint64_t u64;

// Counts are packed by rank, four bits each, from 3 to 2, then small and big joker; a mask of ranks has the lowest bit of each.
#define UNIT(rank) ((u64) 1 << 4 * (rank))
#define COUNT(counts, rank) ((int) ((counts) >> 4 * (rank) & 15))
#define ONES 0x111111111111111ULL
#define SUITED 0x1111111111111ULL
#define HIGH (ONES << 3)
#define JOKERS (ONES - SUITED)
#define LOWEST(mask) (__builtin_ctzll(mask) >> 2)
#define EACH(rank, mask) (u64 left_ = (mask), rank; left_ && (rank = (u64) LOWEST(left_), 1); left_ &= left_ - 1)

enum {SINGLE, PAIR, TRIPLE, TUBE, PLATE, FULL_HOUSE, STRAIGHT, BOMB, STRAIGHT_FLUSH, ROYAL_FLUSH, JOKER_BOMB, NOTHING};
#define KINDS NOTHING

typedef struct {
  int8_t kind, rank, size;
} Reading;
#define NO_READING ((Reading) {NOTHING, 0, 0})

typedef struct {
  u64 natural;  // Wild cards are told apart
  int8_t wilds, suit;  // Of a flush; otherwise -1
  Reading reading;
} Play;

typedef struct {
  u64 natural, suits[SUITS];  // Packed, without wild cards
  int8_t wilds;
} Hand;

#define PASS 0
#define FIRST_TRIBUTE 1
#define FIRST_RETURN 55
#define FIRST_PLAY 109
#define MOST_PLAYS 2560  // More than there are
#define LARGEST_BOMB 10
#define MOST_WILDS 2
#define MOST_ALIKE 8
#define HIGHEST_PLACE 14
enum {STRAIGHTS, TUBES, PLATES, FLUSHES, RUNS = FLUSHES + SUITS};

// What follows from house rules. Numbers of runs with one top stand side by side, those with few wild cards first.
typedef struct {
  int flush_over, joker_full_house, wild_with_jokers, play_out, wind_to_partner;
  int8_t place[LEVELS][ALL_RANKS];  // Of a rank in the order of single cards
  u64 higher[LEVELS][ALL_RANKS];
  u64 windows[RUNS][HIGHEST_PLACE + 1];
  Play plays[MOST_PLAYS];  // By number
  int end;  // One more than the last number
  int16_t alike[LARGEST_BOMB + 1][MOST_WILDS + 1][ALL_RANKS];
  int16_t houses[LEVELS][MOST_WILDS + 1][MOST_WILDS][ALL_RANKS];  // By triple, wild cards in it and in the pair, and pair
  int16_t houses_of_wilds[LEVELS];  // Whose pair is two wild cards
  int16_t runs[RUNS][HIGHEST_PLACE + 1];
  int16_t joker_bomb;
} Combos;

typedef struct {
  Hand hands[SEATS];
  Reading standing;  // Of NOTHING: a lead
  int8_t sizes[SEATS], finished[SEATS];
  int8_t out, level, turn, standing_seat, is_over;
} Tricks;

static const struct {
  int8_t length, each, fills[MOST_WILDS + 1];  // How many ways there are to fill it with at most so many wild cards
} RUN_OF[] = {{5, 1, {1, 6, 16}}, {3, 2, {1, 4, 10}}, {2, 3, {1, 3, 6}}, {5, 1, {1, 6, 16}}};
#define SHAPE_OF(run) RUN_OF[(run) < FLUSHES ? (run) : FLUSHES]

// In runs the ace may be low, at place 1, or high, at 14.
static inline int rank_at(int place) {
  return place == 1 ? ACE : place == 2 ? DEUCE : place - 3;
}

static inline int place_of(int rank) {
  return rank == DEUCE ? 2 : rank + 3;
}

// ---- numbers
static void add_play(Combos *combos, int kind, int rank, int size, u64 natural, int wilds, int suit) {
  Reading reading = {(int8_t) kind, (int8_t) rank, (int8_t) size};
  combos->plays[combos->end++] = (Play) {natural, (int8_t) wilds, (int8_t) suit, reading};
}

static void add_alike(Combos *combos) {
  for (int size = 1; size <= LARGEST_BOMB; size++) for (int wilds = 0; wilds <= MOST_WILDS && wilds <= size; wilds++) {
    int natural = size - wilds, kind = size > 3 ? BOMB : SINGLE + size - 1;
    if (natural > MOST_ALIKE) continue;
    for (int rank = 0; rank < (size < 3 && !wilds ? ALL_RANKS : LEVELS); rank++) {
      add_play(combos, kind, rank, size, (u64) natural * UNIT(rank), wilds, -1);
    }
  }
}

static void add_houses(Combos *combos) {
  for (int triple = 0; triple < LEVELS; triple++) {
    for (int in_triple = 0; in_triple <= MOST_WILDS; in_triple++) for (int in_pair = 0; in_pair <= 1; in_pair++) {
      if (in_triple + in_pair > MOST_WILDS) continue;
      u64 body = (u64) (3 - in_triple) * UNIT(triple);
      for (int pair = 0; pair < (in_pair ? LEVELS : ALL_RANKS); pair++) if (pair != triple) {
        add_play(combos, FULL_HOUSE, triple, 5, body + (u64) (2 - in_pair) * UNIT(pair), in_triple + in_pair, -1);
      }
    }
    add_play(combos, FULL_HOUSE, triple, 5, 3 * UNIT(triple), 2, -1);
  }
}

static void add_runs(Combos *combos, int run) {
  int length = SHAPE_OF(run).length, each = SHAPE_OF(run).each, suit = run < FLUSHES ? -1 : run - FLUSHES;
  for (int top = length; top <= HIGHEST_PLACE; top++) {
    u64 window = 0;
    for (int at = 0; at < length; at++) window += UNIT(rank_at(top - at));
    combos->windows[run][top] = window;
    int royal = top == HIGHEST_PLACE, flush = royal ? ROYAL_FLUSH : STRAIGHT_FLUSH;
    int kind = run == STRAIGHTS ? STRAIGHT : run == TUBES ? TUBE : run == PLATES ? PLATE : flush;
    for (int one = -1; one < length; one++) for (int other = one; other < length; other++) {
      if (each == 1 && one >= 0 && one == other) continue;
      u64 filled = (one < 0 ? 0 : UNIT(rank_at(top - one))) + (other < 0 ? 0 : UNIT(rank_at(top - other)));
      add_play(combos, kind, rank_at(top), length * each, (u64) each * window - filled, (one >= 0) + (other >= 0), suit);
    }
  }
}

static int by_number(const void *one, const void *other) {
  const Play *a = one, *b = other;
  if (a->reading.kind != b->reading.kind) return a->reading.kind - b->reading.kind;
  if (a->reading.rank != b->reading.rank) return a->reading.rank - b->reading.rank;
  if (a->suit != b->suit) return a->suit - b->suit;
  if (a->wilds != b->wilds) return a->wilds - b->wilds;
  return (a->natural > b->natural) - (a->natural < b->natural);
}

// Writes down by what a play is found which number it has.
static void find_by_shape(Combos *combos, int number) {
  const Play *play = combos->plays + number;
  int kind = play->reading.kind, rank = play->reading.rank;
  if (kind <= TRIPLE || kind == BOMB) combos->alike[play->reading.size][play->wilds][rank] = (int16_t) number;
  else if (kind == FULL_HOUSE) {
    u64 pair = play->natural & ~(15 * UNIT(rank));
    if (!pair) combos->houses_of_wilds[rank] = (int16_t) number;
    else combos->houses[rank][3 - COUNT(play->natural, rank)][2 - COUNT(pair, LOWEST(pair))][LOWEST(pair)] = (int16_t) number;
  } else if (kind == JOKER_BOMB) combos->joker_bomb = (int16_t) number;
  else {
    int run = kind == STRAIGHT ? STRAIGHTS : kind == TUBE ? TUBES : kind == PLATE ? PLATES : FLUSHES + play->suit;
    int16_t *first = &combos->runs[run][place_of(rank)];
    if (!*first) *first = (int16_t) number;
  }
}

// Fills in all that does not depend on house rules; all is zero before.
static void combos_begin(Combos *combos) {
  combos->end = FIRST_PLAY;
  add_alike(combos);
  add_houses(combos);
  for (int run = 0; run < RUNS; run++) add_runs(combos, run);
  add_play(combos, JOKER_BOMB, SMALL + 1, 4, 2 * JOKERS, 0, -1);
  qsort(combos->plays + FIRST_PLAY, (size_t) (combos->end - FIRST_PLAY), sizeof *combos->plays, by_number);
  for (int number = FIRST_PLAY; number < combos->end; number++) find_by_shape(combos, number);
  for (int level = 0; level < LEVELS; level++) {
    int order[ALL_RANKS] = {0}, count = 0;
    for (int place = 2; place <= HIGHEST_PLACE; place++) if (rank_at(place) != level) order[count++] = rank_at(place);
    order[count++] = level;
    for (int rank = SMALL; rank < ALL_RANKS; rank++) order[count++] = rank;
    for (u64 above = 0; count--; above |= UNIT(order[count])) {
      combos->place[level][order[count]] = (int8_t) count;
      combos->higher[level][order[count]] = above;
    }
  }
}

// ---- hands
static inline void hold(int level, Hand *hand, int card, int copies) {
  if (card == 4 * level + 1) hand->wilds += (int8_t) copies;
  else {
    u64 units = (u64) (int64_t) copies * UNIT(card < 52 ? card / 4 : card - 39);
    hand->natural += units;
    if (card < 52) hand->suits[card % 4] += units;
  }
}

// Writes the masks of the ranks with at least 0 to 8 cards.
static inline void at_least(u64 counts, u64 *has) {
  u64 one = counts & ONES, two = counts >> 1 & ONES, four = counts >> 2 & ONES;
  has[8] = counts >> 3 & ONES;
  has[7] = (one & two & four) | has[8];
  has[6] = (two & four) | has[8];
  has[5] = ((one | two) & four) | has[8];
  has[4] = four | has[8];
  has[3] = (one & two) | has[4];
  has[2] = two | has[4];
  has[1] = one | has[2];
  has[0] = ONES;
}

static inline u64 ranks_in(const Hand *hand, int suit) {
  return (hand->suits[suit] | hand->suits[suit] >> 1) & SUITED;
}

// ---- what may be played
typedef struct {
  const Combos *combos;
  const Hand *hand;
  u64 level, has[MOST_ALIKE + 1];  // Masks of the ranks with at least so many natural cards
  u64 suits[SUITS];  // Of those in each suit
  int32_t *out;
  int count;
} Listing;

static inline void list_alike(Listing *list, int size, u64 above) {
  const Combos *combos = list->combos;
  if (size <= MOST_ALIKE) {
    for EACH(rank, list->has[size] & above & (size < 3 ? ONES : SUITED)) list->out[list->count++] = combos->alike[size][0][rank];
  }
  for (int wilds = 1; wilds <= list->hand->wilds && wilds <= size; wilds++) {
    if (size - wilds > MOST_ALIKE) continue;
    // Without natural cards, wild cards are themselves.
    u64 ranks = wilds == size ? list->level : list->has[size - wilds] & SUITED;
    for EACH(rank, ranks & above) list->out[list->count++] = combos->alike[size][wilds][rank];
  }
}

static inline void list_houses(Listing *list, u64 above) {
  const Combos *combos = list->combos;
  u64 jokers = combos->joker_full_house ? list->has[2] & JOKERS : 0;
  int wilds = list->hand->wilds;
  for (int in_triple = 0; in_triple <= wilds; in_triple++) for (int in_pair = 0; in_pair <= 1 && in_triple + in_pair <= wilds; in_pair++) {
    u64 bodies = list->has[3 - in_triple] & SUITED & above, pairs = list->has[2 - in_pair] & SUITED;
    for EACH(triple, bodies) {
      u64 beside = pairs & ~UNIT(triple);
      if (!in_pair && (!in_triple || UNIT(triple) == list->level || combos->wild_with_jokers)) beside |= jokers;
      const int16_t *numbers = combos->houses[triple][in_triple][in_pair];
      for (; beside; beside &= beside - 1) list->out[list->count++] = numbers[LOWEST(beside)];
    }
  }
  if (wilds < MOST_WILDS) return;
  for EACH(triple, list->has[3] & SUITED & above) list->out[list->count++] = combos->houses_of_wilds[triple];
}

// Whether a straight without wild cards need not be of one suit.
static inline int is_mixed(const Listing *list, u64 window) {
  int suits = 0;
  for (int suit = 0; suit < SUITS; suit++) suits += (list->suits[suit] & window) != 0;
  return suits > 1;
}

// Lists runs of cards that are held, up to three of a rank, whose top is higher than a place.
static inline void list_runs(Listing *list, int run, u64 held, int above) {
  const Combos *combos = list->combos;
  int length = SHAPE_OF(run).length, each = SHAPE_OF(run).each, wilds = list->hand->wilds;
  u64 whole = each == 1 ? held : list->has[each];
  for (int top = above < length ? length : above + 1; top <= HIGHEST_PLACE; top++) {
    u64 missing = combos->windows[run][top] & ~whole;
    for (int wild = 0; wild < wilds; wild++) missing &= missing - (missing != 0);
    if (missing) continue;
    int first = combos->runs[run][top];
    for (int number = first; number < first + SHAPE_OF(run).fills[wilds]; number++) {
      if ((((held | HIGH) - combos->plays[number].natural) & HIGH) != HIGH) continue;
      if (run == STRAIGHTS && number == first && !is_mixed(list, combos->windows[run][top])) continue;
      list->out[list->count++] = number;
    }
  }
}

static inline void list_bombs(Listing *list, int level, Reading standing) {
  const Combos *combos = list->combos;
  int wilds = list->hand->wilds, smallest = 4, top = 0;
  if (standing.kind == BOMB) {
    list_alike(list, standing.size, combos->higher[level][standing.rank]);
    smallest = standing.size + 1;
    top = standing.size <= combos->flush_over ? 0 : HIGHEST_PLACE;
  } else if (standing.kind == STRAIGHT_FLUSH || standing.kind == ROYAL_FLUSH) {
    smallest = combos->flush_over + 1;
    top = standing.kind == ROYAL_FLUSH ? HIGHEST_PLACE : place_of(standing.rank);
  }
  for (int size = smallest; size <= LARGEST_BOMB && size - wilds <= MOST_ALIKE; size++) {
    if (!(list->has[size - wilds] & SUITED)) break;
    list_alike(list, size, ONES);
  }
  for (int suit = 0; suit < SUITS && top < HIGHEST_PLACE; suit++) list_runs(list, FLUSHES + suit, list->suits[suit], top);
  if ((list->has[2] & JOKERS) == JOKERS) list->out[list->count++] = combos->joker_bomb;
}

// Writes the numbers of all plays in all their readings, but no pass, and returns how many there are.
static int list_plays(const Combos *combos, const Hand *hand, int level, Reading standing, int32_t *out) {
  Listing list = {.combos = combos, .hand = hand, .level = UNIT(level), .out = out};
  if (standing.kind == JOKER_BOMB) return 0;
  u64 *has = list.has;
  at_least(hand->natural, has);
  for (int suit = 0; suit < SUITS; suit++) list.suits[suit] = ranks_in(hand, suit);
  int kind = standing.kind, leads = kind == NOTHING, size = kind <= TRIPLE ? standing.size : 0;
  u64 singles = has[1] & SUITED, up_to_three = (singles + has[2] + has[3]) & 3 * SUITED;
  u64 above = leads ? ONES : combos->higher[level][standing.rank];
  int top = leads || kind >= BOMB ? 0 : place_of(standing.rank);
  for (int alike = 1; alike <= 3; alike++) if (leads || size == alike) list_alike(&list, alike, above);
  if (leads || kind == TUBE) list_runs(&list, TUBES, up_to_three, top);
  if (leads || kind == PLATE) list_runs(&list, PLATES, up_to_three, top);
  if (leads || kind == FULL_HOUSE) list_houses(&list, above);
  if (leads || kind == STRAIGHT) list_runs(&list, STRAIGHTS, singles, top);
  list_bombs(&list, level, standing);
  return list.count;
}

// ---- cards
static inline int first_suit(const Hand *hand, int rank, int but) {
  for (int suit = 0; suit < SUITS; suit++) if (suit != but && COUNT(hand->suits[suit], rank)) return suit;
  return NOBODY;
}

// Writes one card for each rank of a straight: the first by suit, but not all of one suit where that can be helped.
static void straight_suits(const Hand *hand, u64 ranks, int8_t *suits) {
  int same = NOBODY, mixed = 0;
  for EACH(rank, ranks) {
    suits[rank] = (int8_t) first_suit(hand, (int) rank, NOBODY);
    if (same == NOBODY) same = suits[rank];
    mixed |= suits[rank] != same;
  }
  for (int place = HIGHEST_PLACE; place > 1 && !mixed; place--) {
    int rank = rank_at(place), other = ranks & UNIT(rank) ? first_suit(hand, rank, same) : NOBODY;
    if (other == NOBODY) continue;
    suits[rank] = (int8_t) other;
    mixed = 1;
  }
}

// Takes the cards of a play out of a hand; ``cards``, where they are wanted, gets copies of each and is all zero before.
static void take(Hand *hand, const Play *play, int level, uint8_t *cards) {
  int8_t suits[LEVELS];
  int is_straight = play->reading.kind == STRAIGHT;
  u64 natural = play->natural;
  if (is_straight) straight_suits(hand, natural, suits);
  for EACH(rank, (natural | natural >> 1 | natural >> 2 | natural >> 3) & ONES) {
    int count = COUNT(natural, rank);
    if (rank >= SMALL) {
      if (cards) cards[rank + 39] = (uint8_t) count;
      continue;
    }
    int first = play->suit >= 0 ? play->suit : is_straight ? suits[rank] : 0;
    for (int suit = first < 0 ? SUITS : first; suit < SUITS && count; suit++) {
      int held = COUNT(hand->suits[suit], rank), taken = held < count ? held : count;
      hand->suits[suit] -= (u64) taken * UNIT(rank);
      if (cards) cards[4 * rank + suit] = (uint8_t) taken;
      count -= taken;
    }
  }
  hand->natural -= natural;
  hand->wilds -= play->wilds;
  if (cards && play->wilds) cards[4 * level + 1] = (uint8_t) play->wilds;
}

// ---- tricks
// Gives the turn to the next seat that holds cards, or ends the trick and gives the lead on.
static void turn_on(const Combos *combos, Tricks *now) {
  int winner = now->standing_seat, seat = now->turn;
  do seat = (seat + 1) % SEATS; while (seat != winner && !now->sizes[seat]);
  now->turn = (int8_t) seat;
  if (seat != winner) return;
  now->standing = NO_READING;
  if (!now->sizes[winner]) {
    if (combos->wind_to_partner && now->sizes[PARTNER(winner)]) seat = PARTNER(winner);
    else for (int step = 1; step < SEATS && !now->sizes[seat]; step++) seat = (winner + step) % SEATS;
  }
  now->turn = now->standing_seat = (int8_t) seat;
}

// Goes on after the seat to act has laid cards with this reading.
static void lay(const Combos *combos, Tricks *now, Reading reading) {
  int seat = now->turn;
  now->sizes[seat] -= reading.size;
  now->standing = reading;
  now->standing_seat = (int8_t) seat;
  if (now->sizes[seat] <= 0 && now->out < SEATS) {
    now->finished[now->out++] = (int8_t) seat;
    int double_win = now->out == 2 && now->finished[1] == PARTNER(now->finished[0]);
    now->is_over = now->out >= 3 || (double_win && !combos->play_out);
    if (now->is_over) return;
  }
  turn_on(combos, now);
}

// What happens by itself now: the number of a leader's last card, PASS for whoever could not beat anyway; NOBODY where there is
// something to choose.
static int by_itself(const Combos *combos, const Tricks *now) {
  int size = now->sizes[now->turn];
  const Hand *hand = &now->hands[now->turn];
  if (now->is_over) return NOBODY;
  if (now->standing.kind == NOTHING) {
    if (size != 1) return NOBODY;
    return hand->natural ? combos->alike[1][0][LOWEST(hand->natural)] : combos->alike[1][1][now->level];
  }
  return now->standing.kind == JOKER_BOMB || size < (now->standing.size < 4 ? now->standing.size : 4) ? PASS : NOBODY;
}

// Writes the seats, first place to fourth, of a round that is over.
static void places_of(const Tricks *now, int8_t *places) {
  int count = now->out;
  memcpy(places, now->finished, (size_t) count);
  for (; count < SEATS; count++) {
    int best = NOBODY;
    for (int step = 0; step < SEATS; step++) {
      int seat = (places[0] + step) % SEATS, placed = 0;
      for (int at = 0; at < count; at++) placed |= places[at] == seat;
      if (!placed && (best == NOBODY || now->sizes[seat] < now->sizes[best])) best = seat;
    }
    places[count] = (int8_t) best;
  }
}

// Writes the places and returns by how many levels the team of the first rises.
static int steps_of(const Tricks *now, int8_t *places) {
  int steps = 3;
  places_of(now, places);
  while (steps > 1 && places[4 - steps] != PARTNER(places[0])) steps--;
  return steps;
}

#endif
