/* The fakes of CUDA and CUPTI, loaded as the real ones are, and what is read of them. */
#ifndef STEP_PROFILER_FAKE_CUDA_H
#define STEP_PROFILER_FAKE_CUDA_H

#include "check.h"
#include "cuda_find.h"
#include "cuda_names.h"
#include "cuda_read.h"
#include "cuda_records.h"
#include "cuda_window.h"
#include "cupti.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FAKE_PATH = 2048 };

/* As in fake_cupti.c. */
enum fake_counter { FAKE_ENABLED, FAKE_SUBSCRIBED, FAKE_FLUSHED, FAKE_FORCED, FAKE_PUSHED, FAKE_POPPED };

static char fake_cupti_path[FAKE_PATH];
static void (*fake_cupti)(char *line);
static void (*fake_driver)(char *line);
static uint64_t (*fake_count)(int which);

static inline void fake_symbol(void *library, const char *name, void *to) {
  void *found = dlsym(library, name);
  CHECK(found != NULL);
  memcpy(to, &found, sizeof found);
}

/* The driver's fake under the name of the real one, which is how it is found; by links in a folder of this process. */
static inline void fake_load(void) {
  char folder[FAKE_PATH / 2] = "/tmp/step-profiler-fakes-XXXXXX";
  char driver[FAKE_PATH];
  char from[FAKE_PATH];
  const char *fakes = getenv("FAKES");
  CHECK(fakes != NULL && mkdtemp(folder) != NULL);
  snprintf(driver, sizeof driver, "%s/libcuda.so.1", folder);
  snprintf(from, sizeof from, "%s/fake_cuda.so", fakes);
  CHECK(symlink(from, driver) == 0);
  void *library = dlopen(driver, RTLD_NOW);
  CHECK(library != NULL);
  fake_symbol(library, "fake_cuda_line", &fake_driver);
  CHECK(unlink(driver) == 0 && rmdir(folder) == 0);
  snprintf(fake_cupti_path, sizeof fake_cupti_path, "%s/fake_cupti.so", fakes);
}

/* After which CUPTI's fake is there, too. */
static inline void fake_find(void) {
  fake_load();
  void *library = dlopen(fake_cupti_path, RTLD_NOW);
  CHECK(library != NULL);
  fake_symbol(library, "fake_cupti_line", &fake_cupti);
  fake_symbol(library, "fake_cupti_count", &fake_count);
  cuda_find(fake_cupti_path);
}

__attribute__((format(printf, 1, 2))) static inline void fake(const char *format, ...) {
  char line[1 << 15];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  fake_cupti(line);
}

static const struct cuda_options everything = {(1u << CUDA_WANTED_KINDS) - 1, 1 << 16, 8, true, false};

static inline uint64_t fake_open(const struct cuda_options *options) {
  char reason[REASON_LENGTH];
  uint64_t id = cuda_window_open(options, reason);
  if (id == 0) {
    fprintf(stderr, "%s\n", reason);
  }
  CHECK(id != 0 && reason[0] == '\0');
  return id;
}

/* All that is there, in memory of the caller's. */
static inline uint64_t *fake_read(uint64_t id, uint32_t *count) {
  enum { PIECE = 3 * CUDA_MAX_RECORD_WORDS };
  uint64_t *words = NULL;
  int32_t read = 0;
  *count = 0;
  do {
    words = realloc(words, (*count + PIECE) * sizeof *words);
    CHECK(words != NULL);
    read = cuda_window_read(id, words + *count, PIECE);
    *count += read > 0 ? (uint32_t)read : 0;
  } while (read >= 0);
  return words;
}

static inline uint64_t fake_counted(uint64_t id, enum cuda_count what) {
  uint64_t counts[CUDA_COUNTS];
  CHECK(cuda_window_counts(id, counts));
  return counts[what];
}

static inline uint32_t type_of(const uint64_t *record) { return *record & 0xff; }
static inline uint32_t code_of(const uint64_t *record) { return *record >> 8 & 0xff; }
static inline uint32_t words_of(const uint64_t *record) { return *record >> 16 & 0xffff; }
static inline const char *name_of_record(const uint64_t *record) {
  const char *name = cuda_names_get((uint32_t)(*record >> 32));
  return name == NULL ? "" : name;
}
static inline uint32_t low(uint64_t word) { return (uint32_t)word; }
static inline uint32_t high(uint64_t word) { return (uint32_t)(word >> 32); }

#endif
