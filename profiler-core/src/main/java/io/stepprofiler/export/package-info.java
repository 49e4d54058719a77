/**
 * Exports: files that are written whole or not at all, their parts, and their progress.
 *
 * <p>Experimental: may change in any release; {@link io.stepprofiler.export.ExportOptions} is stable.
 */
@NullMarked
package io.stepprofiler.export;

import org.jspecify.annotations.NullMarked;
