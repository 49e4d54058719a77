/** Ranks, hosts and racks that are slower than their peers all the time. Internal: may change in any release. */
@NullMarked
package io.stepprofiler.fleet.straggler;

import org.jspecify.annotations.NullMarked;
