#include "reason.h"

#include <stdarg.h>
#include <stdio.h>

void reason_set(char *reason, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(reason, REASON_LENGTH, format, arguments);
  va_end(arguments);
}
