package io.stepprofiler;

import java.time.Instant;
import java.util.Optional;

/**
 * Something that went wrong while profiling and was kept from the training program.
 *
 * @param at when
 * @param kind what kind of thing
 * @param message what exactly, and where it is known, for which window
 * @param cause what was thrown, if anything was
 */
public record ProfileFailure(Instant at, Kind kind, String message, Optional<Throwable> cause) {
    /** The kinds of failures. */
    public enum Kind {
        /** A handler threw; its own output of that window is missing. */
        HANDLER_FAILED,
        /** A handler did not return in time; it gets no further traces. */
        HANDLER_TIMED_OUT,
        /** A window was recorded but not delivered: too many were waiting, or the time to close was over. */
        WINDOW_LOST,
        /** A window was recorded and thrown away, because the schedule left it without saving it. */
        WINDOW_DISCARDED,
        /** A window could not be recorded or put together. */
        RECORDING_FAILED,
        /** An activity source failed; its part of the window is missing. */
        SOURCE_FAILED,
        /** The profile was closed before a single step had been recorded to its end. */
        NO_WINDOW,
        /** The schedule threw, answered null, or gave actions whose order makes no sense. */
        SCHEDULE_FAILED,
        /** {@code step()} was called before start, after stop, or from inside a handler; the call did nothing. */
        STEP_IGNORED,
        /** {@code step()} was called while another thread was in it; the call did nothing. */
        STEP_OVERLAPPED,
        /** Metadata had no key, no value, or a key too long for JSON readers, and was left out. */
        METADATA_IGNORED,
        /** The callback for trace ids failed or answered nothing that can be used; the trace has a random id. */
        TRACE_ID_REFUSED,
        /** A trace was not put together in time; it was delivered without the rest. */
        POST_PROCESSING_TIMED_OUT,
        /** Something that this profile does not record was to be switched on or off, which did nothing. */
        TOGGLE_IGNORED,
        /** A snapshot was asked for where there is none to take: without a history, or while nothing is recorded. */
        SNAPSHOT_IGNORED,
        /** A journal could not be written or removed; what it does not hold is counted as dropped. */
        JOURNAL_FAILED,
        /** Another profiler that was told of scopes and steps failed; it is told no more. */
        ANNOTATION_FAILED
    }
}
