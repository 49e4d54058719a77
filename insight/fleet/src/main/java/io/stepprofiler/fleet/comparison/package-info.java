/** The comparison of the ranks of a run, in one result. Internal: may change in any release. */
@NullMarked
package io.stepprofiler.fleet.comparison;

import org.jspecify.annotations.NullMarked;
