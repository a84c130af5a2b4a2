// What a deed leaves, in numbers (ai/weighing.py, ai/features.py), and the network that is shown them.
#pragma once
#include "plays.h"

// ---- what a deed leaves, in numbers (ai/weighing.py, ai/features.py)
#define INPUTS 183
static double bombing(int pot) {
  double b = 0.15 + pot / 50.0;
  return b < 0.9 ? b : 0.9;
}
static double share(double pot, double h) { return (pot + 4.0) * (h - 0.1 * (1 - h)); }
static int points_of(const int8_t* u) { return 5 * u[2] + 10 * u[7] + 10 * u[10]; }
typedef struct {
  Odds odds;
  int enemies, friends;
  double now;
} Known;
static void know(const View* v, const Plan* plan, Known* k) {
  k->odds.unseen = v->unseen;
  k->odds.sizes = v->sizes;
  k->odds.all = 0;
  for (int r = 0; r < 15; r++) k->odds.all += v->unseen[r];
  if (k->odds.all < 1) k->odds.all = 1;
  k->odds.jokers = v->unseen[13] + v->unseen[14];
  k->enemies = k->friends = 0;
  for (int s = 0; s < SEATS; s++)
    if (v->sizes[s] && s != v->seat) {
      if ((s ^ v->seat) & 1)
        k->enemies |= 1 << s;
      else
        k->friends |= 1 << s;
    }
  k->now = plan->price;
}
// What ``normal`` takes a play (NULL: a pass) to be worth, and the features of what it leaves (unless x is NULL).
static double weigh(const View* v, const Known* k, const Play* play, float* x) {
  int8_t left[15];
  memcpy(left, v->hand, 15);
  int pot = v->pot, jokers = 0, me = v->seat, owner = v->owner;
  int over = owner >= 0 && !((owner ^ me) & 1);
  Reading standing = v->standing;
  if (play) {
    for (int r = 0; r < 15; r++) left[r] -= play->use[r];
    pot += points_of(play->use);
    jokers = play->use[SMALL] + play->use[BIG];
    standing = play->reading;
    owner = me;
  }
  int size = hand_size(left), friendly = !((owner ^ me) & 1), rivals = friendly ? k->enemies : k->friends;
  double h = holds(&k->odds, standing, rivals, bombing(pot)), value;
  Plan after = {0};
  if (size) make_plan(left, play ? 20 : 40, &after);
  if (play) {
    value = share(pot, h) + 35.0 * (size ? k->now - after.price : k->now + 1.0);
    if (over) value -= standing.kind >= BOMB ? 40.0 : 15.0;
  } else {
    value = share(pot, h) * (friendly ? 1 : -1);
  }
  if (!x) return value;

  memset(x, 0, INPUTS * sizeof(float));
  int at = 0, unseen_points = 0, foes_out = 0, mates_out = size == 0;
  for (int r = 0; r < 15; r++) {
    x[at++] = v->unseen[r] / (r < NATURAL ? 16.0f : 4.0f);
    unseen_points += WORTH[r] * v->unseen[r];
  }
  for (int i = 1; i < SEATS; i++) {
    int c = v->sizes[(me + i) % SEATS];
    x[at++] = c / 36.0f;
    x[at++] = c && c <= 1;
    x[at++] = c && c <= 3;
    x[at++] = c && c <= 6;
    x[at++] = c && c <= 10;
    x[at++] = c == 0;
    if (!c && i & 1) foes_out++;
    if (!c && !(i & 1)) mates_out++;
  }
  x[at++] = unseen_points / 200.0f;
  x[at++] = foes_out / 3.0f;
  for (int i = 1; i < SEATS; i++) {
    x[at++] = v->low_single[(me + i) % SEATS] / 15.0f;
    x[at++] = v->low_pair[(me + i) % SEATS] / 15.0f;
  }
  // from here on what the deed leaves
  for (int r = 0; r < NATURAL; r++, at += 5) {
    int c = left[r];
    if (c) x[at + (c > 4 ? 3 : c - 1)] = 1;
    if (c > 4) x[at + 4] = (c - 4) / 4.0f;
  }
  x[at++] = left[SMALL] / 4.0f;
  x[at++] = left[BIG] / 4.0f;
  x[at++] = left[SMALL] == 4;
  x[at++] = left[BIG] == 4;
  x[at++] = size / 36.0f;
  x[at++] = size <= 1;
  x[at++] = size <= 2;
  x[at++] = size <= 5;
  x[at++] = size <= 10;
  x[at++] = pot / 100.0f;
  x[at++] = points_of(left) / 60.0f;
  x[at + standing.kind] = 1;
  at += 10;
  x[at++] = standing.rank / 14.0f;
  x[at++] = standing.size / 10.0f;
  x[at + (owner - me + SEATS) % SEATS] = 1;
  at += SEATS;
  int foes = 0, friends = 0, next = -1, seats = 0;
  for (int i = 1; i < SEATS; i++) {
    int s = (me + i) % SEATS;
    if (s == owner) break;
    if (!v->sizes[s]) continue;
    if (next < 0) next = s;
    seats |= 1 << s;
    if (i & 1)
      foes++;
    else
      friends++;
  }
  float sign = friendly ? 1 : -1, stays = holds(&k->odds, standing, rivals & seats, bombing(pot));
  x[at++] = sign;
  x[at++] = stays;
  x[at++] = sign * stays;
  x[at++] = sign * stays * pot / 50.0f;
  x[at++] = sign * (1 - stays) * pot / 50.0f;
  double plain = 0;
  int weak = 0;
  x[at++] = after.price / 5;
  x[at++] = after.count / 10.0f;
  for (int i = 0; i < after.count; i++) {
    double cost = price(after.groups[i]);
    x[at + after.groups[i].kind] += 0.25f;
    if (cost > 0) plain += cost;
    weak += cost > 0.6;
  }
  at += 9;
  x[at++] = plain / 5;
  x[at++] = weak / 5.0f;
  x[at++] = foes / 3.0f;
  x[at++] = friends / 2.0f;
  x[at++] = next >= 0 && ((next ^ me) & 1);
  x[at++] = next < 0;
  x[at++] = mates_out / 3.0f;
  x[at++] = value < -200 ? -2 : value > 200 ? 2 : value / 100;
  x[at++] = play && over;
  x[at++] = play && over && standing.kind >= BOMB;
  x[at++] = jokers / 4.0f;
  for (int i = 1; i < SEATS; i++) x[at++] = play ? 0 : v->passed[(me + i) % SEATS];
  return value;
}

