/** Traces of programs that touch memory, for tests here and of the files of memory timelines. */
@NullMarked
package io.stepprofiler.traced;

import org.jspecify.annotations.NullMarked;
