/**
 * Execution traces: which operations ran, inside what and on which tensors, as PyTorch and Chakra tools read it.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.handlers.executiontrace;

import org.jspecify.annotations.NullMarked;
