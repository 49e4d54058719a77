/** What the services of a server have from it. */
@NullMarked
package io.stepprofiler.capture.hosting;

import org.jspecify.annotations.NullMarked;
