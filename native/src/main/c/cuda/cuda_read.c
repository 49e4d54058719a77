#define _GNU_SOURCE
#include "cuda_read.h"

#include "cuda_layouts.h"
#include "cuda_names.h"
#include "cupti.h"

#include <stdio.h>
#include <string.h>

/* Sizes of the records of a kind, since the process began: one CUPTI makes all of them alike. */
struct seen {
  uint16_t settled; /* size of a record, by the start of the next one; 0 for none */
  size_t odd;       /* an unknown size; 0 for none */
  bool is_grown;    /* true if that is larger than any known size, and CUPTI is newer than any known version */
};

static struct seen seen[LAYOUTS];

/*
 * Returns the readable size of a record; 0 if its layout is unknown. The size of a record follows from the start of the
 * next one; the last record has the size of others, with unused bytes after it.
 */
static uint16_t size_of(const struct layout *layout, size_t distance, bool is_last) {
  struct seen *so_far = &seen[layout - cuda_layouts];
  if (cuda_layout_has(layout, distance) && !(is_last && so_far->settled != 0)) {
    if (!is_last) {
      so_far->settled = (uint16_t)distance;
    }
    return (uint16_t)distance;
  }
  uint16_t expected = so_far->settled != 0 ? so_far->settled : cuda_layout_expected(layout, cuda_found.version);
  if (is_last && distance >= expected && so_far->odd == 0) {
    return expected;
  }
  so_far->odd = distance;
  so_far->is_grown = cuda_found.version > CUPTI_LATEST && distance > cuda_layout_largest(layout);
  return so_far->is_grown ? cuda_layout_largest(layout) : 0;
}

static uint32_t name_of(const char *text, bool may_be_mangled, uint64_t counts[CUDA_COUNTS]) {
  uint32_t id = cuda_names_intern(text, may_be_mangled);
  if (id == CUDA_NO_NAME && text != NULL) {
    counts[CUDA_COUNT_NAMES]++;
  }
  return id;
}

static uint32_t call_name(uint16_t kind, uint32_t call, uint64_t counts[CUDA_COUNTS]) {
  const char *name = NULL;
  int domain = kind == KIND_RUNTIME ? CUPTI_RUNTIME_CALLS : CUPTI_DRIVER_CALLS;
  if (cuda_found.cupti.call_name == NULL ||
      cuda_found.cupti.call_name(domain, call, &name) != CUPTI_SUCCESS) {
    return CUDA_NO_NAME;
  }
  return name_of(name, false, counts);
}

static void set_bits(uint64_t *word, uint32_t bits, uint32_t shift, uint64_t value) {
  uint64_t mask = (bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1) << shift;
  *word = (*word & ~mask) | (value << shift & mask);
}

static void write_field(const struct layout *layout, const struct field *field, const uint8_t *record,
                        const struct cuda_clock *clock, uint64_t *to, uint64_t counts[CUDA_COUNTS]) {
  uint64_t value = 0;
  const char *text;
  memcpy(&value, record + field->at, field->bytes); /* both supported machines are little-endian */
  memcpy(&text, &value, sizeof text);
  switch ((enum field_kind)field->kind) {
    case FIELD_PLAIN:
      set_bits(to + field->word, 8 * field->bytes, field->shift, value);
      break;
    case FIELD_TIME:
      to[field->word] = (uint64_t)cuda_clock_nanos(clock, value);
      break;
    case FIELD_SYMBOL:
    case FIELD_TEXT:
      set_bits(to + field->word, 32, field->shift, name_of(text, field->kind == FIELD_SYMBOL, counts));
      break;
    case FIELD_CALL:
      to[field->word] = value;
      set_bits(to, 32, 32, call_name(layout->kind, (uint32_t)value, counts));
      break;
  }
}

/* Converts a record, and returns its words, or 0 if it is left out, which is counted; sets the size that was read. */
static uint32_t convert(const uint8_t *record, size_t distance, bool is_last, const struct cuda_clock *clock,
                        uint64_t *to, uint16_t *size, uint64_t counts[CUDA_COUNTS]) {
  uint32_t kind;
  *size = 0;
  memcpy(&kind, record, sizeof kind);
  const struct layout *layout = cuda_layout_of(kind);
  if (layout == NULL) {
    counts[CUDA_COUNT_KIND]++;
    return 0;
  }
  *size = size_of(layout, distance, is_last);
  if (*size == 0) {
    counts[CUDA_COUNT_SIZE]++;
    return 0;
  }
  memset(to, 0, layout->words * sizeof *to);
  to[0] = layout->type | (uint64_t)layout->words << 16 | (uint64_t)CUDA_NO_NAME << 32;
  for (const struct field *field = layout->fields; field->bytes != 0; field++) {
    if (field->at + field->bytes <= *size) {
      write_field(layout, field, record, clock, to, counts);
    }
  }
  counts[CUDA_COUNT_RECORDS]++;
  return layout->words;
}

/* Returns the record after one, or the first for NULL; NULL if there is none, or its address is invalid. */
static uint8_t *next_of(struct cuda_buffer *buffer, uint8_t *record, bool *is_broken) {
  uint8_t *next = record;
  cupti_result result = cuda_found.cupti.next_record(buffer->memory, buffer->valid, &next);
  uint8_t *least = record == NULL ? buffer->memory : record + 1;
  bool is_there = result == CUPTI_SUCCESS && next >= least &&
                  next + sizeof(uint32_t) <= buffer->memory + buffer->valid;
  *is_broken = !is_there && result != CUPTI_MAX_LIMIT_REACHED;
  return is_there ? next : NULL;
}

bool cuda_read_buffer(struct cuda_buffer *buffer, const struct cuda_clock *clock, uint64_t *to, uint32_t room,
                      uint32_t *words, uint64_t counts[CUDA_COUNTS]) {
  bool is_broken = false;
  *words = 0;
  if (!buffer->is_begun) {
    buffer->is_begun = true;
    buffer->record = next_of(buffer, NULL, &is_broken);
    counts[CUDA_COUNT_BROKEN] += is_broken ? buffer->valid : 0;
  }
  while (buffer->record != NULL && *words + CUDA_MAX_RECORD_WORDS <= room) {
    uint8_t *record = buffer->record;
    size_t left = (size_t)(buffer->memory + buffer->valid - record);
    uint8_t *next = next_of(buffer, record, &is_broken);
    bool is_last = next == NULL;
    uint16_t size;
    *words += convert(record, is_last ? left : (size_t)(next - record), is_last, clock, to + *words, &size, counts);
    counts[CUDA_COUNT_BROKEN] += is_broken ? left - size : 0;
    buffer->record = next;
  }
  return buffer->record != NULL;
}

void cuda_read_notes(char *text, size_t size) {
  size_t at = 0;
  text[0] = '\0';
  for (size_t i = 0; i < LAYOUTS && at < size; i++) {
    if (seen[i].odd != 0) {
      at += (size_t)snprintf(text + at, size - at, "%srecords of kind %s have %zu bytes, known are at most %u: %s",
                             at == 0 ? "" : "; ", cuda_layouts[i].name, seen[i].odd,
                             cuda_layout_largest(&cuda_layouts[i]),
                             seen[i].is_grown ? "what is known of them is read" : "left out");
    }
  }
}

void cuda_read_forget(void) { memset(seen, 0, sizeof seen); }
