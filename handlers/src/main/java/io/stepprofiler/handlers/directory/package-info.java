/** What handlers and the report share: the directory that a handler writes one file a window into, and the page of memory. */
@NullMarked
package io.stepprofiler.handlers.directory;

import org.jspecify.annotations.NullMarked;
