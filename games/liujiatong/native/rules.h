// Classes of plays and tricks of Liu Jia Tong, as games/liujiatong has them: hands are counts by rank, 3 to 2 and the two jokers.
// A class is a reading and how many jokers are in it; its number is that of arena/games/liujiatong/classes.py.
#ifndef PAIJU_LIUJIATONG_RULES_H
#define PAIJU_LIUJIATONG_RULES_H

#include <stdint.h>
#include <string.h>

#include "../../kit/native/chance.h"

typedef enum {
  SINGLE, PAIR, TRIPLE, TRIPLE_PAIR, STRAIGHT, PAIR_CHAIN, TRIPLE_CHAIN, FLIGHT, BOMB, JOKER_BOMB, NOTHING,
} Kind;

#define SEATS 6
#define NEXT(seat) ((seat) == SEATS - 1 ? 0 : (seat) + 1)
#define NOBODY (-1)
#define RANKS 15
#define NATURAL 13  // Ranks below this one are natural cards
#define FIVE 2
#define TEN 7
#define KING 10
#define ACE 11
#define DEUCE 12
#define SMALL 13
#define BIG 14
#define PLACES 15  // Of ranks in runs: 1 for the low ace, 2 to 14 for 2 to A
#define HAND 36
#define COPIES 4
#define PACK (SEATS * HAND)
#define OF_A_RANK 16
#define MOST_JOKERS 8
#define MOST_ALIKE (OF_A_RANK + MOST_JOKERS)
#define LONGEST_FLIGHT (HAND / 5)
#define EIGHT 8  // Joker bombs beat bombs of up to so many cards
#define MOST_CLASSES 12000

typedef struct {
  int8_t kind, rank, size;
} Reading;

typedef struct {
  Reading reading;
  int8_t pairs, jokers;  // pairs: the rank of a triple_pair's pair or the top of a flight's pairs, NOBODY elsewhere
} Class;

static const Reading NO_READING = {NOTHING, 0, 0};

static inline int smaller(int one, int other) {
  return one < other ? one : other;
}

static inline int larger(int one, int other) {
  return one > other ? one : other;
}

// How many cards a hand of so many lacks for some.
static inline int lack(int wanted, int held) {
  return larger(wanted - held, 0);
}

static inline int place_of(int rank) {
  return rank >= NATURAL ? 0 : rank == DEUCE ? 2 : rank + 3;
}

static inline int rank_at(int place) {
  return place == 1 ? ACE : place == 2 ? DEUCE : place - 3;
}

static inline int size_of(const uint8_t *cards) {
  int size = 0;
  for (int rank = 0; rank < RANKS; rank++) size += cards[rank];
  return size;
}

static inline int points_in(const uint8_t *cards) {
  return 5 * cards[FIVE] + 10 * (cards[TEN] + cards[KING]);
}

// ---- what beats what (kinds.py)
static inline int is_bomb(int kind) {
  return kind == BOMB || kind == JOKER_BOMB;
}

// How many cards of each rank a run of a kind has, of a flight's triples too.
static inline int each_of(int kind) {
  return kind == STRAIGHT ? 1 : kind == PAIR_CHAIN ? 2 : 3;
}

static inline int strength(Reading reading) {
  switch (reading.kind) {
    case BOMB: return 32 * reading.size + reading.rank;
    case JOKER_BOMB: return 32 * EIGHT + 16 + reading.rank;
    case STRAIGHT: case PAIR_CHAIN: case TRIPLE_CHAIN: case FLIGHT: return place_of(reading.rank);
    default: return reading.rank;
  }
}

// Whether a play beats what stands, or may be led.
static inline int beats(Reading challenger, Reading standing) {
  if (standing.kind == NOTHING) return 1;
  if (is_bomb(challenger.kind)) return !is_bomb(standing.kind) || strength(challenger) > strength(standing);
  return challenger.kind == standing.kind && challenger.size == standing.size && strength(challenger) > strength(standing);
}

