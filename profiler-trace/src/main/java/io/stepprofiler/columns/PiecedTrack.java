package io.stepprofiler.columns;

/**
 * Track of a thread whose events are read when they are asked for.
 *
 * @param id id of the thread
 * @param name name of the thread
 * @param pieces the events
 * @param content columns that some of the events have
 * @param unfinished number of events whose end is not known
 */
public record PiecedTrack(long id, String name, Pieces pieces, TrackContent content, int unfinished) {}
