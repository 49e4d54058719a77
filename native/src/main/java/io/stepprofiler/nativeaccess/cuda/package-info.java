/** CUDA's activity, as CUPTI records it: a probe of this process, windows and their records. */
@NullMarked
package io.stepprofiler.nativeaccess.cuda;

import org.jspecify.annotations.NullMarked;
