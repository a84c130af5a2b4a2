// A round from the first lead to its end under the standard rules, nobody having declared anything, and what its deeds tell.
#pragma once
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "../../../games/gouji/native/odds.h"

// ---- chance
static uint64_t chance_state = 88172645463325252ULL;
static uint64_t random_bits(void) {
  chance_state ^= chance_state << 13;
  chance_state ^= chance_state >> 7;
  chance_state ^= chance_state << 17;
  return chance_state * 2685821657736338717ULL;
}
static double uniform(void) { return (random_bits() >> 11) * (1.0 / 9007199254740992.0); }
static int below(int n) { return (int) (uniform() * n); }
static void seed_chance(uint64_t seed) {
  chance_state = 88172645463325252ULL ^ (seed + 1) * 0x9E3779B97F4A7C15ULL;
  if (!chance_state) chance_state = 1;
  for (int i = 0; i < 20; i++) random_bits();
}

// ---- house rules
static const Rules rules = {.options = {[NATURAL_OPEN] = 1, [BURNS] = 1, [DROP_WITHIN_TEAM] = 1}};  // numbers are not asked for
static int is_strong(Set m) { return is_gouji(&rules.sets, m); }
static int is_open(Set m) { return kind_of(&rules.sets, m) == OPEN; }
static int may_open(const Round *r, int seat) { return !has(r->opened | r->forfeited, seat); }
static int may_lead(const Round *r) { return r->mode == LEADING || r->mode == RUNNING; }
static int can_yield(const Round *r) { return r->mode == FOLLOWING && may_yield(&rules, r); }

// ---- a round and the signs in it. A move is a set; of no size it is PASS or YIELD, told by its base.
typedef struct {
  Round now;
  int8_t wild_laid[SEATS][3];  // 2s, small and big jokers that each seat has laid
  Signs signs;
} Position;
static void act(Position *p, Set m) {
  Round *r = &p->now;
  int seat = r->turn;
  Set stands = r->standing;
  if (m.size) {
    p->wild_laid[seat][0] += m.twos;
    p->wild_laid[seat][1] += m.small;
    p->wild_laid[seat][2] += m.big;
    if (m.natural) p->signs.laid[seat][m.base] = 1;
    for (int at = 0; at < 3; at++) p->signs.laid[seat][DEUCE + at] |= (at ? at > 1 ? m.big : m.small : m.twos) > 0;
    play(&rules, r, m);
  } else if (m.base == YIELD)
    yield(&rules, r);
  else {
    if (r->mode != OFFERED && stands.base && !jokers_of(stands) && (r->owner - seat) & 1) {
      int8_t *low = &p->signs.let_go[seat][stands.size > 2 ? 2 : stands.size - 1];
      if (!*low || stands.base < *low - 1) *low = stands.base + 1;
    }
    pass(&rules, r);
  }
}
// The points of the even seats.
static int points(const Round *r) {
  int64_t seats[SEATS], teams[2];
  worth_of(&rules, r, seats, teams);
  return (int) teams[0];
}
static void deal(Position *p) {
  uint8_t pack[4 * CARDS];
  for (int i = 0; i < 4 * CARDS; i++) pack[i] = i / 4;
  for (int i = 4 * CARDS - 1; i > 0; i--) {
    int j = below(i + 1);
    uint8_t card = pack[i];
    pack[i] = pack[j];
    pack[j] = card;
  }
  memset(p, 0, sizeof *p);
  hand_out(&p->now, pack);
  p->now.leader = below(SEATS);
  begin_buying(&rules, &p->now);
}
