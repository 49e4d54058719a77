/**
 * Recording by the threads of the program: their buffers, names and stacks, and the window that they share. Knows
 * neither the reading of windows nor the main package.
 */
@NullMarked
package io.stepprofiler.recording;

import org.jspecify.annotations.NullMarked;