// ---- the network
#define H1 64
#define H2 32
#define NW (INPUTS * H1 + H1 + H1 * H2 + H2 + H2 + 1)
typedef struct {
  float w[NW];
} Net;
static Net net, mom, var_, grad;
static long steps_;
static float forward(const Net* n, const float* x, float* a1, float* a2) {
  const float *w = n->w, *b1 = w + INPUTS * H1, *w2 = b1 + H1, *b2 = w2 + H1 * H2, *w3 = b2 + H2, *b3 = w3 + H2;
  memcpy(a1, b1, H1 * 4);
  for (int i = 0; i < INPUTS; i++) {
    float xi = x[i];
    if (xi != 0) {
      const float* row = w + i * H1;
      for (int j = 0; j < H1; j++) a1[j] += xi * row[j];
    }
  }
  memcpy(a2, b2, H2 * 4);
  for (int j = 0; j < H1; j++) {
    float aj = a1[j] = a1[j] > 0 ? a1[j] : 0;
    if (aj > 0) {
      const float* row = w2 + j * H2;
      for (int q = 0; q < H2; q++) a2[q] += aj * row[q];
    }
  }
  float y = b3[0];
  for (int q = 0; q < H2; q++) {
    a2[q] = a2[q] > 0 ? a2[q] : 0;
    y += a2[q] * w3[q];
  }
  return y;
}
static void backward(const float* x, const float* a1, const float* a2, float d) {
  float *g = grad.w, *b1 = g + INPUTS * H1, *w2 = b1 + H1, *b2 = w2 + H1 * H2, *w3 = b2 + H2, *b3 = w3 + H2;
  const float *v2 = net.w + INPUTS * H1 + H1, *v3 = v2 + H1 * H2 + H2;
  float d2[H2], d1[H1];
  b3[0] += d;
  for (int q = 0; q < H2; q++) {
    w3[q] += d * a2[q];
    d2[q] = a2[q] > 0 ? d * v3[q] : 0;
    b2[q] += d2[q];
  }
  for (int j = 0; j < H1; j++) {
    d1[j] = 0;
    if (a1[j] > 0) {
      float s = 0;
      for (int q = 0; q < H2; q++) {
        w2[j * H2 + q] += a1[j] * d2[q];
        s += v2[j * H2 + q] * d2[q];
      }
      d1[j] = s;
      b1[j] += s;
    }
  }
  for (int i = 0; i < INPUTS; i++) {
    float xi = x[i];
    if (xi != 0) {
      float* row = g + i * H1;
      for (int j = 0; j < H1; j++) row[j] += xi * d1[j];
    }
  }
}
static void adam(float lr, int batch) {
  steps_++;
  double c1 = 1 - pow(0.9, steps_), c2 = 1 - pow(0.999, steps_);
  float k = lr * sqrt(c2) / c1, inv = 1.0f / batch;
  for (int i = 0; i < NW; i++) {
    float g = grad.w[i] * inv;
    mom.w[i] = 0.9f * mom.w[i] + 0.1f * g;
    var_.w[i] = 0.999f * var_.w[i] + 0.001f * g * g;
    net.w[i] -= k * mom.w[i] / (sqrtf(var_.w[i]) + 1e-8f);
    grad.w[i] = 0;
  }
}
static void init_net(void) {
  for (int i = 0; i < NW; i++) net.w[i] = 0;
  for (int i = 0; i < INPUTS * H1; i++) net.w[i] = (uniform() * 2 - 1) * 0.15f;
  for (int i = 0; i < H1 * H2; i++) net.w[INPUTS * H1 + H1 + i] = (uniform() * 2 - 1) * sqrtf(6.0f / H1) * 0.7f;
  for (int i = 0; i < H2; i++) net.w[NW - 1 - H2 + i] = (uniform() * 2 - 1) * 0.1f;
}
int load(const char* path) {
  FILE* in = fopen(path, "rb");
  if (!in) return 0;
  size_t n = fread(net.w, 4, NW, in);
  fclose(in);
  return n == NW;
}
static void save(const char* path) {
  char t[300];
  snprintf(t, 300, "%s.tmp", path);
  FILE* o = fopen(t, "wb");
  fwrite(net.w, 4, NW, o);
  fclose(o);
  rename(t, path);
}
