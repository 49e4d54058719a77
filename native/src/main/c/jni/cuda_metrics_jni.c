#include "cuda_metrics.h"

#include <jni.h>
#include <stdlib.h>
#include <string.h>

/* The methods of io.stepprofiler.nativeaccess.cuda.CudaMetrics. */
#define METHOD(type, name) JNIEXPORT type JNICALL Java_io_stepprofiler_nativeaccess_cuda_CudaMetrics_##name

enum { TEXT_REASON, TEXT_LEFT_OUT };
enum { NUMBER_DEVICE, NUMBER_PASSES, NUMBER_DROPPED, NUMBERS };
enum { MAX_NAMES = 256 };

static char open_reason[REASON_LENGTH]; /* guarded by the lock that Java holds */

static jbyteArray bytes_of(JNIEnv *env, const char *text) {
  jsize length = (jsize)strlen(text);
  jbyteArray bytes = (*env)->NewByteArray(env, length);
  if (bytes != NULL) {
    (*env)->SetByteArrayRegion(env, bytes, 0, length, (const jbyte *)text);
  }
  return bytes;
}

/* Names are zero-terminated, one after another. */
METHOD(jlong, open0)(JNIEnv *env, jclass self, jbyteArray names, jboolean per_kernel, jint max_ranges) {
  jsize length = (*env)->GetArrayLength(env, names);
  char *text = calloc(1, (size_t)length + 1);
  const char *each[MAX_NAMES];
  struct cuda_metrics_options options = {
      .names = each, .max_ranges = (uint32_t)max_ranges, .per_kernel = per_kernel == JNI_TRUE};
  jlong id = 0;
  (void)self;
  reason_set(open_reason, "there is no memory for the names of metrics");
  if (text != NULL) {
    (*env)->GetByteArrayRegion(env, names, 0, length, (jbyte *)text);
    for (char *at = text; at < text + length && options.count < MAX_NAMES; at += strlen(at) + 1) {
      each[options.count++] = at;
    }
    id = (jlong)cuda_metrics_open(&options, open_reason);
  }
  free(text);
  return id;
}

METHOD(jbyteArray, openReason)(JNIEnv *env, jclass self) {
  (void)self;
  return bytes_of(env, open_reason);
}

METHOD(jint, next0)(JNIEnv *env, jclass self, jlong id) {
  (void)env;
  (void)self;
  return cuda_metrics_next((uint64_t)id);
}

METHOD(void, stop0)(JNIEnv *env, jclass self, jlong id) {
  (void)env;
  (void)self;
  cuda_metrics_stop((uint64_t)id);
}

METHOD(jint, collect0)(JNIEnv *env, jclass self, jlong id) {
  (void)env;
  (void)self;
  return (jint)cuda_metrics_collect((uint64_t)id);
}

METHOD(void, release0)(JNIEnv *env, jclass self, jlong id) {
  (void)env;
  (void)self;
  cuda_metrics_release((uint64_t)id);
}

/* Device, passes, ranges for which there was no room; NULL if there is no such device. */
METHOD(jlongArray, numbers0)(JNIEnv *env, jclass self, jlong id, jint index) {
  struct cuda_ranges ranges;
  (void)self;
  if (!cuda_metrics_device((uint64_t)id, (uint32_t)index, &ranges)) {
    return NULL;
  }
  const jlong numbers[NUMBERS] = {[NUMBER_DEVICE] = ranges.device,
                                  [NUMBER_PASSES] = (jlong)ranges.passes,
                                  [NUMBER_DROPPED] = (jlong)ranges.dropped};
  jlongArray longs = (*env)->NewLongArray(env, NUMBERS);
  if (longs != NULL) {
    (*env)->SetLongArrayRegion(env, longs, 0, NUMBERS, numbers);
  }
  return longs;
}

METHOD(jbyteArray, text0)(JNIEnv *env, jclass self, jlong id, jint index, jint which) {
  struct cuda_ranges ranges;
  (void)self;
  if (!cuda_metrics_device((uint64_t)id, (uint32_t)index, &ranges)) {
    return bytes_of(env, "");
  }
  return bytes_of(env, which == TEXT_REASON ? ranges.reason : ranges.left_out);
}

/* Rows: for each range its number, then a value for each name. */
METHOD(jdoubleArray, rows0)(JNIEnv *env, jclass self, jlong id, jint index) {
  size_t count = cuda_metrics_rows((uint64_t)id, (uint32_t)index, NULL, 0);
  jdoubleArray doubles = (*env)->NewDoubleArray(env, (jsize)count);
  jdouble *to = doubles == NULL || count == 0 ? NULL : (*env)->GetDoubleArrayElements(env, doubles, NULL);
  (void)self;
  if (to != NULL) {
    (void)cuda_metrics_rows((uint64_t)id, (uint32_t)index, to, count);
    (*env)->ReleaseDoubleArrayElements(env, doubles, to, 0);
  }
  return doubles;
}
