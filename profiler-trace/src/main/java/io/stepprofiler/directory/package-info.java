/** The directory with one file for each window, shared by handlers and the report. */
@NullMarked
package io.stepprofiler.directory;

import org.jspecify.annotations.NullMarked;
