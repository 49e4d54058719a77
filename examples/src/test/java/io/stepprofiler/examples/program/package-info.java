/** Training programs that tests run in processes of their own. */
@NullMarked
package io.stepprofiler.examples.program;

import org.jspecify.annotations.NullMarked;
