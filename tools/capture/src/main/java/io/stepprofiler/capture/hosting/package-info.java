/** Resources that a server provides to its services. */
@NullMarked
package io.stepprofiler.capture.hosting;

import org.jspecify.annotations.NullMarked;
