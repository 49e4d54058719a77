#include "operation_marks.h"

#include <stddef.h>

const struct operation_marks *_Atomic operation_marks = NULL;
