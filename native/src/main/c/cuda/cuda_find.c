#define _GNU_SOURCE
#include "cuda_find.h"

#include "cupti.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Files of CUDA that are loaded in the process; "" if not loaded. */
struct loaded {
  char driver[CUDA_PATH_LENGTH];
  char runtime[CUDA_PATH_LENGTH];
  char cupti[CUDA_PATH_LENGTH];
  unsigned long long additions;
};

static bool is_library(const char *path, const char *name) {
  const char *slash = strrchr(path, '/');
  const char *file = slash == NULL ? path : slash + 1;
  size_t length = strlen(name);
  return strncmp(file, name, length) == 0 && (file[length] == '\0' || file[length] == '.');
}

static void keep(char *to, const char *path) {
  if (to[0] == '\0' && strlen(path) < CUDA_PATH_LENGTH) {
    strcpy(to, path);
  }
}

static int look(struct dl_phdr_info *info, size_t size, void *argument) {
  struct loaded *loaded = argument;
  (void)size;
  loaded->additions = info->dlpi_adds;
  if (info->dlpi_name == NULL) {
    return 0;
  }
  if (is_library(info->dlpi_name, "libcuda.so")) {
    keep(loaded->driver, info->dlpi_name);
  } else if (is_library(info->dlpi_name, "libcudart.so")) {
    keep(loaded->runtime, info->dlpi_name);
  } else if (is_library(info->dlpi_name, "libcupti.so")) {
    keep(loaded->cupti, info->dlpi_name);
  }
  return 0;
}

static int only_count(struct dl_phdr_info *info, size_t size, void *argument) {
  (void)size;
  *(unsigned long long *)argument = info->dlpi_adds;
  return 1;
}

static void symbol(void *library, const char *name, void *to) {
  void *found = dlsym(library, name);
  memcpy(to, &found, sizeof found);
}

static void find_driver(struct cuda *cuda, const struct loaded *loaded) {
  void *library = dlopen(loaded->driver, RTLD_NOLOAD | RTLD_NOW);
  if (library == NULL) {
    return;
  }
  struct driver_symbols *driver = &cuda->driver;
  symbol(library, "cuDriverGetVersion", &driver->version);
  symbol(library, "cuDeviceGetCount", &driver->count);
  symbol(library, "cuDeviceGet", &driver->device);
  symbol(library, "cuDeviceGetName", &driver->name);
  symbol(library, "cuDeviceTotalMem_v2", &driver->memory);
  symbol(library, "cuDeviceGetAttribute", &driver->attribute);
  symbol(library, "cuDeviceGetUuid", &driver->uuid);
  symbol(library, "cuGetErrorName", &driver->error_name);
  symbol(library, "cuDevicePrimaryCtxGetState", &driver->primary_state);
  symbol(library, "cuDevicePrimaryCtxRetain", &driver->retain);
  symbol(library, "cuDevicePrimaryCtxRelease_v2", &driver->release);
  symbol(library, "cuCtxPushCurrent_v2", &driver->push_context);
  symbol(library, "cuCtxPopCurrent_v2", &driver->pop_context);
  if (driver->version != NULL && driver->version(&cuda->driver_version) != 0) {
    cuda->driver_version = 0;
  }
}

static void find_runtime(struct cuda *cuda, const struct loaded *loaded) {
  void *library = loaded->runtime[0] == '\0' ? NULL : dlopen(loaded->runtime, RTLD_NOLOAD | RTLD_NOW);
  int (*version)(int *) = NULL;
  if (library != NULL) {
    symbol(library, "cudaRuntimeGetVersion", &version);
  }
  if (version != NULL && version(&cuda->runtime_version) != 0) {
    cuda->runtime_version = 0;
  }
}

/* Never unloaded: a thread of CUPTI may run in it at any time. */
static void *load(struct cuda *cuda, const char *path, int flags) {
  void *library = dlopen(path, RTLD_NOW | RTLD_NODELETE | flags);
  if (library != NULL) {
    struct link_map *map = NULL;
    bool is_named = dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && map->l_name != NULL && map->l_name[0] != '\0';
    snprintf(cuda->path, sizeof cuda->path, "%s", is_named ? map->l_name : path);
  }
  return library;
}

