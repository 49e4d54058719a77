package io.stepprofiler;

import java.time.Instant;
import java.util.Optional;

/**
 * Failure of the profiler that did not reach the training program.
 *
 * @param at time of the failure
 * @param kind kind of the failure
 * @param message details, with the window if known
 * @param cause the exception, if there was one
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
        /** A window could not be recorded or assembled. */
        RECORDING_FAILED,
        /** An activity source failed; its part of the window is missing. */
        SOURCE_FAILED,
        /** The profile was closed before a single step had been recorded to its end. */
        NO_WINDOW,
        /** The schedule threw, returned null, or returned actions in an invalid order. */
        SCHEDULE_FAILED,
        /** {@code step()} was called before start, after stop, or from inside a handler; the call did nothing. */
        STEP_IGNORED,
        /** {@code step()} was called while another thread was in it; the call did nothing. */
        STEP_OVERLAPPED,
        /** Metadata had no key, no value, or a key too long for JSON readers, and was left out. */
        METADATA_IGNORED,
        /** The callback for trace ids failed or returned an unusable id; the trace has a random id. */
        TRACE_ID_REFUSED,
        /** A trace was not assembled in time; it was delivered without the rest. */
        POST_PROCESSING_TIMED_OUT,
        /** A switch of an activity that this profile does not record was ignored. */
        TOGGLE_IGNORED,
        /** A snapshot was requested without a history, or while nothing is recorded; the request did nothing. */
        SNAPSHOT_IGNORED,
        /** A journal could not be written or removed; events missing in it are counted as dropped. */
        JOURNAL_FAILED,
        /** A mirror of scopes and steps failed; it receives no more of them. */
        ANNOTATION_FAILED,
        /** Steps could not be copied into the ledger, or written, which a later success makes up for; or are lost. */
        LEDGER_FAILED
    }
}
