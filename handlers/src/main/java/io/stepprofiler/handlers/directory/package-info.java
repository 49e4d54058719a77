/** Code shared by handlers and the report: the directory with one file for each window, and the memory page. */
@NullMarked
package io.stepprofiler.handlers.directory;

import org.jspecify.annotations.NullMarked;
