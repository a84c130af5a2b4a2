// Hands that the others may hold, drawn as likely as learned odds say: two seats exchange cards, again and again, and keep what is likely
// (Metropolis). Who includes this has defined SEATS, and of what is drawn its RANKS_HIDDEN, RANK_HIDDEN(card), how many cards there are
// (CARDS_HIDDEN), and how many of a rank (ALIKE_HIDDEN).
#ifndef PAIJU_HIDDEN_H
#define PAIJU_HIDDEN_H

#include <math.h>
#include <stdint.h>

#include "chance.h"

#define MIXED_FIRST 30  // So many exchanges a card until hands are likely …
#define MIXED 60  // … and so many between two draws

typedef struct {
  int cards, gets[SEATS], others;  // How many are drawn, how many of them seats get, and how many seats get some
  uint8_t card[CARDS_HIDDEN], seat[CARDS_HIDDEN], hands[SEATS][RANKS_HIDDEN];  // By card which it is, and whose
  float odds[SEATS][RANKS_HIDDEN][ALIKE_HIDDEN + 2];  // Logarithms, by seat, rank and how many of it are held
} Hidden;

static void mix(Hidden *hidden, int times, Chance *chance) {
  while (times-- && hidden->others > 1) {
    int one = drawn(chance, hidden->cards), other = drawn(chance, hidden->cards), a = hidden->seat[one], b = hidden->seat[other];
    uint8_t given = hidden->card[one], taken = hidden->card[other], *from = hidden->hands[a], *to = hidden->hands[b];
    int gives = RANK_HIDDEN(given), takes = RANK_HIDDEN(taken);
    if (a == b) continue;
    if (gives != takes) {
      float (*mine)[ALIKE_HIDDEN + 2] = hidden->odds[a], (*theirs)[ALIKE_HIDDEN + 2] = hidden->odds[b];
      float better = mine[gives][from[gives] - 1] - mine[gives][from[gives]] + mine[takes][from[takes] + 1] - mine[takes][from[takes]] +
                     theirs[takes][to[takes] - 1] - theirs[takes][to[takes]] + theirs[gives][to[gives] + 1] - theirs[gives][to[gives]];
      if (better < 0 && (float) (drawn_bits(chance) >> 40) / (1 << 24) >= expf(better)) continue;
      from[gives]--;
      from[takes]++;
      to[takes]--;
      to[gives]++;
    }
    hidden->card[one] = taken;
    hidden->card[other] = given;
  }
}

// Deals the cards that are drawn, beside what seats hold for sure.
static void deal_hidden(Hidden *hidden, Chance *chance) {
  int at = 0;
  shuffle(chance, hidden->card, hidden->cards);
  for (int seat = 0; seat < SEATS; seat++) {
    hidden->others += hidden->gets[seat] > 0;
    for (int card = 0; card < hidden->gets[seat]; card++, at++) {
      hidden->seat[at] = (uint8_t) seat;
      hidden->hands[seat][RANK_HIDDEN(hidden->card[at])]++;
    }
  }
  mix(hidden, MIXED_FIRST * hidden->cards, chance);
}

#endif
