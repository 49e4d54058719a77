#define _GNU_SOURCE
#include "clock.h"
#include "reason.h"

#include <errno.h>
#include <jni.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The methods of io.stepprofiler.nativeaccess.TimeStampCounter, NativePriority and ThrowableBacktrace. */
#define METHOD(type, name) JNIEXPORT type JNICALL Java_io_stepprofiler_nativeaccess_##name

enum { BACKGROUND_NICE = 5 };

/* Called only after it was verified, so nothing is checked. */
METHOD(jlong, TimeStampCounter_read)(JNIEnv *env, jclass self) {
  (void)env;
  (void)self;
  return (jlong)clock_ticks();
}

METHOD(jstring, TimeStampCounter_verify)(JNIEnv *env, jclass self, jdoubleArray rate) {
  char reason[REASON_LENGTH] = "";
  jdouble ticks_per_nano = clock_verify(reason);
  (void)self;
  (*env)->SetDoubleArrayRegion(env, rate, 0, 1, &ticks_per_nano);
  return (*env)->NewStringUTF(env, reason);
}

/* Raises the calling thread's niceness, never lowers it. On Linux niceness is per thread, despite POSIX. */
METHOD(jboolean, NativePriority_lower0)(JNIEnv *env, jclass self) {
  id_t thread = (id_t)syscall(SYS_gettid);
  (void)env;
  (void)self;
  errno = 0;
  int nice = getpriority(PRIO_PROCESS, thread);
  if (nice == -1 && errno != 0) {
    return JNI_FALSE;
  }
  return nice >= BACKGROUND_NICE || setpriority(PRIO_PROCESS, thread, BACKGROUND_NICE) == 0;
}

/* Field of Throwable, which is never unloaded. Written before it is read. */
static jfieldID backtrace;

METHOD(jboolean, ThrowableBacktrace_find)(JNIEnv *env, jclass self) {
  jclass throwable = (*env)->FindClass(env, "java/lang/Throwable");
  (void)self;
  backtrace = throwable == NULL ? NULL : (*env)->GetFieldID(env, throwable, "backtrace", "Ljava/lang/Object;");
  (*env)->ExceptionClear(env); /* a virtual machine may have no such field */
  return backtrace != NULL;
}

METHOD(jobject, ThrowableBacktrace_read)(JNIEnv *env, jclass self, jthrowable throwable) {
  (void)self;
  return (*env)->GetObjectField(env, throwable, backtrace);
}
