/** CUDA's activity, as CUPTI tells it: what can be recorded in this process, and its records. */
@NullMarked
package io.stepprofiler.nativeaccess.cuda;

import org.jspecify.annotations.NullMarked;
