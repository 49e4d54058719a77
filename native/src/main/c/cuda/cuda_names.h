/* Table of the names that CUDA's records refer to by id: of kernels, functions, markers and variables. */
#ifndef STEP_PROFILER_CUDA_NAMES_H
#define STEP_PROFILER_CUDA_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CUDA_MAX_NAME = 16 * 1024 };

/* Returns the id of a name, CUDA_NO_NAME for NULL or if there is no room. One reader at a time. */
uint32_t cuda_names_intern(const char *name, bool may_be_mangled);
uint32_t cuda_names_count(void);
/* Returns a name, which is never freed; NULL beyond the table. */
const char *cuda_names_get(uint32_t id);
void cuda_names_limit(uint32_t names, size_t text_bytes);

#endif
