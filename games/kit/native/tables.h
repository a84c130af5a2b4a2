// Many rounds of a core side by side, each dealt anew by itself when it is over, that write what is seen of them into arrays of who
// asks. A core that has them defines DEALS before it includes module.h, and these functions:

// Deals a round anew that has just begun: hands, and whatever else chance decides, as the game's own deal does with the same chance.
static void deal(const Rules *rules, Round *round, Chance *chance);
// Writes copies of each card that a legal action lays, all zero before, and the amount of a bid; returns the place of its verb among
// those of the game, in the order of the alphabet.
static int describe(const Rules *rules, const Round *round, int seat, int32_t action, uint8_t *cards, int *amount);

#define ACTION_BITS 18  // There are fewer actions than two to this power
#define FEW 16  // So many numbers are sorted one by one

typedef struct {
  Round round;
  Chance cards, others;  // What is dealt does not depend on what is done
  int acting;
  int32_t first, count;  // Its legal actions within those of its part
} Table;

// Tables that follow each other: parts may be moved at the same time.
typedef struct {
  int begin, end;
  int32_t *ids;
  size_t used, room;
  uint64_t *bits, words[1 << (ACTION_BITS - 12)];  // A set of actions, empty but while it sorts, and which of its words have any
} Part;

typedef struct {
  PyObject_HEAD
  PyObject *owner;
  const Rules *rules;
  Round begun;
  int count, parts, learner, by_winning;  // The learner's seat, if chance plays the others, else -1
  Table *tables;
  Part *part;
  Py_buffer observations, seats, rewards, done;
} TablesObject;

// Writes a line for an action, all zero before: copies of each card that it lays, which of so many verbs it is, and its amount.
static void write_line(const Rules *rules, const Round *round, int seat, int32_t action, int verbs, float *line) {
  uint8_t cards[CARDS] = {0};
  int amount = 0, verb = describe(rules, round, seat, action, cards, &amount);
  for (int card = 0; card < CARDS; card++) line[card] = cards[card];
  line[CARDS + verb] = 1;
  line[CARDS + verbs] = (float) amount;
}

static void sort_few(int32_t *ids, int count) {
  for (int at = 1; at < count; at++) {
    int32_t id = ids[at];
    int to = at;
    for (; to > 0 && ids[to - 1] > id; to--) ids[to] = ids[to - 1];
    ids[to] = id;
  }
}

static void sort_ids(Part *part, int32_t *ids, int count) {
  if (count <= FEW) {
    sort_few(ids, count);
    return;
  }
  for (int at = 0; at < count; at++) {
    part->bits[ids[at] >> 6] |= 1ULL << (ids[at] & 63);
    part->words[ids[at] >> 12] |= 1ULL << (ids[at] >> 6 & 63);
  }
  for (int block = 0; block < 1 << (ACTION_BITS - 12); block++) {
    for (; part->words[block]; part->words[block] &= part->words[block] - 1) {
      int word = block << 6 | __builtin_ctzll(part->words[block]);
      for (; part->bits[word]; part->bits[word] &= part->bits[word] - 1) *ids++ = word << 6 | __builtin_ctzll(part->bits[word]);
    }
  }
}

// Adds the legal actions of a seat to those of a part, ascending; how many, or -1 if there is no memory.
static int list_ids(const Rules *rules, const Round *round, int seat, Part *part) {
  if (part->room - part->used < MOST_LEGAL) {
    size_t room = 2 * part->room + MOST_LEGAL;
    int32_t *ids = realloc(part->ids, room * sizeof *ids);
    if (!ids) return -1;
    part->ids = ids;
    part->room = room;
  }
  int count = legal(rules, round, seat, part->ids + part->used);
  sort_ids(part, part->ids + part->used, count);
  return count;
}

static int lowest_seat(unsigned seats) {
  return __builtin_ctz(seats);
}

// Writes what a round that is over is worth by seat.
static void pay(const TablesObject *self, const Round *round, float *out) {
  int64_t worth[SEATS];
  unsigned won = points(self->rules, round, worth);
  for (int seat = 0; seat < seats_of(self->rules, round); seat++) {
    out[seat] = self->by_winning ? (float) (won ? (won >> seat & 1 ? 1 : -1) : 0) : (float) worth[seat];
  }
}

