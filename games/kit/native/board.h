// What all games show of a round, kept up to date deed by deed, and written down for one seat at a time: the planes that
// arena/observation.py describes, in their order. Whoever includes this says before how many SEATS there are at most, and how many
// KINDS of standing plays, WHYS and VERBS.
#ifndef PAIJU_BOARD_H
#define PAIJU_BOARD_H

#include <stdint.h>
#include <string.h>

#define CARDS 54  // Rank by rank from 3 to 2, in each spades, hearts, diamonds, clubs; then the small and the big joker
#define RANKS 15
#define DEEDS 12  // So many of the latest deeds are told, the newest first

typedef struct {
  uint8_t seats;
  uint8_t hands[SEATS][CARDS], laid[SEATS][CARDS];  // Copies of each card
  uint8_t out[CARDS];  // Copies of each card that have not been laid
  uint8_t standing[CARDS];
  int8_t standing_seat, standing_kind, standing_rank;  // -1: none
  uint8_t place[SEATS];
  int64_t score[SEATS];
  uint8_t deed_cards[DEEDS][CARDS], deed_seat[DEEDS], deed_verb[DEEDS];
  uint32_t deeds;  // How many there have been
} Board;

static inline void board_begin(Board *board, int seats, const uint8_t *pack) {
  memset(board, 0, sizeof *board);
  board->seats = (uint8_t) seats;
  memcpy(board->out, pack, CARDS);
  board->standing_seat = board->standing_kind = board->standing_rank = -1;
}

// Adds a deed; ``cards``: copies of each card, NULL for none.
static inline void board_tell(Board *board, int seat, int verb, const uint8_t *cards) {
  int at = (int) (board->deeds++ % DEEDS);
  if (cards) memcpy(board->deed_cards[at], cards, CARDS);
  else memset(board->deed_cards[at], 0, CARDS);
  board->deed_seat[at] = (uint8_t) seat;
  board->deed_verb[at] = (uint8_t) verb;
}

// Lets a seat have laid cards out of its hand.
static inline void board_lay(Board *board, int seat, const uint8_t *cards) {
  for (int card = 0; card < CARDS; card++) {
    board->hands[seat][card] -= cards[card];
    board->laid[seat][card] += cards[card];
    board->out[card] -= cards[card];
  }
}

static inline void board_stand(Board *board, int seat, int kind, int rank, const uint8_t *cards) {
  board->standing_seat = (int8_t) seat;
  board->standing_kind = (int8_t) kind;
  board->standing_rank = (int8_t) rank;
  memcpy(board->standing, cards, CARDS);
}

// Lets nothing stand: the next to act leads.
static inline void board_clear(Board *board) {
  board->standing_seat = board->standing_kind = board->standing_rank = -1;
}

static inline int board_size(int seats) {
  return CARDS * (3 + seats + DEEDS) + 5 * seats + WHYS + KINDS + RANKS + DEEDS * (seats + VERBS);
}

// Writes what a seat sees, which is all zero before; returns where a game's own planes begin. ``counts``: cards in each hand;
// ``acting``: a bit for each seat known to act; ``why``: what the seat itself is asked, -1 for nothing.
static inline float *board_write(const Board *board, int seat, const int *counts, unsigned acting, int why, float *out) {
  int seats = board->seats;
  for (int card = 0; card < CARDS; card++) out[card] = board->hands[seat][card];
  out += CARDS;
  for (int card = 0; card < CARDS; card++) out[card] = board->out[card] - board->hands[seat][card];
  out += CARDS;
  for (int step = 0, at = seat; step < seats; step++, at = at + 1 == seats ? 0 : at + 1) {
    for (int card = 0; card < CARDS; card++) out[card] = board->laid[at][card];
    out += CARDS;
  }
  for (int step = 0, at = seat; step < seats; step++, at = at + 1 == seats ? 0 : at + 1) {
    out[step] = counts[at];
    out[seats + step] = board->place[at];
    out[2 * seats + step] = acting >> at & 1;
  }
  out += 3 * seats;
  if (why >= 0) out[why] = 1;
  out += WHYS;
  int stands = board->standing_seat >= 0;
  if (stands) {
    for (int card = 0; card < CARDS; card++) out[card] = board->standing[card];
    out[CARDS + (board->standing_seat - seat + seats) % seats] = 1;
    if (board->standing_kind >= 0) out[CARDS + seats + board->standing_kind] = 1;
    if (board->standing_rank >= 0) out[CARDS + seats + KINDS + board->standing_rank] = 1;
  }
  out += CARDS + seats + KINDS + RANKS;
  for (unsigned back = 1; back <= DEEDS && back <= board->deeds; back++) {
    unsigned at = (board->deeds - back) % DEEDS, row = back - 1;
    for (int card = 0; card < CARDS; card++) out[row * CARDS + card] = board->deed_cards[at][card];
    out[DEEDS * CARDS + row * seats + (board->deed_seat[at] - seat + seats) % seats] = 1;
    out[DEEDS * (CARDS + seats) + row * VERBS + board->deed_verb[at]] = 1;
  }
  out += DEEDS * (CARDS + seats + VERBS);
  for (int step = 0, at = seat; step < seats; step++, at = at + 1 == seats ? 0 : at + 1) out[step] = (float) board->score[at];
  return out + seats;
}

#endif
