#define _GNU_SOURCE
#include "fake_cuda.h"
#include "cuda_layouts.h"

/* Records of every kind and every size become words; those that cannot be read are left out and counted. */

/* One record in a window of its own, and all its words; NULL if there is none. */
static uint64_t *read_one(const char *record, uint64_t *id) {
  uint32_t count;
  *id = fake_open(&everything);
  fake("%s", record);
  CHECK(cuda_window_finish(*id, 0));
  uint64_t *words = fake_read(*id, &count);
  CHECK(count == (count == 0 ? 0 : words_of(words)));
  if (count == 0) {
    free(words);
    return NULL;
  }
  return words;
}

static uint64_t *read_only(const char *record) {
  uint64_t id;
  uint64_t *words = read_one(record, &id);
  CHECK(words != NULL && fake_counted(id, CUDA_COUNT_RECORDS) == 1);
  cuda_window_release(id);
  return words;
}

static void a_kernel_has_all_that_cupti_tells(void) {
  uint64_t *k = read_only("record kernel 0 registers=40 start=1000 end=3000 device=1 context=2 stream=7 gridX=10 "
                          "gridY=11 gridZ=12 blockX=32 blockY=2 blockZ=3 static=100 dynamic=200 localPerThread=8 "
                          "localTotal=9 correlation=77 queued=500 submitted=600 launchType=1 shared=16384 "
                          "graphNode=0x200000001 graph=5 channel=6 channelType=1 clusterX=2 clusterY=3 clusterZ=4 "
                          "localTotal2=0x100000000 activeClusters=21 byDevice=1 name=_Z3addPKfS0_Pf");
  CHECK(type_of(k) == CUDA_KERNEL && code_of(k) == 1 && words_of(k) == 18);
  CHECK(strcmp(name_of_record(k), "add(float const*, float const*, float*)") == 0 ||
        strcmp(name_of_record(k), "_Z3addPKfS0_Pf") == 0);
  CHECK(k[1] == 1000 && k[2] == 3000 && low(k[3]) == 1 && high(k[3]) == 2 && low(k[4]) == 7 && high(k[4]) == 77);
  CHECK(low(k[5]) == 10 && high(k[5]) == 11 && low(k[6]) == 12 && high(k[6]) == 32 && low(k[7]) == 2);
  CHECK(high(k[7]) == 3 && low(k[8]) == 40 && high(k[8]) == 100 && low(k[9]) == 200 && high(k[9]) == 16384);
  CHECK(k[10] == 500 && k[11] == 600 && k[12] == 0x200000001 && low(k[13]) == 5 && high(k[13]) == 6);
  CHECK(low(k[14]) == 8 && high(k[14]) == (1 | 1 << 8) && k[15] == UINT64_C(1) << 32);
  CHECK(low(k[16]) == 2 && high(k[16]) == 3 && low(k[17]) == 4 && high(k[17]) == 21);
  free(k);
}

static void a_copy_has_direction_memories_and_bytes(void) {
  uint64_t *c = read_only("record copy 0 copyKind=1 from=1 to=3 flags=1 bytes=4096 start=10 end=20 device=0 context=1 "
                          "stream=7 correlation=9 graphNode=3 graph=4 channel=5 channelType=2 copies=6");
  CHECK(type_of(c) == CUDA_COPY && code_of(c) == 1 && c[1] == 10 && c[2] == 20 && c[5] == 4096);
  CHECK(high(c[3]) == 1 && low(c[4]) == 7 && high(c[4]) == 9 && low(c[6]) == (1 | 3 << 8 | 1 << 16));
  CHECK(high(c[6]) == 5 && c[7] == 3 && low(c[8]) == 4 && high(c[8]) == 2 && c[9] == 6);
  free(c);
  uint64_t *p = read_only("record peer 0 copyKind=10 from=3 to=3 bytes=8 start=10 end=20 device=0 context=1 stream=7 "
                          "fromDevice=0 fromContext=1 toDevice=2 toContext=3 correlation=9 graphNode=4 graph=5");
  CHECK(type_of(p) == CUDA_PEER_COPY && code_of(p) == 10 && high(p[9]) == 1 && low(p[10]) == 2 && high(p[10]) == 3);
  CHECK(high(p[4]) == 9 && p[7] == 4 && low(p[8]) == 5);
  free(p);
  uint64_t *s = read_only("record set 0 value=255 bytes=64 start=10 end=20 device=1 context=2 stream=7 correlation=9 "
                          "flags=1 memoryKind=3 graphNode=4 graph=5 channel=6");
  CHECK(type_of(s) == CUDA_SET && code_of(s) == 3 && s[5] == 64 && low(s[6]) == 255 && high(s[6]) == 1 && s[7] == 4);
  CHECK(low(s[8]) == 5 && high(s[8]) == 6 && high(s[4]) == 9);
  free(s);
}

