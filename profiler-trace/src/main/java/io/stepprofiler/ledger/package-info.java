/**
 * Step ledgers: one row for each step of a run, whether a window recorded it or not.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.ledger;

import org.jspecify.annotations.NullMarked;
