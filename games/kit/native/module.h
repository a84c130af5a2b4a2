// One game's core as a module of Python, within the stable ABI: a file that describes a core includes this at its end.
//
// Before, it defines the structs ``Rules`` (what follows from the house rules, never changed once made) and ``Round`` (which may be
// copied by its bytes), the most numbers of options and of a beginning that it takes (MOST_OPTIONS, MOST_GIVEN), the most legal
// actions there can be (MOST_LEGAL), how many SEATS there are at most, and the functions that are declared here. There are no
// globals: two rounds never share anything but rules.
#ifndef PAIJU_MODULE_H
#define PAIJU_MODULE_H

#ifndef PAIJU_SOURCE
#define PAIJU_SOURCE 0  // Of which source this is built: setup.py says it
#endif
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030b0000
#endif
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"

#ifdef HAS_HABITS
#define PLAYS_ON
#endif

// Makes rules out of numbers; 0 if there is no memory.
static int rules_begin(Rules *rules, const int64_t *options, int count);
static void rules_end(Rules *rules);
// How many numbers an observation of a round has.
static int observation_size(const Rules *rules);

// Begins a round from numbers that the game's own Python has written; what is wrong with them, or NULL.
static const char *round_begin(const Rules *rules, Round *round, const int64_t *given, int count);
// Begins a round with random cards.
static void round_deal(const Rules *rules, Round *round, Chance *chance);
// A bit for each seat that is asked; 0 once the round is over.
static unsigned awaited(const Rules *rules, const Round *round);
// Which question a seat is asked: its place among the questions of the game's interface (arena/games).
static int why(const Rules *rules, const Round *round, int seat);
// Writes the numbers of all legal actions of a seat that is asked, and returns how many there are.
static int legal(const Rules *rules, const Round *round, int seat, int32_t *out);
// Carries out a legal action; nothing is checked.
static void step(const Rules *rules, Round *round, int seat, int32_t action);
static int seats_of(const Rules *rules, const Round *round);
// Writes by seat what a round that is over is worth, and returns a bit for each seat that has won.
static unsigned points(const Rules *rules, const Round *round, int64_t *out);
// Writes what a seat observes; all is zero before.
static void observe(const Rules *rules, const Round *round, int seat, float *out);
// Plays a round to its end by chance, and returns how many actions that took.
static int playout(const Rules *rules, Round *round, Chance *chance);
#ifdef PLAYS_ON
// Lets a seat hold other cards, as many as it does; what lies face down comes after all seats. The board is not told.
static void take_up(const Rules *rules, Round *round, int seat, const uint8_t *cards, int count);
// Plays a round to its end as people would, by chance: the sharper, the oftener each does what it likes best.
static void play_on(const Rules *rules, Round *round, Chance *chance, float sharpness);
#endif
#ifdef HAS_HABITS
// Writes how much a seat that is asked likes each of its legal actions, in turns; it looks at its own hand and what is public alone.
static void likings(const Rules *rules, const Round *round, int seat, const int32_t *actions, int count, float *out);
#endif
#ifdef MOST_ASKED
// Answers a question that this game alone has, in at most MOST_ASKED numbers, with at most MOST_ANSWERED; -1 if it cannot.
static int answer(const Rules *rules, const int64_t *asked, int count, int64_t *out);
#endif

typedef struct {
  PyObject_HEAD
  Rules rules;
} RulesObject;

typedef struct {
  PyObject_HEAD
  PyObject *owner;
  const Rules *rules;
  Round round;
} RoundObject;

typedef struct {
  PyObject *rules, *round, *tables;
} Types;

static int numbers_of(PyObject *given, int64_t *out, int most) {
  PyObject *all = PySequence_Tuple(given);
  if (!all) return -1;
  Py_ssize_t count = PyTuple_Size(all);
  if (count > most) {
    Py_DECREF(all);
    PyErr_SetString(PyExc_ValueError, "too many numbers");
    return -1;
  }
  for (Py_ssize_t at = 0; at < count; at++) out[at] = PyLong_AsLongLong(PyTuple_GetItem(all, at));
  Py_DECREF(all);
  return PyErr_Occurred() ? -1 : (int) count;
}

static void *allocated(PyTypeObject *type) {
  return ((allocfunc) PyType_GetSlot(type, Py_tp_alloc))(type, 0);
}

