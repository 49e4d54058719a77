/** What TensorBoard's, TensorFlow's, XProf's and JAX's clients ask of a process that they profile, answered. */
@NullMarked
package io.stepprofiler.capture.tensorflow;

import org.jspecify.annotations.NullMarked;
