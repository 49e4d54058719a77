/*
 * The static part of Intel's ITT, as far as tasks need it: the profiler names its library in the environment, and the
 * library fills in a list of named function pointers, or exports functions with these names.
 *
 * The protocol: https://github.com/intel/ittapi, ittnotify_config.h and ittnotify.h of version 3.
 */
#include "collector.h"
#include "library.h"
#include "reason.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

enum { STRUCTURE = 1 << 12, MAJOR = 3, MINOR = 26, BUILD = 20250807, SUCCESSFUL = 2 };

/* An identifier is passed as a copy. */
struct id {
  unsigned long long address;
  unsigned long long number;
  unsigned long long reserved;
};

/* The first field is 0 while the profiler ignores the domain. */
struct domain {
  volatile int flags;
};

struct api {
  const char *name;
  void **place;
  void *first;
  void *none;
  int group;
};

struct global {
  unsigned char magic[8];
  unsigned long major;
  unsigned long minor;
  unsigned long build;
  volatile long initialized;
  volatile long mutex_initialized;
  volatile long counter;
  pthread_mutex_t mutex;
  void *library;
  void *error_handler;
  const char **path;
  struct api *apis;
  struct global *next;
  void *threads;
  void *domains;
  void *strings;
  int state;
  void *counters;
  unsigned int collects_events;
  void *histograms;
  void *counter_metadata;
};

typedef void *string_handle;

static struct domain *(*domain_create)(const char *);
static string_handle (*string_handle_create)(const char *);
static void (*task_begin)(const struct domain *, struct id, struct id, string_handle);
static void (*task_end)(const struct domain *);
static void (*task_begin_overlapped)(const struct domain *, struct id, struct id, string_handle);
static void (*task_end_overlapped)(const struct domain *, struct id);
static void (*id_create)(const struct domain *, struct id);
static void (*id_destroy)(const struct domain *, struct id);

static struct api apis[] = {
    {"__itt_domain_create", (void **)&domain_create, NULL, NULL, STRUCTURE},
    {"__itt_string_handle_create", (void **)&string_handle_create, NULL, NULL, STRUCTURE},
    {"__itt_task_begin", (void **)&task_begin, NULL, NULL, STRUCTURE},
    {"__itt_task_end", (void **)&task_end, NULL, NULL, STRUCTURE},
    {"__itt_task_begin_overlapped", (void **)&task_begin_overlapped, NULL, NULL, STRUCTURE},
    {"__itt_task_end_overlapped", (void **)&task_end_overlapped, NULL, NULL, STRUCTURE},
    {"__itt_id_create", (void **)&id_create, NULL, NULL, STRUCTURE},
    {"__itt_id_destroy", (void **)&id_destroy, NULL, NULL, STRUCTURE},
    {NULL, NULL, NULL, NULL, 0}};

static struct global global = {
    .magic = {0xED, 0xAB, 0xAB, 0xEC, 0x0D, 0xEE, 0xDA, 0x30},
    .major = MAJOR,
    .minor = MINOR,
    .build = BUILD,
    .mutex = PTHREAD_MUTEX_INITIALIZER,
    .apis = apis};

static const struct id nobody;
static struct domain *domain;
static atomic_ullong ranges;

static bool attach(char *reason) {
  void *library = library_named_by("INTEL_LIBITTNOTIFY64", reason);
  if (library == NULL) {
    return false;
  }
  void (*initialize)(struct global *, int) = (void (*)(struct global *, int))dlsym(library, "__itt_api_init");
  global.library = library;
  global.mutex_initialized = 1;
  global.state = SUCCESSFUL;
  if (initialize != NULL) {
    initialize(&global, STRUCTURE);
  } else {
    for (struct api *api = apis; api->name != NULL; api++) {
      *api->place = dlsym(library, api->name);
    }
  }
  global.initialized = 1;
  if (domain_create == NULL || string_handle_create == NULL || task_begin == NULL || task_end == NULL) {
    reason_set(reason, "the library of INTEL_LIBITTNOTIFY64 takes no tasks");
    return false;
  }
  domain = domain_create(COLLECTOR_DOMAIN);
  if (domain == NULL) {
    reason_set(reason, "the library of INTEL_LIBITTNOTIFY64 has made no domain");
    return false;
  }
  return true;
}

static bool open_once(char *reason) {
  static struct library_attempt attempt = LIBRARY_NOT_TRIED;
  return library_attach_once(&attempt, attach, reason);
}

static uint64_t string(const char *text) { return (uint64_t)(uintptr_t)string_handle_create(text); }

static string_handle handle(uint64_t string, const char *text) {
  return string == 0 ? string_handle_create(text) : (string_handle)(uintptr_t)string;
}

static void push(uint64_t string, const char *text) {
  if (domain->flags != 0) {
    task_begin(domain, nobody, nobody, handle(string, text));
  }
}

static void pop(void) {
  if (domain->flags != 0) {
    task_end(domain);
  }
}

static struct id id_of(uint64_t range) {
  struct id id = {(unsigned long long)(uintptr_t)&ranges, range, 0};
  return id;
}

static uint64_t start(uint64_t string, const char *text) {
  if (domain->flags == 0 || task_begin_overlapped == NULL || task_end_overlapped == NULL) {
    return 0;
  }
  uint64_t range = atomic_fetch_add_explicit(&ranges, 1, memory_order_relaxed) + 1;
  if (id_create != NULL) {
    id_create(domain, id_of(range));
  }
  task_begin_overlapped(domain, id_of(range), nobody, handle(string, text));
  return range;
}

static void end(uint64_t range) {
  if (range == 0) {
    return;
  }
  task_end_overlapped(domain, id_of(range));
  if (id_destroy != NULL) {
    id_destroy(domain, id_of(range));
  }
}

/* As PyTorch does: a task that ends at once. */
static void mark(uint64_t string, const char *text) {
  push(string, text);
  pop();
}

const struct collector itt_collector = {open_once, string, push, pop, start, end, mark};
