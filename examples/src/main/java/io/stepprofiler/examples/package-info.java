/**
 * Numbered lessons: complete small trainings, each showing one thing about profiling a training loop.
 *
 * <p>Read them in order, from {@code Lesson01PlainLoop} on, and run them through
 * {@link io.stepprofiler.examples.Lessons}. All of them learn to read the same hand-written {@code Digits}; the comment
 * at the end of each says how to run it and what you should see.
 */
@NullMarked
package io.stepprofiler.examples;

import org.jspecify.annotations.NullMarked;
