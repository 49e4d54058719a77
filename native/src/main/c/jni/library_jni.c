#define _GNU_SOURCE
#include "clock.h"
#include "java_threads.h"
#include "logs.h"
#include "operations.h"
#include "torch.h"

#include <jni.h>
#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Loading of the library: connects the logs with their recorder, and with Java, which identifies threads. */

static JavaVM *machine;
static jclass thread_class;
static jmethodID current_thread;
static jmethodID thread_id;
static jmethodID thread_name;
static jmethodID is_virtual; /* NULL before JDK 21 */

/* True if the last call into Java succeeded; otherwise clears its exception. */
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
  identity->library_id = torch_found.symbols.thread_id == NULL ? 0 : torch_found.symbols.thread_id();
  /* Java must not be called with a pending exception: such a thread is recorded as a native thread. */
  if ((*machine)->GetEnv(machine, (void **)&env, JNI_VERSION_1_8) == JNI_OK && !(*env)->ExceptionCheck(env)) {
    identify_java_thread(env, identity);
  }
  if (identity->java_id < 0) {
    (void)pthread_getname_np(pthread_self(), identity->name, IDENTITY_NAME);
  }
  java_threads_tell(identity->native_id, identity->java_id);
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
  if (thread_class == NULL) {
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
  logs_recorder = &operations_recorder;
  return JNI_VERSION_1_8;
}
