// Hands that the others may hold, as likely as learned odds say: how many cards of a rank a seat still holds, by how many it has left,
// what it has laid of the rank, and what it has let pass.
#pragma once
#include "thumb.h"

#define RANKS_HIDDEN ALL_RANKS
#define RANK_HIDDEN(card) ((card) < 52 ? (card) / 4 : (card) - 39)
#define CARDS_HIDDEN (SEATS * DEALT)
#define ALIKE_HIDDEN MOST_ALIKE
#include "../../kit/native/hidden.h"

enum {
  FEW_LEFT = 4, SOME_LEFT = 9, LAID_ALIKE = 3, HELD_ALIKE = 6,  // 0 to 4 cards of a rank, and more
  LET_PASS = TRIPLE + 1,  // A single, a pair or a triple of a rank no higher
  ODDS_OF_RANKS = 3 * LAID_ALIKE * ALL_RANKS * HELD_ALIKE, ODDS = ODDS_OF_RANKS + LET_PASS * HELD_ALIKE,
};

// The odds of so many cards of a rank have a number for the rank and one for each kind that was let pass: which of all, -1 for none.
static inline int place_of_odds(const Thumb *thumb, const Heard *r, int seat, int rank, int held, int part) {
  int left = r->now.sizes[seat], few = left <= FEW_LEFT ? 0 : left <= SOME_LEFT ? 1 : 2, laid = COUNT(r->told.laid[seat], rank);
  if (held >= HELD_ALIKE) held = HELD_ALIKE - 1;
  if (laid >= LAID_ALIKE) laid = LAID_ALIKE - 1;
  if (part < 0) return ((few * LAID_ALIKE + laid) * ALL_RANKS + thumb->place[rank]) * HELD_ALIKE + held;
  return rank > DEUCE || thumb->place[rank] < r->told.declined[seat][part] ? -1 : ODDS_OF_RANKS + part * HELD_ALIKE + held;
}
// Deal the cards that are drawn, to seats for which it is said how many they get.
static void hide(Hidden *hidden, const float *odds, const Thumb *thumb, const Heard *r, Chance *chance) {
  for (int seat = 0; seat < SEATS; seat++) if (hidden->gets[seat]) {
    for (int rank = 0; rank < ALL_RANKS; rank++) for (int held = 0; held <= MOST_ALIKE; held++) {
      float *to = &hidden->odds[seat][rank][held];
      *to = 0;
      for (int part = -1; part < LET_PASS; part++) {
        int number = place_of_odds(thumb, r, seat, rank, held, part);
        if (number >= 0) *to += odds[number];
      }
    }
  }
  deal_hidden(hidden, chance);
}
// Give the others, who hold only what is known, what is drawn next.
static inline void draw_hidden(Hidden *hidden, const Thumb *thumb, Heard *r, Chance *chance) {
  mix(hidden, MIXED, chance);
  for (int at = 0; at < hidden->cards; at++) hold(thumb->level, &r->now.hands[hidden->seat[at]], hidden->card[at], 1);
}
