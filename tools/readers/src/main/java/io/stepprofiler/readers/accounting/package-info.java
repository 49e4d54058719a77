/** Times of named events in profiles: nested accounting, and functions that a profile names by number. */
@NullMarked
package io.stepprofiler.readers.accounting;

import org.jspecify.annotations.NullMarked;
