package io.stepprofiler.jvm;

import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Recordings of the flight recorder, or what takes their place where it refuses. */
final class Flights {
    private final FlightOptions options;
    private @Nullable EventSelection selection;
    private boolean warm;

    Flights(FlightOptions options) {
        this.options = options;
    }

    /** Looks what there is to record. */
    synchronized void prepare() {
        // Types may have come since, which would be recorded unless they are switched off.
        selection = null;
        warmUp();
    }

    /** Runs a window ahead of the first, so that it finds everything warm. */
    synchronized void warmUp() {
        if (!warm) {
            warm = true;
            if (start() instanceof FlightWindow window) {
                window.stop();
                window.discard();
            }
        }
    }

    ActivityRecording start() {
        try {
            return FlightWindow.start(this::selection);
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