// The fewest cards that any play beating this one has.
static inline int least_cards(Reading standing) {
  switch (standing.kind) {
    case SINGLE: case PAIR: case TRIPLE: return standing.rank == BIG ? 4 : standing.size;
    case BOMB: return standing.size > EIGHT ? standing.size + (standing.rank == DEUCE) : 4;
    case JOKER_BOMB: return standing.rank == BIG ? EIGHT + 1 : 4;
    default: return 4;
  }
}

// ---- numbers of classes: by what a class is, the number that it had if no joker were in it
typedef struct {
  int32_t alike[MOST_ALIKE + 1][RANKS];  // By size; joker bombs are the jokers' of four cards
  int32_t full_house[RANKS][RANKS];
  int32_t run[4][NATURAL + 1][PLACES];  // By cards of each rank, length and place of the top
  int32_t flight[LONGEST_FLIGHT + 1][PLACES][PLACES];
  int32_t count;
  Class named[MOST_CLASSES];  // By number; 0 is the pass
} ClassNumbers;

static int32_t *run_number(ClassNumbers *numbers, Reading reading) {
  int each = each_of(reading.kind), length = reading.size / each, place = place_of(reading.rank);
  if (reading.size % each || place < length) return NULL;
  if (reading.kind == STRAIGHT ? length != 5 : length < 2 || length > NATURAL) return NULL;
  return &numbers->run[each][length][place];
}

// Where the number of a combination stands, and how few and how many jokers may be in it; NULL if there is none such.
static int32_t *class_number(ClassNumbers *numbers, Reading reading, int pairs, int *least, int *most) {
  int size = reading.size, rank = reading.rank, natural = rank < NATURAL;
  *least = natural ? 0 : size;
  *most = natural ? smaller(MOST_JOKERS, size - 2) : size;
  switch (reading.kind) {
    case TRIPLE_PAIR:
      if (size != 5 || pairs == NOBODY || pairs == rank || natural != (pairs < NATURAL)) return NULL;
      return &numbers->full_house[rank][pairs];
    case FLIGHT: {
      int length = size / 5, triples = place_of(rank), twos = pairs == NOBODY ? 0 : place_of(pairs);
      if (size % 5 || length < 2 || length > LONGEST_FLIGHT || triples < length || twos < length) return NULL;
      return &numbers->flight[length][triples][twos];
    }
    case STRAIGHT: case PAIR_CHAIN: case TRIPLE_CHAIN:
      return pairs == NOBODY ? run_number(numbers, reading) : NULL;
    default: {
      int alone = size <= 3 ? SINGLE + size - 1 : natural ? BOMB : JOKER_BOMB;
      if (pairs != NOBODY || reading.kind != alone || size > (natural ? MOST_ALIKE : 4)) return NULL;
      if (natural) {
        *least = lack(size, OF_A_RANK);
        *most = smaller(MOST_JOKERS, size - 1);
      }
      return &numbers->alike[size][rank];
    }
  }
}

static void number_all(ClassNumbers *numbers) {
  int next = 1, least, most;
  numbers->named[0] = (Class) {NO_READING, NOBODY, 0};
  for (int kind = 0; kind < NOTHING; kind++) for (int size = 1; size <= HAND; size++) for (int rank = 0; rank < RANKS; rank++) {
    for (int pairs = NOBODY; pairs < RANKS; pairs++) {
      Reading reading = {(int8_t) kind, (int8_t) rank, (int8_t) size};
      int32_t *number = class_number(numbers, reading, pairs, &least, &most);
      if (!number) continue;
      *number = next - least;
      for (int used = least; used <= most; used++) numbers->named[next++] = (Class) {reading, (int8_t) pairs, (int8_t) used};
    }
  }
  numbers->count = next;
}

// ---- what a hand may lead, or lay on what stands
typedef struct {
  const ClassNumbers *numbers;
  const uint8_t *hand;
  Reading standing;
  int jokers;
  int32_t *out;
  int count;
} List;

