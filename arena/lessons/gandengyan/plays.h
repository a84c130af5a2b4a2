// What a seat may do: sensible plays in every reading (ai/scene.py). Combinations and tricks are those of the native core.
#pragma once
#include <math.h>
#include <stdlib.h>
#include "../../../games/gandengyan/native/rules.h"

enum { JOKER = SMALL, RANKS = 13, KINDS = NOTHING };  // jokers are small ones all
typedef House Rules;
typedef struct {
  Cards play;
  Reading reading;
  int pass;
} Option;

#define MOST_PLAYS 32768
#define MOST_OPTIONS 1200
#define WEIGHED 60  // of more plays only the larger ones are looked at

static Cards unit(int rank) { return UNIT(rank); }
// The larger ones of too many plays, in order of size.
static Cards* larger(Cards* plays, int* n) {
  static Cards sorted[MOST_PLAYS];
  int kept = 0;
  for (int size = 1; size < 64; size++)
    for (int i = 0; i < *n; i++)
      if (size_of(plays[i]) == size) sorted[kept++] = plays[i];
  *n = WEIGHED;
  return sorted + kept - WEIGHED;
}
// Every sensible play in every reading that may be led (``standing`` NULL) or beats what stands; last a pass where one may.
static int options_of(Cards hand, const Reading* standing, const Rules* rules, Option* found) {
  static Cards plays[MOST_PLAYS];
  List list = {plays, 0};
  Reading read[MOST_READINGS];
  int n = 0;
  if (standing)
    list_answers(rules, &list, hand, *standing);
  else
    list_leads(&list, hand);
  int many = list.count;
  Cards* from = many > WEIGHED ? larger(plays, &many) : plays;
  for (int i = 0; i < many; i++) {
    int m = readings(rules, from[i], read);
    for (int k = 0; k < m; k++)
      if (!standing || beats(rules, read[k], *standing)) found[n++] = (Option){from[i], read[k], 0};
  }
  if (standing || !many) found[n++] = (Option){0, {0, 0, 0}, 1};
  return n;
}
