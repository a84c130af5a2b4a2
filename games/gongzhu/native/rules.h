// The tricks of Gong Zhu and what cards are worth, over sets of cards (play.py, cards.py).
//
// A card is its place: four suits of thirteen (spades, hearts, diamonds, clubs), from the two to the ace; a set has a bit for each.
#ifndef PAIJU_GONGZHU_RULES_H
#define PAIJU_GONGZHU_RULES_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t u64;

#define SEATS 4
#define PACK 52
#define HELD 13
#define NOBODY (-1)
#define NEXT(seat) (((seat) + 1) & 3)

#define SUIT(suit) (0x1FFFULL << HELD * (suit))
#define BIT(place) (1ULL << (place))
#define SUIT_OF(place) SUIT((place) / HELD)
#define LOWER(place) (BIT(place) - BIT((place) - (place) % HELD))  // The lower cards of its suit
#define EACH_BIT(bit, of) for (u64 left_of_##bit = (of), bit; bit = left_of_##bit & -left_of_##bit, left_of_##bit; left_of_##bit ^= bit)
enum {SPADES, HEARTS, DIAMONDS, CLUBS};

#define TWO_OF_SPADES BIT(0)
#define PIG BIT(10)
#define ACE BIT(25)
#define GOAT BIT(35)
#define QUEEN BIT(36)  // Of diamonds
#define TRANSFORMER BIT(47)
#define SPECIALS (PIG | GOAT | TRANSFORMER | ACE)
#define POINT_CARDS (PIG | GOAT | TRANSFORMER | SUIT(HEARTS))
#define ALL_HEARTS 0x1FFF

static inline int size_of(u64 set) {
  return __builtin_popcountll(set);
}

static inline int highest(u64 set) {
  return 63 - __builtin_clzll(set);
}

static inline int lowest(u64 set) {
  return __builtin_ctzll(set);
}

static inline int is_alone(u64 set) {
  return !(set & (set - 1));
}

// ---- points
typedef struct {
  int expose_rounds, diamond_queen, all_cards_win, teams;
  u64 bad, good;  // The pig and the goat, or the other way round where they have switched values (GZ-35)
} House;

// The points of hearts, none exposed (GZ-21, step 1): 1, 2 and 4 tens are counted apart.
static inline int points_of_hearts(unsigned hearts) {
  if (hearts == ALL_HEARTS) return 200;
  return -10 * (__builtin_popcount(hearts & 0x15F8) + 2 * __builtin_popcount(hearts & 0x600) + 4 * __builtin_popcount(hearts & 0x1800));
}

// The points for cards taken (GZ-21, steps 1 to 5).
static inline int points_of(const House *house, u64 taken, u64 exposed) {
  unsigned hearts = taken >> HELD * HEARTS & ALL_HEARTS;
  int points = points_of_hearts(hearts) * (exposed & ACE ? 2 : 1);
  if (taken & house->bad) points += (exposed & house->bad ? 200 : 100) * (hearts == ALL_HEARTS ? 1 : -1);
  if (taken & house->good) points += exposed & house->good ? 200 : 100;
  if (!(taken & TRANSFORMER)) return points;
  int twice = exposed & TRANSFORMER ? 2 : 1;
  return (taken & POINT_CARDS) == TRANSFORMER ? 50 * twice : points * 2 * twice;
}

// ---- tricks
typedef struct {
  u64 hands[SEATS], taken[SEATS];
  u64 exposed, led;  // All cards of the suits that were led in earlier tricks
  int32_t bonus[SEATS];  // For the queen of diamonds (GZ-26)
  int8_t won[SEATS];
  int8_t trick[SEATS], laid;  // The cards on the table, from the leader on
  int8_t leader;  // NOBODY before the play where the two of spades says who leads
  int8_t turn, winner, best;  // Whose card wins the trick so far, and which
  int8_t sweeper;  // Who has all cards that count, where that wins the match at once (GZ-27)
  int8_t is_over;
} Tricks;

// The cards that may be led (GZ-15). Waiting: exposed, and of a suit that has not been led.
static inline u64 free_to_lead(u64 hand, u64 waiting) {
  u64 held = hand & waiting;
  EACH_BIT(card, held) if ((hand & SUIT_OF(lowest(card))) != card) hand ^= card;
  return hand;
}

// The cards of a suit that may be played to it, which are none where all may be (GZ-14, GZ-15).
static inline u64 following(u64 hand, u64 suit, u64 waiting) {
  u64 cards = hand & suit, held = cards & waiting;
  return held && held != cards ? cards ^ held : cards;
}

static inline u64 playable(const Tricks *now) {
  u64 hand = now->hands[now->turn], waiting = now->exposed & ~now->led;
  if (!now->laid) return free_to_lead(hand, waiting);
  u64 cards = following(hand, SUIT_OF(now->best), waiting);
  return cards ? cards : hand;
}

// Lets a card lie on the table, from no hand.
static inline void put_down(Tricks *now, int seat, int place) {
  if (!now->laid || (place > now->best && BIT(place) & SUIT_OF(now->best))) {
    now->best = (int8_t) place;
    now->winner = (int8_t) seat;
  }
  now->trick[now->laid++] = (int8_t) place;
}

// Plays a card of the seat to act; a full trick is taken (GZ-16, GZ-26, GZ-27).
static inline void play(const House *house, Tricks *now, int place) {
  int seat = now->turn;
  now->hands[seat] ^= BIT(place);
  put_down(now, seat, place);
  now->turn = (int8_t) NEXT(seat);
  if (now->laid < SEATS) return;
  int winner = now->winner;
  if (house->diamond_queen && now->taken[winner] & QUEEN) now->bonus[winner] += 10;
  for (int at = 0; at < SEATS; at++) now->taken[winner] |= BIT(now->trick[at]);
  now->won[winner]++;
  now->led |= SUIT_OF(now->best);
  now->laid = 0;
  now->leader = now->turn = (int8_t) winner;
  if (house->all_cards_win && (now->taken[winner] & POINT_CARDS) == POINT_CARDS) now->sweeper = (int8_t) winner;
  now->is_over = now->sweeper != NOBODY || !now->hands[winner];
}

#endif
