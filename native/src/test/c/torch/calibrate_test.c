#define _GNU_SOURCE
#include "calibrate.h"
#include "fake_torch.h"
#include "probe.h"

#include <sys/resource.h>

/* When the self-test runs; what it finds is for a real libtorch. */

static int tests;

static int32_t no_tensor(int64_t dimensions, const int64_t *sizes, const int64_t *strides, int32_t type, int32_t device,
                         int32_t index, tensor_handle *tensor) {
  (void)dimensions, (void)sizes, (void)strides, (void)type, (void)device, (void)index, (void)tensor;
  tests++;
  return 1;
}

static void a_shortage_that_passes_is_not_the_last_word(void) {
  fake_torch_use();
  torch_found.symbols.empty = no_tensor;
  torch_found.operations = false;
  struct rlimit before;
  CHECK(getrlimit(RLIMIT_NOFILE, &before) == 0);
  struct rlimit none = {0, before.rlim_max};
  CHECK(setrlimit(RLIMIT_NOFILE, &none) == 0);
  calibrate_torch(&torch_found);
  CHECK(tests == 0 && strncmp(torch_found.reason, "no pipe", 7) == 0);
  probe_torch();
  CHECK(tests == 0 && strncmp(torch_found.reason, "no pipe", 7) == 0);

  CHECK(setrlimit(RLIMIT_NOFILE, &before) == 0);
  probe_torch();
  CHECK(tests == 1 && strcmp(torch_found.reason, "a tensor cannot be made") == 0);
  probe_torch();
  CHECK(tests == 1); /* what was found is what there is */
}

static void operations_of_other_threads_may_be_numbered_in_between(void) {
  CHECK(calibrate_is_later(8, 7) && calibrate_is_later(7 + 1000000, 7));
  CHECK(!calibrate_is_later(7, 7) && !calibrate_is_later(6, 7) && !calibrate_is_later(0, 7));
  CHECK(!calibrate_is_later((uintptr_t)&tests, 7)); /* a pointer is no number */
}

int main(void) {
  operations_of_other_threads_may_be_numbered_in_between();
  a_shortage_that_passes_is_not_the_last_word();
  return 0;
}
