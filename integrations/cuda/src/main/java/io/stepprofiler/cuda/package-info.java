/**
 * Kernels, copies, calls, synchronisation and memory of the GPUs that this process uses through CUDA: a
 * {@link io.stepprofiler.cuda.CudaSource} added to a profile.
 */
@NullMarked
package io.stepprofiler.cuda;

import org.jspecify.annotations.NullMarked;
