/**
 * Journals: what keeps a window on the disk while it is recorded, and reads it again.
 *
 * <p>Stable: how journals are found and made traces of; their form may change in any release.
 */
@NullMarked
package io.stepprofiler.journal.blocks;

import org.jspecify.annotations.NullMarked;
