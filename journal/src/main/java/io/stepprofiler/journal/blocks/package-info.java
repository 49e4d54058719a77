/** Journals: what keeps a window on the disk while it is recorded, and reads it again. */
@NullMarked
package io.stepprofiler.journal.blocks;

import org.jspecify.annotations.NullMarked;
