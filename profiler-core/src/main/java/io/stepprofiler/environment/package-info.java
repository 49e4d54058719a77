/** The environment of the program: the virtual machine, the machine, the control group of its container, frameworks. */
@NullMarked
package io.stepprofiler.environment;

import org.jspecify.annotations.NullMarked;
