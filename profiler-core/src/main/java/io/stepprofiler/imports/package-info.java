/**
 * Import of traces from files of any origin: the interface of importers, their limits and errors, and the choice of
 * one.
 *
 * <p>Experimental: may change in any release; {@link io.stepprofiler.imports.Traces} is stable.
 */
@NullMarked
package io.stepprofiler.imports;

import org.jspecify.annotations.NullMarked;
