package io.stepprofiler.jvm;

import io.stepprofiler.source.ActivityRecording;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Recordings of the flight recorder, or what takes their place where it refuses. */
final class Flights {
    /** The first rehearsal starts the recorder; the second is the first of what every window does. */
    private static final int REHEARSALS = 2;

    private final FlightOptions options;
    private final Map<Boolean, EventSelection> selections = new ConcurrentHashMap<>();
    private boolean rehearsed;

    Flights(FlightOptions options) {
        this.options = options;
    }

    /** Looks what there is to record, and runs a whole window ahead of the first, so that it finds everything warm. */
    synchronized void prepare() {
        if (rehearsed) {
            // Types may have come since, which would be recorded if nobody says that they are not wanted.
            selections.replaceAll((withStack, old) -> EventSelection.of(options, withStack));
            return;
        }
        rehearsed = true;
        for (int i = 0; i < REHEARSALS; i++) {
            if (start(i > 0) instanceof FlightWindow window) {
                window.stop();
                window.discard();
            }
        }
    }

    ActivityRecording start(boolean withStack) {
        try {
            return FlightWindow.start(
                    selections.computeIfAbsent(withStack, stacks -> EventSelection.of(options, stacks)));
        } catch (IOException | IllegalStateException | LinkageError e) {
            // Such as no place to write to.
            return new FlightRecorderSource.Absence(e.toString());
        }
    }
}