static inline void put(List *list, int32_t number, int least, int most) {
  for (int used = least; used <= most; used++) list->out[list->count++] = number + used;
}

static void list_alike(List *list) {
  Reading standing = list->standing;
  int leads = standing.kind == NOTHING, exact = standing.kind <= TRIPLE ? standing.size : 0;
  for (int rank = 0; rank < NATURAL; rank++) {
    int held = list->hand[rank], all = held + list->jokers, size = 1;
    if (!held) continue;
    if (exact && rank > standing.rank && exact <= all) {
      put(list, list->numbers->alike[exact][rank], lack(exact, held), smaller(list->jokers, exact - 1));
    }
    if (standing.kind == BOMB) size = standing.size + (rank <= standing.rank);
    else if (!leads) size = standing.kind == JOKER_BOMB ? EIGHT + 1 : 4;
    for (; size <= all; size++) put(list, list->numbers->alike[size][rank], lack(size, held), smaller(list->jokers, size - 1));
  }
}

static void list_jokers_alone(List *list) {
  for (int rank = SMALL; rank <= BIG; rank++) {
    int held = list->hand[rank], other = SMALL + BIG - rank;
    for (int size = 1; size <= smaller(held, 4); size++) {
      Reading reading = {(int8_t) (size <= 3 ? SINGLE + size - 1 : JOKER_BOMB), (int8_t) rank, (int8_t) size};
      if (beats(reading, list->standing)) put(list, list->numbers->alike[size][rank], size, size);
    }
    if (held >= 3 && list->hand[other] >= 2 && beats((Reading) {TRIPLE_PAIR, (int8_t) rank, 5}, list->standing)) {
      put(list, list->numbers->full_house[rank][other], 5, 5);
    }
  }
}

static void list_full_houses(List *list, int above) {
  for (int rank = NATURAL - 1; rank > above; rank--) {
    int held = list->hand[rank], missing = lack(3, held);
    if (!held || missing > list->jokers) continue;
    for (int pair = NATURAL - 1; pair >= 0; pair--) {
      int all = missing + lack(2, list->hand[pair]);
      if (pair == rank || !list->hand[pair] || all > list->jokers) continue;
      put(list, list->numbers->full_house[rank][pair], all, smaller(list->jokers, 3));
    }
  }
}

// Runs of so many ranks, or of any number from two on if that is 0, with a top at a place above one.
static void list_runs(List *list, int each, int wanted, int above) {
  for (int top = PLACES - 1; top > above; top--) {
    int missing = 0, present = 0, longest = smaller(smaller(wanted ? wanted : NATURAL, HAND / each), top);
    for (int length = 1; length <= longest; length++) {
      int held = list->hand[rank_at(top - length + 1)];
      missing += lack(each, held);
      present += held > 0;
      if (missing > list->jokers) break;
      if (present < 2 || (wanted && length != wanted)) continue;
      put(list, list->numbers->run[each][length][top], missing, smaller(list->jokers, each * length - 2));
    }
  }
}

// A bit for each rank of a run, by its high place.
static inline unsigned ranks_of_run(int top, int length) {
  unsigned places = ((1u << length) - 1) << (top - length + 1);
  return places & 2 ? (places & ~2u) | 1u << (PLACES - 1) : places;
}

// What the hand lacks for a flight, by place: of all ranks up to it for triples alone and for pairs alone; and of the rank itself
// for both, more than for the two.
typedef struct {
  int8_t triples[PLACES], pairs[PLACES], more[PLACES];
  unsigned present;
} Lacks;

