// In how few plays a hand could go out (ai/plan.py).
#pragma once
#include "plays.h"

typedef struct {
  int price, plays, loose, bombs;
} Plan;
enum { ANY = 10, LOOSE = 4, TWO = -3, AS_BOMB = -4, WHOLE_SEARCH = 11 };
#define KNOWN_PLANS (1 << 20)
static Cards* known_hands[2];  // by whether three of a kind is an ordinary set
static Plan* known_plans[2];

static void remember_plans(void) {
  for (int set = 0; set < 2; set++) {
    if (known_hands[set]) continue;
    known_hands[set] = calloc(KNOWN_PLANS, sizeof(Cards));
    known_plans[set] = calloc(KNOWN_PLANS, sizeof(Plan));
  }
}
static int cheaper(Plan one, Plan other) {
  if (one.price != other.price) return one.price < other.price;
  if (one.plays != other.plays) return one.plays < other.plays;
  if (one.loose != other.loose) return one.loose < other.loose;
  return one.bombs < other.bombs;
}
// A plan with one play more in front.
static Plan with_play(Cards play, Plan rest, const Rules* rules) {
  int size = size_of(play), ranks = 0;
  rest.plays++;
  if (size == 1) {
    int two = play == unit(DEUCE);
    rest.price += ANY + (two ? TWO : LOOSE);
    rest.loose += !two;
    return rest;
  }
  for (int rank = 0; rank < RANKS; rank++) ranks += held(play, rank) > 0;
  int bomb = play == 2 * unit(JOKER) || (size >= least_bomb(rules) && ranks == 1);
  rest.price += ANY + (bomb ? AS_BOMB : 0) + held(play, JOKER);
  rest.bombs += bomb;
  return rest;
}
// The plays with the lowest card that a plan may begin with.
static int first_plays(Cards hand, int low, Cards* found) {
  int n = 0, jokers = held(hand, JOKER), count = held(hand, low);
  for (int kept = 1; kept < count; kept++) found[n++] = kept * unit(low);
  for (int wild = 0; wild <= jokers; wild++) found[n++] = count * unit(low) + wild * unit(JOKER);
  if (low > ACE) return n;
  for (int each = 1; each <= 2; each++)
    for (int begin = low > jokers ? low - jokers : 0; begin <= low; begin++) {
      Cards play = 0;
      int missing = 0;
      for (int rank = begin; rank <= ACE; rank++) {
        int natural = held(hand, rank) < each ? held(hand, rank) : each;
        play += natural * unit(rank);
        missing += each - natural;
        if (missing > jokers) break;
        if (play && rank - begin + 1 >= (each == 1 ? 3 : 2) && (begin == low || rank == ACE))
          found[n++] = play + missing * unit(JOKER);
      }
    }
  return n;
}
static Plan plan_of(Cards hand, const Rules* rules);
static Plan made_plan(Cards hand, const Rules* rules) {
  Cards plays[400];
  int low = 0, n, largest = 0;
  while (low < RANKS && !held(hand, low)) low++;
  if (low == RANKS) {
    if (hand == unit(JOKER)) return (Plan){26, 2, 1, 0};  // it can never be played alone
    return with_play(2 * unit(JOKER), plan_of(hand - 2 * unit(JOKER), rules), rules);
  }
  n = first_plays(hand, low, plays);
  if (size_of(hand) > WHOLE_SEARCH) {
    for (int i = 1; i < n; i++)
      if (size_of(plays[i]) > size_of(plays[largest])) largest = i;
    plays[0] = plays[largest];
    n = 1;
  }
  Plan best = with_play(plays[0], plan_of(hand - plays[0], rules), rules);
  for (int i = 1; i < n; i++) {
    Plan plan = with_play(plays[i], plan_of(hand - plays[i], rules), rules);
    if (cheaper(plan, best)) best = plan;
  }
  return best;
}
static Plan plan_of(Cards hand, const Rules* rules) {
  if (!hand) return (Plan){0, 0, 0, 0};
  int set = rules->trio_set;
  unsigned place = (unsigned)(hand * 0x9E3779B97F4A7C15ULL >> 44);
  if (known_hands[set][place] != hand) {
    Plan plan = made_plan(hand, rules);  // may fill the same place on its way
    known_hands[set][place] = hand;
    known_plans[set][place] = plan;
  }
  return known_plans[set][place];
}
