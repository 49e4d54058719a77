/** Journals: what keeps a window on the disk while it is recorded, and reads it again. */
@NullMarked
package io.stepprofiler.handlers.journal;

import org.jspecify.annotations.NullMarked;
