/**
 * Trace files where TensorBoard's PyTorch profiler plugin looks for them.
 *
 * <p>Stable: changes only with a new major version.
 */
@NullMarked
package io.stepprofiler.handlers.tensorboard;

import org.jspecify.annotations.NullMarked;
