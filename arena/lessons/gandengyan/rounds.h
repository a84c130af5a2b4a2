// A round, and what its deeds tell (ai/scene.py).
#pragma once
#include "weighing.h"

typedef struct {
  Tricks now;
  Cards whole, laid;
  int lacks[SEATS][4], silences[SEATS];
  Rules rules;
} Round;

// ---- chance
static uint64_t chance = 88172645463325252ULL;
static uint64_t drawn(void) {
  chance ^= chance << 13;
  chance ^= chance >> 7;
  chance ^= chance << 17;
  return chance;
}
static void sow(uint64_t seed) {
  chance = seed * 0x9E3779B97F4A7C15ULL + 12345;
  for (int i = 0; i < 20; i++) drawn();
}
static double uniform(void) { return (drawn() >> 11) * (1.0 / 9007199254740992.0); }
static int below(int many) { return (int)(drawn() % many); }

// ---- the deal
static void house_rules(Round* r) {
  switch (below(6)) {  // the presets
    case 1: r->rules.draw_all = 1; break;
    case 2: r->rules.trio_set = 1; break;
    case 3: r->rules.packs = 2; break;
    case 4: r->rules.factor_by_size = r->rules.left_jokers = r->rules.left_twos = r->rules.left_bombs = 1; break;
    case 5: r->rules.unplayed = 2; r->rules.alarm_free = 1; r->rules.cap = 20; break;
  }
}
// Four seats (or so many) under the standard rules, but ``mixed`` of all deals under any rules, and as many at any table.
static void deal(Round* r, double mixed, int seats) {
  uint8_t pack[DECK];
  int n = 0, at = 0;
  memset(r, 0, sizeof *r);
  r->rules.packs = r->rules.rocket_top = 1;
  r->now.seats = seats ? seats : 4;
  if (uniform() < mixed) house_rules(r);
  if (!seats && uniform() < mixed) r->now.seats = 2 + below(5);
  for (int p = 0; p < r->rules.packs; p++) {
    for (int card = 0; card < 52; card++) pack[n++] = card;
    pack[n++] = 52;
    pack[n++] = 52;
  }
  for (int i = 0; i < n; i++) r->whole += unit_of(pack[i]);
  for (int i = n - 1; i > 0; i--) {
    int j = below(i + 1);
    uint8_t card = pack[i];
    pack[i] = pack[j];
    pack[j] = card;
  }
  r->now.banker = below(r->now.seats);
  for (int s = 0; s < r->now.seats; s++) {
    r->now.sizes[s] = 5 + (s == r->now.banker);
    for (int i = 0; i < r->now.sizes[s]; i++) r->now.hands[s] += unit_of(pack[at++]);
  }
  while (at < n) r->now.stock[r->now.in_stock++] = pack[at++];
  r->now.turn = r->now.standing_seat = r->now.banker;
  r->now.multiplier = 1;
  r->now.standing = NO_READING;
  r->now.winner = NOBODY;
}

// ---- the play
static void step(Round* r, const Option* option) {
  int seat = r->now.turn, standing = r->now.standing.kind, top = r->now.standing.top;
  if (!option->pass) {
    r->laid += option->play;
    r->silences[seat] = 0;
  } else if (standing != NOTHING) {
    r->silences[seat]++;
    if (standing == SOLO) r->lacks[seat][0] |= 2 << top;
    if (standing == PAIR) r->lacks[seat][1] |= 2 << top;
  }
  act(&r->rules, &r->now, option->play, option->reading);
  for (int i = 0; i < r->now.drew; i++) {
    int* lacks = r->lacks[(r->now.turn + i) % r->now.seats];
    lacks[2] |= lacks[0];  // what it lacked before is less sure
    lacks[3] |= lacks[1];
    lacks[0] = lacks[1] = r->silences[(r->now.turn + i) % r->now.seats] = 0;
  }
}
static void points_of(const Round* r, double* points) {
  int64_t told[SEATS];
  payments(&r->rules, &r->now, told);
  for (int s = 0; s < r->now.seats; s++) points[s] = told[s];
}
// What the seat to act knows.
static void scene_of(const Round* r, Scene* s) {
  int seat = r->now.turn;
  s->hand = r->now.hands[seat];
  s->unseen = r->whole - r->laid - s->hand;
  s->stock = r->now.in_stock;
  s->standing = r->now.standing.kind != NOTHING ? &r->now.standing : NULL;
  s->owner = r->now.standing.kind != NOTHING ? (r->now.standing_seat - seat - 1 + r->now.seats) % r->now.seats : 0;
  s->others = r->now.seats - 1;
  for (int i = 0; i < s->others; i++) {
    int other = (seat + 1 + i) % r->now.seats;
    s->counts[i] = r->now.sizes[other];
    s->plays[i] = r->now.plays[other];
    memcpy(s->lacks[i], r->lacks[other], sizeof s->lacks[i]);
    s->silences[i] = r->silences[other];
  }
  s->own_plays = r->now.plays[seat];
  s->banker = (r->now.banker - seat + r->now.seats) % r->now.seats;
  s->multiplier = r->now.multiplier;
  s->rules = &r->rules;
}