static void freed(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  ((freefunc) PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(type);
}

// A buffer of a size or more that may be written to; 0 with an exception if it is none.
static int room_in(PyObject *given, Py_buffer *view, Py_ssize_t bytes) {
  if (PyObject_GetBuffer(given, view, PyBUF_WRITABLE | PyBUF_SIMPLE) < 0) return 0;
  if (view->len >= bytes) return 1;
  PyBuffer_Release(view);
  PyErr_SetString(PyExc_ValueError, "too little room");
  return 0;
}

// ---- rules
static PyObject *rules_new(PyTypeObject *type, PyObject *args, PyObject *named) {
  PyObject *given;
  (void) named;
  int64_t options[MOST_OPTIONS];
  if (!PyArg_ParseTuple(args, "O", &given)) return NULL;
  int count = numbers_of(given, options, MOST_OPTIONS);
  if (count < 0) return NULL;
  RulesObject *self = allocated(type);
  if (self && !rules_begin(&self->rules, options, count)) {
    Py_DECREF((PyObject *) self);
    return PyErr_NoMemory();
  }
  return (PyObject *) self;
}

static void rules_dealloc(PyObject *self) {
  rules_end(&((RulesObject *) self)->rules);
  freed(self);
}

static PyObject *rules_size(PyObject *self, PyObject *nothing) {
  (void) nothing;
  return PyLong_FromLong(observation_size(&((RulesObject *) self)->rules));
}

static PyObject *rules_random_rounds(PyObject *self, PyObject *args) {
  const Rules *rules = &((RulesObject *) self)->rules;
  long long rounds, actions = 0;
  unsigned long long seed;
  if (!PyArg_ParseTuple(args, "LK", &rounds, &seed)) return NULL;
  Py_BEGIN_ALLOW_THREADS
  Chance chance = chance_of(seed);
  Round round;
  for (long long played = 0; played < rounds; played++) {
    round_deal(rules, &round, &chance);
    actions += playout(rules, &round, &chance);
  }
  Py_END_ALLOW_THREADS
  return PyLong_FromLongLong(actions);
}

#ifdef MOST_ASKED
static PyObject *rules_answer(PyObject *self, PyObject *given) {
  int64_t asked[MOST_ASKED], told[MOST_ANSWERED];
  int count = numbers_of(given, asked, MOST_ASKED);
  if (count < 0) return NULL;
  Py_BEGIN_ALLOW_THREADS
  count = answer(&((RulesObject *) self)->rules, asked, count, told);
  Py_END_ALLOW_THREADS
  if (count < 0) {
    PyErr_SetString(PyExc_ValueError, "that cannot be answered");
    return NULL;
  }
  PyObject *all = PyTuple_New(count);
  for (Py_ssize_t at = 0; all && at < count; at++) PyTuple_SetItem(all, at, PyLong_FromLongLong(told[at]));
  return all;
}
#endif

// ---- rounds
static PyObject *round_new(PyTypeObject *type, PyObject *args, PyObject *named) {
  PyObject *owner, *given;
  (void) named;
  int64_t numbers[MOST_GIVEN];
  if (!PyArg_ParseTuple(args, "OO", &owner, &given)) return NULL;
  Types *types = PyType_GetModuleState(type);
  if (!types || (PyObject *) Py_TYPE(owner) != types->rules) {
    PyErr_SetString(PyExc_TypeError, "rules are wanted");
    return NULL;
  }
  int count = numbers_of(given, numbers, MOST_GIVEN);
  if (count < 0) return NULL;
  RoundObject *self = allocated(type);
  if (!self) return NULL;
  Py_INCREF(owner);
  self->owner = owner;
  self->rules = &((RulesObject *) owner)->rules;
  const char *wrong = round_begin(self->rules, &self->round, numbers, count);
  if (wrong) {
    Py_DECREF((PyObject *) self);
    PyErr_SetString(PyExc_ValueError, wrong);
    return NULL;
  }
  return (PyObject *) self;
}

static void round_dealloc(PyObject *self) {
  Py_XDECREF(((RoundObject *) self)->owner);
  freed(self);
}

static PyObject *round_copy(PyObject *self, PyObject *nothing) {
  (void) nothing;
  RoundObject *from = (RoundObject *) self, *made = allocated(Py_TYPE(self));
  if (!made) return NULL;
  Py_INCREF(from->owner);
  made->owner = from->owner;
  made->rules = from->rules;
  memcpy(&made->round, &from->round, sizeof made->round);
  return (PyObject *) made;
}

// A seat of the round; -1 with an exception if it is none, or if it is not asked where that is ``wanted``.
static int seat_of(const RoundObject *self, PyObject *given, int wanted) {
  long seat = PyLong_AsLong(given);
  if (seat == -1 && PyErr_Occurred()) return -1;
  if (seat < 0 || seat >= seats_of(self->rules, &self->round) || (wanted && !(awaited(self->rules, &self->round) >> seat & 1))) {
    PyErr_SetString(PyExc_ValueError, wanted ? "the seat is not asked" : "no such seat");
    return -1;
  }
  return (int) seat;
}

static PyObject *round_rules(PyObject *self, PyObject *nothing) {
  (void) nothing;
  PyObject *owner = ((RoundObject *) self)->owner;
  Py_INCREF(owner);
  return owner;
}

static PyObject *round_asked(PyObject *self, PyObject *nothing) {
  (void) nothing;
  const RoundObject *it = (RoundObject *) self;
  unsigned asked = awaited(it->rules, &it->round);
  PyObject *found = PyDict_New();
  for (int seat = 0; found && asked >> seat; seat++) if (asked >> seat & 1) {
    PyObject *key = PyLong_FromLong(seat), *value = PyLong_FromLong(why(it->rules, &it->round, seat));
    if (!key || !value || PyDict_SetItem(found, key, value) < 0) Py_CLEAR(found);
    Py_XDECREF(key);
    Py_XDECREF(value);
  }
  return found;
}

static PyObject *round_legal(PyObject *self, PyObject *given) {
  const RoundObject *it = (RoundObject *) self;
  int32_t found[MOST_LEGAL];
  int seat = seat_of(it, given, 1);
  if (seat < 0) return NULL;
  return PyBytes_FromStringAndSize((const char *) found, 4 * (Py_ssize_t) legal(it->rules, &it->round, seat, found));
}

static PyObject *round_step(PyObject *self, PyObject *args) {
  RoundObject *it = (RoundObject *) self;
  PyObject *given;
  int action;
  if (!PyArg_ParseTuple(args, "Oi", &given, &action)) return NULL;
  int seat = seat_of(it, given, 1);
  if (seat < 0) return NULL;
  step(it->rules, &it->round, seat, action);
  Py_RETURN_NONE;
}

static PyObject *round_observe(PyObject *self, PyObject *args) {
  const RoundObject *it = (RoundObject *) self;
  PyObject *given, *out;
  Py_buffer view;
  if (!PyArg_ParseTuple(args, "OO", &given, &out)) return NULL;
  int seat = seat_of(it, given, 0);
  Py_ssize_t bytes = (Py_ssize_t) sizeof(float) * observation_size(it->rules);
  if (seat < 0 || !room_in(out, &view, bytes)) return NULL;
  memset(view.buf, 0, bytes);
  observe(it->rules, &it->round, seat, view.buf);
  PyBuffer_Release(&view);
  Py_RETURN_NONE;
}

static PyObject *told_points(const RoundObject *it) {
  int64_t found[SEATS];
  points(it->rules, &it->round, found);
  PyObject *all = PyTuple_New(seats_of(it->rules, &it->round));
  for (Py_ssize_t seat = 0; all && seat < PyTuple_Size(all); seat++) PyTuple_SetItem(all, seat, PyLong_FromLongLong(found[seat]));
  return all;
}

static PyObject *round_points(PyObject *self, PyObject *nothing) {
  (void) nothing;
  return told_points((RoundObject *) self);
}

static PyObject *round_won(PyObject *self, PyObject *nothing) {
  (void) nothing;
  const RoundObject *it = (RoundObject *) self;
  int64_t found[SEATS];
  return PyLong_FromUnsignedLong(points(it->rules, &it->round, found));
}

static PyObject *round_playouts(PyObject *self, PyObject *args) {
  const RoundObject *it = (RoundObject *) self;
  int count;
  unsigned long long seed;
  PyObject *out;
  Py_buffer view;
  if (!PyArg_ParseTuple(args, "iKO", &count, &seed, &out)) return NULL;
  int seats = seats_of(it->rules, &it->round);
  if (!room_in(out, &view, (Py_ssize_t) 8 * seats * count)) return NULL;
  int64_t *found = view.buf;
  Py_BEGIN_ALLOW_THREADS
  Chance chance = chance_of(seed);
  for (int number = 0; number < count; number++, found += seats) {
    Round round;
    memcpy(&round, &it->round, sizeof round);
    playout(it->rules, &round, &chance);
    points(it->rules, &round, found);
  }
  Py_END_ALLOW_THREADS
  PyBuffer_Release(&view);
  Py_RETURN_NONE;
}

#ifdef DEALS
#include "tables.h"
#endif

#ifdef PLAYS_ON
// ---- other hands
static int taken_up(const Rules *rules, Round *round, int seat, PyObject *hand) {
  char *cards;
  Py_ssize_t count;
  if (PyBytes_AsStringAndSize(hand, &cards, &count) < 0) return 0;
  for (Py_ssize_t at = 0; at < count; at++) if ((uint8_t) cards[at] >= CARDS) {
    PyErr_SetString(PyExc_ValueError, "no such card");
    return 0;
  }
  take_up(rules, round, seat, (const uint8_t *) cards, (int) count);
  return 1;
}
#endif

#ifdef HAS_HABITS
// ---- playing on by habit: the better an action is liked, the likelier it is
static inline float power_of_e(float exponent) {
  if (exponent < -20) return 0;
  float power = 1 + exponent / 256;
  for (int twice = 0; twice < 8; twice++) power *= power;
  return power;
}

// Writes for each action of a seat how likely it and those before it are, times the number that is returned.
static float odds_of(const Rules *rules, const Round *round, int seat, float sharpness, const int32_t *actions, int count, float *out) {
  float best = 0, total = 0;
  likings(rules, round, seat, actions, count, out);
  for (int at = 0; at < count; at++) if (!at || out[at] > best) best = out[at];
  for (int at = 0; at < count; at++) out[at] = total += power_of_e(sharpness * (out[at] - best));
  return total;
}

static void play_on(const Rules *rules, Round *round, Chance *chance, float sharpness) {
  int32_t actions[MOST_LEGAL];
  float odds[MOST_LEGAL];
  actions[0] = 0;
  round->looked_on = 0;
  Chance own[SEATS];
  for (int seat = 0; seat < SEATS; seat++) own[seat] = chance_of(drawn_bits(chance));
  for (unsigned asked; (asked = awaited(rules, round));) {
    int seat = __builtin_ctz(asked), count = legal(rules, round, seat, actions), at = 0;
    if (count > 1) {
      float total = odds_of(rules, round, seat, sharpness, actions, count, odds);
      float wanted = total * (float) (drawn_bits(&own[seat]) >> 40) / (1 << 24);
      while (at < count - 1 && odds[at] <= wanted) at++;
    }
    step(rules, round, seat, actions[at]);
  }
}

static PyObject *round_chance(PyObject *self, PyObject *args) {
  const RoundObject *it = (RoundObject *) self;
  PyObject *given, *hand;
  int action;
  float sharpness, odds[MOST_LEGAL];
  int32_t actions[MOST_LEGAL];
  if (!PyArg_ParseTuple(args, "OifO", &given, &action, &sharpness, &hand)) return NULL;
  int seat = seat_of(it, given, 1);
  if (seat < 0) return NULL;
  Round round;
  actions[0] = 0;
  memcpy(&round, &it->round, sizeof round);
  if (!taken_up(it->rules, &round, seat, hand)) return NULL;
  int count = legal(it->rules, &round, seat, actions);
  float total = count ? odds_of(it->rules, &round, seat, sharpness, actions, count, odds) : 1;
  for (int at = 0; at < count; at++) if (actions[at] == action) {
    return PyFloat_FromDouble((odds[at] - (at ? odds[at - 1] : 0)) / total);
  }
  return PyFloat_FromDouble(0);
}
#endif

#ifdef PLAYS_ON
static PyObject *round_played_on(PyObject *self, PyObject *args) {
  const RoundObject *it = (RoundObject *) self;
  int count;
  float sharpness;
  unsigned long long seed;
  PyObject *out, *hands;
  Py_buffer view;
  if (!PyArg_ParseTuple(args, "iKfOO!", &count, &seed, &sharpness, &out, &PyTuple_Type, &hands)) return NULL;
  int seats = seats_of(it->rules, &it->round);
  Round begun;
  memcpy(&begun, &it->round, sizeof begun);
  for (Py_ssize_t seat = 0; seat < PyTuple_Size(hands) && seat <= seats; seat++) {
    if (!taken_up(it->rules, &begun, (int) seat, PyTuple_GetItem(hands, seat))) return NULL;
  }
  if (!room_in(out, &view, (Py_ssize_t) 8 * seats * count)) return NULL;
  int64_t *found = view.buf;
  Py_BEGIN_ALLOW_THREADS
  Chance chance = chance_of(seed);
  for (int number = 0; number < count; number++, found += seats) {
    Round round;
    memcpy(&round, &begun, sizeof round);
    play_on(it->rules, &round, &chance, sharpness);
    points(it->rules, &round, found);
  }
  Py_END_ALLOW_THREADS
  PyBuffer_Release(&view);
  Py_RETURN_NONE;
}
#endif

// ---- the module
static PyMethodDef rules_methods[] = {
  {"size", rules_size, METH_NOARGS, NULL},
  {"random_rounds", rules_random_rounds, METH_VARARGS, NULL},
#ifdef MOST_ASKED
  {"answer", rules_answer, METH_O, NULL},
#endif
  {NULL, NULL, 0, NULL},
};
static PyMethodDef round_methods[] = {
  {"rules", round_rules, METH_NOARGS, NULL},
  {"copy", round_copy, METH_NOARGS, NULL},
  {"asked", round_asked, METH_NOARGS, NULL},
  {"legal", round_legal, METH_O, NULL},
  {"step", round_step, METH_VARARGS, NULL},
  {"observe", round_observe, METH_VARARGS, NULL},
  {"points", round_points, METH_NOARGS, NULL},
  {"won", round_won, METH_NOARGS, NULL},
  {"playouts", round_playouts, METH_VARARGS, NULL},
#ifdef DEALS
  {"features", round_features, METH_VARARGS, NULL},
  {"tables", round_tables, METH_VARARGS, NULL},
#endif
#ifdef PLAYS_ON
  {"played_on", round_played_on, METH_VARARGS, NULL},
#endif
#ifdef HAS_HABITS
  {"chance", round_chance, METH_VARARGS, NULL},
#endif
  {NULL, NULL, 0, NULL},
};
static PyType_Slot rules_slots[] = {
  {Py_tp_new, rules_new}, {Py_tp_dealloc, rules_dealloc}, {Py_tp_methods, rules_methods}, {0, NULL},
};
static PyType_Slot round_slots[] = {
  {Py_tp_new, round_new}, {Py_tp_dealloc, round_dealloc}, {Py_tp_methods, round_methods}, {0, NULL},
};
static PyType_Spec rules_spec = {"core.Rules", sizeof(RulesObject), 0, Py_TPFLAGS_DEFAULT, rules_slots};
static PyType_Spec round_spec = {"core.Round", sizeof(RoundObject), 0, Py_TPFLAGS_DEFAULT, round_slots};

static int module_exec(PyObject *module) {
  Types *types = PyModule_GetState(module);
  types->rules = PyType_FromModuleAndSpec(module, &rules_spec, NULL);
  types->round = PyType_FromModuleAndSpec(module, &round_spec, NULL);
  if (!types->rules || !types->round) return -1;
  if (PyModule_AddIntConstant(module, "source", PAIJU_SOURCE) < 0) return -1;
#ifdef DEALS
  if (!(types->tables = PyType_FromModuleAndSpec(module, &tables_spec, NULL))) return -1;
#endif
  if (PyModule_AddObjectRef(module, "Rules", types->rules) < 0) return -1;
  return PyModule_AddObjectRef(module, "Round", types->round);
}

static int module_traverse(PyObject *module, visitproc visit, void *arg) {
  Types *types = PyModule_GetState(module);
  Py_VISIT(types->rules);
  Py_VISIT(types->round);
  Py_VISIT(types->tables);
  return 0;
}

static int module_clear(PyObject *module) {
  Types *types = PyModule_GetState(module);
  Py_CLEAR(types->rules);
  Py_CLEAR(types->round);
  Py_CLEAR(types->tables);
  return 0;
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, module_exec}, {0, NULL}};
static struct PyModuleDef module_def = {
  PyModuleDef_HEAD_INIT, "core", NULL, sizeof(Types), NULL, module_slots, module_traverse, module_clear, NULL,
};

PyMODINIT_FUNC PyInit_core(void) {
  return PyModuleDef_Init(&module_def);
}

#endif
