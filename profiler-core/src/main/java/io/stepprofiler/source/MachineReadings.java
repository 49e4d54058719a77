package io.stepprofiler.source;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The readings of the machine in one window, until they are delivered. Safe on any thread. */
final class MachineReadings {
    private record Stretch(MachineReading before, MachineReading reading) {}

    private final List<Stretch> stretches = new ArrayList<>();
    private @Nullable MachineReading first;
    private @Nullable MachineReading last;

    /** Counts from a reading before the window, if there is one. */
    MachineReadings(@Nullable MachineReading before) {
        first = before;
        last = before;
    }

    /** Takes a reading; one that is too soon after the last is left out. */
    void take() {
        add(MachineReading.now());
    }

    synchronized void add(MachineReading reading) {
        MachineReading before = last;
        if (before == null) {
            first = reading;
            last = reading;
        } else if (reading.isLongAfter(before) && stretches.size() < JvmCounters.MAX_SAMPLES) {
            stretches.add(new Stretch(before, reading));
            last = reading;
        }
    }

    /** Adds the samples that have not been added yet. */
    synchronized void deliver(ActivitySink sink) {
        MachineReading from = first;
        if (from != null) {
            stretches.forEach(each -> each.reading.addTo(sink, each.before, from));
            stretches.clear();
        }
    }
}
