// What a deed leaves, in numbers (ai/weighing.py, ai/features.py), and the network that is shown them.
#pragma once
#include "plays.h"

enum {INPUTS = 183, WIDE = 64, NARROW = 32};

// ---- what a deed leaves
static double bombing(int pot) {
  double share = 0.15 + pot / 50.0;
  return share < 0.9 ? share : 0.9;
}

static double worth_of_pot(int pot, double held) {
  return (pot + 4.0) * (held - 0.1 * (1 - held));
}

static float *one_of(float *x, int which, int many) {
  for (int at = 0; at < many; at++) *x++ = at == which;
  return x;
}

static float *at_most(float *x, int size, const int *steps, int many) {
  for (int at = 0; at < many; at++) *x++ = size <= steps[at];
  return x;
}

// The numbers that are the same whatever is done now.
static float *shared_numbers(const Seen *seen, float *x) {
  static const int steps[] = {1, 3, 6, 10};
  const int8_t *sizes = seen->round->now.sizes;
  const Marks *marks = &seen->round->marks;
  int out = 0;
  for (int rank = 0; rank < RANKS; rank++) *x++ = seen->unseen[rank] / (rank < NATURAL ? 16.0f : 4.0f);
  for (int step = 1; step < SEATS; step++) {
    int size = sizes[(seen->seat + step) % SEATS];
    *x++ = size / 36.0f;
    x = at_most(x, size ? size : HAND, steps, 4);
    *x++ = !size;
    out += !size && step & 1;
  }
  *x++ = points_in(seen->unseen) / 200.0f;
  *x++ = out / 3.0f;
  for (int step = 1; step < SEATS; step++) {
    *x++ = marks->single[(seen->seat + step) % SEATS] / 15.0f;
    *x++ = marks->pair[(seen->seat + step) % SEATS] / 15.0f;
  }
  return x;
}

static float *hand_numbers(const uint8_t *hand, int size, int pot, float *x) {
  static const int steps[] = {1, 2, 5, 10};
  for (int rank = 0; rank < NATURAL; rank++) {
    x = one_of(x, smaller(hand[rank], 4) - 1, 4);
    *x++ = larger(hand[rank] - 4, 0) / 4.0f;
  }
  for (int joker = SMALL; joker <= BIG; joker++) *x++ = hand[joker] / 4.0f;
  for (int joker = SMALL; joker <= BIG; joker++) *x++ = hand[joker] == 4;
  *x++ = size / 36.0f;
  x = at_most(x, size, steps, 4);
  *x++ = pot / 100.0f;
  *x++ = points_in(hand) / 60.0f;
  return x;
}

static float *plan_numbers(const Plan *plan, float *x) {
  double plain = 0;
  int weak = 0;
  *x++ = plan->price / 5;
  *x++ = plan->count / 10.0f;
  for (int at = 0; at < plan->count; at++) {
    double cost = price(plan->groups[at].reading);
    x[plan->groups[at].reading.kind] += 0.25f;
    if (cost > 0) plain += cost;
    weak += cost > 0.6;
  }
  x += JOKER_BOMB;
  *x++ = plain / 5;
  *x++ = weak / 5.0f;
  return x;
}

