#define _GNU_SOURCE
/*
 * A profiler that takes NVTX ranges and ITT tasks, and notes the calls as lines: in memory, and in the file that
 * FAKE_COLLECTOR_FILE names. FAKE_COLLECTOR says how it behaves: "old" has no domains, "refuses", "deaf" takes nothing,
 * "silent" notes nothing, for measurements.
 *
 * Written from the public headers of both, by itself: it has its own declarations, and shares none with what it tests.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PUBLIC __attribute__((visibility("default")))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char calls[1 << 16];
static size_t used;
static int silent;

PUBLIC const char *fake_calls(void) { return calls; }

PUBLIC void fake_forget(void) {
  used = 0;
  calls[0] = '\0';
}

static void note(const char *format, ...) {
  char line[8192];
  va_list arguments;
  if (silent) {
    return;
  }
  va_start(arguments, format);
  int length = vsnprintf(line, sizeof(line), format, arguments);
  va_end(arguments);
  if (length < 0 || (size_t)length >= sizeof(line)) {
    length = sizeof(line) - 1;
  }
  pthread_mutex_lock(&lock);
  if (used + (size_t)length < sizeof(calls)) {
    memcpy(calls + used, line, (size_t)length + 1);
    used += (size_t)length;
  }
  const char *file = getenv("FAKE_COLLECTOR_FILE");
  FILE *out = file == NULL ? NULL : fopen(file, "a");
  if (out != NULL) {
    fputs(line, out);
    fclose(out);
  }
  pthread_mutex_unlock(&lock);
}

static int behaves(const char *how) {
  const char *chosen = getenv("FAKE_COLLECTOR");
  return chosen != NULL && strcmp(chosen, how) == 0;
}

/* ---- NVTX ---- */

typedef struct {
  uint16_t version;
  uint16_t size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType;
  int32_t reserved0;
  union {
    uint64_t ullValue;
    double dValue;
  } payload;
  int32_t messageType;
  union {
    const char *ascii;
    const char **registered;
  } message;
} attributes;

typedef struct {
  size_t struct_size;
  int (*GetModuleFunctionTable)(int module, void (****table)(void), unsigned int *size);
} callbacks;

static uint64_t nvtx_ranges;
static const char *domain_name;

static const char *message(const attributes *event) {
  if (event->version != 3 || event->size != 48) {
    return "bad attributes";
  }
  return event->messageType == 3 ? *event->message.registered : event->messageType == 1 ? event->message.ascii : "?";
}

static void mark_a(const char *text) { note("nvtx mark %s\n", text); }
static int push_a(const char *text) {
  note("nvtx push %s\n", text);
  return 0;
}
static int pop_core(void) {
  note("nvtx pop\n");
  return 0;
}
static uint64_t start_a(const char *text) {
  note("nvtx start %s %llu\n", text, (unsigned long long)++nvtx_ranges);
  return nvtx_ranges;
}
static void end_core(uint64_t range) { note("nvtx end %llu\n", (unsigned long long)range); }

static void *create(const char *name) {
  domain_name = strdup(name);
  note("nvtx domain %s\n", name);
  return &domain_name;
}
static void *intern(void *domain, const char *text) {
  const char **kept = malloc(sizeof(char *));
  *kept = strdup(text);
  note("nvtx string %s %s\n", *(const char **)domain, text);
  return kept;
}
static void mark_ex(void *domain, const attributes *event) { note("nvtx mark %s/%s\n", *(const char **)domain, message(event)); }
static int push_ex(void *domain, const attributes *event) {
  note("nvtx push %s/%s\n", *(const char **)domain, message(event));
  return 0;
}
static int pop_ex(void *domain) {
  note("nvtx pop %s\n", *(const char **)domain);
  return 0;
}
static uint64_t start_ex(void *domain, const attributes *event) {
  note("nvtx start %s/%s %llu\n", *(const char **)domain, message(event), (unsigned long long)++nvtx_ranges);
  return nvtx_ranges;
}
static void end_ex(void *domain, uint64_t range) {
  note("nvtx end %s %llu\n", *(const char **)domain, (unsigned long long)range);
}