static void *load_from(struct cuda *cuda, const char *folder, const char *below, const char *file) {
  char path[2 * CUDA_PATH_LENGTH];
  if (folder == NULL || folder[0] != '/') {
    return NULL;
  }
  snprintf(path, sizeof path, "%s/%s%s", folder, below, file);
  return load(cuda, path, 0);
}

/* Searches the loader's path, the folder of the runtime, where pip puts it one folder further, and the toolkits. */
static void *search(struct cuda *cuda, const struct loaded *loaded, const char *file) {
  char beside[CUDA_PATH_LENGTH];
  strcpy(beside, loaded->runtime);
  char *slash = strrchr(beside, '/');
  beside[slash == NULL ? 0 : slash - beside] = '\0';
  const char *const toolkits[] = {getenv("CUDA_HOME"), getenv("CUDA_PATH"), "/usr/local/cuda", "/opt/cuda"};
  void *library = load(cuda, file, 0);
  if (library == NULL) {
    library = load_from(cuda, beside, "", file);
  }
  if (library == NULL) {
    library = load_from(cuda, beside, "../../cuda_cupti/lib/", file);
  }
  for (size_t i = 0; i < sizeof toolkits / sizeof *toolkits && library == NULL; i++) {
    library = load_from(cuda, toolkits[i], "extras/CUPTI/lib64/", file);
    if (library == NULL) {
      library = load_from(cuda, toolkits[i], "lib64/", file);
    }
  }
  return library;
}

/* Finds the library of the runtime's version, else of the driver's: neither is newer than the driver. */
static void *find_usual(struct cuda *cuda, const struct loaded *loaded) {
  int version = cuda->runtime_version != 0 ? cuda->runtime_version : cuda->driver_version;
  int major = version / 1000;
  char file[64];
  void *library = NULL;
  if (major >= 12) {
    snprintf(file, sizeof file, "libcupti.so.%d", major);
    library = search(cuda, loaded, file);
  } else {
    for (int minor = version / 10 % 100; minor >= 0 && library == NULL; minor--) {
      snprintf(file, sizeof file, "libcupti.so.%d.%d", major, minor);
      library = search(cuda, loaded, file);
    }
  }
  if (library == NULL) {
    library = search(cuda, loaded, "libcupti.so");
  }
  if (library == NULL) {
    reason_set(cuda->reason, "there is no libcupti for CUDA %d.%d in the usual places", major, version / 10 % 100);
  }
  return library;
}

/* NVTX loads the library that this variable names at its first call: a second CUPTI in the process would be refused. */
static void *load_for_nvtx(struct cuda *cuda) {
  const char *path = getenv("NVTX_INJECTION64_PATH");
  return path != NULL && is_library(path, "libcupti.so") ? load(cuda, path, 0) : NULL;
}

/* GP2: nothing is done in CUDA before the program does, and a loaded CUPTI takes precedence. */
static void *find_cupti(struct cuda *cuda, const struct loaded *loaded, const char *given) {
  if (loaded->cupti[0] != '\0') {
    void *library = load(cuda, loaded->cupti, RTLD_NOLOAD);
    if (library == NULL) {
      reason_set(cuda->reason, "the CUPTI of this process cannot be opened: %s", dlerror());
    }
    return library;
  }
  if (given[0] != '\0') {
    void *library = load(cuda, given, 0);
    if (library == NULL) {
      reason_set(cuda->reason, "the given CUPTI does not load: %s", dlerror());
    }
    return library;
  }
  void *library = load_for_nvtx(cuda);
  return library != NULL ? library : find_usual(cuda, loaded);
}

