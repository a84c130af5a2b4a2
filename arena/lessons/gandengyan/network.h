// The network that is being learned: two hidden layers, the work for what options have in common done once.
#pragma once
#include "features.h"

enum { WIDEST = 1024 };
typedef struct {
  int wide, narrow;
  float *from_inputs, *from_wide;  // by input, then by output
  float biases[WIDEST], narrow_biases[WIDEST], last[WIDEST], last_bias;
} Network;
static Network net;

static void add_inputs(const float* numbers, int first, int many, float* sums) {
  for (int i = 0; i < many; i++) {
    if (numbers[i] == 0) continue;
    const float* weights = net.from_inputs + (size_t)(first + i) * net.wide;
    for (int j = 0; j < net.wide; j++) sums[j] += numbers[i] * weights[j];
  }
}
static float finished(const float* sums) {
  float narrow[WIDEST], value = net.last_bias;
  memcpy(narrow, net.narrow_biases, net.narrow * sizeof(float));
  for (int j = 0; j < net.wide; j++) {
    if (sums[j] <= 0) continue;
    const float* weights = net.from_wide + (size_t)j * net.narrow;
    for (int k = 0; k < net.narrow; k++) narrow[k] += sums[j] * weights[k];
  }
  for (int k = 0; k < net.narrow; k++)
    if (narrow[k] > 0) value += narrow[k] * net.last[k];
  return value;
}
