// Networks (games/kit/network.py), one for each role: the landlord, who sits before the landlord, who sits after.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDEST 512
typedef struct {
  int layers, sizes[8];
  float *weights[8], *biases[8];  // of the first layer by input, as most inputs are zero; of the others by output
} Network;
typedef struct {
  Network role[3];
  int known;
} Networks;

static int load_one(Network *N, FILE *f) {
  int ok = fread(&N->layers, 4, 1, f) == 1 && N->layers <= 8 && (int) fread(N->sizes, 4, N->layers, f) == N->layers;
  for (int i = 0; ok && i + 1 < N->layers; i++) {
    int in = N->sizes[i], out = N->sizes[i + 1];
    float *by_output = malloc(4L * in * out), *by_input = malloc(4L * in * out);
    N->biases[i] = malloc(4L * out);
    ok = (long) fread(by_output, 4, (long) in * out, f) == (long) in * out && (int) fread(N->biases[i], 4, out, f) == out;
    for (int o = 0; o < out; o++) for (int j = 0; j < in; j++) by_input[(long) j * out + o] = by_output[(long) o * in + j];
    N->weights[i] = i ? by_output : by_input;
    free(i ? by_input : by_output);
  }
  return ok;
}
static int load(Networks *N, const char *path) {
  FILE *f = fopen(path, "rb");
  if (!f) return 0;
  int ok = 1;
  for (int role = 0; ok && role < 3; role++) ok = load_one(&N->role[role], f);
  fclose(f);
  return N->known = ok;
}
static void drop(Networks *N) {
  for (int role = 0; N->known && role < 3; role++) for (int i = 0; i + 1 < N->role[role].layers; i++) {
    free(N->role[role].weights[i]);
    free(N->role[role].biases[i]);
  }
  N->known = 0;
}
static void take_in(const Network *N, const float *x, int from, int to, float *sums) {
  int out = N->sizes[1];
  for (int i = from; i < to; i++) if (x[i] != 0) {
    const float *w = N->weights[0] + (long) i * out;
    for (int o = 0; o < out; o++) sums[o] += x[i] * w[o];
  }
}
// What the inputs that all plays of a decision share come to.
static void begun(const Network *N, const float *x, int shared, float *sums) {
  memcpy(sums, N->biases[0], 4 * N->sizes[1]);
  take_in(N, x, 0, shared, sums);
}
static void rest(const Network *N, const float *x, int shared, const float *begun_sums, float *y) {
  float t[2][WIDEST];
  memcpy(t[0], begun_sums, 4 * N->sizes[1]);
  take_in(N, x, shared, N->sizes[0], t[0]);
  for (int i = 1; i + 1 < N->layers; i++) {
    int in = N->sizes[i], out = N->sizes[i + 1];
    float *from = t[(i - 1) & 1], *to = i + 2 == N->layers ? y : t[i & 1];
    for (int j = 0; j < in; j++) if (from[j] < 0) from[j] = 0;
    for (int o = 0; o < out; o++) {
      const float *w = N->weights[i] + (long) o * in;
      float sum = 0;
      for (int j = 0; j < in; j++) sum += w[j] * from[j];
      to[o] = sum + N->biases[i][o];
    }
  }
}
