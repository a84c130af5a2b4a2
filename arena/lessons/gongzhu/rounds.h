// A round of Gong Zhu for learning: the tricks of the native core, and what is known of seats.
#include <math.h>
#include <stdio.h>
#include "../../../games/gongzhu/native/thumb.h"

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
static House house;
static Roles roles;

static void worths(u64 exposed, int *worth) {
  for (int place = 0; place < PACK; place++) worth[place] = worth_of(&house, exposed, place);
}

// ---- a round from its first lead on
typedef struct {
  Tricks now;
  u64 known[SEATS];    // exposed cards still in hand
  u64 without[SEATS];  // suits of which a seat has shown to hold nothing
  int scores[SEATS];   // of the match before this round
} Round;

static void deal(Round *r) {
  int pack[PACK];
  memset(r, 0, sizeof *r);
  r->now.sweeper = NOBODY;
  for (int i = 0; i < PACK; i++) pack[i] = i;
  for (int i = PACK - 1; i > 0; i--) {
    int j = below(i + 1), card = pack[i];
    pack[i] = pack[j];
    pack[j] = card;
  }
  for (int i = 0; i < PACK; i++) r->now.hands[i % SEATS] |= BIT(pack[i]);
}
static inline u64 in_hands(const Round *r) {
  return r->now.hands[0] | r->now.hands[1] | r->now.hands[2] | r->now.hands[3];
}
static void lay(Round *r, int place) {
  Tricks *now = &r->now;
  u64 suit = SUIT_OF(now->laid ? now->best : place);
  r->known[now->turn] &= ~BIT(place);
  if (!(BIT(place) & suit) || BIT(place) & now->exposed & ~now->led) r->without[now->turn] |= suit;
  play(&house, now, place);
}
static int thumb(const Round *r, const int *worth) {
  const Tricks *now = &r->now;
  u64 cards = playable(now), hand = now->hands[now->turn], others = in_hands(r) & ~hand;
  if (is_alone(cards)) return lowest(cards);
  if (!now->laid) return thumb_lead(&roles, cards, hand, others);
  if (!(cards & SUIT_OF(now->best))) return thumb_throw(&roles, cards, others);
  int pot = 0;
  for (int i = 0; i < now->laid; i++) pot += worth[now->trick[i]];
  return thumb_follow(&roles, cards, now->best, now->laid == 3, pot, others);
}
static void points_by_seat(const Round *r, int *points) {
  for (int s = 0; s < SEATS; s++) points[s] = points_of(&house, r->now.taken[s], r->now.exposed) + r->now.bonus[s];
}
