package io.stepprofiler.nesting;

/**
 * One event of a trace by its place.
 *
 * @param track index of its track in {@link io.stepprofiler.trace.Trace#tracks()}
 * @param event index of the event on that track
 */
public record EventRef(int track, int event) {}
