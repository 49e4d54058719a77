/** Figures of the runs of a job, their changes, and the differences between two runs. Internal: may change in any release. */
@NullMarked
package io.stepprofiler.fleet.history;

import org.jspecify.annotations.NullMarked;