// Lets a table do something, or deals it anew for none, and go on until the learner is asked; 0 if there is no memory.
static int move_table(TablesObject *self, Part *part, int number, const int32_t *action) {
  Table *table = self->tables + number;
  const Rules *rules = self->rules;
  Round *round = &table->round;
  int seats = seats_of(rules, &self->begun), size = observation_size(rules), ended = 0, deals = !action, count;
  float *rewards = (float *) self->rewards.buf + (size_t) number * seats;
  float *observed = (float *) self->observations.buf + (size_t) number * size;
  memset(rewards, 0, seats * sizeof *rewards);
  if (action) step(rules, round, table->acting, *action);
  for (;;) {
    unsigned asked = deals ? 0 : awaited(rules, round);
    if (!asked) {
      if (action && !ended) {
        pay(self, round, rewards);
        ended = 1;
      }
      memcpy(round, &self->begun, sizeof *round);
      deal(rules, round, &table->cards);
      asked = awaited(rules, round);
      deals = !asked;
      if (deals) continue;
    }
    table->acting = lowest_seat(asked);
    if ((count = list_ids(rules, round, table->acting, part)) < 0) return 0;
    if (self->learner < 0 || table->acting == self->learner) break;
    step(rules, round, table->acting, part->ids[part->used + drawn(&table->others, count)]);
  }
  table->first = (int32_t) part->used;
  table->count = count;
  part->used += count;
  ((uint8_t *) self->done.buf)[number] = (uint8_t) ended;
  ((int32_t *) self->seats.buf)[number] = table->acting;
  memset(observed, 0, size * sizeof *observed);
  observe(rules, round, table->acting, observed);
  return 1;
}

static void tables_seeded(TablesObject *self, uint64_t seed) {
  Chance chance = chance_of(seed);
  for (int number = 0; number < self->count; number++) {
    self->tables[number].cards = chance_of(drawn_bits(&chance));
    self->tables[number].others = chance_of(drawn_bits(&chance));
    self->tables[number].count = 0;
  }
  for (int at = 0; at < self->parts; at++) self->part[at].used = 0;
}

static PyObject *tables_seed(PyObject *self, PyObject *given) {
  uint64_t seed = PyLong_AsUnsignedLongLong(given);
  if (PyErr_Occurred()) return NULL;
  tables_seeded((TablesObject *) self, seed);
  Py_RETURN_NONE;
}

static void let_go(Py_buffer *view) {
  if (view->obj) PyBuffer_Release(view);
}

static void tables_dealloc(PyObject *given) {
  TablesObject *self = (TablesObject *) given;
  for (int at = 0; self->part && at < self->parts; at++) {
    free(self->part[at].ids);
    free(self->part[at].bits);
  }
  free(self->part);
  free(self->tables);
  let_go(&self->observations);
  let_go(&self->seats);
  let_go(&self->rewards);
  let_go(&self->done);
  Py_XDECREF(self->owner);
  freed(given);
}

// A buffer with room for so many numbers of a size at each table, or for one more table.
static int room_for(PyObject *given, Py_buffer *view, int tables, int numbers, size_t bytes) {
  return room_in(given, view, (Py_ssize_t) ((size_t) tables * numbers * bytes));
}

