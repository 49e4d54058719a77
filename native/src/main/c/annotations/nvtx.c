/*
 * NVTX without a library of NVIDIA's: a profiler names its own library in the environment, which fills in function
 * pointers. Every copy of NVTX 3 does this, and a process may have several copies.
 *
 * The protocol: https://github.com/NVIDIA/NVTX, nvtxInit.h, nvtxTypes.h and nvToolsExt.h of version 3.
 */
#include "collector.h"
#include "library.h"
#include "reason.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

/* Modules of functions, and the number of places of each, including its empty first place. */
enum { CORE = 1, CORE2 = 5, MODULES = 7, MOST_PLACES = 17 };
static const unsigned int places_of[MODULES] = {0, 16, 9, 15, 7, 16, 7};

enum { MARK_A = 2, RANGE_START_A = 5, RANGE_END = 7, RANGE_PUSH_A = 9, RANGE_POP = 11 };
enum {
  DOMAIN_MARK_EX = 1,
  DOMAIN_RANGE_START_EX = 2,
  DOMAIN_RANGE_END = 3,
  DOMAIN_RANGE_PUSH_EX = 4,
  DOMAIN_RANGE_POP = 5,
  DOMAIN_REGISTER_STRING_A = 10,
  DOMAIN_CREATE_A = 12
};
enum { TABLE_OF_CALLBACKS = 1, TABLE_OF_VERSION = 3, VERSION = 3 };
enum { MESSAGE_TEXT = 1, MESSAGE_STRING = 3 };

typedef void (*function)(void);

struct event {
  uint16_t version;
  uint16_t size;
  uint32_t category;
  int32_t color_type;
  uint32_t color;
  int32_t payload_type;
  int32_t reserved;
  uint64_t payload;
  int32_t message_type;
  const void *message;
};

struct callbacks {
  size_t size;
  int (*functions_of)(uint32_t module, function ***places, unsigned int *count);
};

struct version {
  size_t size;
  uint32_t version;
  uint32_t reserved;
  void (*tell)(uint32_t version);
};

static function functions[MODULES][MOST_PLACES];
static function *places[MODULES][MOST_PLACES + 1];
static void *domain;

static int functions_of(uint32_t module, function ***into, unsigned int *count) {
  if (module == 0 || module >= MODULES) {
    return 0;
  }
  if (into != NULL) {
    *into = places[module];
  }
  if (count != NULL) {
    *count = places_of[module];
  }
  return 1;
}

static void ignore_version(uint32_t version) { (void)version; }

static const struct callbacks callbacks = {sizeof(struct callbacks), functions_of};
static const struct version version = {sizeof(struct version), VERSION, 0, ignore_version};

static const void *table_of(uint32_t id) {
  return id == TABLE_OF_CALLBACKS ? (const void *)&callbacks : id == TABLE_OF_VERSION ? &version : NULL;
}

static bool has_domains(void) {
  const function *core = functions[CORE2];
  return core[DOMAIN_MARK_EX] != NULL && core[DOMAIN_RANGE_START_EX] != NULL && core[DOMAIN_RANGE_END] != NULL &&
      core[DOMAIN_RANGE_PUSH_EX] != NULL && core[DOMAIN_RANGE_POP] != NULL && core[DOMAIN_CREATE_A] != NULL;
}

static bool has_ranges(void) {
  const function *core = functions[CORE];
  return core[MARK_A] != NULL && core[RANGE_START_A] != NULL && core[RANGE_END] != NULL &&
      core[RANGE_PUSH_A] != NULL && core[RANGE_POP] != NULL;
}

static bool attach(char *reason) {
  void *library = library_named_by("NVTX_INJECTION64_PATH", reason);
  if (library == NULL) {
    return false;
  }
  int (*initialize)(const void *(*)(uint32_t)) =
      (int (*)(const void *(*)(uint32_t)))dlsym(library, "InitializeInjectionNvtx2");
  if (initialize == NULL) {
    reason_set(reason, "the library of NVTX_INJECTION64_PATH takes no NVTX of version 3");
    dlclose(library);
    return false;
  }
  for (int module = 0; module < MODULES; module++) {
    for (unsigned int place = 1; place < places_of[module]; place++) {
      places[module][place] = &functions[module][place];
    }
  }
  if (initialize(table_of) == 0) {
    memset(functions, 0, sizeof(functions));
    reason_set(reason, "the library of NVTX_INJECTION64_PATH refuses to be attached");
    dlclose(library);
    return false;
  }
  if (has_domains()) {
    domain = ((void *(*)(const char *))functions[CORE2][DOMAIN_CREATE_A])(COLLECTOR_DOMAIN);
  } else if (!has_ranges()) {
    reason_set(reason, "the library of NVTX_INJECTION64_PATH takes no ranges");
    return false;
  }
  return true;
}

static bool open_once(char *reason) {
  static struct library_attempt attempt = LIBRARY_NOT_TRIED;
  return library_attach_once(&attempt, attach, reason);
}

static uint64_t string(const char *text) {
  function intern = functions[CORE2][DOMAIN_REGISTER_STRING_A];
  return domain == NULL || intern == NULL ? 0
                                          : (uint64_t)(uintptr_t)((void *(*)(void *, const char *))intern)(domain, text);
}

static struct event event(uint64_t string, const char *text) {
  struct event made = {.version = VERSION, .size = sizeof(struct event)};
  made.message_type = string == 0 ? MESSAGE_TEXT : MESSAGE_STRING;
  made.message = string == 0 ? text : (const void *)(uintptr_t)string;
  return made;
}

static void push(uint64_t string, const char *text) {
  if (domain == NULL) {
    ((int (*)(const char *))functions[CORE][RANGE_PUSH_A])(text);
  } else {
    struct event pushed = event(string, text);
    ((int (*)(void *, const struct event *))functions[CORE2][DOMAIN_RANGE_PUSH_EX])(domain, &pushed);
  }
}

static void pop(void) {
  if (domain == NULL) {
    ((int (*)(void))functions[CORE][RANGE_POP])();
  } else {
    ((int (*)(void *))functions[CORE2][DOMAIN_RANGE_POP])(domain);
  }
}

static uint64_t start(uint64_t string, const char *text) {
  if (domain == NULL) {
    return ((uint64_t(*)(const char *))functions[CORE][RANGE_START_A])(text);
  }
  struct event started = event(string, text);
  return ((uint64_t(*)(void *, const struct event *))functions[CORE2][DOMAIN_RANGE_START_EX])(domain, &started);
}

static void end(uint64_t range) {
  if (domain == NULL) {
    ((void (*)(uint64_t))functions[CORE][RANGE_END])(range);
  } else {
    ((void (*)(void *, uint64_t))functions[CORE2][DOMAIN_RANGE_END])(domain, range);
  }
}

static void mark(uint64_t string, const char *text) {
  if (domain == NULL) {
    ((void (*)(const char *))functions[CORE][MARK_A])(text);
  } else {
    struct event marked = event(string, text);
    ((void (*)(void *, const struct event *))functions[CORE2][DOMAIN_MARK_EX])(domain, &marked);
  }
}

const struct collector nvtx_collector = {open_once, string, push, pop, start, end, mark};
