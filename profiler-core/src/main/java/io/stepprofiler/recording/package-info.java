/**
 * Recording by the threads of the program: their buffers, names and stacks, and the window that they share. No other
 * package of the profiler is known here but the model of events and the clock.
 */
@NullMarked
package io.stepprofiler.recording;

import org.jspecify.annotations.NullMarked;
