/** Trace files where TensorBoard's PyTorch profiler plugin looks for them. */
@NullMarked
package io.stepprofiler.handlers.tensorboard;

import org.jspecify.annotations.NullMarked;
