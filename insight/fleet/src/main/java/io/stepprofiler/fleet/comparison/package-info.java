/**
 * The comparison of the ranks of a run: the account of their waits for the slowest one, and the ranks, hosts and racks
 * that are slower than their peers all the time. Internal: may change in any release.
 */
@NullMarked
package io.stepprofiler.fleet.comparison;

import org.jspecify.annotations.NullMarked;
