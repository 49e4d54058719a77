/**
 * Exports: files that are written whole or not at all, their parts, and their progress.
 *
 * <p>Experimental: may change in any release; stable are {@link io.stepprofiler.export.ExportOptions},
 * {@link io.stepprofiler.export.ExportListener}, {@link io.stepprofiler.export.ExportProgress} and {@link
 * io.stepprofiler.export.ProgressLine}.
 */
@NullMarked
package io.stepprofiler.export;

import org.jspecify.annotations.NullMarked;
