#define _GNU_SOURCE
#include "cuda_buffers.h"
#include "cuda_devices.h"
#include "cuda_find.h"
#include "cuda_names.h"
#include "cuda_window.h"
#include "cupti.h"
#include "java_threads.h"

#include <jni.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The methods of io.stepprofiler.nativeaccess.cuda.CudaLibrary. */
#define METHOD(type, name) JNIEXPORT type JNICALL Java_io_stepprofiler_nativeaccess_cuda_CudaLibrary_##name

enum { TEXT_REASON, TEXT_PATH, TEXT_TOOLKIT, TEXT_DEVICES };
enum { NOTES_LENGTH = 4096 };

/* Result of the last call of `device`. */
static struct cuda_device device_read;
static char open_reason[REASON_LENGTH];

static jbyteArray bytes_of(JNIEnv *env, const char *text) {
  jsize length = (jsize)strlen(text);
  jbyteArray bytes = (*env)->NewByteArray(env, length);
  if (bytes != NULL) {
    (*env)->SetByteArrayRegion(env, bytes, 0, length, (const jbyte *)text);
  }
  return bytes;
}

METHOD(jintArray, probe0)(JNIEnv *env, jclass self, jbyteArray path) {
  char given[CUDA_PATH_LENGTH] = "";
  jsize length = (*env)->GetArrayLength(env, path);
  (void)self;
  if (length < (jsize)sizeof given) {
    (*env)->GetByteArrayRegion(env, path, 0, length, (jbyte *)given);
  }
  cuda_find(given);
  const jint versions[] = {cuda_found.is_usable, (jint)cuda_found.version, cuda_found.driver_version,
                           cuda_found.runtime_version};
  enum { COUNT = sizeof versions / sizeof *versions };
  jintArray ints = (*env)->NewIntArray(env, COUNT);
  if (ints != NULL) {
    (*env)->SetIntArrayRegion(env, ints, 0, COUNT, versions);
  }
  return ints;
}

METHOD(jbyteArray, text)(JNIEnv *env, jclass self, jint which) {
  char text[REASON_LENGTH] = "";
  (void)self;
  switch (which) {
    case TEXT_REASON:
      return bytes_of(env, cuda_found.reason);
    case TEXT_PATH:
      return bytes_of(env, cuda_found.path);
    case TEXT_TOOLKIT:
      return bytes_of(env, cupti_toolkit(cuda_found.version, text, sizeof text));
    default:
      (void)cuda_device_count(text);
      return bytes_of(env, text);
  }
}

/* NULL if there is no such device. */
METHOD(jlongArray, device)(JNIEnv *env, jclass self, jint index) {
  char reason[REASON_LENGTH];
  jlong words[1 + DEVICE_ATTRIBUTES];
  (void)self;
  if (index >= cuda_device_count(reason)) {
    return NULL;
  }
  cuda_device_read(index, &device_read);
  words[0] = device_read.memory;
  for (int i = 0; i < DEVICE_ATTRIBUTES; i++) {
    words[1 + i] = device_read.attributes[i];
  }
  jlongArray longs = (*env)->NewLongArray(env, 1 + DEVICE_ATTRIBUTES);
  if (longs != NULL) {
    (*env)->SetLongArrayRegion(env, longs, 0, 1 + DEVICE_ATTRIBUTES, words);
  }
  return longs;
}

/* Text of the device of the last call of `device`. */
METHOD(jbyteArray, deviceText)(JNIEnv *env, jclass self, jboolean uuid) {
  (void)self;
  return bytes_of(env, uuid ? device_read.uuid : device_read.name);
}

METHOD(jlong, open0)
(JNIEnv *env, jclass self, jint wanted, jlong buffer_bytes, jint buffers, jboolean marks_operations,
 jboolean latency) {
  struct cuda_options options = {(uint32_t)wanted, (size_t)buffer_bytes, (uint32_t)buffers, marks_operations,
                                 latency};
  (void)env;
  (void)self;
  return (jlong)cuda_window_open(&options, open_reason);
}

