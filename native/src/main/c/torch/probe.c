#define _GNU_SOURCE
#include "probe.h"

#include "calibrate.h"
#include "torch.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

/* Finds a libtorch that is loaded in the process, and its needed symbols, by their mangled names. */

static unsigned long long last_additions;

static bool is_torch(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *file = slash == NULL ? path : slash + 1;
  return strncmp(file, "libtorch_cpu.so", 15) == 0;
}

static int look(struct dl_phdr_info *info, size_t size, void *argument) {
  struct torch *torch = argument;
  (void)size;
  last_additions = info->dlpi_adds;
  if (info->dlpi_name != NULL && is_torch(info->dlpi_name)) {
    if (torch->copies++ == 0) {
      snprintf(torch->path, sizeof torch->path, "%s", info->dlpi_name);
    }
  }
  return 0;
}

static int only_count(struct dl_phdr_info *info, size_t size, void *argument) {
  (void)size;
  *(unsigned long long *)argument = info->dlpi_adds;
  return 1;
}

/* The handle stays open, so that the library is not unloaded while it is used. */
static void find_symbols(struct torch *torch, void *library) {
  const struct {
    void *to;
    const char *name;
  } wanted[] = {
      {&torch->symbols.add_callback, "_ZN2at17addGlobalCallbackENS_22RecordFunctionCallbackE"},
      {&torch->symbols.remove_callback, "_ZN2at14removeCallbackEm"},
      {&torch->symbols.name, "_ZNK2at14RecordFunction4nameEv"},
      {&torch->symbols.input_count, "_ZNK2at14RecordFunction10num_inputsEv"},
      {&torch->symbols.overload, "_ZNK2at14RecordFunction13overload_nameEv"},
      {&torch->symbols.thread_id, "_ZN2at14RecordFunction15currentThreadIdEv"},
      {&torch->symbols.construct, "_ZN2at14RecordFunctionC1ENS_11RecordScopeE"},
      {&torch->symbols.destruct, "_ZN2at14RecordFunctionD1Ev"},
      {&torch->symbols.abi_version, "aoti_torch_abi_version"},
      {&torch->symbols.empty, "aoti_torch_empty_strided"},
      {&torch->symbols.clone, "aoti_torch_clone"},
      {&torch->symbols.delete, "aoti_torch_delete_tensor_object"},
      {&torch->symbols.undefined, "aoti_torch_new_uninitialized_tensor"},
      {&torch->symbols.sizes, "aoti_torch_get_sizes"},
      {&torch->symbols.data, "aoti_torch_get_data_ptr"},
      {&torch->symbols.addmm, "aoti_torch_addmm_out"},
      {&torch->symbols.debug_get, "_ZN3c1020ThreadLocalDebugInfo3getENS_13DebugInfoKindE"},
      {&torch->symbols.debug_push,
       "_ZN3c1020ThreadLocalDebugInfo5_pushENS_13DebugInfoKindESt10shared_ptrINS_13DebugInfoBaseEE"},
      {&torch->symbols.debug_pop, "_ZN3c1020ThreadLocalDebugInfo4_popENS_13DebugInfoKindE"},
      {&torch->symbols.debug_current, "_ZN3c1020ThreadLocalDebugInfo7currentEv"},
      {&torch->symbols.debug_force, "_ZN3c1020ThreadLocalDebugInfo22_forceCurrentDebugInfoESt10shared_ptrIS0_E"},
      {&torch->symbols.profiler_kind, "_ZN3c1013DebugInfoKind14PROFILER_STATEE"},
  };
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    void *symbol = dlsym(library, wanted[i].name);
    memcpy(wanted[i].to, &symbol, sizeof symbol);
  }
}

static void use(struct torch *torch) {
  void *library = dlopen(torch->path, RTLD_NOLOAD | RTLD_NOW);
  if (library == NULL) {
    reason_set(torch->reason, "it cannot be opened: %s", dlerror());
    return;
  }
  find_symbols(torch, library);
  const struct torch_symbols *symbols = &torch->symbols;
  if (symbols->abi_version != NULL) {
    uint64_t version = symbols->abi_version();
    torch->major = (uint32_t)(version >> 56);
    torch->minor = (uint32_t)(version >> 48 & 0xff);
    torch->patch = (uint32_t)(version >> 40 & 0xff);
  }
  if (!symbols->add_callback || !symbols->remove_callback || !symbols->name || !symbols->empty || !symbols->clone ||
      !symbols->delete) {
    reason_set(torch->reason, "it lacks a function that is needed");
    return;
  }
  calibrate_torch(torch);
}

void probe_torch(void) {
  unsigned long long additions = 0;
  dl_iterate_phdr(only_count, &additions);
  if (additions == last_additions && !torch_found.is_untested) {
    return;
  }
  struct torch seen = {.copies = 0};
  dl_iterate_phdr(look, &seen);
  if (torch_found.is_found) {
    torch_found.copies = seen.copies;
    if (torch_found.is_untested) {
      calibrate_torch(&torch_found);
    }
  } else if (seen.copies > 0) {
    torch_found = seen;
    torch_found.is_found = true;
    use(&torch_found);
  }
}
