/** The server side of watching a job: live figures while there are watchers. */
@NullMarked
package io.stepprofiler.capture.watch;

import org.jspecify.annotations.NullMarked;
