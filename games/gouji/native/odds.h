// Hands that the others may hold, drawn as likely as learned odds say. Hands late in a round are not like new ones: ranks go as a whole,
// so few cards are left of what a seat has led, and what it still holds comes in groups.
#ifndef PAIJU_GOUJI_ODDS_H
#define PAIJU_GOUJI_ODDS_H

#include "round.h"

#define RANKS_HIDDEN RANKS
#define RANK_HIDDEN(card) (card)
#define CARDS_HIDDEN (4 * CARDS)
#define ALIKE_HIDDEN OF_A_RANK
#include "../../kit/native/hidden.h"

#define ALIKE 9  // 0 to 7 cards of a rank, and more
#define PASSED_SIZES 3  // Sets of one card, of two, and larger ones
#define PASSED_ALIKE 5
#define ODDS_OF_RANKS (2 * 2 * RANKS * ALIKE)  // By side (others, own), whether the rank has been laid, rank, and cards of it
#define ODDS (ODDS_OF_RANKS + 2 * PASSED_SIZES * PASSED_ALIKE)  // … by side, size of a lower set that was let go, and cards of the rank

// What seats have done: whether they have laid cards of a rank, and by size one more than the lowest rank of the others that they have let go.
typedef struct {
  uint8_t laid[SEATS][RANKS];
  int8_t let_go[SEATS][PASSED_SIZES];
} Signs;

// The odds of so many cards of a rank have a number each for the rank and for every size that was let go: which of all, -1 for none.
static inline int place_of_odds(const Signs *signs, int seat, int is_own, int rank, int held, int part) {
  if (part < 0) return ((is_own * 2 + signs->laid[seat][rank]) * RANKS + rank) * ALIKE + smaller(held, ALIKE - 1);
  if (rank < FOUR || rank >= DEUCE || !signs->let_go[seat][part] || rank < signs->let_go[seat][part]) return -1;
  return ODDS_OF_RANKS + (is_own * PASSED_SIZES + part) * PASSED_ALIKE + smaller(held, PASSED_ALIKE - 1);
}

// Deals to all seats but one what it has not seen, by how many cards each holds. If each may keep a 3, it does: whoever plays has bought
// one and parts with it last.
static void hide(Hidden *hidden, const float *odds, const Signs *signs, int me, const int16_t *left, const int *unseen, Chance *chance) {
  int others = 0, each;
  memset(hidden, 0, sizeof *hidden);
  for (int seat = 0; seat < SEATS; seat++) others += seat != me && left[seat];
  each = unseen[THREE] >= others;
  for (int rank = 0; rank < RANKS; rank++) {
    for (int more = unseen[rank] - (rank == THREE && each ? others : 0); more > 0; more--) hidden->card[hidden->cards++] = (uint8_t) rank;
  }
  for (int seat = 0; seat < SEATS; seat++) if (seat != me && left[seat]) {
    hidden->gets[seat] = left[seat] - each;
    hidden->hands[seat][THREE] = (uint8_t) each;
    for (int rank = 0; rank < RANKS; rank++) for (int held = 0; held < OF_A_RANK + 2; held++) {
      for (int part = -1; part < PASSED_SIZES; part++) {
        int number = place_of_odds(signs, seat, !((seat ^ me) & 1), rank, held, part);
        if (number >= 0) hidden->odds[seat][rank][held] += odds[number];
      }
    }
  }
  deal_hidden(hidden, chance);
}

// Lets the others hold what is drawn next.
static void draw_hidden(Hidden *hidden, Round *round, Chance *chance) {
  mix(hidden, MIXED, chance);
  for (int seat = 0; seat < SEATS; seat++) if (seat != round->turn && round->left[seat]) memcpy(round->hands[seat], hidden->hands[seat], RANKS);
}

#endif