// What ``normal`` takes a play to be worth (NULL: a pass), and the numbers of what it leaves, unless x is NULL.
static double weigh(const Seen *seen, const Play *play, float *x) {
  const Tricks *now = &seen->round->now;
  uint8_t left[RANKS];
  int me = seen->seat, owner = now->standing_seat, pot = (int) now->pot, size = now->sizes[me];
  int over = play && !seen->leads && !((owner ^ me) & 1);
  Reading standing = now->standing;
  memcpy(left, seen->hand, RANKS);
  if (play) {
    for (int rank = 0; rank < RANKS; rank++) left[rank] -= play->cards[rank];
    size -= play->as.reading.size;
    pot += (int) points_in(play->cards);
    standing = play->as.reading;
    owner = me;
  }
  int friendly = !((owner ^ me) & 1), rivals = friendly ? seen->enemies : seen->friends;
  double held = holds(seen, standing, rivals, bombing(pot)), value = worth_of_pot(pot, held);
  Plan after = {0};
  if (size) {
    if (play) make_plan(seen->tables, left, BUDGET_AFTER, &after);
    else after = seen->plan;
  }
  if (play) {
    value += 35.0 * (size ? seen->plan.price - after.price : seen->plan.price + 1.0);
    if (over) value -= is_bomb(standing.kind) ? 40.0 : 15.0;
  } else if (!friendly) value = -value;
  if (!x) return value;

  memset(x, 0, INPUTS * sizeof *x);
  x = hand_numbers(left, size, pot, shared_numbers(seen, x));
  x = one_of(x, standing.kind, NOTHING);
  *x++ = standing.rank / 14.0f;
  *x++ = standing.size / 10.0f;
  x = one_of(x, (owner - me + SEATS) % SEATS, SEATS);
  int foes = 0, friends = 0, next = NOBODY, waiting = 0, out = !size;
  for (int step = 1; step < SEATS; step++) out += !(step & 1) && !now->sizes[(me + step) % SEATS];
  for (int step = 1; step < SEATS; step++) {
    int seat = (me + step) % SEATS;
    if (seat == owner) break;
    if (!now->sizes[seat]) continue;
    if (next == NOBODY) next = seat;
    waiting |= 1 << seat;
    *(step & 1 ? &foes : &friends) += 1;
  }
  float sign = friendly ? 1 : -1, stays = holds(seen, standing, rivals & waiting, bombing(pot));
  *x++ = sign;
  *x++ = stays;
  *x++ = sign * stays;
  *x++ = sign * stays * pot / 50.0f;
  *x++ = sign * (1 - stays) * pot / 50.0f;
  x = plan_numbers(&after, x);
  *x++ = foes / 3.0f;
  *x++ = friends / 2.0f;
  *x++ = next != NOBODY && (next ^ me) & 1;
  *x++ = next == NOBODY;
  *x++ = out / 3.0f;
  *x++ = value < -200 ? -2 : value > 200 ? 2 : value / 100;
  *x++ = over;
  *x++ = over && is_bomb(standing.kind);
  *x++ = play ? play->as.jokers / 4.0f : 0;
  for (int step = 1; step < SEATS; step++) *x++ = play ? 0 : seen->round->marks.passed[(me + step) % SEATS];
  return value;
}

// ---- the network: of two hidden layers, each input's or unit's weights together
typedef struct {
  float inputs[INPUTS][WIDE], biases[WIDE], wide[WIDE][NARROW], narrow_biases[NARROW], narrow[NARROW], bias;
} Network;
// What the hidden layers say.
typedef struct {
  float wide[WIDE], narrow[NARROW];
} Hidden;

static float forward(const Network *network, const float *x, Hidden *hidden) {
  float value = network->bias;
  memcpy(hidden->wide, network->biases, sizeof hidden->wide);
  for (int at = 0; at < INPUTS; at++) if (x[at] != 0) {
    for (int unit = 0; unit < WIDE; unit++) hidden->wide[unit] += x[at] * network->inputs[at][unit];
  }
  memcpy(hidden->narrow, network->narrow_biases, sizeof hidden->narrow);
  for (int at = 0; at < WIDE; at++) {
    float said = hidden->wide[at] = hidden->wide[at] > 0 ? hidden->wide[at] : 0;
    if (said > 0) for (int unit = 0; unit < NARROW; unit++) hidden->narrow[unit] += said * network->wide[at][unit];
  }
  for (int at = 0; at < NARROW; at++) {
    hidden->narrow[at] = hidden->narrow[at] > 0 ? hidden->narrow[at] : 0;
    value += hidden->narrow[at] * network->narrow[at];
  }
  return value;
}

// Adds up in which direction each weight is wrong.
static void backward(const Network *network, const float *x, const Hidden *hidden, float error, Network *slope) {
  float narrow[NARROW];
  slope->bias += error;
  for (int at = 0; at < NARROW; at++) {
    slope->narrow[at] += error * hidden->narrow[at];
    narrow[at] = hidden->narrow[at] > 0 ? error * network->narrow[at] : 0;
    slope->narrow_biases[at] += narrow[at];
  }
  float wide[WIDE];
  for (int at = 0; at < WIDE; at++) {
    wide[at] = 0;
    if (hidden->wide[at] <= 0) continue;
    for (int unit = 0; unit < NARROW; unit++) {
      slope->wide[at][unit] += hidden->wide[at] * narrow[unit];
      wide[at] += network->wide[at][unit] * narrow[unit];
    }
    slope->biases[at] += wide[at];
  }
  for (int at = 0; at < INPUTS; at++) if (x[at] != 0) {
    for (int unit = 0; unit < WIDE; unit++) slope->inputs[at][unit] += x[at] * wide[unit];
  }
}
