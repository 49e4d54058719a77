#define _GNU_SOURCE
#include "check.h"
#include "collector.h"
#include "reason.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Both collectors against a profiler that notes the calls. Each case has a process of its own: a collector is opened once. */

static const char *fake;
static const char *(*calls)(void);

static void expect(const char *expected) {
  if (strcmp(calls(), expected) != 0) {
    fprintf(stderr, "expected:\n%s\nseen:\n%s\n", expected, calls());
    abort();
  }
}

/* The library of the fake, as the collector has loaded it. */
static void listen(void) {
  void *library = dlopen(fake, RTLD_LAZY);
  CHECK(library != NULL);
  calls = (const char *(*)(void))dlsym(library, "fake_calls");
}

static void open_as(const struct collector *collector, const char *behaviour) {
  char reason[REASON_LENGTH] = "none";
  setenv("NVTX_INJECTION64_PATH", fake, 1);
  setenv("INTEL_LIBITTNOTIFY64", fake, 1);
  setenv("FAKE_COLLECTOR", behaviour, 1);
  CHECK(collector->open(reason) && reason[0] == '\0');
  CHECK(collector->open(reason));
  listen();
}

static void refused(const struct collector *collector, const char *path, const char *behaviour, const char *why) {
  char reason[REASON_LENGTH] = "";
  setenv("NVTX_INJECTION64_PATH", path, 1);
  setenv("INTEL_LIBITTNOTIFY64", path, 1);
  setenv("FAKE_COLLECTOR", behaviour, 1);
  CHECK(!collector->open(reason));
  CHECK(strstr(reason, why) != NULL);
  reason[0] = '\0';
  CHECK(!collector->open(reason) && strstr(reason, why) != NULL);
}

static void nvtx_ranges_have_registered_names_in_a_domain(void) {
  open_as(&nvtx_collector, "");
  uint64_t forward = nvtx_collector.string("forward");
  CHECK(forward != 0);
  nvtx_collector.push(forward, NULL);
  nvtx_collector.push(0, "computed \xc3\xa4");
  nvtx_collector.mark(forward, NULL);
  nvtx_collector.pop();
  nvtx_collector.pop();
  uint64_t first = nvtx_collector.start(0, "step");
  uint64_t second = nvtx_collector.start(forward, NULL);
  nvtx_collector.end(first);
  nvtx_collector.end(second);
  expect("nvtx domain stepprofiler\nnvtx string stepprofiler forward\nnvtx push stepprofiler/forward\n"
         "nvtx push stepprofiler/computed \xc3\xa4\nnvtx mark stepprofiler/forward\nnvtx pop stepprofiler\n"
         "nvtx pop stepprofiler\nnvtx start stepprofiler/step 1\nnvtx start stepprofiler/forward 2\n"
         "nvtx end stepprofiler 1\nnvtx end stepprofiler 2\n");
}

static void nvtx_of_a_profiler_without_domains_has_plain_ranges(void) {
  open_as(&nvtx_collector, "old");
  CHECK(nvtx_collector.string("forward") == 0);
  nvtx_collector.push(0, "forward");
  nvtx_collector.mark(0, "epoch");
  nvtx_collector.pop();
  nvtx_collector.end(nvtx_collector.start(0, "step"));
  expect("nvtx push forward\nnvtx mark epoch\nnvtx pop\nnvtx start step 1\nnvtx end 1\n");
}

static void itt_tasks_are_nested_or_overlapped(void) {
  open_as(&itt_collector, "");
  uint64_t forward = itt_collector.string("forward");
  itt_collector.push(forward, NULL);
  itt_collector.push(0, "computed");
  itt_collector.pop();
  itt_collector.pop();
  uint64_t first = itt_collector.start(forward, NULL);
  uint64_t second = itt_collector.start(forward, NULL);
  CHECK(first != second);
  itt_collector.end(first);
  itt_collector.end(second);
  itt_collector.mark(forward, NULL);
  expect("itt domain stepprofiler\nitt string forward\nitt begin stepprofiler/forward 0 0\nitt string computed\n"
         "itt begin stepprofiler/computed 0 0\nitt end stepprofiler\nitt end stepprofiler\n"
         "itt start stepprofiler/forward 1 0\nitt start stepprofiler/forward 2 0\nitt stop stepprofiler 1\n"
         "itt stop stepprofiler 2\nitt begin stepprofiler/forward 0 0\nitt end stepprofiler\n");
}

static void without_a_profiler_there_is_a_reason(void) {
  refused(&nvtx_collector, "", "", "NVTX_INJECTION64_PATH is not set");
  refused(&itt_collector, "", "", "INTEL_LIBITTNOTIFY64 is not set");
}

static void a_library_that_does_not_load_is_a_reason(void) {
  refused(&nvtx_collector, "/nowhere/lib.so", "", "does not load: /nowhere/lib.so");
  refused(&itt_collector, "/nowhere/lib.so", "", "does not load: /nowhere/lib.so");
}

static void a_library_of_something_else_is_a_reason(void) {
  refused(&nvtx_collector, "libm.so.6", "", "takes no NVTX of version 3");
  refused(&itt_collector, "libm.so.6", "", "takes no tasks");
}

static void a_profiler_that_refuses_is_a_reason(void) {
  refused(&nvtx_collector, fake, "refuses", "refuses to be attached");
  refused(&itt_collector, fake, "refuses", "takes no tasks");
}

static void a_profiler_that_takes_nothing_is_a_reason(void) {
  refused(&nvtx_collector, fake, "deaf", "takes no ranges");
  refused(&itt_collector, fake, "deaf", "has made no domain");
}

static void in_a_process_of_its_own(void (*test)(void)) {
  int status = 0;
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    test();
    _exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void) {
  char path[4096];
  const char *fakes = getenv("FAKES");
  CHECK(fakes != NULL);
  snprintf(path, sizeof(path), "%s/fake_collectors.so", fakes);
  fake = path;
  in_a_process_of_its_own(nvtx_ranges_have_registered_names_in_a_domain);
  in_a_process_of_its_own(nvtx_of_a_profiler_without_domains_has_plain_ranges);
  in_a_process_of_its_own(itt_tasks_are_nested_or_overlapped);
  in_a_process_of_its_own(without_a_profiler_there_is_a_reason);
  in_a_process_of_its_own(a_library_that_does_not_load_is_a_reason);
  in_a_process_of_its_own(a_library_of_something_else_is_a_reason);
  in_a_process_of_its_own(a_profiler_that_refuses_is_a_reason);
  in_a_process_of_its_own(a_profiler_that_takes_nothing_is_a_reason);
  return 0;
}
