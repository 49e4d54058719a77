/**
 * Reading of what threads have recorded: segments taken out of an open window, and the whole of one that has ended.
 */
@NullMarked
package io.stepprofiler.window;

import org.jspecify.annotations.NullMarked;
