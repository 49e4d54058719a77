/**
 * Import of traces from files of any origin: the interface of importers, their limits and errors, and the choice of
 * one.
 *
 * <p>Experimental: may change in any release; stable are {@link io.stepprofiler.imports.Traces},
 * {@link io.stepprofiler.imports.ImportedTrace}, {@link io.stepprofiler.imports.ImportOptions} and {@link
 * io.stepprofiler.imports.ImportException}.
 */
@NullMarked
package io.stepprofiler.imports;

import org.jspecify.annotations.NullMarked;
