/**
 * Operations and tensor memory of PyTorch, loaded by any framework: an {@link io.stepprofiler.pytorch.TorchSource}
 * added to a profile.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.pytorch;

import org.jspecify.annotations.NullMarked;
