/**
 * Keeping the parts of a window outside the memory of the program, and putting them together again.
 *
 * <p>Stable: options of {@link io.stepprofiler.journal.JournalOptions}; forms of journals are the profiler's own.
 */
@NullMarked
package io.stepprofiler.journal;

import org.jspecify.annotations.NullMarked;
