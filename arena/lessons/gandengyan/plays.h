// Cards by rank, what they can be, what beats what, and which plays a hand offers (counts.py, kinds.py, plays.py).
#pragma once
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t Cards;  // four bits a rank, the 3 lowest; jokers, small ones all, are the rank after the 2
enum { ROCKET, BOMB, TRIO, PAIR_CHAIN, CHAIN, PAIR, SOLO, KINDS };
enum { ACE = 11, DEUCE = 12, JOKER = 13, RANKS = 13 };
typedef struct {
  int kind, top, size;
} Reading;
typedef struct {
  int packs, draw_all, trio_set, rocket_top, factor_by_size;
  int unplayed;  // 0 double, 1 banker, 2 off
  int left_jokers, left_twos, left_bombs, alarm_free, cap;
} Rules;
typedef struct {
  Cards play;
  Reading reading;
  int pass;
} Option;

#define MOST_PLAYS 6000
#define MOST_OPTIONS 1200
#define WEIGHED 60  // of more plays only the larger ones are looked at

static Cards unit(int rank) { return 1ULL << 4 * rank; }
static int held(Cards cards, int rank) { return (int)(cards >> 4 * rank & 15); }
static int size_of(Cards cards) {
  int size = 0;
  for (; cards; cards >>= 4) size += cards & 15;
  return size;
}
static int least_bomb(const Rules* rules) { return rules->trio_set ? 4 : 3; }

// What cards can be, strongest first.
static int runs(int kind, int size, int low, int high, Reading* found) {
  int length = kind == CHAIN ? size : size / 2, n = 0;
  int first = low + length - 1 < ACE ? low + length - 1 : ACE, last = high > length - 1 ? high : length - 1;
  for (int top = first; top >= last; top--) found[n++] = (Reading){kind, top, size};
  return n;
}
static int readings(Cards play, const Rules* rules, Reading* found) {
  int n = 0, low = -1, high = -1, most = 0, jokers = held(play, JOKER), size = size_of(play);
  for (int rank = 0; rank < RANKS; rank++) {
    int count = held(play, rank);
    if (!count) continue;
    if (low < 0) low = rank;
    high = rank;
    if (count > most) most = count;
  }
  if (low < 0) {
    if (jokers != 2) return 0;
    found[0] = (Reading){ROCKET, 14, 2};
    return 1;
  }
  if (low == high) {
    int kind = size >= least_bomb(rules) ? BOMB : size == 1 ? SOLO : size == 2 ? PAIR : TRIO;
    found[n++] = (Reading){kind, low, size};
    if (!jokers) return n;
  }
  if (high > ACE) return n;
  if (most <= 2 && size >= 4 && size % 2 == 0) n += runs(PAIR_CHAIN, size, low, high, found + n);
  if (most == 1 && size >= 3) n += runs(CHAIN, size, low, high, found + n);
  return n;
}
static int beats(Reading one, Reading other, const Rules* rules) {
  if (other.kind == ROCKET) return !rules->rocket_top && one.kind == BOMB && one.size >= 4;
  switch (one.kind) {
    case ROCKET:
      return rules->rocket_top || other.kind != BOMB || other.size < 4;
    case BOMB:
      return other.kind != BOMB || one.size > other.size || (one.size == other.size && one.top > other.top);
    case TRIO:
      return other.kind == TRIO && one.top > other.top;
    default:
      if (one.kind != other.kind || one.size != other.size) return 0;
      return one.top == DEUCE ? other.top != DEUCE : one.top == other.top + 1;
  }
}
// By how much a play raises the multiplier.
static int factor_of(Reading reading, const Rules* rules) {
  if (reading.kind > BOMB) return 1;
  return rules->factor_by_size && reading.kind == BOMB ? 1 << (reading.size - 2) : 2;
}

// All runs that begin at a rank: natural cards, and jokers for what is missing.
static int runs_from(Cards hand, int low, int each, Cards* plays, int n) {
  enum { PARTS = 4096 };
  static Cards cards[2][PARTS];
  static int missing[2][PARTS];
  int jokers = held(hand, JOKER), shortest = each == 1 ? 3 : 2, parts = 1, now = 0;
  cards[0][0] = missing[0][0] = 0;
  for (int rank = low; rank <= ACE && parts; rank++) {
    int most = held(hand, rank) < each ? held(hand, rank) : each, longer = 0;
    for (int i = 0; i < parts; i++)
      for (int kept = most; kept >= 0; kept--) {
        int lacking = missing[now][i] + each - kept;
        if (lacking > jokers || longer == PARTS) continue;
        cards[!now][longer] = cards[now][i] + kept * unit(rank);
        missing[!now][longer++] = lacking;
      }
    now = !now;
    parts = longer;
    if (rank - low + 1 < shortest) continue;
    for (int i = 0; i < parts; i++)
      if (cards[now][i] && n < MOST_PLAYS) plays[n++] = cards[now][i] + missing[now][i] * unit(JOKER);
  }
  return n;
}
// With jokers the same cards come up under several readings: keep the first of each.
static int without_twins(Cards* plays, int n) {
  enum { PLACES = 16384 };
  static Cards known[PLACES];
  static int stamps[PLACES], stamp = 0;
  int kept = 0;
  stamp++;
  for (int i = 0; i < n; i++) {
    unsigned place = (unsigned)(plays[i] * 0x9E3779B97F4A7C15ULL >> 50);
    while (stamps[place] == stamp && known[place] != plays[i]) place = (place + 1) % PLACES;
    if (stamps[place] == stamp) continue;
    stamps[place] = stamp;
    known[place] = plays[kept++] = plays[i];
  }
  return kept;
}
// All combinations in a hand; without runs where they are of no use.
static int leads(Cards hand, int with_runs, Cards* plays) {
  int n = 0, jokers = held(hand, JOKER);
  for (int rank = 0; rank < RANKS; rank++) {
    int count = held(hand, rank);
    for (int size = 1; count && size <= count + jokers; size++)
      for (int kept = size < count ? size : count; kept && size - kept <= jokers; kept--)
        plays[n++] = kept * unit(rank) + (size - kept) * unit(JOKER);
  }
  for (int each = 1; with_runs && each <= 2; each++)
    for (int low = 0; low <= ACE - (each == 1 ? 2 : 1); low++) n = runs_from(hand, low, each, plays, n);
  if (jokers >= 2 && n < MOST_PLAYS) plays[n++] = 2 * unit(JOKER);
  return jokers ? without_twins(plays, n) : n;
}
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
  Cards* from = plays;
  Reading read[32];
  int many = leads(hand, !standing || standing->kind == CHAIN || standing->kind == PAIR_CHAIN, plays), n = 0;
  if (standing) {
    int kept = 0;
    for (int i = 0; i < many; i++) {
      int m = readings(plays[i], rules, read), may = 0;
      for (int k = 0; k < m && !may; k++) may = beats(read[k], *standing, rules);
      if (may) plays[kept++] = plays[i];
    }
    many = kept;
  }
  if (many > WEIGHED) from = larger(plays, &many);
  for (int i = 0; i < many; i++) {
    int m = readings(from[i], rules, read);
    for (int k = 0; k < m; k++)
      if (!standing || beats(read[k], *standing, rules)) found[n++] = (Option){from[i], read[k], 0};
  }
  if (standing || !many) found[n++] = (Option){0, {0, 0, 0}, 1};
  return n;
}
