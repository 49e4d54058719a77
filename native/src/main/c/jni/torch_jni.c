#include "calibrate.h"
#include "logs.h"
#include "memory.h"
#include "names.h"
#include "operations.h"
#include "probe.h"
#include "records.h"
#include "torch.h"

#include <jni.h>
#include <string.h>

/* The methods of io.stepprofiler.nativeaccess.torch.TorchLibrary. */
#define METHOD(type, name) JNIEXPORT type JNICALL Java_io_stepprofiler_nativeaccess_torch_TorchLibrary_##name

enum {
  PROBE_FOUND = 1,
  PROBE_OPERATIONS = 2,
  PROBE_INPUTS = 4,
  PROBE_LISTS = 8,
  PROBE_SCALARS = 16,
  PROBE_SEQUENCE = 32,
  PROBE_SCOPE = 64,
  PROBE_MEMORY = 128
};
enum { TEXT_PATH, TEXT_REASON, TEXT_INPUTS, TEXT_SEQUENCE, TEXT_MEMORY };

static enum memory_state memory_state;

static jbyteArray bytes_of(JNIEnv *env, const char *text) {
  jsize length = (jsize)strlen(text);
  jbyteArray bytes = (*env)->NewByteArray(env, length);
  if (bytes != NULL) {
    (*env)->SetByteArrayRegion(env, bytes, 0, length, (const jbyte *)text);
  }
  return bytes;
}

static jlongArray longs_of(JNIEnv *env, const jlong *values, jsize count) {
  jlongArray longs = (*env)->NewLongArray(env, count);
  if (longs != NULL) {
    (*env)->SetLongArrayRegion(env, longs, 0, count, values);
  }
  return longs;
}

METHOD(jint, probe0)(JNIEnv *env, jclass self) {
  (void)env;
  (void)self;
  probe_torch();
  const struct torch_layout *layout = &torch_found.layout;
  return (torch_found.is_found ? PROBE_FOUND : 0) | (torch_found.operations ? PROBE_OPERATIONS : 0) |
         (layout->inputs ? PROBE_INPUTS : 0) | (layout->lists ? PROBE_LISTS : 0) |
         (layout->scalars ? PROBE_SCALARS : 0) | (layout->sequence ? PROBE_SEQUENCE : 0) |
         (layout->scope ? PROBE_SCOPE : 0) | (layout->memory ? PROBE_MEMORY : 0);
}

METHOD(jint, version)(JNIEnv *env, jclass self) {
  (void)env;
  (void)self;
  return (jint)(torch_found.major << 16 | torch_found.minor << 8 | torch_found.patch);
}

METHOD(jint, copies)(JNIEnv *env, jclass self) {
  (void)env;
  (void)self;
  return torch_found.copies;
}

METHOD(jbyteArray, text)(JNIEnv *env, jclass self, jint which) {
  const char *const texts[] = {[TEXT_PATH] = torch_found.path,
                               [TEXT_REASON] = torch_found.reason,
                               [TEXT_INPUTS] = torch_found.inputs_reason,
                               [TEXT_SEQUENCE] = torch_found.sequence_reason,
                               [TEXT_MEMORY] = torch_found.memory_reason};
  (void)self;
  return bytes_of(env, texts[which]);
}

METHOD(jlong, open0)(JNIEnv *env, jclass self, jboolean operations, jboolean inputs, jboolean memory, jlong budget) {
  bool wants_inputs = inputs && torch_found.layout.inputs;
  bool wants_memory = memory && torch_found.layout.memory;
  struct options options = {(operations ? WANT_OPERATIONS : 0) | (wants_inputs ? WANT_INPUTS : 0) |
                                (wants_memory ? WANT_MEMORY : 0),
                            (size_t)budget};
  (void)env;
  (void)self;
  if (!torch_found.operations) {
    return 0;
  }
  uint64_t id = logs_open(&options);
  if (id != 0) {
    struct thread *thread = logs_enter();
    if (thread != NULL) {
      (void)logs_room(thread); /* so that it is allocated before the first operation */
    }
    memory_state = wants_memory ? memory_hold() : MEMORY_IN_PLACE;
    operations_add(wants_inputs);
  }
  return (jlong)id;
}

/* Removes the callback for a while, or adds it again; memory of the thread that opened the window is still recorded. */
METHOD(void, listen)(JNIEnv *env, jclass self, jlong id, jboolean operations) {
  (void)env;
  (void)self;
  struct window *window = logs_find((uint64_t)id);
  if (window != NULL && !window->is_closed) {
    operations_listen((window->options.wanted & WANT_INPUTS) != 0, operations);
  }
}

/* True if the reporter of the open window is in place on the thread that opened it. */
METHOD(jboolean, holdsMemory)(JNIEnv *env, jclass self) {
  (void)env;
  (void)self;
  return memory_state == MEMORY_IN_PLACE;
}

