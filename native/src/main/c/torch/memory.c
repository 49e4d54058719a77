#define _GNU_SOURCE
#include "memory.h"

#include "clock.h"
#include "logs.h"
#include "records.h"

#include <string.h>

/*
 * A c10::MemoryReportingInfoBase built by hand, as the Itanium C++ ABI lays it out. It takes the place of the state of
 * libtorch's own profiler, and is never freed. Zeros follow its pointer to functions, so that code that takes it for
 * that state sees that nothing is being profiled.
 */
struct device {
  int8_t type;
  int8_t index;
};

typedef void (*function)(void);

struct functions {
  ptrdiff_t offset_to_top;
  const void *type_information;
  function entries[16];
};

struct reporter {
  const function *functions;
  uint64_t zeros[127];
};

struct test_events {
  uint64_t count;
  uint64_t addresses[4];
  int64_t bytes[4];
};

enum { PROFILER_STATE = 2 };

_Atomic uint64_t memory_left;

static __thread struct test_events *testing;
static struct torch_thread *_Atomic holder; /* only for comparison: the thread may have ended */

static void destroy(void *reporter) { (void)reporter; }

static uint64_t nothing(void) { return 0; }

static void write_event(enum memory_action action, struct device device, void *address, int64_t bytes,
                        uint64_t allocated, uint64_t reserved) {
  struct torch_thread *self = torch_enter();
  if (self == NULL || !torch_wants(self, WANT_MEMORY)) {
    return;
  }
  logs_count(&self->thread.log->begun);
  uint64_t *record = logs_room(&self->thread);
  if (record != NULL) {
    record[0] = RECORD_MEMORY | (uint64_t)action << 8 | 6u << 16 | (uint64_t)(uint8_t)device.type << 32 |
                (uint64_t)(uint8_t)device.index << 40;
    record[1] = clock_ticks();
    record[2] = (uint64_t)(uintptr_t)address;
    record[3] = (uint64_t)bytes;
    record[4] = allocated;
    record[5] = reserved;
    logs_publish(&self->thread, 6);
  }
}

static void report(void *reporter, void *address, int64_t bytes, size_t allocated, size_t reserved,
                   struct device device) {
  (void)reporter;
  if (testing == NULL) {
    write_event(MEMORY_CHANGED, device, address, bytes, allocated, reserved);
    return;
  }
  if (testing->count < 4) {
    testing->addresses[testing->count] = (uint64_t)(uintptr_t)address;
    testing->bytes[testing->count] = bytes;
  }
  testing->count++;
}

static void report_exhausted(void *reporter, int64_t bytes, size_t allocated, size_t reserved, struct device device) {
  (void)reporter;
  if (testing == NULL) {
    write_event(MEMORY_EXHAUSTED, device, NULL, bytes, allocated, reserved);
  }
}

static bool is_enabled(const void *reporter) {
  (void)reporter;
  return testing != NULL || atomic_load_explicit(&logs_open_window, memory_order_relaxed) != 0;
}

static const struct functions functions = {
    .entries = {(function)destroy, (function)destroy, (function)report, (function)report_exhausted,
                (function)is_enabled, (function)nothing, (function)nothing, (function)nothing,
                (function)nothing, (function)nothing, (function)nothing, (function)nothing,
                (function)nothing, (function)nothing, (function)nothing, (function)nothing}};

/* N6: one reporter, in a slot that the profiler of libtorch uses, too. */
static struct reporter reporter = {.functions = functions.entries};

static uintptr_t kind(const struct torch *torch) {
  return torch->symbols.profiler_kind != NULL ? *torch->symbols.profiler_kind : PROFILER_STATE;
}

static void push(const struct torch *torch) {
  struct shared info = {.object = &reporter};
  torch->symbols.debug_push(kind(torch), &info);
}

/* True if the reporter is on top, so that popping it pops no other. */
static bool is_on_top(const struct torch *torch) {
  struct shared current = torch->symbols.debug_current();
  bool is_ours = current.object != NULL && *(void **)current.object == &reporter;
  if (current.object != NULL) {
    torch->symbols.debug_force(&current); /* releases the returned reference */
  }
  return is_ours;
}

static bool pop(const struct torch *torch) {
  if (torch->symbols.debug_get(kind(torch)) != &reporter || !is_on_top(torch)) {
    return false;
  }
  (void)torch->symbols.debug_pop(kind(torch));
  return true;
}