static bool find_symbols(struct cuda *cuda, void *library) {
  struct cupti_symbols *cupti = &cuda->cupti;
  const struct {
    void *to;
    const char *name;
    bool is_needed;
  } wanted[] = {
      {&cupti->version, "cuptiGetVersion", true},
      {&cupti->result_text, "cuptiGetResultString", true},
      {&cupti->register_callbacks, "cuptiActivityRegisterCallbacks", true},
      {&cupti->enable, "cuptiActivityEnable", true},
      {&cupti->disable, "cuptiActivityDisable", true},
      {&cupti->flush, "cuptiActivityFlushAll", true},
      {&cupti->next_record, "cuptiActivityGetNextRecord", true},
      {&cupti->subscribe, "cuptiSubscribe", false},
      {&cupti->unsubscribe, "cuptiUnsubscribe", false},
      {&cupti->dropped, "cuptiActivityGetNumDroppedRecords", false},
      {&cupti->call_name, "cuptiGetCallbackName", false},
      {&cupti->thread_id_type, "cuptiSetThreadIdType", false},
      {&cupti->register_timestamp, "cuptiActivityRegisterTimestampCallback", false},
      {&cupti->timestamp, "cuptiGetTimestamp", false},
      {&cupti->latency, "cuptiActivityEnableLatencyTimestamps", false},
      {&cupti->event_times, "cuptiActivityEnableCudaEventDeviceTimestamps", false},
      {&cupti->runtime_call, "cuptiActivityEnableRuntimeApi", false},
      {&cupti->set_attribute, "cuptiActivitySetAttribute", false},
      {&cupti->push, "cuptiActivityPushExternalCorrelationId", false},
      {&cupti->pop, "cuptiActivityPopExternalCorrelationId", false},
  };
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    symbol(library, wanted[i].name, wanted[i].to);
    void *found = NULL;
    memcpy(&found, wanted[i].to, sizeof found);
    if (found == NULL && wanted[i].is_needed) {
      reason_set(cuda->reason, "the CUPTI that was found has no %s", wanted[i].name);
      return false;
    }
  }
  return true;
}

static bool can_be_used(struct cuda *cuda) {
  cupti_result result = cuda->cupti.version(&cuda->version);
  if (result != CUPTI_SUCCESS) {
    cuda->version = 0;
    cupti_reason(cuda->reason, "asking CUPTI for its version", result);
    return false;
  }
  if (cuda->version < CUPTI_OLDEST) {
    reason_set(cuda->reason, "CUPTI has version %u, which is older than that of CUDA 11", cuda->version);
    return false;
  }
  return true;
}

static int look_for_driver(struct dl_phdr_info *info, size_t size, void *argument) {
  (void)size;
  *(bool *)argument = info->dlpi_name != NULL && is_library(info->dlpi_name, "libcuda.so");
  return *(bool *)argument;
}

bool cuda_is_driver_loaded(void) {
  bool is_loaded = false;
  dl_iterate_phdr(look_for_driver, &is_loaded);
  return is_loaded;
}

void cuda_find(const char *given) {
  static unsigned long long last_additions;
  static char last_given[CUDA_PATH_LENGTH];
  unsigned long long additions = 0;
  dl_iterate_phdr(only_count, &additions);
  if (cuda_found.is_usable || (additions == last_additions && strcmp(given, last_given) == 0)) {
    return;
  }
  static struct loaded loaded;
  memset(&loaded, 0, sizeof loaded);
  dl_iterate_phdr(look, &loaded);
  snprintf(last_given, sizeof last_given, "%s", given);
  /* A failed attempt may have loaded and unloaded libraries, which must not make every later call try again. */
  memset(&cuda_found, 0, sizeof cuda_found);
  if (loaded.driver[0] == '\0') {
    reason_set(cuda_found.reason, "no CUDA driver (libcuda.so) is loaded in this process");
  } else {
    find_driver(&cuda_found, &loaded);
    find_runtime(&cuda_found, &loaded);
    void *library = find_cupti(&cuda_found, &loaded, given);
    cuda_found.is_usable = library != NULL && find_symbols(&cuda_found, library) && can_be_used(&cuda_found);
  }
  dl_iterate_phdr(only_count, &last_additions);
}
