// What a seat knows, how likely it is beaten, and what ``normal`` takes plays to be worth (ai/scene.py, ai/worth.py).
#pragma once
#include "plans.h"

enum { OTHERS = SEATS - 1, FACTS = 20 };
// Other seats are told in order of play, the next one first. ``lacks``: of each the bits of its deeds (ai/scene.py).
typedef struct {
  Cards hand, unseen;
  int stock, owner, others;
  const Reading* standing;
  int counts[OTHERS], plays[OTHERS], lacks[OTHERS][4], silences[OTHERS];
  int own_plays, banker, multiplier;
  const Rules* rules;
} Scene;

// ---- odds
static double pairs_of(Cards unseen, int rank, int total, int count) {
  double natural = held(unseen, rank), jokers = held(unseen, JOKER), ways = natural * (natural - 1) / 2 + natural * jokers;
  return ways * count * (count - 1) / ((double)total * (total > 2 ? total - 1 : 1));
}
static double bombs_of(Reading reading, int count, const Rules* rules) {
  if (reading.kind == ROCKET && rules->rocket_top) return 0;
  double threes = 0.006 * count * (count - 1) * (count - 2) / 6;
  if (rules->trio_set || (reading.size > 3 && reading.kind == BOMB)) threes /= 8;
  if (reading.kind == BOMB) threes *= 1.0 - reading.top / 13.0;
  return threes < 0.5 ? threes : 0.5;
}
// The chance that one seat with so many cards beats a play; rough, and no more than 1.
static double chance_alone(Reading reading, Cards unseen, int total, int count, const Rules* rules) {
  if (count > total || (count == 1 && (reading.kind != SOLO || reading.top == DEUCE))) return 0;
  double chance = bombs_of(reading, count, rules), share = (double)count / total;
  int next = reading.top + 1;
  if (reading.kind == SOLO && reading.top < DEUCE) {
    int twos = next < DEUCE ? held(unseen, DEUCE) : 0;
    chance += 1.0 - pow(1.0 - share, held(unseen, next) + 0.6 * twos);
  } else if (reading.kind == PAIR && reading.top < DEUCE) {
    chance += pairs_of(unseen, next, total, count);
    if (next < DEUCE) chance += 0.6 * pairs_of(unseen, DEUCE, total, count);
  } else if (reading.kind == CHAIN && reading.top < ACE && count >= reading.size) {
    double run = 1;
    for (int step = 0; step < reading.size; step++)
      run *= (double)held(unseen, next - step) * (count - step) / (total - step);
    chance += run * (1.0 + held(unseen, JOKER) / 2.0);
  } else if (reading.kind == TRIO) {
    chance += 0.02;
  }
  return chance < 1 ? chance : 1;
}

// ---- what normal takes a play to be worth
static double KEPT[FACTS], BEATEN[FACTS], WAITING[FACTS], NEVER_PLAYED;
static void facts_of(Cards hand, const Scene* s, double* facts) {
  Plan plan = plan_of(hand, s->rules);
  int cards = size_of(hand), jokers = held(hand, JOKER), twos = held(hand, DEUCE), nearest = 99, sum = 0;
  int one = cards == 1 && !jokers, whole = plan.plays == 1 && cards > 1, strong = twos + plan.bombs;
  double ranks = 0, kinds = 0;
  for (int i = 0; i < s->others; i++) {
    if (s->counts[i] < nearest) nearest = s->counts[i];
    sum += s->counts[i];
  }
  for (int rank = 0; rank < RANKS; rank++)
    if (held(hand, rank)) {
      ranks += rank;
      kinds++;
    }
  double told[FACTS] = {
      1, cards, plan.plays, plan.loose, one && !twos, one ? twos : 0, whole && !plan.bombs, whole && plan.bombs > 0,
      cards == 1 ? jokers : 0, jokers, twos, plan.bombs, 1.0 / nearest, nearest == 1 ? cards : 0, !s->stock, sum / 10.0,
      kinds ? ranks / kinds : 0, (double)strong / s->others, plan.plays == 2 && strong > 0, (double)plan.plays / nearest};
  memcpy(facts, told, sizeof told);
}
static double sum_of(const double* weights, const double* facts) {
  double sum = 0;
  for (int i = 0; i < FACTS; i++) sum += weights[i] * facts[i];
  return sum;
}
static double worth_of(const Scene* s, const Option* option) {
  double facts[FACTS], safe = 1, kept;
  if (option->pass) {
    facts_of(s->hand, s, facts);
    return sum_of(WAITING, facts) + (s->own_plays ? 0 : NEVER_PLAYED);
  }
  Cards left = s->hand - option->play;
  int factor = option->reading.kind <= BOMB ? 2 : 1, total = size_of(s->unseen), others = 0;
  if (!left) return factor * 1000.0;
  for (int i = 0; i < s->others; i++) {
    safe *= 1.0 - chance_alone(option->reading, s->unseen, total, s->counts[i], s->rules);
    others += s->counts[i];
  }
  facts_of(left, s, facts);
  int plays = plan_of(left, s->rules).plays;
  kept = !s->stock && plays == 1 ? others : sum_of(KEPT, facts);
  return factor * (safe * kept + (1 - safe) * sum_of(BEATEN, facts)) - (factor > 1 ? 1.5 * (plays - 1) : 0);
}
