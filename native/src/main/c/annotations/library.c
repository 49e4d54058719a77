#include "library.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

void *library_named_by(const char *variable, char *reason) {
  const char *path = getenv(variable);
  if (path == NULL || path[0] == '\0') {
    reason_set(reason, "no profiler of such ranges has started the program: %s is not set", variable);
    return NULL;
  }
  void *library = dlopen(path, RTLD_LAZY);
  if (library == NULL) {
    reason_set(reason, "%s does not load: %s", variable, dlerror());
  }
  return library;
}

bool library_attach_once(struct library_attempt *attempt, bool (*attach)(char *reason), char *reason) {
  pthread_mutex_lock(&attempt->lock);
  if (!attempt->is_made) {
    attempt->is_attached = attach(attempt->reason);
    attempt->is_made = true;
  }
  bool is_attached = attempt->is_attached;
  memcpy(reason, attempt->reason, REASON_LENGTH);
  pthread_mutex_unlock(&attempt->lock);
  return is_attached;
}
