/**
 * Numbered lessons: complete small trainings, each showing one aspect of profiling a training loop.
 *
 * <p>Read them in order, from {@code Lesson01PlainLoop} on, and run them through
 * {@link io.stepprofiler.examples.Lessons}. All of them learn to read the same hand-written {@code Digits}; the comment
 * at the end of each describes how to run it and its expected output.
 */
@NullMarked
package io.stepprofiler.examples;

import org.jspecify.annotations.NullMarked;
