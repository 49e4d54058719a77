package io.stepprofiler.jvm;

import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Starts recordings of the flight recorder, or placeholders if it refuses. */
final class FlightWindows {
    private final FlightOptions options;
    private final FlightCalls calls;
    private @Nullable EventSelection selection;
    private boolean warm;

    FlightWindows(FlightOptions options, FlightCalls calls) {
        this.options = options;
        this.calls = calls;
    }

    /** Begins to select the events to record. */
    void prepare() {
        calls.prepare(this::look);
    }

    private synchronized void look() {
        // New types, which would be recorded unless they are switched off, may have been registered.
        selection = null;
        rehearse();
    }

    /** Runs a trial window, so that the first one finds everything warm; waits for it, up to a deadline. */
    void warmUp() {
        calls.prepare(this::rehearse);
        calls.await();
    }

    /** True if a window could begin at once. */
    boolean areReady() {
        return calls.areDone();
    }

    private synchronized void rehearse() {
        if (!warm) {
            warm = true;
            discard(begin());
        }
    }

    private static void discard(ActivityRecording recording) {
        if (recording instanceof FlightWindow window) {
            window.end(System.nanoTime());
            window.discard();
        }
    }

    ActivityRecording start() {
        try {
            return calls.begin(this::begin, FlightWindows::discard);
        } catch (IllegalStateException e) {
            return new Refusal(String.valueOf(e.getMessage()));
        }
    }

    // V1: one recording for each window.
    private ActivityRecording begin() {
        try {
            return FlightWindow.start(this::selection, calls);
        } catch (IOException | IllegalStateException | LinkageError e) {
            // For example, no disk space.
            return new Refusal(e.toString());
        }
    }

    /** Selects the events to record now: a library that signals can break may be loaded at any time, and stays. */
    private synchronized EventSelection selection() {
        EventSelection known = selection;
        if (known == null || known.refused().isEmpty()) {
            Optional<String> danger = options.interruptsThreads() ? SignalDanger.now() : Optional.empty();
            if (known == null || danger.isPresent()) {
                known = EventSelection.of(options, danger);
                selection = known;
            }
        }
        return known;
    }

    /** Placeholder for a recording that failed to start. */
    private record Refusal(String reason) implements ActivityRecording {
        @Override
        public void stop() {}

        @Override
        public void collect(ActivitySink sink) {
            FlightNotes.absent(sink, reason);
            throw new IllegalStateException("nothing was recorded: " + reason);
        }
    }
}
