/**
 * Ranks and steps that can be compared, and the figures of a rank and of its peers. Internal: may change in any
 * release.
 */
@NullMarked
package io.stepprofiler.fleet.compared;

import org.jspecify.annotations.NullMarked;
