#define _GNU_SOURCE
#include "fake_ranges.h"
#include "script.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

/*
 * A CUPTI that records what it is told, in buffers that it asks for, with calls back on this thread or another. Lines:
 *
 *   version NUMBER
 *   fail FUNCTION RESULT [KIND]      what a function answers, of one kind only if that is given; 0: as usual
 *   record KIND BYTES FIELD=VALUE…   kind and fields by name (below) or number; @AT:WIDTH=VALUE is a field, too. A value
 *                                    is a number, now, now+N, now-N, or, where the field is a text, all up to the end of
 *                                    the line; BYTES 0 for the largest. Nothing while the kind is not enabled, but
 *                                    for `force` in place of `record`
 *   unfinished                       unforced flushes give nothing back from now on, until `finished`
 *   keep                             the buffer stays with CUPTI even when a flush is forced, until `give`
 *   elsewhere                        calls back come from a thread of their own from now on
 *   broken                           no record can be found after the one written last
 *   drop COUNT                       as if so many records had been dropped
 *
 * The external numbers that a thread has pushed go before the calls of the runtime and driver that it makes.
 */

#define EXPORTED __attribute__((visibility("default")))

enum { KINDS = 64, FUNCTIONS = 32, EXTERNAL_KINDS = 8, DEPTH = 64, MAX_RECORD = 512 };
enum { SUCCESS = 0, INVALID_PARAMETER = 1, INVALID_OPERATION = 7, MAX_LIMIT = 12, QUEUE_EMPTY = 18, INVALID_KIND = 21 };

typedef void (*requested)(uint8_t **buffer, size_t *bytes, size_t *max_records);
typedef void (*completed)(void *context, uint32_t stream, uint8_t *buffer, size_t bytes, size_t valid);

struct failure {
  char function[48];
  int result;
  int kind; /* -1 for all */
};

struct buffer {
  uint8_t *memory;
  size_t bytes;
  size_t valid;
  struct buffer *next;
};

/* Where records begin, so that the way from one to the next is known; never forgotten. */
struct place {
  const uint8_t *buffer;
  size_t at;
  bool is_broken; /* nothing is found after it */
};

static pthread_mutex_t whole = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of `dropped` */
static uint32_t version = 24;
static struct failure failures[FUNCTIONS];
static bool enabled[KINDS];
static requested request;
static completed complete;
static uint64_t (*clock_of)(void);
static struct buffer now; /* which is being filled */
static struct buffer *kept;
static struct place *places;
static size_t place_count;
static size_t dropped;
static bool is_unfinished;
static bool keeps;
static bool is_elsewhere;
static bool has_subscriber;
enum { CALLS = 64 };
static bool is_left_out[CALLS]; /* runtime calls that are not recorded */
static bool are_zeroed; /* buffers, by those who give them */
static bool has_event_times; /* recordings of events tell when the device came to them */
static uint64_t counters[8];
static __thread uint64_t external[EXTERNAL_KINDS][DEPTH];
static __thread uint32_t depths[EXTERNAL_KINDS];

enum counter { COUNT_ENABLED, COUNT_SUBSCRIBED, COUNT_FLUSHED, COUNT_FORCED, COUNT_PUSHED, COUNT_POPPED };

static int result_of(const char *function, int kind) {
  for (size_t i = 0; i < FUNCTIONS; i++) {
    bool is_of_kind = failures[i].kind < 0 || failures[i].kind == kind;
    if (strcmp(failures[i].function, function) == 0 && is_of_kind && failures[i].result != SUCCESS) {
      return failures[i].result;
    }
  }
  return SUCCESS;
}

static void set_failure(const char *function, int result, int kind) {
  for (size_t i = 0; i < FUNCTIONS; i++) {
    bool is_same = strcmp(failures[i].function, function) == 0 && failures[i].kind == kind;
    if (is_same || failures[i].function[0] == '\0') {
      snprintf(failures[i].function, sizeof failures[i].function, "%s", function);
      failures[i].result = result;
      failures[i].kind = kind;
      return;
    }
  }
}