PUBLIC int InitializeInjectionNvtx2(const void *(*getExportTable)(uint32_t)) {
  silent = behaves("silent");
  if (behaves("refuses")) {
    return 0;
  }
  const callbacks *table = getExportTable(1);
  if (table == NULL || table->struct_size < sizeof(callbacks) || getExportTable(3) == NULL) {
    return 0;
  }
  void (***core)(void) = NULL;
  void (***core2)(void) = NULL;
  unsigned int size = 0;
  if (table->GetModuleFunctionTable(1, &core, &size) == 0 || size < 16 || table->GetModuleFunctionTable(5, &core2, &size) == 0 ||
      size < 16 || table->GetModuleFunctionTable(7, NULL, NULL) != 0) {
    return 0;
  }
  if (behaves("deaf")) {
    return 1;
  }
  *core[2] = (void (*)(void))mark_a;
  *core[5] = (void (*)(void))start_a;
  *core[7] = (void (*)(void))end_core;
  *core[9] = (void (*)(void))push_a;
  *core[11] = (void (*)(void))pop_core;
  if (!behaves("old")) {
    *core2[1] = (void (*)(void))mark_ex;
    *core2[2] = (void (*)(void))start_ex;
    *core2[3] = (void (*)(void))end_ex;
    *core2[4] = (void (*)(void))push_ex;
    *core2[5] = (void (*)(void))pop_ex;
    *core2[10] = (void (*)(void))intern;
    *core2[12] = (void (*)(void))create;
  }
  return 1;
}

/* ---- ITT ---- */

typedef struct {
  unsigned long long d1, d2, d3;
} itt_id;

typedef struct itt_domain {
  volatile int flags;
  const char *nameA;
  void *nameW;
  int extra1;
  void *extra2;
  struct itt_domain *next;
} itt_domain;

typedef struct {
  const char *name;
  void **func_ptr;
  void *init_func;
  void *null_func;
  int group;
} itt_api_info;

typedef struct {
  unsigned char magic[8];
  unsigned long version_major, version_minor, version_build;
  volatile long api_initialized, mutex_initialized, atomic_counter;
  pthread_mutex_t mutex;
  void *lib;
  void *error_handler;
  const char **dll_path_ptr;
  itt_api_info *api_list_ptr;
} itt_global;

PUBLIC itt_domain *__itt_domain_create(const char *name) {
  static itt_domain domain;
  domain.flags = 1;
  domain.nameA = strdup(name);
  note("itt domain %s\n", name);
  return behaves("deaf") ? NULL : &domain;
}

PUBLIC const char **__itt_string_handle_create(const char *name) {
  const char **kept = malloc(sizeof(char *));
  *kept = strdup(name);
  note("itt string %s\n", name);
  return kept;
}

PUBLIC void __itt_task_begin(const itt_domain *domain, itt_id id, itt_id parent, const char **name) {
  note("itt begin %s/%s %llu %llu\n", domain->nameA, *name, id.d1 | id.d2 | id.d3, parent.d1 | parent.d2 | parent.d3);
}

PUBLIC void __itt_task_end(const itt_domain *domain) { note("itt end %s\n", domain->nameA); }

PUBLIC void __itt_task_begin_overlapped(const itt_domain *domain, itt_id id, itt_id parent, const char **name) {
  note("itt start %s/%s %llu %llu\n", domain->nameA, *name, id.d2, parent.d1 | parent.d2 | parent.d3);
}

PUBLIC void __itt_task_end_overlapped(const itt_domain *domain, itt_id id) { note("itt stop %s %llu\n", domain->nameA, id.d2); }

PUBLIC void __itt_api_init(itt_global *global, int groups) {
  static const unsigned char magic[8] = {0xED, 0xAB, 0xAB, 0xEC, 0x0D, 0xEE, 0xDA, 0x30};
  if (memcmp(global->magic, magic, 8) != 0 || global->version_major != 3 || groups == 0 || behaves("refuses")) {
    return;
  }
  silent = behaves("silent");
  pthread_mutex_lock(&global->mutex);
  for (itt_api_info *api = global->api_list_ptr; api->name != NULL; api++) {
    *api->func_ptr = dlsym(global->lib, api->name);
    if (*api->func_ptr == NULL) {
      *api->func_ptr = api->null_func;
    }
  }
  pthread_mutex_unlock(&global->mutex);
}
