#include "names.h"

#include "hash.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NAMES = 1 << 16, TABLE = 1 << 17 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t max_names = MAX_NAMES;
static size_t max_bytes = 8 << 20;
static size_t bytes;
static _Atomic uint32_t count;
static const char *_Atomic texts[MAX_NAMES];
static uint32_t table[TABLE]; /* 1 + number */

uint64_t names_hash(const char *text) {
  size_t length = strlen(text);
  return hash_text(length, text, length);
}

/* Joins a name and an overload, with a separator if there is an overload. */
static size_t join(char *to, size_t size, const char *name, const char *overload) {
  size_t n = strlen(name);
  size_t o = strlen(overload);
  size_t length = o == 0 ? n : n + 1 + o;
  if (length >= size) {
    return 0;
  }
  memcpy(to, name, n + 1);
  if (o != 0) {
    to[n] = NAME_SEPARATOR;
    memcpy(to + n + 1, overload, o + 1);
  }
  return length;
}

static uint32_t add(const char *text, size_t length, uint32_t slot) {
  uint32_t id = atomic_load_explicit(&count, memory_order_relaxed);
  if (id >= max_names || bytes + length + 1 > max_bytes) {
    return NAME_INLINE;
  }
  char *copy = malloc(length + 1);
  if (copy == NULL) {
    return NAME_INLINE;
  }
  memcpy(copy, text, length + 1);
  bytes += length + 1;
  atomic_store_explicit(&texts[id], copy, memory_order_relaxed);
  atomic_store_explicit(&count, id + 1, memory_order_release);
  table[slot] = id + 1;
  return id;
}

uint32_t names_intern(const char *name, const char *overload, const char **text) {
  char joined[MAX_NAME];
  size_t length = join(joined, sizeof joined, name, overload);
  if (length == 0) {
    return NAME_INLINE;
  }
  uint32_t slot = (uint32_t)(names_hash(joined) % TABLE);
  uint32_t id = NAME_INLINE;
  pthread_mutex_lock(&lock);
  while (table[slot] != 0 && strcmp(texts[table[slot] - 1], joined) != 0) {
    slot = (slot + 1) % TABLE;
  }
  id = table[slot] != 0 ? table[slot] - 1 : add(joined, length, slot);
  pthread_mutex_unlock(&lock);
  if (id != NAME_INLINE && text != NULL) {
    *text = texts[id];
  }
  return id;
}

uint32_t names_count(void) { return atomic_load_explicit(&count, memory_order_acquire); }

const char *names_get(uint32_t id) { return id < names_count() ? texts[id] : NULL; }

void names_limit(uint32_t names, size_t text_bytes) {
  max_names = names < MAX_NAMES ? names : MAX_NAMES;
  max_bytes = text_bytes;
}
