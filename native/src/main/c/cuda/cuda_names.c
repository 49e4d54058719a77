#define _GNU_SOURCE
#include "cuda_names.h"

#include "cuda_records.h"
#include "hash.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NAMES = 1 << 16, TABLE = 1 << 17 };

/* `text` is the name for Java; `raw` is CUPTI's name, the key of the table. */
struct name {
  const char *raw;
  const char *text;
  uint64_t hash;
};

static const struct name *_Atomic names[MAX_NAMES];
static _Atomic uint32_t count;
static uint32_t table[TABLE]; /* 1 + number */
static uint32_t max_names = MAX_NAMES;
static size_t max_bytes = 32 << 20;
static size_t bytes;

typedef char *(*demangler)(const char *mangled, char *to, size_t *length, int *status);

/* Finds the demangler of the C++ library in the process or on the machine; without one, names stay mangled. */
static demangler find_demangler(void) {
  static bool is_known;
  static demangler found;
  if (!is_known) {
    void *symbol = dlsym(RTLD_DEFAULT, "__cxa_demangle");
    void *library = symbol == NULL ? dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL) : NULL;
    if (library != NULL) {
      symbol = dlsym(library, "__cxa_demangle");
    }
    memcpy(&found, &symbol, sizeof found);
    is_known = true;
  }
  return found;
}

static uint64_t hash_of(const char *text, size_t length, bool may_be_mangled) {
  return hash_text(length << 1 | may_be_mangled, text, length);
}

/* Returns a copy; cut to CUDA_MAX_NAME at a character boundary and marked by "..." if it is longer. */
static char *copy(const char *text, size_t length) {
  bool is_cut = length == CUDA_MAX_NAME && text[length] != '\0';
  while (is_cut && length > 0 && (text[length] & 0xc0) == 0x80) {
    length--;
  }
  char *copied = malloc(length + sizeof "...");
  if (copied != NULL) {
    memcpy(copied, text, length);
    strcpy(copied + length, is_cut ? "..." : "");
  }
  return copied;
}

static char *demangle(const char *raw) {
  demangler found = find_demangler();
  int status = -1;
  char *text = found == NULL ? NULL : found(raw, NULL, NULL, &status);
  if (status != 0 || text == NULL) {
    free(text);
    return NULL;
  }
  char *copied = copy(text, strnlen(text, CUDA_MAX_NAME));
  free(text);
  return copied;
}

static uint32_t add(const char *raw, size_t length, uint64_t hash, bool may_be_mangled, uint32_t slot) {
  uint32_t id = atomic_load_explicit(&count, memory_order_relaxed);
  if (id >= max_names || bytes + length >= max_bytes) {
    return CUDA_NO_NAME;
  }
  struct name *name = malloc(sizeof *name);
  char *kept = copy(raw, length);
  if (name == NULL || kept == NULL) {
    free(name);
    free(kept);
    return CUDA_NO_NAME;
  }
  bool is_whole = raw[length] == '\0';
  char *text = may_be_mangled && is_whole && strncmp(kept, "_Z", 2) == 0 ? demangle(kept) : NULL;
  *name = (struct name){kept, text == NULL ? kept : text, hash};
  bytes += sizeof *name + strlen(kept) + 1 + (text == NULL ? 0 : strlen(text) + 1);
  atomic_store_explicit(&names[id], name, memory_order_relaxed);
  atomic_store_explicit(&count, id + 1, memory_order_release);
  table[slot] = id + 1;
  return id;
}

static bool is_same(const struct name *name, uint64_t hash, const char *raw, size_t length) {
  /* A cut name is identified by its hash and its beginning. */
  return name->hash == hash &&
         strncmp(name->raw, raw, length == CUDA_MAX_NAME ? length - sizeof(uint32_t) : length + 1) == 0;
}

uint32_t cuda_names_intern(const char *raw, bool may_be_mangled) {
  if (raw == NULL) {
    return CUDA_NO_NAME;
  }
  size_t length = strnlen(raw, CUDA_MAX_NAME);
  uint64_t hash = hash_of(raw, length, may_be_mangled);
  uint32_t slot = (uint32_t)(hash % TABLE);
  while (table[slot] != 0 && !is_same(names[table[slot] - 1], hash, raw, length)) {
    slot = (slot + 1) % TABLE;
  }
  return table[slot] != 0 ? table[slot] - 1 : add(raw, length, hash, may_be_mangled, slot);
}

uint32_t cuda_names_count(void) { return atomic_load_explicit(&count, memory_order_acquire); }

const char *cuda_names_get(uint32_t id) { return id < cuda_names_count() ? names[id]->text : NULL; }

void cuda_names_limit(uint32_t most, size_t text_bytes) {
  max_names = most < MAX_NAMES ? most : MAX_NAMES;
  max_bytes = text_bytes;
}
