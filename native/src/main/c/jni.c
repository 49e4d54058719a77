#define _GNU_SOURCE
#include "recorder.h"

#include <jni.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The methods of io.stepprofiler.nativeaccess.torch.TorchLibrary. */
#define METHOD(type, name) JNIEXPORT type JNICALL Java_io_stepprofiler_nativeaccess_torch_TorchLibrary_##name

enum { PROBE_FOUND = 1, PROBE_OPERATIONS = 2, PROBE_INPUTS = 4, PROBE_LISTS = 8, PROBE_SCALARS = 16, PROBE_SEQUENCE = 32,
       PROBE_SCOPE = 64, PROBE_MEMORY = 128 };
enum { TEXT_PATH, TEXT_REASON, TEXT_INPUTS, TEXT_SEQUENCE, TEXT_MEMORY };

static JavaVM *machine;
static jclass thread_class;
static jmethodID current_thread;
static jmethodID thread_id;
static jmethodID thread_name;
static jmethodID is_virtual; /* NULL before JDK 21 */
static jclass buffer_class;
static enum memory_state memory_state;

/* Whether the last call into Java went well; if not, its exception is nobody's. */
static bool went_well(JNIEnv *env) {
  if ((*env)->ExceptionCheck(env)) {
    (*env)->ExceptionClear(env);
    return false;
  }
  return true;
}

static void name_java_thread(JNIEnv *env, jobject thread, struct identity *identity) {
  jstring name = (*env)->CallNonvirtualObjectMethod(env, thread, thread_class, thread_name);
  if (went_well(env) && name != NULL) {
    const char *text = (*env)->GetStringUTFChars(env, name, NULL);
    if (went_well(env) && text != NULL) {
      strncpy(identity->name, text, IDENTITY_NAME - 1);
      (*env)->ReleaseStringUTFChars(env, name, text);
    }
    (*env)->DeleteLocalRef(env, name);
  }
}

static void identify_java_thread(JNIEnv *env, struct identity *identity) {
  jobject thread = (*env)->CallStaticObjectMethod(env, thread_class, current_thread);
  if (!went_well(env) || thread == NULL) {
    return;
  }
  bool carries = is_virtual != NULL && (*env)->CallBooleanMethod(env, thread, is_virtual);
  if (went_well(env) && !carries) {
    jlong id = (*env)->CallNonvirtualLongMethod(env, thread, thread_class, thread_id);
    if (went_well(env)) {
      identity->java_id = id;
      name_java_thread(env, thread, identity);
    }
  }
  (*env)->DeleteLocalRef(env, thread);
}

static void identify(struct identity *identity) {
  JNIEnv *env = NULL;
  identity->java_id = -1;
  identity->native_id = syscall(SYS_gettid);
  identity->torch_id = torch_found.symbols.thread_id == NULL ? 0 : torch_found.symbols.thread_id();
  /* With an exception on its way Java must not be called: such a thread is told as if it were none of Java's. */
  if ((*machine)->GetEnv(machine, (void **)&env, JNI_VERSION_1_8) == JNI_OK && !(*env)->ExceptionCheck(env)) {
    identify_java_thread(env, identity);
  }
  if (identity->java_id < 0) {
    (void)pthread_getname_np(pthread_self(), identity->name, IDENTITY_NAME);
  }
}

static jclass global_class(JNIEnv *env, const char *name) {
  jclass local = (*env)->FindClass(env, name);
  return local == NULL ? NULL : (*env)->NewGlobalRef(env, local);
}

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *reserved) {
  JNIEnv *env = NULL;
  (void)reserved;
  if ((*vm)->GetEnv(vm, (void **)&env, JNI_VERSION_1_8) != JNI_OK) {
    return JNI_ERR;
  }
  thread_class = global_class(env, "java/lang/Thread");
  buffer_class = global_class(env, "java/nio/ByteBuffer");
  if (thread_class == NULL || buffer_class == NULL) {
    return JNI_ERR;
  }
  current_thread = (*env)->GetStaticMethodID(env, thread_class, "currentThread", "()Ljava/lang/Thread;");
  thread_id = (*env)->GetMethodID(env, thread_class, "getId", "()J");
  thread_name = (*env)->GetMethodID(env, thread_class, "getName", "()Ljava/lang/String;");
  is_virtual = (*env)->GetMethodID(env, thread_class, "isVirtual", "()Z");
  (*env)->ExceptionClear(env);
  if (current_thread == NULL || thread_id == NULL || thread_name == NULL) {
    return JNI_ERR;
  }
  machine = vm;
  clock_choose();
  logs_identify = identify;
  return JNI_VERSION_1_8;
}

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
  torch_probe();
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
  struct options options = {operations, inputs && torch_found.layout.inputs, memory && torch_found.layout.memory,
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
      (void)logs_room(thread); /* so that it is there before the first operation */
    }
    memory_state = options.memory ? memory_hold() : MEMORY_IN_PLACE;
    operations_add(options.inputs);
  }
  return (jlong)id;
}