static void a_call_has_the_name_of_its_function(void) {
  static const struct {
    const char *record;
    const char *name;
    uint32_t type;
  } calls[] = {{"record runtime 0 cbid=211 start=1 end=2 process=3 thread=4 correlation=5 returned=6",
                "cudaLaunchKernel_v7000", CUDA_RUNTIME},
               {"record driver 0 cbid=307 start=1 end=2 process=3 thread=4 correlation=5 returned=6",
                "cuLaunchKernel", CUDA_DRIVER},
               {"record launch 0 cbid=307 start=1 end=2 process=3 thread=4 correlation=5 returned=6",
                "cuLaunchKernel", CUDA_LAUNCH},
               {"record runtime 0 cbid=9999 start=1 end=2 process=3 thread=4 correlation=5 returned=6", "",
                CUDA_RUNTIME}};
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    uint64_t *c = read_only(calls[i].record);
    CHECK(type_of(c) == calls[i].type && strcmp(name_of_record(c), calls[i].name) == 0);
    CHECK(c[1] == 1 && c[2] == 2 && low(c[3]) == 3 && high(c[3]) == 4 && low(c[4]) == 5 && high(c[4]) == 6);
    free(c);
  }
}

static void the_other_kinds_are_read_field_by_field(void) {
  uint64_t *r = read_only("record sync 0 type=3 start=1 end=2 correlation=3 context=4 stream=5 event=6 recording=7 "
                          "returned=8");
  CHECK(type_of(r) == CUDA_SYNCHRONIZATION && code_of(r) == 3 && r[1] == 1 && r[2] == 2 && low(r[3]) == 3);
  CHECK(high(r[3]) == 4 && low(r[4]) == 5 && high(r[4]) == 6 && r[5] == 7 && r[6] == 8);
  free(r);
  r = read_only("record event 0 correlation=1 context=2 stream=3 event=4 device=5 time=6 recording=7");
  CHECK(type_of(r) == CUDA_EVENT && low(r[1]) == 1 && high(r[1]) == 2 && low(r[2]) == 3 && high(r[2]) == 4);
  CHECK(r[3] == 5 && r[4] == 6 && r[5] == 7);
  free(r);
  r = read_only("record external 0 externalKind=5 id=0x123456789a correlation=6");
  CHECK(type_of(r) == CUDA_EXTERNAL && code_of(r) == CUDA_EXTERNAL_OPERATION && r[1] == 0x123456789a && r[2] == 6);
  free(r);
  r = read_only("record overhead 0 overheadKind=0x10000 object=2 process=3 thread=4 stream=5 start=6 end=7 "
                "correlation=8");
  CHECK(type_of(r) == CUDA_OVERHEAD && code_of(r) == CUDA_OBJECT_THREAD && r[1] == 6 && r[2] == 7);
  CHECK(low(r[3]) == 0x10000 && high(r[3]) == 8 && low(r[4]) == 3 && high(r[4]) == 4 && r[5] == 5);
  free(r);
  r = read_only("record memory 0 operation=1 memoryKind=3 correlation=2 address=0x7f0000000000 bytes=1048576 time=5 "
                "process=6 device=7 context=8 stream=9 async=1 poolType=1 poolAddress=10 poolSize=11 poolUsed=12 "
                "name=weights");
  CHECK(type_of(r) == CUDA_MEMORY && code_of(r) == 1 && strcmp(name_of_record(r), "weights") == 0 && r[1] == 5);
  CHECK(r[2] == 0x7f0000000000 && r[3] == 1048576 && low(r[4]) == 7 && high(r[4]) == 8 && low(r[5]) == 9);
  CHECK(high(r[5]) == 2 && low(r[6]) == 3 && high(r[6]) == (1 | 1 << 8) && r[7] == 10 && r[8] == 11 && r[9] == 12);
  CHECK(r[10] == 6);
  free(r);
  r = read_only("record marker 0 flags=2 time=3 id=4 object=2 process=5 thread=6 name=forward pass");
  CHECK(type_of(r) == CUDA_MARKER && code_of(r) == CUDA_OBJECT_THREAD && low(r[2]) == 4);
  CHECK(high(r[2]) == CUDA_MARKER_START && low(r[3]) == 5 && high(r[3]) == 6 && r[1] == 3);
  CHECK(strcmp(name_of_record(r), "forward pass") == 0 && low(r[4]) == CUDA_NO_NAME);
  free(r);
  r = read_only("record marker 0 flags=4 time=3 id=4 object=2 domain=NCCL");
  CHECK(high(*r) == CUDA_NO_NAME && strcmp(cuda_names_get(low(r[4])), "NCCL") == 0);
  free(r);
  r = read_only("record markerdata 0 flags=2 id=3 payloadKind=1 payload=99 color=0xff00ff category=4");
  CHECK(type_of(r) == CUDA_MARKER_DATA && low(r[1]) == 3 && high(r[1]) == 2 && r[2] == 99 && low(r[3]) == 1);
  CHECK(high(r[3]) == 0xff00ff && low(r[4]) == 4);
  free(r);
  r = read_only("record environment 0 device=1 time=2 environmentKind=1 v0=1410 v1=1215 v2=4 v3=16 v4=1");
  CHECK(type_of(r) == CUDA_ENVIRONMENT && code_of(r) == 1 && r[1] == 2 && low(r[2]) == 1 && high(r[2]) == 1410);
  CHECK(low(r[3]) == 1215 && high(r[3]) == 4 && low(r[4]) == 16 && high(r[4]) == 1);
  free(r);
  r = read_only("record graph 0 correlation=1 start=2 end=3 device=4 graph=5 context=6 stream=7");
  CHECK(type_of(r) == CUDA_GRAPH && r[1] == 2 && r[2] == 3 && low(r[3]) == 4 && high(r[3]) == 6 && low(r[4]) == 7);
  CHECK(high(r[4]) == 1 && r[5] == 5);
  free(r);
  r = read_only("record context 0 context=2 device=1 api=1 nullStream=7 parent=1");
  CHECK(type_of(r) == CUDA_CONTEXT && words_of(r) == 2 && low(r[1]) == 2 && high(r[1]) == 1);
  free(r);
}

