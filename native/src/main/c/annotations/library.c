#include "library.h"

#include "reason.h"

#include <dlfcn.h>
#include <stdlib.h>

void *library_named_by(const char *variable, char *reason) {
  const char *path = getenv(variable);
  if (path == NULL || path[0] == '\0') {
    reason_set(reason, "no profiler that takes them has started the program: %s is not set", variable);
    return NULL;
  }
  void *library = dlopen(path, RTLD_LAZY);
  if (library == NULL) {
    reason_set(reason, "%s does not load: %s", variable, dlerror());
  }
  return library;
}