/* Takes the callback away for a while, or puts it back; memory of the thread that opened the window is recorded throughout. */
METHOD(void, listen)(JNIEnv *env, jclass self, jlong id, jboolean operations) {
  (void)env;
  (void)self;
  struct window *window = logs_find((uint64_t)id);
  if (window != NULL && !window->is_closed) {
    operations_listen(window->options.inputs, operations);
  }
}

/* Whether the reporter of the open window is in place on the thread that opened it. */
METHOD(jboolean, holdsMemory)(JNIEnv *env, jclass self) {
  (void)env;
  (void)self;
  return memory_state == MEMORY_IN_PLACE;
}

METHOD(void, close)(JNIEnv *env, jclass self, jlong id) {
  (void)env;
  (void)self;
  /* It may be closed already, and another one open. */
  if (atomic_load(&logs_open_window) == (uint64_t)id) {
    operations_remove();
    operations_settle();
    logs_close((uint64_t)id);
    (void)memory_let_go();
  }
}

METHOD(jlongArray, window)(JNIEnv *env, jclass self, jlong id) {
  struct window *window = logs_find((uint64_t)id);
  (void)self;
  if (window == NULL || !window->is_closed) {
    return NULL;
  }
  const jlong values[] = {(jlong)window->opened.ticks, window->opened.nanos, (jlong)window->closed.ticks,
                          window->closed.nanos,        (jlong)window->lost,  (jlong)window->log_count,
                          (jlong)atomic_load(&memory_left)};
  return longs_of(env, values, sizeof values / sizeof *values);
}

static struct log *log_at(jlong id, jint index) {
  struct window *window = logs_find((uint64_t)id);
  struct log *log = window == NULL || !window->is_closed ? NULL : window->logs;
  for (; log != NULL && index > 0; index--) {
    log = log->next;
  }
  return log;
}

METHOD(jlongArray, log)(JNIEnv *env, jclass self, jlong id, jint index) {
  struct log *log = log_at(id, index);
  (void)self;
  if (log == NULL) {
    return NULL;
  }
  const jlong values[] = {log->identity.java_id,
                          log->identity.native_id,
                          (jlong)log->identity.torch_id,
                          (jlong)atomic_load(&log->begun),
                          (jlong)atomic_load(&log->dropped[DROP_BUDGET]),
                          (jlong)atomic_load(&log->dropped[DROP_MEMORY]),
                          (jlong)atomic_load(&log->dropped[DROP_NESTING]),
                          (jlong)atomic_load(&log->cut),
                          (jlong)atomic_load(&log->foreign)};
  return longs_of(env, values, sizeof values / sizeof *values);
}

METHOD(jbyteArray, threadName)(JNIEnv *env, jclass self, jlong id, jint index) {
  struct log *log = log_at(id, index);
  (void)self;
  return bytes_of(env, log == NULL ? "" : log->identity.name);
}

METHOD(jobjectArray, chunks)(JNIEnv *env, jclass self, jlong id, jint index) {
  struct log *log = log_at(id, index);
  jsize count = 0;
  (void)self;
  for (struct chunk *chunk = log == NULL ? NULL : log->first; chunk != NULL; chunk = chunk->next) {
    count++;
  }
  jobjectArray buffers = (*env)->NewObjectArray(env, count, buffer_class, NULL);
  struct chunk *chunk = log == NULL ? NULL : log->first;
  for (jsize i = 0; i < count && buffers != NULL; i++, chunk = chunk->next) {
    uint32_t used = atomic_load_explicit(&chunk->used, memory_order_acquire);
    jobject buffer = (*env)->NewDirectByteBuffer(env, chunk->words, (jlong)used * 8);
    if (buffer == NULL) {
      return NULL;
    }
    (*env)->SetObjectArrayElement(env, buffers, i, buffer);
    (*env)->DeleteLocalRef(env, buffer);
  }
  return buffers;
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
  return (jlong)torch_add_empty_callback(inputs);
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
