/** Reading of recorded windows: an open window segment by segment, a window that has ended as a whole. */
@NullMarked
package io.stepprofiler.window;

import org.jspecify.annotations.NullMarked;
