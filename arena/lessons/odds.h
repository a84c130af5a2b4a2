// How odds of hidden hands are learned: what is held counts for them, what they have drawn against them (contrastive divergence, Adam).
// Who includes this has said how many ODDS there are.
#pragma once
#include <math.h>

enum { HEARD_OF = 64 };  // So many hands make a step
typedef struct {
  float slope[ODDS], moment[ODDS], square[ODDS];
  int heard;
} Learning;

// Another hand has been counted; learn from all of a step once it is full.
static void learn_on(Learning *now, float *odds, float fast) {
  if (++now->heard % HEARD_OF) return;
  for (int at = 0; at < ODDS; at++) {
    float g = now->slope[at] / HEARD_OF - 1e-4f * odds[at];
    now->slope[at] = 0;
    now->moment[at] = .9f * now->moment[at] + .1f * g;
    now->square[at] = .99f * now->square[at] + .01f * g * g;
    odds[at] += fast * now->moment[at] / (sqrtf(now->square[at]) + 1e-3f);
  }
}
