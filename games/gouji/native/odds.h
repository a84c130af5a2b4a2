// Hands that the others may hold, drawn as likely as learned odds say. Hands late in a round are not like new ones: ranks go as a whole,
// so few cards are left of what a seat has led, and what it still holds comes in groups.
#ifndef PAIJU_GOUJI_ODDS_H
#define PAIJU_GOUJI_ODDS_H

#include <math.h>

#include "round.h"

#define ALIKE 9  // 0 to 7 cards of a rank, and more
#define PASSED_SIZES 3  // Sets of one card, of two, and larger ones
#define PASSED_ALIKE 5
#define ODDS_OF_RANKS (2 * 2 * RANKS * ALIKE)  // By side (others, own), whether the rank has been laid, rank, and cards of it
#define ODDS (ODDS_OF_RANKS + 2 * PASSED_SIZES * PASSED_ALIKE)  // … by side, size of a lower set that was let go, and cards of the rank
#define MIXED_FIRST 30  // So many exchanges a card until hands are likely …
#define MIXED 60  // … and so many between two draws

// What seats have done: whether they have laid cards of a rank, and by size one more than the lowest rank of the others that they have let go.
typedef struct {
  uint8_t laid[SEATS][RANKS];
  int8_t let_go[SEATS][PASSED_SIZES];
} Signs;

typedef struct {
  int me, cards, others, each;  // Whether each of the others keeps a 3: whoever plays has bought one and parts with it last
  uint8_t rank[4 * CARDS], seat[4 * CARDS], hands[SEATS][RANKS];  // By card which it is, and whose
  float odds[SEATS][RANKS][OF_A_RANK + 2];  // Logarithms
} Hidden;

// The odds of so many cards of a rank have a number each for the rank and for every size that was let go: which of all, -1 for none.
static inline int place_of_odds(const Signs *signs, int seat, int is_own, int rank, int held, int part) {
  if (part < 0) return ((is_own * 2 + signs->laid[seat][rank]) * RANKS + rank) * ALIKE + smaller(held, ALIKE - 1);
  if (rank < FOUR || rank >= DEUCE || !signs->let_go[seat][part] || rank < signs->let_go[seat][part]) return -1;
  return ODDS_OF_RANKS + (is_own * PASSED_SIZES + part) * PASSED_ALIKE + smaller(held, PASSED_ALIKE - 1);
}

// Exchanges cards of two seats, again and again, as likely as the odds have it.
static void mix(Hidden *hidden, int times, Chance *chance) {
  while (times--) {
    int one = drawn(chance, hidden->cards), other = drawn(chance, hidden->cards), a = hidden->seat[one], b = hidden->seat[other];
    int gives = hidden->rank[one], takes = hidden->rank[other];
    uint8_t *from = hidden->hands[a], *to = hidden->hands[b];
    if (a == b || gives == takes) continue;
    if (hidden->each && ((gives == THREE && from[THREE] == 1) || (takes == THREE && to[THREE] == 1))) continue;
    float (*mine)[OF_A_RANK + 2] = hidden->odds[a], (*theirs)[OF_A_RANK + 2] = hidden->odds[b];
    float better = mine[gives][from[gives] - 1] - mine[gives][from[gives]] + mine[takes][from[takes] + 1] - mine[takes][from[takes]] +
                   theirs[takes][to[takes] - 1] - theirs[takes][to[takes]] + theirs[gives][to[gives] + 1] - theirs[gives][to[gives]];
    if (better < 0 && (float) (drawn_bits(chance) >> 40) / (1 << 24) >= expf(better)) continue;
    from[gives]--;
    from[takes]++;
    to[takes]--;
    to[gives]++;
    hidden->rank[one] = (uint8_t) takes;
    hidden->rank[other] = (uint8_t) gives;
  }
}

// Deals to all seats but one what it has not seen, by how many cards each holds.
static void hide(Hidden *hidden, const float *odds, const Signs *signs, int me, const int16_t *left, const int *unseen, Chance *chance) {
  int others = 0, each, at = 0, size = 0;
  memset(hidden, 0, sizeof *hidden);
  hidden->me = me;
  for (int seat = 0; seat < SEATS; seat++) others += seat != me && left[seat];
  each = hidden->each = unseen[THREE] >= others;
  for (int rank = 0; rank < RANKS; rank++) for (int more = unseen[rank] - (rank == THREE && each ? others : 0); more > 0; more--) hidden->rank[size++] = (uint8_t) rank;
  shuffle(chance, hidden->rank, size);
  for (int seat = 0; seat < SEATS; seat++) if (seat != me && left[seat]) {
    if (each) hidden->rank[size++] = THREE;
    for (int card = 0; card < left[seat]; card++) {
      int place = each && !card ? size - 1 : at++;
      hidden->seat[place] = (uint8_t) seat;
      hidden->hands[seat][hidden->rank[place]]++;
    }
    for (int rank = 0; rank < RANKS; rank++) for (int held = 0; held < OF_A_RANK + 2; held++) {
      for (int part = -1; part < PASSED_SIZES; part++) {
        int number = place_of_odds(signs, seat, !((seat ^ me) & 1), rank, held, part);
        if (number >= 0) hidden->odds[seat][rank][held] += odds[number];
      }
    }
  }
  hidden->cards = size;
  hidden->others = others;
  if (others > 1) mix(hidden, MIXED_FIRST * size, chance);
}

// Lets everybody else hold what is drawn next.
static void draw_hidden(Hidden *hidden, Round *round, Chance *chance) {
  if (hidden->others > 1) mix(hidden, MIXED, chance);
  for (int seat = 0; seat < SEATS; seat++) if (seat != hidden->me && round->left[seat]) memcpy(round->hands[seat], hidden->hands[seat], RANKS);
}

#endif
