/**
 * Journals keep a window on the disk while it is recorded, and read it again.
 *
 * <p>Stable: {@link io.stepprofiler.journal.blocks.Journals}. The format may change in any release.
 */
@NullMarked
package io.stepprofiler.journal.blocks;

import org.jspecify.annotations.NullMarked;
