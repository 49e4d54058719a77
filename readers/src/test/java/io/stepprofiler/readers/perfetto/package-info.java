@NullMarked
package io.stepprofiler.readers.perfetto;

import org.jspecify.annotations.NullMarked;