METHOD(void, close)(JNIEnv *env, jclass self, jlong id) {
  (void)env;
  (void)self;
  /* The window may be closed already, and another one open. */
  if (atomic_load(&logs_open_window) == (uint64_t)id) {
    operations_remove();
    operations_settle();
    logs_close((uint64_t)id);
    (void)memory_let_go();
  }
}

/*
 * Begins a reading: the clocks when the window was opened and at the instant of the reading, events lost for lack of a
 * log, reporters left behind, then each log, which is valid until the next reading.
 */
METHOD(jlongArray, beginReading)(JNIEnv *env, jclass self, jlong id) {
  struct window *window = logs_find((uint64_t)id);
  (void)self;
  if (window == NULL) {
    return NULL;
  }
  struct reading reading = logs_begin_reading(window);
  const jlong head[] = {(jlong)window->opened.before, window->opened.nanos, (jlong)window->opened.after,
                        (jlong)reading.at.before,     reading.at.nanos,     (jlong)reading.at.after,
                        (jlong)reading.lost,          (jlong)atomic_load(&memory_left)};
  enum { HEAD = sizeof head / sizeof *head };
  jlongArray values = (*env)->NewLongArray(env, (jsize)(HEAD + reading.logs));
  if (values == NULL) {
    return NULL;
  }
  (*env)->SetLongArrayRegion(env, values, 0, HEAD, head);
  jsize at = HEAD;
  for (struct log *log = reading.first; log != NULL; log = log->next) {
    jlong handle = (jlong)(uintptr_t)log;
    (*env)->SetLongArrayRegion(env, values, at++, 1, &handle);
  }
  return values;
}

static struct log *log_of(jlong handle) { return (struct log *)(uintptr_t)handle; }

METHOD(jlongArray, thread)(JNIEnv *env, jclass self, jlong handle) {
  const struct identity *identity = &log_of(handle)->identity;
  const jlong values[] = {identity->java_id, identity->native_id, (jlong)identity->library_id};
  (void)self;
  return longs_of(env, values, sizeof values / sizeof *values);
}

METHOD(jbyteArray, threadName)(JNIEnv *env, jclass self, jlong handle) {
  (void)self;
  return bytes_of(env, log_of(handle)->identity.name);
}

/* Copies records of the next chunk of a log, and returns the number of words, or -1 if there is no chunk left. */
METHOD(jint, copy)(JNIEnv *env, jclass self, jlong handle, jlong until, jboolean is_last, jobject to) {
  uint64_t *words = (*env)->GetDirectBufferAddress(env, to);
  uint32_t count = 0;
  (void)self;
  return logs_copy(log_of(handle), (uint64_t)until, is_last, words, &count) ? (jint)count : -1;
}

METHOD(jint, copiedWords)(JNIEnv *env, jclass self) {
  (void)env;
  (void)self;
  return CHUNK_WORDS;
}

/* Returns the counts of a log since the last call, and the start of the oldest record that is left for later. */
METHOD(jlongArray, counts)(JNIEnv *env, jclass self, jlong handle) {
  struct log_counts counts = logs_take_counts(log_of(handle));
  const jlong values[] = {(jlong)counts.begun,
                          (jlong)counts.dropped[DROP_BUDGET],
                          (jlong)counts.dropped[DROP_MEMORY],
                          (jlong)counts.dropped[DROP_NESTING],
                          (jlong)counts.others[COUNT_CUT],
                          (jlong)counts.others[COUNT_FOREIGN],
                          log_of(handle)->oldest > INT64_MAX ? INT64_MAX : (jlong)log_of(handle)->oldest};
  (void)self;
  return longs_of(env, values, sizeof values / sizeof *values);
}

METHOD(void, release)(JNIEnv *env, jclass self, jlong id) {
  (void)env;
  (void)self;
  logs_release((uint64_t)id);
}

METHOD(jint, nameCount)(JNIEnv *env, jclass self) {
  (void)env;
  (void)self;
  return (jint)names_count();
}

METHOD(jbyteArray, name)(JNIEnv *env, jclass self, jint id) {
  const char *name = names_get((uint32_t)id);
  (void)self;
  return bytes_of(env, name == NULL ? "" : name);
}

METHOD(jlong, addEmptyCallback)(JNIEnv *env, jclass self, jboolean inputs) {
  (void)env;
  (void)self;
  return (jlong)calibrate_add_empty_callback(inputs);
}

METHOD(void, removeCallback)(JNIEnv *env, jclass self, jlong callback) {
  (void)env;
  (void)self;
  if (callback != 0) {
    torch_found.symbols.remove_callback((uint64_t)callback);
  }
}

METHOD(jlong, heldBytes0)(JNIEnv *env, jclass self) {
  (void)env;
  (void)self;
  return (jlong)logs_bytes();
}
