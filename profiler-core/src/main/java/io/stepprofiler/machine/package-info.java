/**
 * What the program runs in: the virtual machine, the machine, the control group of its container, frameworks; and what
 * native code does there better. For modules of the profiler alone.
 */
@NullMarked
package io.stepprofiler.machine;

import org.jspecify.annotations.NullMarked;