static uint64_t time_now(void) {
  struct timespec time;
  if (clock_of != NULL) {
    return clock_of();
  }
  clock_gettime(CLOCK_REALTIME, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* A call back, on this thread or on another one. */
struct call {
  struct buffer *buffer;
  bool is_request;
};

static void *call_back(void *argument) {
  struct call *call = argument;
  struct buffer *buffer = call->buffer;
  if (call->is_request) {
    size_t most = 0;
    request(&buffer->memory, &buffer->bytes, &most);
    buffer->valid = 0;
  } else {
    complete(NULL, 0, buffer->memory, buffer->bytes, buffer->valid);
  }
  return NULL;
}

static void call_where_it_should_be(struct buffer *buffer, bool is_request) {
  struct call call = {buffer, is_request};
  pthread_t thread;
  if (is_elsewhere && pthread_create(&thread, NULL, call_back, &call) == 0) {
    pthread_join(thread, NULL);
  } else {
    call_back(&call);
  }
}

static void give_back(void) {
  if (now.memory == NULL) {
    return;
  }
  if (keeps) {
    struct buffer *buffer = malloc(sizeof *buffer);
    *buffer = now;
    buffer->next = kept;
    kept = buffer;
  } else {
    call_where_it_should_be(&now, false);
  }
  memset(&now, 0, sizeof now);
}

static void give_kept(void) {
  while (kept != NULL) {
    struct buffer *buffer = kept;
    kept = buffer->next;
    call_where_it_should_be(buffer, false);
    free(buffer);
  }
}

static void append(const uint8_t *record, size_t bytes) {
  if (now.memory != NULL && now.valid + bytes > now.bytes) {
    give_back();
  }
  if (now.memory == NULL && request != NULL) {
    call_where_it_should_be(&now, true);
    if (now.memory != NULL && !are_zeroed) {
      memset(now.memory, 0, now.bytes);
    }
    for (size_t i = 0; now.memory != NULL && i < now.bytes; i++) {
      if (now.memory[i] != 0) {
        abort(); /* CUPTI would return values that it did not write */
      }
    }
  }
  if (now.memory == NULL || bytes > now.bytes) {
    pthread_mutex_lock(&lock);
    dropped++;
    pthread_mutex_unlock(&lock);
    return;
  }
  memcpy(now.memory + now.valid, record, bytes);
  places = realloc(places, (place_count + 1) * sizeof *places);
  places[place_count++] = (struct place){now.memory, now.valid, false};
  now.valid += bytes;
}

/* Written after NVIDIA's description, not after the table that is tested with it. */
struct known_field {
  const char *name;
  uint16_t at;
  uint16_t bytes; /* 0 for a text */
};

struct known_kind {
  const char *name;
  uint32_t kind;
  size_t bytes;
  struct known_field fields[40];
};

#define API_FIELDS                                                                                                  \
  {{"cbid", 4, 4}, {"start", 8, 8}, {"end", 16, 8}, {"process", 24, 4}, {"thread", 28, 4}, {"correlation", 32, 4}, \
   {"returned", 36, 4}}

static const struct known_kind known[] = {
    {"kernel", 10, 216, {{"registers", 6, 2}, {"start", 16, 8}, {"end", 24, 8}, {"completed", 32, 8},
      {"device", 40, 4}, {"context", 44, 4}, {"stream", 48, 4}, {"gridX", 52, 4}, {"gridY", 56, 4}, {"gridZ", 60, 4},
      {"blockX", 64, 4}, {"blockY", 68, 4}, {"blockZ", 72, 4}, {"static", 76, 4}, {"dynamic", 80, 4},
      {"localPerThread", 84, 4}, {"localTotal", 88, 4}, {"correlation", 92, 4}, {"gridId", 96, 8}, {"name", 104, 0},
      {"queued", 120, 8}, {"submitted", 128, 8}, {"launchType", 136, 1}, {"shared", 140, 4}, {"graphNode", 144, 8},
      {"graph", 156, 4}, {"channel", 168, 4}, {"channelType", 172, 4}, {"clusterX", 176, 4}, {"clusterY", 180, 4},
      {"clusterZ", 184, 4}, {"localTotal2", 192, 8}, {"maxCluster", 200, 4}, {"activeClusters", 204, 4},
      {"byDevice", 208, 1}}},
    {"copy", 1, 96, {{"copyKind", 4, 1}, {"from", 5, 1}, {"to", 6, 1}, {"flags", 7, 1}, {"bytes", 8, 8},
      {"start", 16, 8}, {"end", 24, 8}, {"device", 32, 4}, {"context", 36, 4}, {"stream", 40, 4},
      {"correlation", 44, 4}, {"graphNode", 64, 8}, {"graph", 72, 4}, {"channel", 76, 4}, {"channelType", 80, 4},
      {"copies", 88, 8}}},
    {"peer", 22, 96, {{"copyKind", 4, 1}, {"from", 5, 1}, {"to", 6, 1}, {"flags", 7, 1}, {"bytes", 8, 8},
      {"start", 16, 8}, {"end", 24, 8}, {"device", 32, 4}, {"context", 36, 4}, {"stream", 40, 4},
      {"fromDevice", 44, 4}, {"fromContext", 48, 4}, {"toDevice", 52, 4}, {"toContext", 56, 4},
      {"correlation", 60, 4}, {"graphNode", 72, 8}, {"graph", 80, 4}, {"channel", 84, 4}, {"channelType", 88, 4}}},
    {"set", 2, 88, {{"value", 4, 4}, {"bytes", 8, 8}, {"start", 16, 8}, {"end", 24, 8}, {"device", 32, 4},
      {"context", 36, 4}, {"stream", 40, 4}, {"correlation", 44, 4}, {"flags", 48, 2}, {"memoryKind", 50, 2},
      {"graphNode", 64, 8}, {"graph", 72, 4}, {"channel", 76, 4}}},
    {"runtime", 5, 40, API_FIELDS},
    {"driver", 4, 40, API_FIELDS},
    {"launch", 48, 40, API_FIELDS},
    {"sync", 38, 56, {{"type", 4, 4}, {"start", 8, 8}, {"end", 16, 8}, {"correlation", 24, 4}, {"context", 28, 4},
      {"stream", 32, 4}, {"event", 36, 4}, {"recording", 40, 8}, {"returned", 48, 4}}},
    {"event", 36, 56, {{"correlation", 4, 4}, {"context", 8, 4}, {"stream", 12, 4}, {"event", 16, 4},
      {"device", 24, 4}, {"time", 40, 8}, {"recording", 48, 8}}},
    {"external", 39, 24, {{"externalKind", 4, 4}, {"id", 8, 8}, {"correlation", 16, 4}}},
    {"overhead", 17, 56, {{"overheadKind", 4, 4}, {"object", 8, 4}, {"process", 12, 4}, {"thread", 16, 4},
      {"stream", 20, 4}, {"start", 24, 8}, {"end", 32, 8}, {"correlation", 40, 4}}},
    {"memory", 49, 128, {{"operation", 4, 4}, {"memoryKind", 8, 4}, {"correlation", 12, 4}, {"address", 16, 8},
      {"bytes", 24, 8}, {"time", 32, 8}, {"pc", 40, 8}, {"process", 48, 4}, {"device", 52, 4}, {"context", 56, 4},
      {"stream", 60, 4}, {"name", 64, 0}, {"async", 72, 4}, {"poolType", 80, 4}, {"poolAddress", 88, 8},
      {"poolSize", 104, 8}, {"poolUsed", 112, 8}}},
    {"marker", 12, 56, {{"flags", 4, 4}, {"time", 8, 8}, {"id", 16, 4}, {"object", 20, 4}, {"process", 24, 4},
      {"thread", 28, 4}, {"name", 40, 0}, {"domain", 48, 0}}},
    {"markerdata", 13, 40, {{"flags", 4, 4}, {"id", 8, 4}, {"payloadKind", 12, 4}, {"payload", 16, 8},
      {"color", 24, 4}, {"category", 28, 4}}},
    {"environment", 20, 40, {{"device", 4, 4}, {"time", 8, 8}, {"environmentKind", 16, 4}, {"v0", 20, 4},
      {"v1", 24, 4}, {"v2", 28, 4}, {"v3", 32, 4}, {"v4", 36, 4}}},
    {"graph", 51, 56, {{"correlation", 4, 4}, {"start", 8, 8}, {"end", 16, 8}, {"device", 24, 4}, {"graph", 28, 4},
      {"context", 32, 4}, {"stream", 36, 4}}},
    {"context", 9, 32, {{"context", 4, 4}, {"device", 8, 4}, {"api", 12, 2}, {"nullStream", 14, 2}, {"parent", 16, 4},
      {"isGreen", 20, 1}, {"processors", 22, 2}, {"mode", 24, 4}}},
};
enum { KNOWN = sizeof known / sizeof *known };

static const struct known_kind *kind_of(const char *name, struct known_kind *other) {
  for (size_t i = 0; i < KNOWN; i++) {
    if (strcmp(known[i].name, name) == 0) {
      return &known[i];
    }
  }
  memset(other, 0, sizeof *other);
  other->kind = (uint32_t)strtoul(name, NULL, 10);
  return other;
}

static struct known_field field_of(const struct known_kind *kind, const char *name) {
  struct known_field field = {name, 0, 0};
  if (sscanf(name, "@%hu:%hu", &field.at, &field.bytes) == 2) {
    return field;
  }
  for (size_t i = 0; i < 40 && kind->fields[i].name != NULL; i++) {
    if (strcmp(kind->fields[i].name, name) == 0) {
      return kind->fields[i];
    }
  }
  fprintf(stderr, "the fake CUPTI has no field %s\n", name);
  abort();
}

static uint64_t value_of(const char *text) {
  if (strncmp(text, "now", 3) == 0) {
    return time_now() + (uint64_t)strtoll(text[3] == '\0' ? "0" : text + 3, NULL, 10);
  }
  return text[0] == '-' ? (uint64_t)strtoll(text, NULL, 10) : strtoull(text, NULL, 0);
}

/* Kept for good, as CUPTI keeps names. */
static char *keep_text(const char *value) {
  static char **texts;
  static size_t count;
  texts = realloc(texts, (count + 1) * sizeof *texts);
  texts[count] = strdup(value);
  return texts[count++];
}

static void set_field(uint8_t *record, const struct known_kind *kind, const char *name, char **value) {
  struct known_field field = field_of(kind, name);
  uint64_t number;
  if (field.bytes == 0) {
    number = (uint64_t)(uintptr_t)keep_text(*value);
    *value += strlen(*value);
  } else {
    number = value_of(*value);
  }
  memcpy(record + field.at, &number, field.bytes == 0 ? sizeof number : field.bytes);
}

static void write_external(uint32_t correlation) {
  for (uint32_t kind = 0; kind < EXTERNAL_KINDS && enabled[39]; kind++) {
    if (depths[kind] > 0 && depths[kind] <= DEPTH) {
      uint32_t record[6] = {39, kind};
      memcpy(record + 2, &external[kind][depths[kind] - 1], sizeof(uint64_t));
      record[4] = correlation;
      append((const uint8_t *)record, sizeof record);
    }
  }
}

static void write_record(char *line, bool is_forced) {
  uint8_t record[MAX_RECORD] = {0};
  struct known_kind other;
  char *rest = line;
  const char *name = strsep(&rest, " ");
  const struct known_kind *kind = kind_of(name, &other);
  const char *size = strsep(&rest, " ");
  size_t bytes = size == NULL ? 0 : strtoul(size, NULL, 10);
  uint32_t correlation = 0;
  memcpy(record, &kind->kind, sizeof kind->kind);
  while (rest != NULL && rest[0] != '\0') {
    const char *field = strsep(&rest, "=");
    char *value = rest;
    bool is_text = field[0] != '@' && field_of(kind, field).bytes == 0;
    if (!is_text) {
      value = strsep(&rest, " ");
    } else {
      rest = NULL;
    }
    set_field(record, kind, field, &value);
    if (strcmp(field, "correlation") == 0) {
      memcpy(&correlation, record + field_of(kind, field).at, sizeof correlation);
    }
  }
  if (kind->kind == 36 && !has_event_times) {
    memset(record + 40, 0, sizeof(uint64_t));
  }
  uint32_t call = 0;
  memcpy(&call, record + 4, sizeof call);
  bool is_recorded = kind->kind < KINDS && enabled[kind->kind] &&
                     !(kind->kind == 5 && call < CALLS && is_left_out[call]);
  if (is_forced || is_recorded) {
    if (kind->kind == 5 || kind->kind == 4) {
      write_external(correlation);
    }
    append(record, bytes == 0 ? kind->bytes : bytes);
  }
}

static void carry_out(char *line) {
  char *rest = line;
  const char *what = strsep(&rest, " ");
  char *first = rest == NULL ? "" : rest;
  if (strcmp(what, "record") == 0 || strcmp(what, "force") == 0) {
    write_record(first, what[0] == 'f');
  } else if (strcmp(what, "fail") == 0) {
    char function[48] = "";
    int result = 0;
    int kind = -1;
    (void)sscanf(first, "%47s %d %d", function, &result, &kind);
    set_failure(function, result, kind);
  } else if (strcmp(what, "version") == 0) {
    version = (uint32_t)strtoul(first, NULL, 10);
  } else if (strcmp(what, "drop") == 0) {
    dropped += strtoul(first, NULL, 10);
  } else if (strcmp(what, "broken") == 0 && place_count > 0) {
    places[place_count - 1].is_broken = true;
  } else if (strcmp(what, "unfinished") == 0 || strcmp(what, "finished") == 0) {
    is_unfinished = what[0] == 'u';
  } else if (strcmp(what, "keep") == 0) {
    keeps = true;
  } else if (strcmp(what, "give") == 0) {
    keeps = false;
    give_kept();
  } else if (strcmp(what, "elsewhere") == 0) {
    is_elsewhere = true;
  } else {
    (void)range_line(what, first);
  }
}

EXPORTED void fake_cupti_line(char *line) {
  /* One at a time, calls back among what it does. */
  pthread_mutex_lock(&whole);
  carry_out(line);
  pthread_mutex_unlock(&whole);
}

EXPORTED uint64_t fake_cupti_count(int which) { return counters[which]; }

static void look(void) { script_run(&version, fake_cupti_line); }

EXPORTED int cuptiGetVersion(uint32_t *to) {
  look();
  *to = version;
  return result_of("cuptiGetVersion", -1);
}

EXPORTED int cuptiGetResultString(int result, const char **text) {
  static __thread char name[32];
  snprintf(name, sizeof name, "FAKE_ERROR_%d", result);
  *text = result == 14   ? "CUPTI_ERROR_NOT_COMPATIBLE"
          : result == 35 ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"
          : result == 39 ? "CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED"
                         : name;
  return result_of("cuptiGetResultString", -1);
}

EXPORTED int cuptiSubscribe(void **subscriber, void *callback, void *data) {
  (void)callback;
  (void)data;
  look();
  int result = has_subscriber ? 39 : result_of("cuptiSubscribe", -1);
  if (result == SUCCESS) {
    *subscriber = &has_subscriber;
    has_subscriber = true;
    counters[COUNT_SUBSCRIBED]++;
  }
  return result;
}

EXPORTED int cuptiUnsubscribe(void *subscriber) {
  if (subscriber != &has_subscriber || !has_subscriber) {
    return INVALID_PARAMETER;
  }
  has_subscriber = false;
  counters[COUNT_SUBSCRIBED]--;
  return SUCCESS;
}

EXPORTED int cuptiActivityRegisterCallbacks(requested first, completed second) {
  int result = result_of("cuptiActivityRegisterCallbacks", -1);
  if (result == SUCCESS) {
    request = first;
    complete = second;
  }
  return result;
}

EXPORTED int cuptiActivityEnable(int kind) {
  int result = result_of("cuptiActivityEnable", kind);
  if (result == SUCCESS) {
    counters[COUNT_ENABLED] += !enabled[kind];
    enabled[kind] = true;
    if (kind == 5) {
      memset(is_left_out, 0, sizeof is_left_out);
    }
  }
  return result;
}

EXPORTED int cuptiActivityDisable(int kind) {
  counters[COUNT_ENABLED] -= enabled[kind];
  enabled[kind] = false;
  return SUCCESS;
}

EXPORTED int cuptiActivityFlushAll(uint32_t flag) {
  look();
  int result = request == NULL ? INVALID_OPERATION : result_of("cuptiActivityFlushAll", -1);
  pthread_mutex_lock(&whole);
  counters[flag == 0 ? COUNT_FLUSHED : COUNT_FORCED]++;
  if (result == SUCCESS && (flag != 0 || !is_unfinished)) {
    give_back();
  }
  pthread_mutex_unlock(&whole);
  return result;
}

EXPORTED int cuptiActivityGetNextRecord(uint8_t *buffer, size_t valid, uint8_t **record) {
  int result = result_of("cuptiActivityGetNextRecord", -1);
  pthread_mutex_lock(&whole);
  size_t after = *record == NULL ? 0 : (size_t)(*record - buffer) + 1;
  const struct place *from = NULL;
  const struct place *next = NULL;
  /* The latest that was written at a place counts: buffers are used again. */
  for (size_t i = 0; i < place_count; i++) {
    if (places[i].buffer != buffer) {
      continue;
    }
    if (places[i].at == 0) {
      from = next = NULL;
    }
    if (places[i].at + 1 == after) {
      from = &places[i];
    }
    if (places[i].at >= after && next == NULL && places[i].at < valid) {
      next = &places[i];
    }
  }
  if (result == SUCCESS) {
    result = from != NULL && from->is_broken ? INVALID_KIND : next == NULL ? MAX_LIMIT : SUCCESS;
  }
  if (result == SUCCESS) {
    *record = buffer + next->at;
  }
  pthread_mutex_unlock(&whole);
  return result;
}

EXPORTED int cuptiActivityGetNumDroppedRecords(void *context, uint32_t stream, size_t *count) {
  (void)context;
  (void)stream;
  pthread_mutex_lock(&lock);
  *count = dropped;
  dropped = 0;
  pthread_mutex_unlock(&lock);
  return result_of("cuptiActivityGetNumDroppedRecords", -1);
}

EXPORTED int cuptiGetCallbackName(int domain, uint32_t call, const char **name) {
  static const char *const runtime[] = {[3] = "cudaDriverGetVersion", [13] = "cudaLaunch_v3020",
                                        [41] = "cudaMemcpyAsync_v3020", [131] = "cudaStreamSynchronize_v3020",
                                        [211] = "cudaLaunchKernel_v7000"};
  *name = domain == 2 && call < sizeof runtime / sizeof *runtime ? runtime[call]
          : domain == 1 && call == 307                           ? "cuLaunchKernel"
                                                                 : NULL;
  return *name == NULL ? INVALID_PARAMETER : result_of("cuptiGetCallbackName", -1);
}

EXPORTED int cuptiSetThreadIdType(int type) {
  (void)type;
  return result_of("cuptiSetThreadIdType", -1);
}

EXPORTED int cuptiActivityRegisterTimestampCallback(uint64_t (*clock)(void)) {
  int result = result_of("cuptiActivityRegisterTimestampCallback", -1);
  clock_of = result == SUCCESS ? clock : NULL;
  return result;
}

EXPORTED int cuptiGetTimestamp(uint64_t *nanos) {
  *nanos = time_now();
  return result_of("cuptiGetTimestamp", -1);
}

EXPORTED int cuptiActivityEnableLatencyTimestamps(uint8_t is_on) {
  (void)is_on;
  return SUCCESS;
}

EXPORTED int cuptiActivityEnableCudaEventDeviceTimestamps(uint8_t is_on) {
  has_event_times = is_on != 0;
  return SUCCESS;
}

EXPORTED int cuptiActivitySetAttribute(int attribute, size_t *bytes, void *value) {
  if (attribute != 5 || *bytes != sizeof(uint8_t)) {
    return INVALID_PARAMETER;
  }
  are_zeroed = *(uint8_t *)value != 0;
  return SUCCESS;
}

EXPORTED int cuptiActivityEnableRuntimeApi(uint32_t call, uint8_t is_on) {
  if (call >= CALLS) {
    return INVALID_PARAMETER;
  }
  is_left_out[call] = is_on == 0;
  return SUCCESS;
}

EXPORTED int cuptiActivityPushExternalCorrelationId(int kind, uint64_t id) {
  if (kind <= 0 || kind >= EXTERNAL_KINDS) {
    return INVALID_PARAMETER;
  }
  if (depths[kind] < DEPTH) {
    external[kind][depths[kind]] = id;
  }
  depths[kind]++;
  __atomic_fetch_add(&counters[COUNT_PUSHED], 1, __ATOMIC_RELAXED);
  return SUCCESS;
}

EXPORTED int cuptiActivityPopExternalCorrelationId(int kind, uint64_t *last) {
  if (kind <= 0 || kind >= EXTERNAL_KINDS) {
    return INVALID_PARAMETER;
  }
  if (depths[kind] == 0) {
    return QUEUE_EMPTY;
  }
  depths[kind]--;
  if (last != NULL) {
    *last = external[kind][depths[kind]];
  }
  __atomic_fetch_add(&counters[COUNT_POPPED], 1, __ATOMIC_RELAXED);
  return SUCCESS;
}
