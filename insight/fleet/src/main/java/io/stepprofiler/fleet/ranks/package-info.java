/**
 * Ranks and steps that can be compared, the figures of a rank and of its peers, and steps without slow ranks. Internal:
 * may change in any release.
 */
@NullMarked
package io.stepprofiler.fleet.ranks;

import org.jspecify.annotations.NullMarked;
