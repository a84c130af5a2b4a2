// Chance that is passed in: the same seed draws the same everywhere.
#ifndef PAIJU_CHANCE_H
#define PAIJU_CHANCE_H

#include <stdint.h>

typedef struct {
  uint64_t bits;
} Chance;

static inline Chance chance_of(uint64_t seed) {
  return (Chance) {seed};
}

// The next 64 bits: SplitMix64.
static inline uint64_t drawn_bits(Chance *chance) {
  uint64_t bits = chance->bits += 0x9E3779B97F4A7C15ULL;
  bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9ULL;
  bits = (bits ^ bits >> 27) * 0x94D049BB133111EBULL;
  return bits ^ bits >> 31;
}

// A number from 0 to ``below`` - 1.
static inline int drawn(Chance *chance, int below) {
  return (int) ((drawn_bits(chance) >> 32) * (uint64_t) below >> 32);
}

// Brings cards into any order.
static inline void shuffle(Chance *chance, uint8_t *cards, int count) {
  for (int at = count - 1; at > 0; at--) {
    int other = drawn(chance, at + 1);
    uint8_t card = cards[at];
    cards[at] = cards[other];
    cards[other] = card;
  }
}

#endif