/* Every kind in every size that any version had: two alike, of which the first tells the size. */
static void every_known_size_is_read_and_fields_beyond_it_are_zero(void) {
  for (size_t i = 0; i < LAYOUTS; i++) {
    const struct layout *layout = &cuda_layouts[i];
    CHECK(layout->fields[MAX_FIELDS - 1].bytes == 0 && layout->sizes[MAX_SIZES - 1].bytes == 0);
    for (size_t j = 0; j < MAX_SIZES && layout->sizes[j].bytes != 0; j++) {
      uint16_t size = layout->sizes[j].bytes;
      cuda_read_forget();
      cuda_found.version = layout->sizes[j].since;
      CHECK(cuda_layout_expected(layout, cuda_found.version) == size);
      uint64_t id = fake_open(&everything);
      for (int k = 0; k < 2; k++) {
        /* All but the kind and the texts is 1; the next record begins behind it. */
        char line[4096];
        int at = snprintf(line, sizeof line, "force %u %u", layout->kind, size);
        for (const struct field *f = layout->fields; f->bytes != 0; f++) {
          bool is_text = f->kind == FIELD_SYMBOL || f->kind == FIELD_TEXT;
          if (!is_text) {
            at += snprintf(line + at, sizeof line - (size_t)at, " @%u:%u=%d", f->at, f->bytes, 1 + k);
          }
        }
        fake("%s", line);
      }
      CHECK(cuda_window_finish(id, 0));
      uint32_t count;
      uint64_t *words = fake_read(id, &count);
      CHECK(count == 2u * layout->words && type_of(words) == layout->type);
      for (const struct field *f = layout->fields; f->bytes != 0; f++) {
        bool is_there = f->at + f->bytes <= size;
        bool is_number = f->kind == FIELD_PLAIN && layout->type != CUDA_KERNEL;
        if (is_number || f->kind == FIELD_TIME) {
          uint64_t value = words[f->word] >> f->shift & (f->bytes == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * f->bytes) - 1);
          CHECK(value == (is_there ? 1 : 0));
        }
      }
      CHECK(fake_counted(id, CUDA_COUNT_SIZE) == 0);
      free(words);
      cuda_window_release(id);
    }
  }
  cuda_found.version = 24;
  cuda_read_forget();
}

