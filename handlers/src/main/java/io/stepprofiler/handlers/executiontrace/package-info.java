/**
 * Execution traces for PyTorch and Chakra tools: the operations that ran, their nesting and their tensors.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.handlers.executiontrace;

import org.jspecify.annotations.NullMarked;