// What a round makes that has just begun: how many tables, in how many parts, the learner's seat or -1, whether winning alone counts,
// and the arrays.
static PyObject *round_tables(PyObject *given, PyObject *args) {
  const RoundObject *begun = (RoundObject *) given;
  Types *types = PyType_GetModuleState(Py_TYPE(given));
  PyObject *observations, *seats, *rewards, *done;
  int count, parts, learner, by_winning;
  if (!PyArg_ParseTuple(args, "iiiiOOOO", &count, &parts, &learner, &by_winning, &observations, &seats, &rewards, &done)) return NULL;
  int sitting = seats_of(begun->rules, &begun->round);
  if (count < 1 || parts < 1 || parts > count || learner >= sitting) {
    PyErr_SetString(PyExc_ValueError, "no such tables");
    return NULL;
  }
  TablesObject *self = allocated((PyTypeObject *) types->tables);
  if (!self) return NULL;
  Py_INCREF(begun->owner);
  self->owner = begun->owner;
  self->rules = begun->rules;
  memcpy(&self->begun, &begun->round, sizeof self->begun);
  self->count = count;
  self->parts = parts;
  self->learner = learner;
  self->by_winning = by_winning;
  self->tables = calloc((size_t) count, sizeof *self->tables);
  self->part = calloc((size_t) parts, sizeof *self->part);
  int made = self->tables && self->part;
  for (int at = 0; made && at < parts; at++) {
    self->part[at].begin = (int) ((int64_t) count * at / parts);
    self->part[at].end = (int) ((int64_t) count * (at + 1) / parts);
    self->part[at].bits = calloc(1 << (ACTION_BITS - 6), sizeof *self->part[at].bits);
    made = self->part[at].bits != NULL;
  }
  if (!made) PyErr_NoMemory();
  if (!made
      || !room_for(observations, &self->observations, count, observation_size(self->rules), sizeof(float))
      || !room_for(seats, &self->seats, count, 1, sizeof(int32_t))
      || !room_for(rewards, &self->rewards, count, sitting, sizeof(float))
      || !room_for(done, &self->done, count, 1, 1)) {
    Py_DECREF((PyObject *) self);
    return NULL;
  }
  return (PyObject *) self;
}

// A part by its number, NULL with an exception if there is none.
static Part *part_of(TablesObject *self, int number) {
  if (number >= 0 && number < self->parts) return self->part + number;
  PyErr_SetString(PyExc_ValueError, "no such part");
  return NULL;
}

static PyObject *tables_move(PyObject *given, PyObject *args) {
  TablesObject *self = (TablesObject *) given;
  PyObject *chosen;
  Py_buffer actions = {0};
  int number, moved = 1;
  if (!PyArg_ParseTuple(args, "iO", &number, &chosen)) return NULL;
  Part *part = part_of(self, number);
  if (!part || (chosen != Py_None && !room_for(chosen, &actions, self->count, 1, sizeof(int32_t)))) return NULL;
  const int32_t *action = actions.buf;
  part->used = 0;
  Py_BEGIN_ALLOW_THREADS
  for (int at = part->begin; at < part->end && moved; at++) moved = move_table(self, part, at, action ? action + at : NULL);
  Py_END_ALLOW_THREADS
  let_go(&actions);
  if (!moved) return PyErr_NoMemory();
  Py_RETURN_NONE;
}

static int is_listed(const int32_t *ids, int count, int32_t id) {
  int low = 0;
  while (low < count) {
    int middle = (low + count) / 2;
    if (ids[middle] < id) low = middle + 1;
    else count = middle;
  }
  return low;
}

// The first table at which an action is not legal; -1: all are.
static PyObject *tables_refused(PyObject *given, PyObject *chosen) {
  const TablesObject *self = (TablesObject *) given;
  Py_buffer actions;
  if (!room_for(chosen, &actions, self->count, 1, sizeof(int32_t))) return NULL;
  const int32_t *action = actions.buf;
  int refused = -1;
  for (int number = 0; number < self->parts && refused < 0; number++) {
    const Part *part = self->part + number;
    for (int at = part->begin; at < part->end && refused < 0; at++) {
      const Table *table = self->tables + at;
      const int32_t *ids = part->ids + table->first;
      int place = is_listed(ids, table->count, action[at]);
      if (place >= table->count || ids[place] != action[at]) refused = at;
    }
  }
  PyBuffer_Release(&actions);
  return PyLong_FromLong(refused);
}