static void list_flights(List *list, const Lacks *lacks, int length, int above) {
  int8_t twos[PLACES], count = 0;
  for (int top = PLACES - 1; top >= length; top--) {
    if (lacks->pairs[top] - lacks->pairs[top - length] <= list->jokers) twos[count++] = (int8_t) top;
  }
  for (int top = PLACES - 1; top >= length && top > above; top--) {
    int triples = lacks->triples[top] - lacks->triples[top - length];
    unsigned ranks = ranks_of_run(top, length);
    if (triples > list->jokers) continue;
    for (int at = 0; at < count; at++) {
      int pairs = twos[at], missing = triples + lacks->pairs[pairs] - lacks->pairs[pairs - length];
      unsigned others = ranks_of_run(pairs, length);
      for (unsigned both = ranks & others; both && missing <= list->jokers; both &= both - 1) {
        missing += lacks->more[__builtin_ctz(both)];
      }
      if (missing > list->jokers || __builtin_popcount((ranks | others) & lacks->present) < 2) continue;
      put(list, list->numbers->flight[length][top][pairs], missing, list->jokers);
    }
  }
}

static Lacks lacks_of(const uint8_t *hand) {
  Lacks lacks = {0};
  for (int place = 1; place < PLACES; place++) {
    int held = hand[rank_at(place)], triples = lack(3, held), pairs = lack(2, held);
    lacks.triples[place] = (int8_t) (lacks.triples[place - 1] + triples);
    lacks.pairs[place] = (int8_t) (lacks.pairs[place - 1] + pairs);
    lacks.more[place] = (int8_t) (lack(5, held) - triples - pairs);
    if (held) lacks.present |= 1u << place;
  }
  return lacks;
}

// Writes the numbers of all classes that a hand may lead, or lay on what stands; returns how many there are.
static int list_classes(const ClassNumbers *numbers, const uint8_t *hand, Reading standing, int32_t *out) {
  List list = {numbers, hand, standing, hand[SMALL] + hand[BIG], out, 0};
  int place = place_of(standing.rank);
  list_alike(&list);
  if (list.jokers) list_jokers_alone(&list);
  switch (standing.kind) {
    case TRIPLE_PAIR:
      list_full_houses(&list, standing.rank);
      break;
    case STRAIGHT: case PAIR_CHAIN: case TRIPLE_CHAIN: {
      int each = each_of(standing.kind);
      list_runs(&list, each, standing.size / each, place);
      break;
    }
    case FLIGHT: {
      Lacks lacks = lacks_of(hand);
      list_flights(&list, &lacks, standing.size / 5, place);
      break;
    }
    case NOTHING: {
      Lacks lacks = lacks_of(hand);
      list_full_houses(&list, -1);
      list_runs(&list, 1, 5, 0);
      list_runs(&list, 2, 0, 0);
      list_runs(&list, 3, 0, 0);
      for (int length = 2; length <= LONGEST_FLIGHT; length++) list_flights(&list, &lacks, length, 0);
      break;
    }
    default:
      break;
  }
  return list.count;
}

// The cards of a hand that make a class: jokers fill what the hand lacks, then they take the place of the lowest ranks.
static void cards_of(const uint8_t *hand, Class wanted, uint8_t *cards) {
  Reading reading = wanted.reading;
  int length, spare = wanted.jokers - reading.size, present = 0, ranks = 0;
  memset(cards, 0, RANKS);
  if (reading.rank >= NATURAL) {
    cards[reading.rank] = (uint8_t) (wanted.pairs == NOBODY ? reading.size : 3);
    if (wanted.pairs != NOBODY) cards[wanted.pairs] = 2;
    return;
  }
  switch (reading.kind) {
    case TRIPLE_PAIR:
      cards[reading.rank] = 3;
      cards[wanted.pairs] = 2;
      break;
    case FLIGHT: case STRAIGHT: case PAIR_CHAIN: case TRIPLE_CHAIN:
      length = reading.size / (reading.kind == FLIGHT ? 5 : each_of(reading.kind));
      for (int step = 0; step < length; step++) {
        cards[rank_at(place_of(reading.rank) - step)] += (uint8_t) each_of(reading.kind);
        if (reading.kind == FLIGHT) cards[rank_at(place_of(wanted.pairs) - step)] += 2;
      }
      break;
    default:
      cards[reading.rank] = (uint8_t) reading.size;
  }
  for (int rank = 0; rank < NATURAL; rank++) {
    ranks += cards[rank] > 0;
    cards[rank] = (uint8_t) smaller(cards[rank], hand[rank]);
    present += cards[rank] > 0;
    spare += cards[rank];
  }
  int least = ranks > 1 ? 2 : 1;  // So many ranks must stay
  for (int rank = 0; rank < NATURAL && spare; rank++) if (cards[rank]) {
    int given = smaller(spare, cards[rank] - (present <= least));
    cards[rank] -= (uint8_t) given;
    spare -= given;
    present -= !cards[rank];
  }
  cards[SMALL] = (uint8_t) smaller(hand[SMALL], wanted.jokers);
  cards[BIG] = (uint8_t) (wanted.jokers - cards[SMALL]);
}

