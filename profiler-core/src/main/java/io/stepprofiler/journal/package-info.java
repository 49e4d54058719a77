/**
 * Storage of a window's parts outside the memory of the program, and their assembly into a trace.
 *
 * <p>Stable: options of {@link io.stepprofiler.journal.JournalOptions}; journal formats are internal to the profiler.
 */
@NullMarked
package io.stepprofiler.journal;

import org.jspecify.annotations.NullMarked;
