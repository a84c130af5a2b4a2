// How odds of hidden hands are learned: what is held counts for them, what they have drawn against them (contrastive divergence, Adam).
#pragma once
#include <math.h>

enum { HEARD_OF = 64 };  // So many hands make a step

static void learn_step(float *odds, float *slope, float *moment, float *square, int count, float fast) {
  for (int at = 0; at < count; at++) {
    float g = slope[at] / HEARD_OF - 1e-4f * odds[at];
    slope[at] = 0;
    moment[at] = .9f * moment[at] + .1f * g;
    square[at] = .99f * square[at] + .01f * g * g;
    odds[at] += fast * moment[at] / (sqrtf(square[at]) + 1e-3f);
  }
}
