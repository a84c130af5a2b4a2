// Rounds from the first lead, and the network by which seats choose.
#pragma once
#include <stdio.h>
#include "sight.h"

// ---- chance
static u64 random_bits(u64* chance) {
  *chance ^= *chance << 13;
  *chance ^= *chance >> 7;
  *chance ^= *chance << 17;
  return *chance * 0x2545F4914F6CDD1DULL;
}
static double uniform(u64* chance) { return (random_bits(chance) >> 11) * (1.0 / 9007199254740992.0); }
static int below(u64* chance, int n) { return random_bits(chance) % n; }
static double gauss(u64* chance) {
  double one = uniform(chance) + 1e-12, other = uniform(chance);
  return sqrt(-2 * log(one)) * cos(6.283185307179586 * other);
}
static void sow(u64* chance, u64 seed) {
  *chance = seed * 0x9E3779B97F4A7C15ULL + 88172645463325252ULL;
  for (int i = 0; i < 20; i++) random_bits(chance);
}

// ---- the deal
static int card_of(const Hand* hand, int rank) { return rank > DEUCE ? 39 + rank : 4 * rank + first_suit(hand, rank, NOBODY); }
static void give(const Thumb* thumb, Hand* from, Hand* to, int rank) {
  int card = card_of(from, rank);
  hold(thumb->level, from, card, -1);
  hold(thumb->level, to, card, 1);
}
// The highest card but wild ones.
static int tribute(const Thumb* thumb, const Hand* hand) {
  int at = RANKS - 1;
  while (!COUNT(hand->natural, thumb->order[at])) at--;
  return thumb->order[at];
}
// A low card that leaves most together: the lowest that is alone, else of the smallest group.
static int returned(const Thumb* thumb, const Hand* hand) {
  int best = NOBODY, least = 99;
  for (int at = 0; at < 12; at++) {
    int rank = thumb->order[at], n = COUNT(hand->natural, rank), cost = n < 4 ? n : 8;
    if (n && rank != thumb->level && (rank <= 7 || rank == DEUCE) && cost < least) {
      least = cost;
      best = rank;
    }
  }
  return best < 0 ? tribute(thumb, hand) : best;  // no low card at all: hardly ever
}
// Pay the tributes that some places of the round before ask for, as sensible players would, about.
static void exchange(const Thumb* thumb, u64* chance, Heard* r) {
  int seats[SEATS] = {0, 1, 2, 3}, ranks[2];
  Hand* hands = r->now.hands;
  for (int i = 3; i > 0; i--) {
    int j = below(chance, i + 1), seat = seats[i];
    seats[i] = seats[j];
    seats[j] = seat;
  }
  int twice = seats[1] == PARTNER(seats[0]), big = 0, payers[2] = {twice ? seats[2] : seats[3], seats[3]};
  r->now.turn = seats[0];
  for (int i = 0; i <= twice; i++) big += COUNT(hands[payers[i]].natural, BIG);
  if (big == 2) return;
  for (int i = 0; i <= twice; i++) ranks[i] = tribute(thumb, &hands[payers[i]]);
  if (twice && thumb->place[ranks[1]] > thumb->place[ranks[0]]) {
    payers[0] = seats[3];
    payers[1] = seats[2];
  }
  r->now.turn = payers[0];
  for (int i = 0; i <= twice; i++) {
    Hand *payer = &hands[payers[i]], *taker = &hands[seats[i]];
    give(thumb, payer, taker, tribute(thumb, payer));
    give(thumb, taker, payer, returned(thumb, taker));
  }
}
// Deal at any level; half of the rounds begin with tributes.
static void deal(Thumb* thumb, u64* chance, Heard* r) {
  int pack[108];
  memset(r, 0, sizeof *r);
  set_level(thumb, below(chance, LEVELS));
  for (int i = 0; i < 108; i++) pack[i] = i % 54;
  for (int i = 107; i > 0; i--) {
    int j = below(chance, i + 1), card = pack[i];
    pack[i] = pack[j];
    pack[j] = card;
  }
  for (int i = 0; i < 108; i++) hold(thumb->level, &r->now.hands[i % SEATS], pack[i], 1);
  for (int seat = 0; seat < SEATS; seat++) r->now.sizes[seat] = 27;
  r->now.level = thumb->level;
  r->now.standing = NO_READING;
  r->now.turn = below(chance, SEATS);
  told_nothing(&r->told);
  if (below(chance, 2)) exchange(thumb, chance, r);
  r->now.standing_seat = r->now.turn;
}

