/**
 * Waits in the collectives of a fleet: matching of the ranks' parts, clocks of the hosts, the ranks that cause waits,
 * and slow links. Internal: may change in any release.
 */
@NullMarked
package io.stepprofiler.fleet.sync;

import org.jspecify.annotations.NullMarked;