/* True if a reporter was left on the thread, and counted, and is not held for a window. */
static bool is_left(const struct torch_thread *self) {
  return self->has_reporter && (self->reporter_pusher == NULL || self->is_foreign);
}

/* Puts the reporter in place; one that was left on this thread is no longer counted. */
static void put(struct torch_thread *self, const void *present) {
  if (is_left(self)) {
    atomic_fetch_sub(&memory_left, 1);
  }
  if (present == NULL) {
    push(&torch_found);
  }
  self->has_reporter = true;
}

static bool take(struct torch_thread *self) {
  if (!pop(&torch_found)) {
    return false;
  }
  self->has_reporter = false;
  return true;
}

enum memory_state memory_hold(void) {
  struct torch_thread *self = torch_enter();
  if (self == NULL) {
    return MEMORY_FAILED;
  }
  void *present = torch_found.symbols.debug_get(kind(&torch_found));
  if (present != NULL && present != &reporter) {
    return MEMORY_TAKEN;
  }
  put(self, present);
  self->reporter_pusher = NULL;
  atomic_store(&holder, self);
  self->holds_reporter = true;
  return MEMORY_IN_PLACE;
}

bool memory_let_go(void) {
  struct torch_thread *held = atomic_exchange(&holder, NULL);
  if (held == NULL || (held == torch_self() && take(held))) {
    return true;
  }
  atomic_fetch_add(&memory_left, 1);
  return false;
}

void memory_begin(struct torch_thread *self, const void *operation) {
  void *present = torch_found.symbols.debug_get(kind(&torch_found));
  bool is_foreign = present != NULL && present != &reporter;
  if (is_foreign) {
    logs_count(&self->thread.log->counts[COUNT_FOREIGN]);
  } else if (present == NULL || self->has_reporter) {
    put(self, present);
  } else {
    return; /* libtorch has propagated it from the thread that it works for */
  }
  self->is_foreign = is_foreign;
  self->reporter_pusher = operation;
}

void memory_end(struct torch_thread *self) {
  self->reporter_pusher = NULL;
  if (!self->is_foreign && !take(self)) {
    atomic_fetch_add(&memory_left, 1);
  }
}

void memory_thread_ended(struct torch_thread *self) {
  struct torch_thread *held = self;
  bool is_held = atomic_compare_exchange_strong(&holder, &held, NULL);
  if (!is_held && is_left(self)) {
    atomic_fetch_sub(&memory_left, 1);
  }
}

static bool saw(const struct test_events *events, uint64_t address, int64_t bytes) {
  return events->count == 2 && events->addresses[0] == address && events->addresses[1] == address &&
         events->bytes[0] == bytes && events->bytes[1] == -bytes;
}

static bool make_and_delete(struct torch *torch, uint64_t *address) {
  int64_t sizes[] = {13, 3};
  int64_t strides[] = {3, 1};
  tensor_handle tensor = NULL;
  void *data = NULL;
  if (torch->symbols.empty(2, sizes, strides, 6, 0, 0, &tensor) != 0) {
    return false;
  }
  bool is_known = torch->symbols.data(tensor, &data) == 0;
  *address = (uint64_t)(uintptr_t)data;
  return torch->symbols.delete (tensor) == 0 && is_known;
}

bool memory_test(struct torch *torch, char *reason) {
  const struct torch_symbols *symbols = &torch->symbols;
  if (!symbols->debug_get || !symbols->debug_push || !symbols->debug_pop || !symbols->debug_current ||
      !symbols->debug_force || !symbols->data) {
    reason_set(reason, "libtorch lacks a function for it");
    return false;
  }
  if (symbols->debug_get(kind(torch)) != NULL) {
    reason_set(reason, "a new thread has a profiler");
    return false;
  }
  struct test_events events = {0};
  uint64_t address = 0;
  testing = &events;
  push(torch);
  bool is_found = symbols->debug_get(kind(torch)) == &reporter;
  bool is_made = is_found && make_and_delete(torch, &address);
  testing = NULL;
  bool is_gone = is_found && pop(torch) && symbols->debug_get(kind(torch)) == NULL;
  if (!is_found || !is_gone) {
    reason_set(reason, "a reporter cannot be put in place and taken away");
  } else if (!is_made || !saw(&events, address, 13 * 3 * 4)) {
    reason_set(reason, "an allocation and its end were not reported as expected (%lu events)",
                   (unsigned long)events.count);
  } else {
    return true;
  }
  return false;
}
