// A decision in numbers (ai/features.py): what all its options have in common, and what each has of its own.
#pragma once
#include "weighing.h"

enum { SHARED = 93, OWN = 109, INPUTS = SHARED + OWN };
#define SAFE 0.15  // a play that is beaten less often keeps the lead, more or less

static float* one_of(float* out, int which, int many) {
  for (int i = 0; i < many; i++) *out++ = i == which;
  return out;
}
static void shared_numbers(const Scene* s, float* out) {
  const Rules* r = s->rules;
  int told[12] = {r->packs == 2, r->draw_all, r->trio_set, !r->rocket_top, r->factor_by_size, r->unplayed == 2,
                  r->unplayed == 1, r->left_jokers, r->left_twos, r->left_bombs, r->alarm_free, r->cap > 0};
  int nearest = 99, sum = 0, doublings = 0;
  for (int i = 0; i < 12; i++) *out++ = told[i];
  out = one_of(out, s->others - 1, OTHERS);
  for (int rank = 0; rank <= JOKER; rank++) *out++ = held(s->unseen, rank) / (4.0 * r->packs);
  for (int i = 0; i < s->others; i++) {
    if (s->counts[i] < nearest) nearest = s->counts[i];
    sum += s->counts[i];
  }
  for (int m = s->multiplier; m; m >>= 1) doublings++;
  double cap = r->cap ? r->cap / (s->multiplier * 20.0) : 1;
  float moment[11] = {s->stock / 32.0, !s->stock, doublings / 4.0, cap < 1 ? cap : 1, s->own_plays == 0, s->own_plays == 1,
                      s->banker == 0, 1.0 / nearest, nearest == 1, nearest == 2, sum / 20.0};
  memcpy(out, moment, sizeof moment);
  out += 11;
  for (int i = 0; i < OTHERS; i++, out += 7) {
    memset(out, 0, 7 * sizeof(float));
    if (i >= s->others) continue;
    int count = s->counts[i], silences = s->silences[i] < 6 ? s->silences[i] : 6;
    out[0] = count / 8.0;
    one_of(out + 1, count - 1, 3);
    out[4] = s->plays[i] == 0;
    out[5] = silences / 4.0;
    out[6] = __builtin_popcount(s->lacks[i][0] | s->lacks[i][2]) / 8.0;
  }
  const Reading* standing = s->standing;
  out = one_of(out, standing ? standing->kind : -1, KINDS);
  *out++ = standing != NULL;
  *out++ = standing ? standing->top / 12.0 : 0;
  *out++ = standing ? standing->size / 5.0 : 0;
  *out++ = standing ? (s->others - 1 - s->owner) / 4.0 : 0;
  one_of(out, standing ? s->owner : -1, OTHERS);
}

