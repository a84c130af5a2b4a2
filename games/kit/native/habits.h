// How people like to play where hands are to be emptied, roughly and quickly: a play is liked for the turns that it saves, for the lead
// that it may win and for whom it stops. Rounds are played on by it (module.h), and it tells how likely somebody was to pass.
#ifndef PAIJU_HABITS_H
#define PAIJU_HABITS_H

#include <stdint.h>
#include <string.h>

#define HABIT_RANKS 15
#define RUN_END 12  // Runs go over the ranks below this one

// What a game's combinations make of a hand: of runs of single cards, pairs and trios the fewest and most ranks (0: there are none).
typedef struct {
  int8_t fewest[4], most[4];
  int8_t carries;  // Whether a trio takes a single card along, or (2) a pair alone
  int8_t bomb;  // So many equal cards are a bomb
  int8_t place[HABIT_RANKS];  // How high each rank counts, up to 14
} Shapes;

// A seat that is to act: what it sees of itself and the others.
typedef struct {
  const Shapes *shapes;
  uint8_t counts[HABIT_RANKS];  // Without wild cards
  int wilds, size;
  int leads, friendly;  // Whether nothing stands, or what one of its side has played
  int owner;  // Cards left to whoever played what stands
  int nearest;  // The fewest cards of an enemy
  float height;  // Of what stands
  float pot;  // What the trick is worth, in turns
} Sitting;

static inline float height_of(const Shapes *shapes, int rank) {
  return (float) shapes->place[rank] * (1 / 14.0f);
}

// What a card, two and more that are equal cost to lay, in turns, by how high they count: less the higher they are.
#define PRICE(base, square, place) ((base) - 0.9f * (place) / 14 - (square) * (place) * (place) / 196)
#define PRICES(base, square) { \
  PRICE(base, square, 0), PRICE(base, square, 1), PRICE(base, square, 2), PRICE(base, square, 3), PRICE(base, square, 4), \
  PRICE(base, square, 5), PRICE(base, square, 6), PRICE(base, square, 7), PRICE(base, square, 8), PRICE(base, square, 9), \
  PRICE(base, square, 10), PRICE(base, square, 11), PRICE(base, square, 12), PRICE(base, square, 13), PRICE(base, square, 14), \
}
static const float price[4][HABIT_RANKS] = {{0}, PRICES(2.0f, 0.9f), PRICES(1.85f, 0.9f), PRICES(1.85f, 0.5f)};

// The same of cards that a hand holds, which cost less than nothing where they bring the lead back.
static inline float price_of(const Shapes *shapes, int count, int rank) {
  if (count >= shapes->bomb) return -0.8f - 0.15f * (float) (count - shapes->bomb);
  return price[count < 3 ? count : 3][shapes->place[rank]];
}

// Takes the run that saves most out of a hand, if one saves anything; returns what it saves.
static float take_run(const Shapes *shapes, uint8_t *counts, int each) {
  float best = 0, saves[RUN_END];
  int from = 0, length = 0, row = 0, longest = 0;
  for (int rank = 0; rank < RUN_END; rank++) {
    row = counts[rank] >= each ? row + 1 : 0;
    if (row > longest) longest = row;
  }
  if (longest < shapes->fewest[each]) return 0;
  for (int rank = 0; rank < RUN_END; rank++) if (counts[rank] >= each) {
    saves[rank] = price_of(shapes, counts[rank], rank) - price_of(shapes, counts[rank] - each, rank);
  }
  for (int low = 0; low + shapes->fewest[each] <= RUN_END; low++) {
    float saved = -1.6f;
    for (int rank = low; rank < RUN_END && counts[rank] >= each && rank - low < shapes->most[each]; rank++) {
      saved += saves[rank];
      if (rank - low + 1 >= shapes->fewest[each] && saved + 0.03f * (float) rank > best) {
        best = saved + 0.03f * (float) rank;
        from = low;
        length = rank - low + 1;
      }
    }
  }
  for (int rank = from; rank < from + length; rank++) counts[rank] -= (uint8_t) each;
  return best;
}

// About how many turns a hand takes, its strength deducted.
static float turns_of(const Shapes *shapes, const uint8_t *hand, int wilds) {
  uint8_t counts[HABIT_RANKS];
  float prices[HABIT_RANKS], total = -0.7f * (float) wilds;
  int trios = 0;
  memcpy(counts, hand, sizeof counts);
  for (int each = 3; each; each--) if (shapes->fewest[each]) {
    float saved;
    int taken = 0;
    while (taken < 3 && (saved = take_run(shapes, counts, each)) > 0) taken++;
    total += (float) taken * (each == 1 ? 1.5f : 1.4f);
  }
  for (int rank = 0; rank < HABIT_RANKS; rank++) {
    float price = prices[rank] = price_of(shapes, counts[rank], rank);
    total += price;
    if (counts[rank] >= 3) {
      trios += counts[rank] == 3 && counts[rank] < shapes->bomb;
      prices[rank] = 0;
    } else if (shapes->carries == 2 && counts[rank] != 2) prices[rank] = 0;
  }
  for (; shapes->carries && trios; trios--) {
    int dearest = 0;
    for (int rank = 1; rank < HABIT_RANKS; rank++) if (prices[rank] > prices[dearest]) dearest = rank;
    if (prices[dearest] <= 0) break;
    total -= prices[dearest];
    prices[dearest] = 0;
  }
  return total;
}

// How a play is liked, in turns: what it lays, how likely it is to hold the trick, whether it is a bomb, what it is worth to win.
static float liking_of_play(const Sitting *now, const uint8_t *laid, int wilds, float holds, int is_bomb, float worth) {
  uint8_t counts[HABIT_RANKS];
  int size = wilds;
  for (int rank = 0; rank < HABIT_RANKS; rank++) {
    counts[rank] = (uint8_t) (now->counts[rank] - laid[rank]);
    size += laid[rank];
  }
  int left = now->size - size;
  if (!left) return 25;
  float turns = turns_of(now->shapes, counts, now->wilds - wilds), lead = 0.6f + (now->nearest <= 4 ? 1.5f / (float) now->nearest : 0);
  float liking = holds * (lead + worth + now->pot) - turns;
  if (is_bomb && now->nearest > 5 && turns > 2.5f) liking -= 0.8f;
  if (now->leads) {
    if (now->nearest <= 2 && size == now->nearest) liking -= 1.5f * (1 - holds);
    else if (now->nearest < size) liking += 0.3f;
  } else if (now->friendly) liking -= 0.5f + now->height + now->pot * now->height + (is_bomb ? 1.5f : 0);
  return liking;
}

static float liking_of_pass(const Sitting *now) {
  float danger = now->owner <= 2 ? 2.0f : now->owner <= 4 ? 0.9f : 0.25f;
  return -turns_of(now->shapes, now->counts, now->wilds) + (now->friendly ? 0.3f + now->pot * now->height : -danger - now->pot * now->height);
}

#endif
