/** What a running job does now, as figures for those who watch it, and as text. */
@NullMarked
package io.stepprofiler.capture.live;

import org.jspecify.annotations.NullMarked;
