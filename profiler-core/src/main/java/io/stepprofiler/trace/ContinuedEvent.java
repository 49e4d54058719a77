package io.stepprofiler.trace;

import io.stepprofiler.event.EventKind;

/**
 * An event or step that begins before the part of a trace in which it is still open. It belongs to the part in which it
 * begins, is counted there alone, and is known to the later ones so that they can show what they are inside of.
 *
 * @param id its id, as of {@link Trace#eventId}
 * @param trackId id of its track
 * @param name its name
 * @param kind what sort of thing the name stands for
 * @param startNanos when it began, before the part does
 * @param durationNanos how long it took in all
 * @param unfinished whether its end is not known
 */
public record ContinuedEvent(
        long id, long trackId, String name, EventKind kind, long startNanos, long durationNanos, boolean unfinished) {}
