/** On which rows viewers are to draw what a track holds, so that nothing is lost or drawn wrongly. */
@NullMarked
package io.stepprofiler.handlers.rows;

import org.jspecify.annotations.NullMarked;
