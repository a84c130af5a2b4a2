// Networks of two hidden layers that tell three numbers: a quarter of the points, whether the round is won, whether it is lost.
#pragma once
#include "position.h"
#define TOLD 3
#define WIDEST 256
#define NARROW 32

// By layer the weights of each input, then the biases. ``steady`` is a mean of the last weights: what is kept in the end.
typedef struct {
  int inputs, wide, size, steps;
  float *w, *moment, *square, *slope, *steady;
} Network;
static float *first_bias(const Network *n, float *w) { return w + n->inputs * n->wide; }
static float *second(const Network *n, float *w) { return first_bias(n, w) + n->wide; }
static float *second_bias(const Network *n, float *w) { return second(n, w) + n->wide * NARROW; }
static float *last(const Network *n, float *w) { return second_bias(n, w) + NARROW; }
static float *last_bias(const Network *n, float *w) { return last(n, w) + NARROW * TOLD; }
static void make(Network *n, int inputs, int wide) {
  if (n->w) free(n->w);
  *n = (Network){inputs, wide, .size = inputs * wide + wide + wide * NARROW + NARROW + NARROW * TOLD + TOLD};
  n->w = calloc(5L * n->size, sizeof(float));
  n->moment = n->w + n->size;
  n->square = n->moment + n->size;
  n->slope = n->square + n->size;
  n->steady = n->slope + n->size;
  float *at = n->w;
  for (; at < first_bias(n, n->w); at++) *at = (uniform() * 2 - 1) * sqrtf(3.f / 60);
  for (at = second(n, n->w); at < second_bias(n, n->w); at++) *at = (uniform() * 2 - 1) * sqrtf(6.f / wide);
  for (at = last(n, n->w); at < last_bias(n, n->w); at++) *at = (uniform() * 2 - 1) * sqrtf(3.f / NARROW) * .3f;
}
// Adds some inputs, from one on, into the first layer: four at a time, so that the sums are seldom fetched.
static void add(const Network *n, const float *w, const float *x, int from, int count, float *restrict sums) {
  int wide = n->wide, found = 0, at[WIDEST * 2];
  for (int i = 0; i < count; i++)
    if (x[i] != 0) at[found++] = i;
  int i = 0;
  for (; i + 4 <= found; i += 4) {
    const float *a = w + (from + at[i]) * wide, *b = w + (from + at[i + 1]) * wide;
    const float *c = w + (from + at[i + 2]) * wide, *d = w + (from + at[i + 3]) * wide;
    float fa = x[at[i]], fb = x[at[i + 1]], fc = x[at[i + 2]], fd = x[at[i + 3]];
    for (int j = 0; j < wide; j++) sums[j] += fa * a[j] + fb * b[j] + fc * c[j] + fd * d[j];
  }
  for (; i < found; i++) {
    const float *a = w + (from + at[i]) * wide;
    for (int j = 0; j < wide; j++) sums[j] += x[at[i]] * a[j];
  }
}
static void rest(const Network *n, float *w, float *restrict sums, float *restrict hidden, float *restrict y) {
  const float *w2 = second(n, w), *w3 = last(n, w);
  float h[NARROW];
  memcpy(h, second_bias(n, w), sizeof h);
  memcpy(y, last_bias(n, w), TOLD * sizeof *y);
  for (int i = 0; i < n->wide; i++) {
    float f = sums[i] = sums[i] > 0 ? sums[i] : 0;
    if (f > 0)
      for (int j = 0; j < NARROW; j++) h[j] += f * w2[i * NARROW + j];
  }
  for (int j = 0; j < NARROW; j++) {
    hidden[j] = h[j] > 0 ? h[j] : 0;
    for (int k = 0; k < TOLD; k++) y[k] += hidden[j] * w3[j * TOLD + k];
  }
}
static void estimate(const Network *n, const float *x, float *y) {
  float sums[WIDEST], hidden[NARROW];
  memcpy(sums, first_bias(n, n->w), n->wide * sizeof *sums);
  add(n, n->w, x, 0, n->inputs, sums);
  rest(n, n->w, sums, hidden, y);
}
// Adds to the slopes of some inputs what the sums of the first layer are blamed for.
static void blame(Network *n, const float *x, int from, int count, const float *restrict blamed) {
  for (int i = 0; i < count; i++) {
    float f = x[i], *restrict row = n->slope + (from + i) * n->wide;
    if (f != 0)
      for (int j = 0; j < n->wide; j++) row[j] += f * blamed[j];
  }
}
// Adds to the slopes what one row teaches, given the sums of the inputs before it, and to ``blamed`` what these are blamed for;
// returns its squared error.
static double teach(Network *n, const float *begun, const float *x, int from, int count, const float *wanted, float *blamed) {
  float sums[WIDEST], hidden[NARROW], y[TOLD], e[TOLD], d2[NARROW], d1[WIDEST];
  float *w = n->w, *g = n->slope, *w2 = second(n, w), *w3 = last(n, w), *restrict g2 = second(n, g), *g3 = last(n, g);
  double error = 0;
  memcpy(sums, begun, n->wide * sizeof *sums);
  add(n, w, x, from, count, sums);
  rest(n, w, sums, hidden, y);
  for (int k = 0; k < TOLD; k++) {
    e[k] = y[k] - wanted[k];
    error += e[k] * e[k];
    last_bias(n, g)[k] += e[k];
  }
  for (int j = 0; j < NARROW; j++) {
    d2[j] = 0;
    for (int k = 0; k < TOLD; k++) {
      g3[j * TOLD + k] += e[k] * hidden[j];
      if (hidden[j] > 0) d2[j] += e[k] * w3[j * TOLD + k];
    }
    second_bias(n, g)[j] += d2[j];
  }
  for (int i = 0; i < n->wide; i++) {
    float s = 0, f = sums[i];
    if (f > 0)
      for (int j = 0; j < NARROW; j++) {
        s += w2[i * NARROW + j] * d2[j];
        g2[i * NARROW + j] += f * d2[j];
      }
    d1[i] = s;
    blamed[i] += s;
  }
  blame(n, x, from, count, d1);
  return error;
}
// Goes one step downhill (Adam).
static void learn_from(Network *n, int rows, float rate) {
  n->steps++;
  float level1 = 1 - powf(.9f, n->steps), level2 = 1 - powf(.999f, n->steps), each = 1.f / rows;
  float fresh = 1.f / (n->steps < 3000 ? n->steps : 3000);
  for (int i = 0; i < n->size; i++) {
    float g = n->slope[i] * each;
    n->slope[i] = 0;
    n->moment[i] = .9f * n->moment[i] + .1f * g;
    n->square[i] = .999f * n->square[i] + .001f * g * g;
    n->w[i] -= rate * (n->moment[i] / level1) / (sqrtf(n->square[i] / level2) + 1e-6f);
    n->steady[i] += fresh * (n->w[i] - n->steady[i]);
  }
}
