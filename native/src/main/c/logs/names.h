/* Table of the names that records refer to by id. */
#ifndef STEP_PROFILER_NAMES_H
#define STEP_PROFILER_NAMES_H

#include <stddef.h>
#include <stdint.h>

enum { MAX_NAME = 4096 };

#define NAME_INLINE UINT32_MAX
#define NAME_SEPARATOR '\x1f'

/* Returns the id of a name and an overload; NAME_INLINE if the table has no room. */
uint32_t names_intern(const char *name, const char *overload, const char **text);
uint64_t names_hash(const char *text);
uint32_t names_count(void);
/* Returns "name" or "name", NAME_SEPARATOR and overload, which is never freed; NULL beyond the table. */
const char *names_get(uint32_t id);
void names_limit(uint32_t names, size_t text_bytes);

#endif
