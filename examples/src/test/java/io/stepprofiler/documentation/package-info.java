/** Compiles and runs the code that the documentation shows. */
@NullMarked
package io.stepprofiler.documentation;

import org.jspecify.annotations.NullMarked;
