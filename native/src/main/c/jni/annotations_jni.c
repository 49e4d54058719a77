#include "collector.h"
#include "reason.h"

#include <jni.h>
#include <stdlib.h>

/* The methods of io.stepprofiler.nativeaccess.annotations.Collector. */
#define METHOD(type, name) JNIEXPORT type JNICALL Java_io_stepprofiler_nativeaccess_annotations_Collector_##name

enum { MOST_ON_STACK = 1024 };

/* Indexed by the numbers of the Java constants. */
static const struct collector *const collectors[] = {&nvtx_collector, &itt_collector};

/* Zero-terminated text from Java, where C can read it. */
struct text {
  char *start;
  char on_stack[MOST_ON_STACK];
};

static const char *text_of(JNIEnv *env, jbyteArray bytes, struct text *text) {
  jsize length = (*env)->GetArrayLength(env, bytes);
  text->start = length <= MOST_ON_STACK ? text->on_stack : malloc((size_t)length);
  if (text->start == NULL) {
    text->start = text->on_stack;
    length = 0;
  }
  (*env)->GetByteArrayRegion(env, bytes, 0, length, (jbyte *)text->start);
  if (length == 0) {
    text->start[0] = '\0';
  }
  return text->start;
}

static void text_free(struct text *text) {
  if (text->start != text->on_stack) {
    free(text->start);
  }
}

METHOD(jstring, open)(JNIEnv *env, jclass self, jint collector) {
  char reason[REASON_LENGTH] = "";
  (void)self;
  collectors[collector]->open(reason);
  return (*env)->NewStringUTF(env, reason);
}

METHOD(jlong, string)(JNIEnv *env, jclass self, jint collector, jbyteArray bytes) {
  struct text text;
  (void)self;
  jlong string = (jlong)collectors[collector]->string(text_of(env, bytes, &text));
  text_free(&text);
  return string;
}

METHOD(void, pushString)(JNIEnv *env, jclass self, jint collector, jlong string) {
  (void)env;
  (void)self;
  collectors[collector]->push((uint64_t)string, NULL);
}

METHOD(void, pushText)(JNIEnv *env, jclass self, jint collector, jbyteArray bytes) {
  struct text text;
  (void)self;
  collectors[collector]->push(0, text_of(env, bytes, &text));
  text_free(&text);
}

METHOD(void, pop)(JNIEnv *env, jclass self, jint collector) {
  (void)env;
  (void)self;
  collectors[collector]->pop();
}

METHOD(jlong, startString)(JNIEnv *env, jclass self, jint collector, jlong string) {
  (void)env;
  (void)self;
  return (jlong)collectors[collector]->start((uint64_t)string, NULL);
}

METHOD(jlong, startText)(JNIEnv *env, jclass self, jint collector, jbyteArray bytes) {
  struct text text;
  (void)self;
  jlong range = (jlong)collectors[collector]->start(0, text_of(env, bytes, &text));
  text_free(&text);
  return range;
}

METHOD(void, end)(JNIEnv *env, jclass self, jint collector, jlong range) {
  (void)env;
  (void)self;
  collectors[collector]->end((uint64_t)range);
}

METHOD(void, markString)(JNIEnv *env, jclass self, jint collector, jlong string) {
  (void)env;
  (void)self;
  collectors[collector]->mark((uint64_t)string, NULL);
}

METHOD(void, markText)(JNIEnv *env, jclass self, jint collector, jbyteArray bytes) {
  struct text text;
  (void)self;
  collectors[collector]->mark(0, text_of(env, bytes, &text));
  text_free(&text);
}
