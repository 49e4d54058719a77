/**
 * Times of named events in profiles: nested accounting, and functions that a profile names by number.
 *
 * <p>Experimental: may change in any release.
 */
@NullMarked
package io.stepprofiler.readers.accounting;

import org.jspecify.annotations.NullMarked;
