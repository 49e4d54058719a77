/** Reader of Chrome traces: ours, torch's, JAX's and others'. */
@NullMarked
package io.stepprofiler.readers.chrome;

import org.jspecify.annotations.NullMarked;
