// Rounds with open hands, searched to their end: in which share of the hands that others may hold a play wins (ai/strong.py).
#ifndef PAIJU_DOUDIZHU_SEARCH_H
#define PAIJU_DOUDIZHU_SEARCH_H

#include "rules.h"

#define MOST_POSITIONS (1 << 15)
#define MOST_ANSWERS 600

typedef struct {
  u64 hands[SEATS], rest;  // The rest: turn, standing play and passes; never 0
  int landlord_wins;
} Known;

typedef struct {
  const Combos *combos;
  int left;  // How many more positions may be looked at
  Known *known;
} Search;

static Known *known_of(const Search *search, const Tricks *now) {
  Reading standing = now->standing;
  u64 rest = 1ULL << 40 | (u64) now->turn << 32 | (u64) now->standing_seat << 28 | (u64) now->passes << 24
    | (u64) standing.kind << 16 | (u64) standing.top << 8 | (u64) standing.size;
  u64 hash = (now->hands[0] * 31 + now->hands[1]) * 31 + now->hands[2] + rest;
  for (unsigned at = (unsigned) (hash * 0x9E3779B97F4A7C15ULL >> 49);; at = (at + 1) % MOST_POSITIONS) {
    Known *found = search->known + at;
    if (!found->rest) {
      memcpy(found->hands, now->hands, sizeof found->hands);
      found->rest = rest;
      found->landlord_wins = -1;
    }
    if (found->rest == rest && !memcmp(found->hands, now->hands, sizeof found->hands)) return found;
  }
}

static int landlord_wins(Search *search, const Tricks *now);

// Whether the landlord wins after a play or a pass; -1 if it takes too long to tell.
static int landlord_wins_after(Search *search, const Tricks *now, u64 play) {
  Tricks then = *now;
  act(&then, play, play ? reading_of(search->combos, play, now->standing) : NO_READING);
  return then.winner == NOBODY ? landlord_wins(search, &then) : then.winner == then.landlord;
}

static int landlord_wins(Search *search, const Tricks *now) {
  Known *known = known_of(search, now);
  if (known->landlord_wins >= 0) return known->landlord_wins;
  if (--search->left < 0) return -1;
  int alone = now->turn == now->landlord, leads = now->standing.kind == NOTHING, wins = !alone;
  u64 hand = now->hands[now->turn];
  Play plays[MOST_ANSWERS];
  List list = {plays, 0};
  if (leads) list_leads(search->combos, &list, hand, size_of(hand));
  else {
    add(&list, 0, NOTHING, 0, 0);
    list_answers(search->combos, &list, hand, now->standing);
  }
  for (int at = 0; at < list.count; at++) if (plays[at].play == hand) {
    known->landlord_wins = alone;
    return alone;
  }
  // Long plays and bombs first, to pass last; but over an own side's play first pass.
  int backwards = leads || (now->standing_seat == now->landlord) != alone;
  for (int at = 0; at < list.count && wins != alone; at++) {
    wins = landlord_wins_after(search, now, plays[backwards ? list.count - 1 - at : at].play);
    if (wins < 0) return -1;
  }
  return known->landlord_wins = wins;
}

#endif
