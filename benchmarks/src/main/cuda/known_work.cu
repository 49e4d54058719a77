// GPU work of known number, size and time, for KnownWork.java. Kernels record their own times by the timer of the device.
#include <cuda_runtime.h>
#include <jni.h>
#include <stdio.h>

#define CHECK(call)                                                      \
  do {                                                                   \
    cudaError_t error = (call);                                          \
    if (error != cudaSuccess) {                                          \
      fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error));     \
      return -1;                                                         \
    }                                                                    \
  } while (0)

enum { KERNELS = 8, OTHER = 5, NODES = 4, TIMES = 2 * (KERNELS + NODES) };
static const size_t MIB = 1 << 20;
static const size_t BIG = 512 << 20;

static __device__ unsigned long long now() {
  unsigned long long time;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(time));
  return time;
}

static __global__ void spin(unsigned long long nanos, unsigned long long *times) {
  unsigned long long start = now(), time;
  do {
    time = now();
  } while (time - start < nanos);
  times[0] = start;
  times[1] = time;
}

static __global__ void nothing() {}

static __global__ void multiply_add(float *values, int times) {
  float value = values[threadIdx.x];
  for (int i = 0; i < times; i++) {
    value = fmaf(value, 1.0001f, 0.5f);
  }
  values[threadIdx.x + blockIdx.x * blockDim.x] = value;
}

static __global__ void copy(const float4 *from, float4 *to, size_t size) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < size; i += (size_t)gridDim.x * blockDim.x) {
    to[i] = from[i];
  }
}

static cudaStream_t stream, other;
static cudaEvent_t event;
static cudaGraphExec_t graph;
static char *device, *host, *pageable;
static unsigned long long *times, *host_times;
static float4 *big, *big_too;

extern "C" JNIEXPORT jint JNICALL Java_io_stepprofiler_benchmarks_gpu_KnownWork_prepare0(JNIEnv *, jclass) {
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  CHECK(cudaEventCreate(&event));
  CHECK(cudaMalloc(&device, 2 * MIB));
  CHECK(cudaMallocHost(&host, MIB));
  pageable = (char *)malloc(2 * MIB);
  CHECK(cudaMalloc(&times, TIMES * sizeof *times));
  CHECK(cudaMallocHost(&host_times, TIMES * sizeof *times));
  CHECK(cudaMalloc(&big, BIG));
  CHECK(cudaMalloc(&big_too, BIG));
  CHECK(cudaMemset(big, 0, BIG));
  cudaGraph_t captured;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  for (int i = 0; i < NODES; i++) {
    spin<<<1, 1, 0, stream>>>(10000, times + 2 * (KERNELS + i));
  }
  CHECK(cudaStreamEndCapture(stream, &captured));
  CHECK(cudaGraphInstantiate(&graph, captured, 0));
  CHECK(cudaDeviceSynchronize());
  return 0;
}

// Seven kernels of 50 us, one of 200 us beside them on the other stream, and a graph of four kernels of 10 us.
extern "C" JNIEXPORT jint JNICALL Java_io_stepprofiler_benchmarks_gpu_KnownWork_step0(JNIEnv *env, jclass,
                                                                                      jlongArray to) {
  CHECK(cudaMemcpyAsync(device, host, MIB, cudaMemcpyHostToDevice, stream));
  CHECK(cudaMemcpyAsync(device, pageable, 2 * MIB, cudaMemcpyHostToDevice, stream));
  CHECK(cudaMemsetAsync(device, 0, MIB, stream));
  for (int i = 0; i < KERNELS; i++) {
    if (i == OTHER) {
      CHECK(cudaEventRecord(event, stream));
      CHECK(cudaStreamWaitEvent(other, event, 0));
    }
    spin<<<1, 1, 0, i == OTHER ? other : stream>>>(i == OTHER ? 200000 : 50000, times + 2 * i);
  }
  CHECK(cudaGraphLaunch(graph, stream));
  CHECK(cudaStreamSynchronize(other));
  CHECK(cudaMemcpyAsync(host_times, times, TIMES * sizeof *times, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  env->SetLongArrayRegion(to, 0, TIMES, (const jlong *)host_times);
  return 0;
}

extern "C" JNIEXPORT jint JNICALL Java_io_stepprofiler_benchmarks_gpu_KnownWork_launch0(JNIEnv *, jclass, jint count) {
  for (int i = 0; i < count; i++) {
    nothing<<<1, 1, 0, stream>>>();
  }
  CHECK(cudaStreamSynchronize(stream));
  return 0;
}

// 128 x 256 x 10,000 multiplications with addition; then 512 MiB are read and written once.
extern "C" JNIEXPORT jint JNICALL Java_io_stepprofiler_benchmarks_gpu_KnownWork_count0(JNIEnv *, jclass) {
  multiply_add<<<128, 256, 0, stream>>>((float *)big_too, 10000);
  copy<<<1280, 256, 0, stream>>>(big, big_too, BIG / sizeof *big);
  CHECK(cudaStreamSynchronize(stream));
  return 0;
}
