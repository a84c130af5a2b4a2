// A round of Gong Zhu on bit masks, as games/gongzhu/fast_round.py has it, and the house rules that count for points.
//
// A card is its place: four suits of thirteen (spades, hearts, diamonds, clubs), low cards first.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t Cards;
#define SUIT(s) (0x1FFFULL << 13 * (s))
#define BIT(p) (1ULL << (p))
enum { SEATS = 4, PACK = 52, HELD = 13 };
enum { PIG_AT = 10, ACE_AT = 25, GOAT_AT = 35, QUEEN_AT = 36, TRANSFORMER_AT = 47 };
#define PIG BIT(PIG_AT)
#define ACE BIT(ACE_AT)
#define GOAT BIT(GOAT_AT)
#define QUEEN BIT(QUEEN_AT)
#define TRANSFORMER BIT(TRANSFORMER_AT)
#define SPECIAL (PIG | GOAT | TRANSFORMER | ACE)
#define HEARTS SUIT(1)
#define POINTS (PIG | GOAT | TRANSFORMER | HEARTS)

static inline int count(Cards c) { return __builtin_popcountll(c); }
static inline int lowest(Cards c) { return __builtin_ctzll(c); }
static inline int highest(Cards c) { return 63 - __builtin_clzll(c); }
static inline Cards suit_of(int place) { return SUIT(place / 13); }
static inline Cards lower(int place) { return BIT(place) - BIT(place - place % 13); }
static inline int alone(Cards c) { return !(c & (c - 1)); }

// ---- chance
static uint64_t drawn_from = 1;
static void seed_with(uint64_t seed) {
  drawn_from = seed * 0x9E3779B97F4A7C15ULL + 0x1234567;
  if (!drawn_from) drawn_from = 7;
  for (int i = 0; i < 8; i++) {
    drawn_from ^= drawn_from << 13;
    drawn_from ^= drawn_from >> 7;
    drawn_from ^= drawn_from << 17;
  }
}
static inline uint64_t drawn(void) {
  drawn_from ^= drawn_from << 13;
  drawn_from ^= drawn_from >> 7;
  drawn_from ^= drawn_from << 17;
  return drawn_from * 0x2545F4914F6CDD1DULL;
}
static inline double share(void) { return (drawn() >> 11) * (1.0 / 9007199254740992.0); }
static inline int below(int n) { return (int) (((drawn() >> 32) * (uint64_t) n) >> 32); }

// ---- house rules
static struct { int exposing, diamond_queen, all_cards_win, teams, swapped; } house = {1, 0, 0, 0, 0};

// ---- points (GZ-21)
static const int HEART_POINTS[13] = {0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50};
static int of_hearts[8192];
static void begin_points(void) {
  for (int hearts = 0; hearts < 8192; hearts++) {
    of_hearts[hearts] = 0;
    for (int i = 0; i < 13; i++) if (hearts >> i & 1) of_hearts[hearts] += HEART_POINTS[i];
  }
  of_hearts[8191] = 200;
}
static int points_of(Cards taken, Cards exposed) {
  Cards bad = house.swapped ? GOAT : PIG, good = house.swapped ? PIG : GOAT;
  int hearts = taken >> 13 & 8191, points = of_hearts[hearts];
  if (exposed & ACE) points *= 2;
  if (taken & bad) points += (exposed & bad ? 200 : 100) * (hearts == 8191 ? 1 : -1);
  if (taken & good) points += exposed & good ? 200 : 100;
  if (taken & TRANSFORMER) {
    int twice = exposed & TRANSFORMER ? 2 : 1;
    points = (taken & POINTS) == TRANSFORMER ? 50 * twice : points * 2 * twice;
  }
  return points;
}
// About what each card is worth to its taker (policy.worths).
static void worths(Cards exposed, int *worth) {
  Cards bad = house.swapped ? GOAT : PIG, good = house.swapped ? PIG : GOAT;
  memset(worth, 0, PACK * sizeof *worth);
  for (int i = 0; i < 13; i++) worth[13 + i] = HEART_POINTS[i] * (exposed & ACE ? 2 : 1);
  worth[lowest(bad)] = exposed & bad ? -200 : -100;
  worth[lowest(good)] = exposed & good ? 200 : 100;
  worth[TRANSFORMER_AT] = exposed & TRANSFORMER ? -30 : -15;
}

// ---- a round from its first lead on
typedef struct {
  Cards hands[SEATS], taken[SEATS];
  Cards known[SEATS];      // exposed cards still in hand
  Cards without[SEATS];    // suits of which a seat has shown to hold nothing
  Cards exposed, waiting;  // waiting: exposed, and their suit has not been led (GZ-15)
  int leader, turn, laid, trick[SEATS], bonus[SEATS];
  int scores[SEATS];       // of the match before this round
} Round;

static void deal(Round *r) {
  int pack[PACK];
  memset(r, 0, sizeof *r);
  for (int i = 0; i < PACK; i++) pack[i] = i;
  for (int i = PACK - 1; i > 0; i--) {
    int j = below(i + 1), card = pack[i];
    pack[i] = pack[j];
    pack[j] = card;
  }
  for (int i = 0; i < PACK; i++) r->hands[i % SEATS] |= BIT(pack[i]);
}
static inline Cards in_hands(const Round *r) { return r->hands[0] | r->hands[1] | r->hands[2] | r->hands[3]; }
static Cards legal(const Round *r, int seat) {
  Cards hand = r->hands[seat];
  if (!r->laid) {
    for (Cards held = hand & r->waiting; held; held &= held - 1)
      if ((hand & suit_of(lowest(held))) != BIT(lowest(held))) hand ^= BIT(lowest(held));
    return hand;
  }
  Cards cards = hand & suit_of(r->trick[0]), held = cards & r->waiting;
  if (!cards) return hand;
  return held && held != cards ? cards ^ held : cards;
}
// The place that wins the trick on the table so far.
static inline int best_of(const Round *r) {
  int best = r->trick[0];
  for (int i = 1; i < r->laid; i++)
    if (BIT(r->trick[i]) & suit_of(best) && r->trick[i] > best) best = r->trick[i];
  return best;
}
static void lay(Round *r, int place) {
  int seat = r->turn;
  r->hands[seat] ^= BIT(place);
  r->known[seat] &= ~BIT(place);
  r->trick[r->laid++] = place;
  Cards suit = suit_of(r->trick[0]), pile = 0;
  if (!(BIT(place) & suit) || BIT(place) & r->waiting) r->without[seat] |= suit;
  r->turn = (seat + 1) % SEATS;
  if (r->laid < SEATS) return;
  int best = best_of(r), winner = r->leader;
  for (int i = 0; i < SEATS; i++) {
    pile |= BIT(r->trick[i]);
    if (r->trick[i] == best) winner = (r->leader + i) % SEATS;
  }
  if (r->taken[winner] & QUEEN) r->bonus[winner] += 10;
  r->taken[winner] |= pile;
  r->waiting &= ~suit;
  r->leader = r->turn = winner;
  r->laid = 0;
}
static void points_by_seat(const Round *r, int *points) {
  for (int s = 0; s < SEATS; s++) points[s] = points_of(r->taken[s], r->exposed) + (house.diamond_queen ? r->bonus[s] : 0);
}
