/**
 * Recording of DJL by woven code, window by window. Loaded once per process, whereas {@link io.stepprofiler.djl.woven}
 * is loaded once for each class loader that loads DJL. Public only for that reason: not an API.
 */
@NullMarked
package io.stepprofiler.djl.recording;

import org.jspecify.annotations.NullMarked;
