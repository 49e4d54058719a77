/** The profiler service for clients of TensorBoard, TensorFlow, XProf and JAX. */
@NullMarked
package io.stepprofiler.capture.tensorflow;

import org.jspecify.annotations.NullMarked;
