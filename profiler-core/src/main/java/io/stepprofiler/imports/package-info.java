/**
 * Traces read from files of any origin: the interface of readers, their limits and errors, and what chooses
 * one.
 *
 * <p>Experimental: may change in any release; {@link io.stepprofiler.imports.Traces} is stable.
 */
@NullMarked
package io.stepprofiler.imports;

import org.jspecify.annotations.NullMarked;
