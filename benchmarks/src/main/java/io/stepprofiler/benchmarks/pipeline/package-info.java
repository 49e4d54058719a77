/**
 * Slowdown by stragglers from the operations of a pipeline: each step is replayed with mean durations, and with the
 * recorded durations of one part at a time (Lin et al., "Understanding Stragglers in Large Model Training Using What-if
 * Analysis", OSDI 2025).
 */
@NullMarked
package io.stepprofiler.benchmarks.pipeline;

import org.jspecify.annotations.NullMarked;
