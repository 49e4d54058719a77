/** Exports: files that are written whole or not at all, their parts, and their progress. */
@NullMarked
package io.stepprofiler.export;

import org.jspecify.annotations.NullMarked;
