package io.stepprofiler.jvm;

import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Recordings of the flight recorder, or what takes their place where it refuses. */
final class Flights {
    private final FlightOptions options;
    private final FlightCalls calls;
    private @Nullable EventSelection selection;
    private boolean warm;

    Flights(FlightOptions options, FlightCalls calls) {
        this.options = options;
        this.calls = calls;
    }

    /** Looks what there is to record. */
    void prepare() {
        calls.begin(this::look);
    }

    private synchronized void look() {
        // Types may have come since, which would be recorded unless they are switched off.
        selection = null;
        rehearse();
    }

    /** Runs a window ahead of the first, so that it finds everything warm. */
    void warmUp() {
        calls.begin(this::rehearse);
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
            return calls.begin(this::begin, Flights::discard);
        } catch (IllegalStateException e) {
            return new Refusal(String.valueOf(e.getMessage()));
        }
    }

    private ActivityRecording begin() {
        try {
            return FlightWindow.start(this::selection, calls);
        } catch (IOException | IllegalStateException | LinkageError e) {
            // Such as no place to write to.
            return new Refusal(e.toString());
        }
    }

    /** Types to be recorded now: libraries that signals can break are loaded at any time, and stay. */
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

    /** What is said in place of a recording that should have been possible. */
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
