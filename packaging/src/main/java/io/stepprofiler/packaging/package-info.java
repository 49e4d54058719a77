/** A step of the build: what the virtual machine would link at the start of a program is linked in a jar. */
@NullMarked
package io.stepprofiler.packaging;

import org.jspecify.annotations.NullMarked;
