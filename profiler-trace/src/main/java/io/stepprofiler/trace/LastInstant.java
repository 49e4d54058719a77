package io.stepprofiler.trace;

import io.stepprofiler.columns.MemoryColumns;
import io.stepprofiler.columns.TraceColumns;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import java.util.List;

/** The last instant in a trace, which is the default end of its window. */
final class LastInstant {
    private LastInstant() {}

    /** {@return the last instant, in nanoseconds; the start of the window if the trace is empty} */
    static long of(TraceColumns columns, List<Track> tracks, List<CounterTrack> counters) {
        long last = columns.start.monotonicNanos();
        for (Track track : tracks) {
            for (int i = 0; i < track.size(); i++) {
                last = Math.max(last, track.startNanos(i) + track.durationNanos(i));
            }
        }
        for (CounterTrack counter : counters) {
            last = counter.size() == 0 ? last : Math.max(last, counter.nanos(counter.size() - 1));
        }
        for (StepMark step : columns.steps) {
            last = Math.max(last, step.startNanos() + step.durationNanos());
        }
        for (StackSample sample : columns.samples) {
            last = Math.max(last, sample.nanos());
        }
        MemoryColumns memory = columns.memory;
        return memory.size() == 0 ? last : Math.max(last, memory.nanos(memory.size() - 1));
    }
}
