/**
 * Operations and tensor memory of PyTorch, whichever framework has loaded it: an
 * {@link io.stepprofiler.pytorch.TorchSource} added to a profile.
 */
@NullMarked
package io.stepprofiler.pytorch;

import org.jspecify.annotations.NullMarked;
