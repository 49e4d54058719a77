/*
 * What a fake is told to do: lines of words, one after the other from a C test, or in a file beside the fake, of its name
 * and ".script", that is carried out and deleted when the fake is asked for something; so that Java can tell it, too.
 */
#ifndef STEP_PROFILER_FAKE_SCRIPT_H
#define STEP_PROFILER_FAKE_SCRIPT_H

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SCRIPT_LINE = 1 << 16 };

static inline void script_run(const void *self, void (*carry_out)(char *line)) {
  static __thread char line[SCRIPT_LINE];
  char path[4096];
  Dl_info info;
  if (dladdr(self, &info) == 0) {
    return;
  }
  snprintf(path, sizeof path, "%s.script", info.dli_fname);
  FILE *file = fopen(path, "r");
  if (file == NULL) {
    return;
  }
  (void)unlink(path);
  while (fgets(line, sizeof line, file) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    carry_out(line);
  }
  fclose(file);
}

#endif