// Writes where the legal actions of each table begin, and those themselves if there is room for all; returns how many there are.
static PyObject *tables_legal(PyObject *given, PyObject *args) {
  const TablesObject *self = (TablesObject *) given;
  PyObject *offsets_given, *ids_given;
  Py_buffer offsets_view, ids_view;
  if (!PyArg_ParseTuple(args, "OO", &offsets_given, &ids_given)) return NULL;
  if (!room_for(offsets_given, &offsets_view, self->count + 1, 1, sizeof(int64_t))) return NULL;
  if (!room_in(ids_given, &ids_view, 0)) {
    PyBuffer_Release(&offsets_view);
    return NULL;
  }
  int64_t *offsets = offsets_view.buf;
  offsets[0] = 0;
  for (int at = 0; at < self->count; at++) offsets[at + 1] = offsets[at] + self->tables[at].count;
  int64_t all = offsets[self->count];
  int32_t *ids = ids_view.buf;
  if (ids_view.len >= (Py_ssize_t) (all * sizeof *ids)) for (int at = 0; at < self->parts; at++) {
    memcpy(ids + offsets[self->part[at].begin], self->part[at].ids, self->part[at].used * sizeof *ids);
  }
  PyBuffer_Release(&offsets_view);
  PyBuffer_Release(&ids_view);
  return PyLong_FromLongLong(all);
}

// Writes a line for each legal action of a part.
static PyObject *tables_features(PyObject *given, PyObject *args) {
  TablesObject *self = (TablesObject *) given;
  PyObject *out;
  Py_buffer view;
  int number, verbs;
  size_t lines = 0, before = 0;
  if (!PyArg_ParseTuple(args, "iiO", &number, &verbs, &out)) return NULL;
  const Part *part = part_of(self, number);
  if (!part) return NULL;
  for (int at = 0; at < self->parts; at++) {
    if (at == number) before = lines;
    lines += self->part[at].used;
  }
  size_t wide = (size_t) (CARDS + verbs + 1);
  if (!room_in(out, &view, (Py_ssize_t) (lines * wide * sizeof(float)))) return NULL;
  float *line = (float *) view.buf + before * wide;
  Py_BEGIN_ALLOW_THREADS
  memset(line, 0, part->used * wide * sizeof *line);
  for (int at = part->begin; at < part->end; at++) {
    const Table *table = self->tables + at;
    for (int which = 0; which < table->count; which++, line += wide) {
      write_line(self->rules, &table->round, table->acting, part->ids[table->first + which], verbs, line);
    }
  }
  Py_END_ALLOW_THREADS
  PyBuffer_Release(&view);
  Py_RETURN_NONE;
}

// Writes a line for each of some legal actions of a seat.
static PyObject *round_features(PyObject *given, PyObject *args) {
  const RoundObject *it = (RoundObject *) given;
  PyObject *asked, *chosen, *out;
  Py_buffer actions, lines;
  int verbs;
  if (!PyArg_ParseTuple(args, "OiOO", &asked, &verbs, &chosen, &out)) return NULL;
  int seat = seat_of(it, asked, 1);
  if (seat < 0 || !room_in(chosen, &actions, 0)) return NULL;
  Py_ssize_t count = actions.len / (Py_ssize_t) sizeof(int32_t), wide = CARDS + verbs + 1;
  if (room_in(out, &lines, count * wide * (Py_ssize_t) sizeof(float))) {
    memset(lines.buf, 0, (size_t) (count * wide) * sizeof(float));
    for (Py_ssize_t at = 0; at < count; at++) {
      write_line(it->rules, &it->round, seat, ((int32_t *) actions.buf)[at], verbs, (float *) lines.buf + at * wide);
    }
    PyBuffer_Release(&lines);
  }
  PyBuffer_Release(&actions);
  if (PyErr_Occurred()) return NULL;
  Py_RETURN_NONE;
}

static PyMethodDef tables_methods[] = {
  {"seed", tables_seed, METH_O, NULL},
  {"move", tables_move, METH_VARARGS, NULL},
  {"refused", tables_refused, METH_O, NULL},
  {"legal", tables_legal, METH_VARARGS, NULL},
  {"features", tables_features, METH_VARARGS, NULL},
  {NULL, NULL, 0, NULL},
};
static PyType_Slot tables_slots[] = {{Py_tp_dealloc, tables_dealloc}, {Py_tp_methods, tables_methods}, {0, NULL}};
static PyType_Spec tables_spec = {
  "core.Tables", sizeof(TablesObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, tables_slots,
};
