// The numbers of sets of cards, packed by rank: in the order of their packed counts, from the first number on.
#ifndef PAIJU_NUMBERS_H
#define PAIJU_NUMBERS_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_SLOTS (1 << 17)  // More than twice as many as there are sets

typedef struct {
  uint64_t *sets;  // By number
  int32_t *slots;  // Where each set stands, by its hash; 0: nowhere
  int end;  // One more than the last number
} Numbers;

static inline unsigned slot_of(uint64_t set) {
  return (unsigned) (set * 0x9E3779B97F4A7C15ULL >> 47);
}

static int numbers_ascending(const void *one, const void *other) {
  uint64_t a = *(const uint64_t *) one, b = *(const uint64_t *) other;
  return (a > b) - (a < b);
}

// Gives sets, which come in any order and perhaps twice, the numbers from ``first`` on, which is 1 or more; 0 if there is no memory.
static int numbers_begin(Numbers *numbers, int first, const uint64_t *sets, int count) {
  numbers->sets = calloc((size_t) (first + count), sizeof *numbers->sets);
  numbers->slots = calloc(NUMBER_SLOTS, sizeof *numbers->slots);
  if (!numbers->sets || !numbers->slots) return 0;
  uint64_t *sorted = numbers->sets + first;
  memcpy(sorted, sets, (size_t) count * sizeof *sets);
  qsort(sorted, (size_t) count, sizeof *sorted, numbers_ascending);
  numbers->end = first;
  for (int at = 0; at < count; at++) {
    if (at && sorted[at] == numbers->sets[numbers->end - 1]) continue;
    unsigned slot = slot_of(sorted[at]);
    while (numbers->slots[slot]) slot = (slot + 1) % NUMBER_SLOTS;
    numbers->slots[slot] = numbers->end;
    numbers->sets[numbers->end++] = sorted[at];
  }
  return 1;
}

static void numbers_end(Numbers *numbers) {
  free(numbers->sets);
  free(numbers->slots);
}

// The number of a set that has one.
static inline int number_of(const Numbers *numbers, uint64_t set) {
  for (unsigned slot = slot_of(set);; slot = (slot + 1) % NUMBER_SLOTS) {
    if (numbers->sets[numbers->slots[slot]] == set) return numbers->slots[slot];
  }
}

#endif
