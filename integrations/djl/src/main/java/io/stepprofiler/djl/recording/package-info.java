/**
 * Recording of DJL by woven code, window by window. There is one in a process, while {@link io.stepprofiler.djl.woven}
 * is there once for each class loader that loads DJL. Public for that reason alone: it is no API.
 */
@NullMarked
package io.stepprofiler.djl.recording;

import org.jspecify.annotations.NullMarked;
