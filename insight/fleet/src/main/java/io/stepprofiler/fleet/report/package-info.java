/** The ledgers of a run with their comparison. Internal: may change in any release. */
@NullMarked
package io.stepprofiler.fleet.report;

import org.jspecify.annotations.NullMarked;
