/** The directory that a handler writes one file a window into. Not exported. */
@NullMarked
package io.stepprofiler.handlers.directory;

import org.jspecify.annotations.NullMarked;