// ---- tricks (play.py)
typedef struct {
  uint8_t hands[SEATS][RANKS + 1];
  int8_t sizes[SEATS];
  int8_t turn, standing_seat;
  int8_t out, last_out;  // How many seats are out, and which was the last to go
  int8_t is_over;
  Reading standing;
  int64_t taken[SEATS], pot;
} Tricks;

static inline int rank_of(int card) {
  return card < 52 ? card / 4 : card - 39;
}

// Deals all cards, and says who leads.
static void deal_tricks(Tricks *now, Chance *chance) {
  uint8_t pack[PACK];
  for (int at = 0; at < PACK; at++) pack[at] = (uint8_t) rank_of(at / COPIES);
  shuffle(chance, pack, PACK);
  memset(now, 0, sizeof *now);
  for (int at = 0; at < PACK; at++) now->hands[at / HAND][pack[at]]++;
  memset(now->sizes, HAND, sizeof now->sizes);
  now->standing = NO_READING;
  now->turn = now->standing_seat = (int8_t) drawn(chance, SEATS);
}

static inline void take_pot(Tricks *now, int seat) {
  now->taken[seat] += now->pot;
  now->pot = 0;
}

// Gives the turn to the next seat that holds cards, or ends the trick and gives the lead on.
static inline void turn_on(Tricks *now) {
  int winner = now->standing_seat, seat = NEXT(now->turn);
  while (seat != winner && !now->sizes[seat]) seat = NEXT(seat);
  if (seat == winner) {
    take_pot(now, winner);
    now->standing = NO_READING;
    while (!now->sizes[seat]) seat = NEXT(seat);
  }
  now->turn = (int8_t) seat;
}

static inline void lay(Tricks *now, const uint8_t *cards, Reading reading) {
  int seat = now->turn;
  for (int rank = 0; rank < RANKS; rank++) now->hands[seat][rank] -= cards[rank];
  now->sizes[seat] -= reading.size;
  now->pot += points_in(cards);
  now->standing = reading;
  now->standing_seat = (int8_t) seat;
  if (!now->sizes[seat]) {
    now->out++;
    now->last_out = (int8_t) seat;
    if (!(now->sizes[seat & 1] | now->sizes[2 + (seat & 1)] | now->sizes[4 + (seat & 1)])) {
      take_pot(now, seat);
      now->is_over = 1;
      return;
    }
  }
  turn_on(now);
}

// Whether the seat to act leads its last card by itself.
static inline int leads_last(const Tricks *now) {
  return !now->is_over && now->standing.kind == NOTHING && now->sizes[now->turn] == 1;
}

static inline Reading last_card(const Tricks *now) {
  Reading last = {SINGLE, 0, 1};
  while (!now->hands[now->turn][last.rank]) last.rank++;
  return last;
}

// Whether the seat to act passes by itself: it holds fewer cards than any play that beats.
static inline int must_pass(const Tricks *now) {
  return !now->is_over && now->standing.kind != NOTHING && now->sizes[now->turn] < least_cards(now->standing);
}

#endif
