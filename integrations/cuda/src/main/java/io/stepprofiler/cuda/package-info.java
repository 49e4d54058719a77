/**
 * Source of kernels, copies, calls, synchronisation and memory of the GPUs that this process uses through CUDA:
 * {@link io.stepprofiler.cuda.CudaSource}.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.cuda;

import org.jspecify.annotations.NullMarked;