METHOD(jbyteArray, openReason)(JNIEnv *env, jclass self) {
  (void)self;
  return bytes_of(env, open_reason);
}

METHOD(jboolean, isDriverLoaded0)(JNIEnv *env, jclass self) {
  (void)env;
  (void)self;
  return cuda_is_driver_loaded() ? JNI_TRUE : JNI_FALSE;
}

METHOD(jlong, threadNumber0)(JNIEnv *env, jclass self) {
  (void)env;
  (void)self;
  return (jlong)syscall(SYS_gettid);
}

METHOD(jlong, toldThread0)(JNIEnv *env, jclass self, jlong number, jlong since) {
  (void)env;
  (void)self;
  return java_threads_find(number, since);
}

METHOD(jlong, heldBytes0)(JNIEnv *env, jclass self) {
  (void)env;
  (void)self;
  return (jlong)cuda_buffers_bytes();
}

METHOD(jlong, unreadBytes0)(JNIEnv *env, jclass self) {
  (void)env;
  (void)self;
  return (jlong)cuda_buffers_unread_bytes();
}

METHOD(jbyteArray, missing)(JNIEnv *env, jclass self, jlong id, jint kind) {
  char reason[REASON_LENGTH];
  (void)self;
  cuda_window_missing((uint64_t)id, (uint32_t)kind, reason);
  return bytes_of(env, reason);
}

METHOD(jlong, clockError)(JNIEnv *env, jclass self, jlong id) {
  (void)env;
  (void)self;
  return cuda_window_clock_error((uint64_t)id);
}

METHOD(jboolean, isFull)(JNIEnv *env, jclass self, jlong id) {
  (void)env;
  (void)self;
  return cuda_window_is_full((uint64_t)id);
}

METHOD(void, flush)(JNIEnv *env, jclass self, jlong id) {
  (void)env;
  (void)self;
  cuda_window_flush((uint64_t)id);
}

/* Returns the number of words written; -1 if there is nothing to read now. */
METHOD(jint, read)(JNIEnv *env, jclass self, jlong id, jobject to, jint words) {
  uint64_t *address = (*env)->GetDirectBufferAddress(env, to);
  (void)self;
  return cuda_window_read((uint64_t)id, address, (uint32_t)words);
}

METHOD(jint, nameCount)(JNIEnv *env, jclass self) {
  (void)env;
  (void)self;
  return (jint)cuda_names_count();
}

METHOD(jbyteArray, name)(JNIEnv *env, jclass self, jint id) {
  const char *name = cuda_names_get((uint32_t)id);
  (void)self;
  return bytes_of(env, name == NULL ? "" : name);
}

METHOD(jlongArray, counts)(JNIEnv *env, jclass self, jlong id) {
  uint64_t counts[CUDA_COUNTS];
  (void)self;
  if (!cuda_window_counts((uint64_t)id, counts)) {
    return NULL;
  }
  jlongArray longs = (*env)->NewLongArray(env, CUDA_COUNTS);
  if (longs != NULL) {
    (*env)->SetLongArrayRegion(env, longs, 0, CUDA_COUNTS, (const jlong *)counts);
  }
  return longs;
}

METHOD(jbyteArray, notes)(JNIEnv *env, jclass self, jlong id) {
  char text[NOTES_LENGTH];
  (void)self;
  cuda_window_notes((uint64_t)id, text, sizeof text);
  return bytes_of(env, text);
}

METHOD(void, close)(JNIEnv *env, jclass self, jlong id) {
  (void)env;
  (void)self;
  cuda_window_close((uint64_t)id);
}

METHOD(jboolean, finish)(JNIEnv *env, jclass self, jlong id, jlong millis) {
  (void)env;
  (void)self;
  return cuda_window_finish((uint64_t)id, millis);
}

METHOD(void, release)(JNIEnv *env, jclass self, jlong id) {
  (void)env;
  (void)self;
  cuda_window_release((uint64_t)id);
}
