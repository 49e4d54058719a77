/** Announcements of capture servers, by which clients on this machine find them. */
@NullMarked
package io.stepprofiler.capture.announced;

import org.jspecify.annotations.NullMarked;