static void an_odd_size_is_left_out_counted_and_named(void) {
  uint64_t id = fake_open(&everything);
  fake("record kernel 200 start=1 end=2 name=before");
  fake("record kernel 212 start=1 end=2 name=odd");
  fake("record kernel 200 start=1 end=2 name=after");
  fake("record copy 40 start=1 end=2");
  fake("record runtime 0 cbid=211 start=1 end=2");
  CHECK(cuda_window_finish(id, 0));
  uint32_t count;
  uint64_t *words = fake_read(id, &count);
  CHECK(count == 18 + 18 + 6 && strcmp(name_of_record(words + 18), "after") == 0);
  CHECK(fake_counted(id, CUDA_COUNT_SIZE) == 2 && fake_counted(id, CUDA_COUNT_RECORDS) == 3);
  char notes[1024];
  cuda_window_notes(id, notes, sizeof notes);
  CHECK(strstr(notes, "kernel have 212 bytes") != NULL && strstr(notes, "left out") != NULL);
  CHECK(strstr(notes, "memory copy have 40 bytes") != NULL);
  free(words);
  cuda_window_release(id);
  cuda_read_forget();
}

static void a_newer_cupti_with_larger_records_is_read_as_far_as_it_is_known(void) {
  cuda_found.version = CUPTI_LATEST + 99;
  uint64_t id = fake_open(&everything);
  fake("record kernel 240 start=1 end=2 byDevice=1 name=new");
  fake("record kernel 240 start=3 end=4 name=new");
  CHECK(cuda_window_finish(id, 0));
  uint32_t count;
  uint64_t *words = fake_read(id, &count);
  CHECK(count == 36 && code_of(words) == 1 && words[1] == 1 && words[19] == 3);
  CHECK(fake_counted(id, CUDA_COUNT_SIZE) == 0 && fake_counted(id, CUDA_COUNT_RECORDS) == 2);
  char notes[1024];
  cuda_window_notes(id, notes, sizeof notes);
  CHECK(strstr(notes, "what is known of them is read") != NULL);
  free(words);
  cuda_window_release(id);
  cuda_found.version = 24;
  cuda_read_forget();
}

