/** Reader of Perfetto's own format: ours and others' files, as far as slices, counters, threads and instants go. */
@NullMarked
package io.stepprofiler.readers.perfetto;

import org.jspecify.annotations.NullMarked;
