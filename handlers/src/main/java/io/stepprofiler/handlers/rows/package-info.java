/** Assignment of the items of a track to rows of viewers, so that nothing is lost or drawn wrongly. */
@NullMarked
package io.stepprofiler.handlers.rows;

import org.jspecify.annotations.NullMarked;
