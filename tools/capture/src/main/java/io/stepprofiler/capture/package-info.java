/**
 * The server of a training job: who has access to the machine sees what the job does, and captures steps of it.
 *
 * <p>{@link io.stepprofiler.capture.ProfilerServer} answers TensorBoard's, TensorFlow's and JAX's clients, and by a
 * service of our own {@code stepprof} and whoever speaks it; {@link io.stepprofiler.capture.ServerOptions} says who may
 * ask, {@link io.stepprofiler.capture.ServerLimits} how much.
 *
 * <p>Stable: changes only with a new major version.
 */
@NullMarked
package io.stepprofiler.capture;

import org.jspecify.annotations.NullMarked;