static void unknown_kinds_are_counted_and_records_without_times_are_read(void) {
  uint64_t id = fake_open(&everything);
  fake("force 63 48");
  fake("record kernel 0 start=0 end=0 name=unfinished");
  fake("record kernel 0 start=5 end=0 name=unfinished");
  fake("force 52 72 @8:8=1");
  CHECK(cuda_window_finish(id, 0));
  uint32_t count;
  free(fake_read(id, &count));
  CHECK(count == 36 && fake_counted(id, CUDA_COUNT_KIND) == 2 && fake_counted(id, CUDA_COUNT_RECORDS) == 2);
  cuda_window_release(id);
}

static void a_buffer_in_which_cupti_finds_nothing_is_counted(void) {
  uint64_t id = fake_open(&everything);
  fake("record runtime 0 cbid=211 start=1 end=2");
  fake("broken");
  fake("record runtime 0 cbid=211 start=1 end=2");
  CHECK(cuda_window_finish(id, 0));
  uint32_t count;
  free(fake_read(id, &count));
  CHECK(count == 6 && fake_counted(id, CUDA_COUNT_BROKEN) == 40);
  cuda_window_release(id);
  id = fake_open(&everything);
  fake("record runtime 0 cbid=211 start=1 end=2");
  CHECK(cuda_window_finish(id, 0));
  fake("fail cuptiActivityGetNextRecord 1");
  free(fake_read(id, &count));
  CHECK(count == 0 && fake_counted(id, CUDA_COUNT_BROKEN) == 40);
  fake("fail cuptiActivityGetNextRecord 0");
  cuda_window_release(id);
}

static void names_are_interned_cut_and_missed(void) {
  char huge[CUDA_MAX_NAME + 100];
  memset(huge, 'x', sizeof huge);
  memcpy(huge + CUDA_MAX_NAME - 1, "\xc3\xa4", 2); /* a character across the end */
  huge[sizeof huge - 1] = '\0';
  uint32_t id = cuda_names_intern(huge, true);
  const char *kept = cuda_names_get(id);
  CHECK(strlen(kept) == CUDA_MAX_NAME - 1 + 3 && strcmp(kept + CUDA_MAX_NAME - 1, "...") == 0);
  CHECK(cuda_names_intern(huge, true) == id);
  CHECK(cuda_names_intern(NULL, true) == CUDA_NO_NAME);
  CHECK(cuda_names_intern("", true) == cuda_names_intern("", true));
  CHECK(strcmp(cuda_names_get(cuda_names_intern("_Znonsense", true)), "_Znonsense") == 0);
  CHECK(strcmp(cuda_names_get(cuda_names_intern("_Z3addi", false)), "_Z3addi") == 0);
  CHECK(cuda_names_get(cuda_names_count()) == NULL);
  cuda_names_limit(cuda_names_count(), 1 << 20);
  uint64_t window;
  uint64_t *words = read_one("record kernel 0 start=1 end=2 name=there is no room for this one", &window);
  CHECK(words != NULL && high(*words) == CUDA_NO_NAME && fake_counted(window, CUDA_COUNT_NAMES) == 1);
  free(words);
  cuda_window_release(window);
  cuda_names_limit(UINT32_MAX, 32 << 20);
}

int main(void) {
  fake_find();
  CHECK(cuda_found.is_usable && cuda_found.version == 24);
  a_kernel_has_all_that_cupti_tells();
  a_copy_has_direction_memories_and_bytes();
  a_call_has_the_name_of_its_function();
  the_other_kinds_are_read_field_by_field();
  every_known_size_is_read_and_fields_beyond_it_are_zero();
  an_odd_size_is_left_out_counted_and_named();
  a_newer_cupti_with_larger_records_is_read_as_far_as_it_is_known();
  unknown_kinds_are_counted_and_records_without_times_are_read();
  a_buffer_in_which_cupti_finds_nothing_is_counted();
  names_are_interned_cut_and_missed();
  return 0;
}
