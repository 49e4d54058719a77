/** What events are made of: kinds, operands, devices, memory, steps, and why some are lost. */
@NullMarked
package io.stepprofiler.event;

import org.jspecify.annotations.NullMarked;
