/** The job's side of watching it: looks at it while somebody watches, and tells what it sees. */
@NullMarked
package io.stepprofiler.capture.watch;

import org.jspecify.annotations.NullMarked;