// ---- the network: one hidden layer, of which what the choices share is reckoned once
enum { MOST_HIDDEN = 1024 };
typedef struct {
  int hidden;
  float first[INPUTS][MOST_HIDDEN], biases[MOST_HIDDEN], second[MOST_HIDDEN], bias;
} Net;
// Read a network that learning.py has written; 0 if there is none.
static int read_net(const char* path, Net* net) {
  int sizes[2], right;
  FILE* file = *path ? fopen(path, "rb") : NULL;
  if (!file) return 0;
  right = fread(sizes, sizeof(int), 2, file) == 2 && sizes[0] == INPUTS && sizes[1] <= MOST_HIDDEN;
  net->hidden = right ? sizes[1] : 0;
  for (int i = 0; i < net->hidden; i++)
    for (int in = 0; in < INPUTS; in++) right &= fread(&net->first[in][i], sizeof(float), 1, file) == 1;
  right = right && fread(net->biases, sizeof(float), net->hidden, file) == (size_t)net->hidden;
  right = right && fread(net->second, sizeof(float), net->hidden, file) == (size_t)net->hidden;
  right = right && fread(&net->bias, sizeof(float), 1, file) == 1;
  fclose(file);
  return right;
}
static void add_inputs(const Net* net, const float* numbers, int from, int count, float* sums) {
  for (int in = 0; in < count; in++) {
    float number = numbers[in];
    const float* weights = net->first[from + in];
    if (number != 0)
      for (int i = 0; i < net->hidden; i++) sums[i] += number * weights[i];
  }
}
static double net_value(const Net* net, const float* begun, const float* own) {
  float sums[MOST_HIDDEN];
  memcpy(sums, begun, net->hidden * sizeof(float));
  add_inputs(net, own, SHARED, OWN, sums);
  double value = net->bias;
  for (int i = 0; i < net->hidden; i++) value += sums[i] > 0 ? sums[i] * net->second[i] : 0;
  return value;
}

// ---- a decision, and what the network is shown of it and finds it worth
typedef struct {
  Decision decision;
  double worth[MOST_CHOICES + 1];
  float shared[SHARED], own[MOST_CHOICES + 1][OWN];
} Judgement;
// Weigh the decision of the seat to act; 0 if there is none to make: then it passes. ``numbers``: also without a network.
static int judged(const Thumb* thumb, const Heard* r, const Net* net, int numbers, Judgement* j) {
  const Decision* d = &j->decision;
  if (!asked(thumb, r, &j->decision)) return 0;
  if (d->options < 2 || (!net && !numbers)) return 1;
  shared_numbers(thumb, d, j->shared);
  for (int i = 0; i < d->options; i++) own_numbers(thumb, d, i, j->own[i]);
  if (!net) return 1;
  float begun[MOST_HIDDEN];
  memcpy(begun, net->biases, net->hidden * sizeof(float));
  add_inputs(net, j->shared, 0, SHARED, begun);
  for (int i = 0; i < d->options; i++) j->worth[i] = net_value(net, begun, j->own[i]);
  return 1;
}
// Take the choice of habit, unless the network sees so much more in another one; whoever can go out does.
static int choose(const Net* net, double gate, const Judgement* j) {
  const Decision* d = &j->decision;
  if (d->options < 2) return 0;
  int out = goes_out(d), usual = usual_choice(d), hoped = 0;
  if (out >= 0) return out;
  if (!net) return usual;
  for (int i = 1; i < d->options; i++)
    if (j->worth[i] > j->worth[hoped]) hoped = i;
  return j->worth[hoped] > j->worth[usual] + gate ? hoped : usual;
}
static void play_on(const Thumb* thumb, Heard* r, const Net* const* nets, double gate, Judgement* j) {
  while (!r->now.is_over) {
    const Net* net = nets[r->now.turn & 1];
    int chosen = judged(thumb, r, net, 0, j) ? choose(net, gate, j) : j->decision.found.count;
    take_option(thumb, r, &j->decision, chosen);
  }
}
