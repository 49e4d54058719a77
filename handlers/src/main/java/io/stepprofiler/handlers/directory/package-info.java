/** Files of the windows of a profile in one directory. */
@NullMarked
package io.stepprofiler.handlers.directory;

import org.jspecify.annotations.NullMarked;
