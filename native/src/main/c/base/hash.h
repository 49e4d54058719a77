#ifndef STEP_PROFILER_HASH_H
#define STEP_PROFILER_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Hash for tables of this process: a word at a time, in the byte order of the machine. */
static inline uint64_t hash_text(uint64_t seed, const char *text, size_t length) {
  uint64_t h = seed;
  uint64_t word = 0;
  for (; length >= sizeof word; length -= sizeof word, text += sizeof word) {
    memcpy(&word, text, sizeof word);
    h = (h ^ word) * 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
  }
  word = 0;
  memcpy(&word, text, length);
  h = (h ^ word) * 0x9e3779b97f4a7c15u;
  return h ^ h >> 29;
}

#endif