// What a hand is by itself.
static float* hand_numbers(Cards hand, const Rules* rules, float* out) {
  Plan plan = plan_of(hand, rules);
  int cards = size_of(hand), jokers = held(hand, JOKER), sum = 0, naturals = 0, low = -1;
  for (int least = 1; least <= 3; least++)
    for (int rank = 0; rank < RANKS; rank++) *out++ = held(hand, rank) >= least;
  for (int rank = 0; rank < RANKS; rank++) {
    int count = held(hand, rank);
    if (count && low < 0) low = rank;
    sum += rank * count;
    naturals += count;
  }
  *out++ = jokers >= 1;
  *out++ = jokers >= 2;
  *out++ = cards == 1 && jokers == 1;
  *out++ = cards / 6.0;
  out = one_of(out, cards, 4);
  *out++ = plan.plays / 4.0;
  out = one_of(out, plan.plays - 1, 3);
  *out++ = plan.loose / 3.0;
  *out++ = plan.bombs;
  *out++ = plan.price / 40.0;
  *out++ = held(hand, DEUCE) / 2.0;
  *out++ = (double)sum / (naturals > 1 ? naturals : 1) / 12.0;
  *out++ = (low < 0 ? 12 : low) / 12.0;
  return out;
}
// What is laid.
static float* play_numbers(const Option* option, const Rules* rules, float* out) {
  Reading reading = option->reading;
  int doublings = 0;
  if (option->pass) return one_of(out, 28, 29);
  for (int factor = factor_of(rules, reading); factor > 1; factor >>= 1) doublings++;
  out = one_of(out, reading.kind, KINDS);
  out = one_of(out, reading.top, 15);
  *out++ = reading.size / 5.0;
  *out++ = reading.kind == BOMB ? reading.size / 5.0 : 0;
  *out++ = doublings;
  *out++ = held(option->play, JOKER) / 2.0;
  *out++ = reading.kind == SOLO ? reading.top / 12.0 : 0;
  *out++ = reading.kind == CHAIN ? reading.top / 12.0 : 0;
  *out++ = 0;
  return out;
}
// How likely each seat that is still to follow beats what will stand, and whether it has shown that it cannot.
static float* chance_numbers(const Scene* s, const Option* option, float* out) {
  memset(out, 0, 11 * sizeof(float));
  if (option->pass && !s->standing) return out + 11;
  Reading reading = option->pass ? *s->standing : option->reading;
  int until = option->pass ? s->owner : s->others, total = size_of(s->unseen), bit = 2 << reading.top;
  int which = reading.kind == SOLO ? 0 : reading.kind == PAIR ? 1 : 2;
  double safe = 1;
  for (int i = 0; i < until; i++) {
    double chance = chance_alone(reading, s->unseen, total, s->counts[i], s->rules);
    out[i] = chance;
    if (which < 2 && s->lacks[i][which] & bit) {
      out[OTHERS + i] = 1;
      chance *= 0.25;
    } else if (which < 2 && s->lacks[i][which + 2] & bit) {
      out[OTHERS + i] = 0.5;
      chance *= 0.5;
    }
    safe *= 1.0 - chance;
  }
  out[10] = 1.0 - safe;
  return out + 11;
}
// How the rest of the hand fits what is out: what can follow its cards, and what its cards can follow.
static float* fit_numbers(Cards left, Cards unseen, float* out) {
  double after = 0, before = 0, stuck = 0, alone = 0;
  for (int rank = 0; rank < RANKS; rank++) {
    int count = held(left, rank);
    if (!count) continue;
    int following = rank < DEUCE ? held(unseen, rank + 1) : 0;
    after += following;
    stuck += following == 0;
    if (!rank || rank == DEUCE) continue;
    int leading = held(unseen, rank - 1);
    before += leading;
    alone += leading == 0 && count == 1;
  }
  *out++ = after / 12;
  *out++ = before / 12;
  *out++ = stuck / 2;
  *out++ = alone / 2;
  return out;
}
// By rank how likely somebody would beat a single card, and a pair, that is led.
typedef double Risks[2][RANKS];
static void risks_of(const Scene* s, Risks risks) {
  int total = size_of(s->unseen);
  for (int pair = 0; pair < 2; pair++)
    for (int rank = 0; rank < RANKS; rank++) {
      Reading led = {pair ? PAIR : SOLO, rank, pair + 1};
      double safe = 1;
      int bit = 2 << rank;
      for (int i = 0; i < s->others; i++) {
        double trust = s->lacks[i][pair] & bit ? 0.25 : s->lacks[i][pair + 2] & bit ? 0.5 : 1.0;
        safe *= 1 - trust * chance_alone(led, s->unseen, total, s->counts[i], s->rules);
      }
      risks[pair][rank] = 1 - safe;
    }
}
// How well the single cards and pairs of what is left would keep the lead one day.
static void control_numbers(Cards left, const Risks risks, float* out) {
  double kept = 0, least = 0, most = 0, safe = 0, exposed = 0, pairs = 0, worst = 0, holding = 0;
  int first = 1;
  for (int rank = 0; rank < RANKS; rank++) {
    int count = held(left, rank);
    if (!count) continue;
    double risk = risks[0][rank], paired = risks[1][rank];
    holding += risk < SAFE;
    if (count == 1) {
      kept += 1 - risk;
      least = first || risk < least ? risk : least;
      most = risk > most ? risk : most;
      safe += risk < SAFE;
      exposed += risk > 0.5;
      first = 0;
    } else if (count == 2) {
      pairs += 1 - paired;
      worst = paired > worst ? paired : worst;
    }
  }
  float told[8] = {kept / 3, least, most, safe / 2, exposed / 2, pairs / 2, worst, holding / 3};
  memcpy(out, told, sizeof told);
}
static void own_numbers(const Scene* s, const Option* option, const Risks risks, float* out) {
  Cards left = s->hand - option->play;
  out = hand_numbers(left, s->rules, out);
  out = play_numbers(option, s->rules, out);
  out = chance_numbers(s, option, out);
  out = fit_numbers(left, s->unseen, out);
  control_numbers(left, risks, out);
}
