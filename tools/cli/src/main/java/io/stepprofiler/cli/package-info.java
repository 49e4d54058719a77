/** The command {@code stepprof}. */
@NullMarked
package io.stepprofiler.cli;

import org.jspecify.annotations.NullMarked;
