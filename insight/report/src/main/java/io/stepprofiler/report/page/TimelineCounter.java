package io.stepprofiler.report.page;

import io.stepprofiler.event.Device;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A line below the tracks: the values of a counter, or the memory of a device. Many samples are thinned to the samples
 * that a drawing needs: the first, lowest, highest and last of each of many equal intervals.
 */
final class TimelineCounter {
    /** Maximum number of samples of a line, more than any display has pixels. */
    static final int MOST = 16_000;

    private static final int OF_A_STRETCH = 4;
    private static final double MEBIBYTE = 1 << 20;

    private final String title;
    private final long[] nanos;
    private final double[] values;

    /**
     * Creates a line.
     *
     * @param title name of the counter
     * @param nanos times of the samples from the start of the window, ascending
     * @param values values of the samples; NaN and infinite values interrupt the line
     */
    TimelineCounter(String title, long[] nanos, double[] values) {
        this.title = title;
        this.nanos = nanos;
        this.values = values;
    }

    /** The lines of a window: its counters that have samples, then the memory of its devices. */
    static List<TimelineCounter> of(Trace trace) {
        List<TimelineCounter> lines = new ArrayList<>();
        long origin = trace.start().monotonicNanos();
        for (CounterTrack counter : trace.counters()) {
            String title = counter.domain().isEmpty() ? counter.name() : counter.domain() + ": " + counter.name();
            long[] nanos = new long[counter.size()];
            double[] values = new double[nanos.length];
            for (int i = 0; i < nanos.length; i++) {
                nanos[i] = counter.nanos(i) - origin;
                values[i] = counter.value(i);
            }
            lines.add(new TimelineCounter(title, nanos, values));
        }
        for (Device device : trace.memory().devices()) {
            lines.add(memory(trace.memory(), device, origin));
        }
        return lines.stream()
                .filter(line -> line.nanos.length > 0)
                .map(TimelineCounter::thinned)
                .toList();
    }

    private static TimelineCounter memory(MemoryEvents memory, Device device, long origin) {
        int[] own = IntStream.range(0, memory.size())
                .filter(i -> memory.device(i).equals(device))
                .toArray();
        return new TimelineCounter(
                "allocated on " + device + " MiB",
                Arrays.stream(own).mapToLong(i -> memory.nanos(i) - origin).toArray(),
                Arrays.stream(own)
                        .mapToDouble(i -> memory.totalAllocated(i) / MEBIBYTE)
                        .toArray());
    }

    TimelineCounter thinned() {
        if (nanos.length <= MOST) {
            return this;
        }
        long[] times = new long[MOST];
        double[] kept = new double[MOST];
        int stretches = MOST / OF_A_STRETCH;
        double width = Math.max(1, (double) (nanos[nanos.length - 1] - nanos[0]) / stretches);
        int size = 0;
        for (int from = 0, end; from < nanos.length; from = end) {
            double until = nanos[0] + width * (Math.floor((nanos[from] - nanos[0]) / width) + 1);
            int lowest = from;
            int highest = from;
            for (end = from + 1; end < nanos.length && (nanos[end] < until || size + OF_A_STRETCH >= MOST); end++) {
                lowest = values[end] < values[lowest] ? end : lowest;
                highest = values[end] > values[highest] ? end : highest;
            }
            int[] chosen = {from, Math.min(lowest, highest), Math.max(lowest, highest), end - 1};
            for (int i = 0; i < chosen.length; i++) {
                if (i == 0 || chosen[i] > chosen[i - 1]) {
                    times[size] = nanos[chosen[i]];
                    kept[size++] = values[chosen[i]];
                }
            }
        }
        return new TimelineCounter(title, Arrays.copyOf(times, size), Arrays.copyOf(kept, size));
    }

    String title() {
        return title;
    }

    /** The times, not to be modified. */
    long[] nanos() {
        return nanos;
    }

    /** The values, not to be modified. */
    double[] values() {
        return values;
    }
}
