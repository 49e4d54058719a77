package io.stepprofiler.handlers.rows;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * How busy each GPU was, as curves of viewers: the part of each stretch of time in which at least one kernel ran on any
 * of its streams.
 *
 * <p>A kernel whose end is not known does not count: how long it ran is not known either. All stretches have one length, a power of ten microseconds, so that there are no more than {@value #MAX_POINTS}.
 * Copies and fillings do not count, as in the figures of NVIDIA's tools.
 */
public final class GpuUtilization {
    private static final int MAX_POINTS = 1000;
    private static final long MICRO = 1000;
    private static final double PERCENT = 100;

    /**
     * One GPU over time.
     *
     * @param device the GPU
     * @param startNanos where the first stretch begins, on the clock of the trace
     * @param stretchNanos how long each is
     * @param percents how busy it was in each
     */
    public record Curve(Device device, long startNanos, long stretchNanos, List<Double> percents) {}

    /** A place on a stream whose kernels are in the order of their starts. */
    private static final class Cursor {
        private final Track stream;
        private int next;

        Cursor(Track stream) {
            this.stream = stream;
        }

        long start() {
            return stream.startNanos(next);
        }

        long end() {
            return start() + stream.durationNanos(next);
        }

        /** Goes on to the next kernel with an end from this place, which may be one; false if there is none. */
        boolean toKernel(Trace trace) {
            while (next < stream.size() && (stream.isUnfinished(next) || !isKernel(trace.kind(stream.nameId(next))))) {
                next++;
            }
            return next < stream.size();
        }

        private static boolean isKernel(EventKind kind) {
            return kind == EventKind.KERNEL || kind == EventKind.COMMUNICATION;
        }
    }

    private GpuUtilization() {}

    /**
     * {@return a curve for each GPU with kernels, by number}
     *
     * @param trace where
     */
    public static List<Curve> of(Trace trace) {
        Map<Integer, List<Track>> byGpu = new TreeMap<>();
        for (Track track : trace.tracks()) {
            track.device()
                    .filter(device -> device.type() == Device.Type.CUDA)
                    .ifPresent(device -> byGpu.computeIfAbsent(device.index(), any -> new ArrayList<>())
                            .add(track));
        }
        List<Curve> curves = new ArrayList<>();
        byGpu.forEach((gpu, streams) -> {
            Curve curve = of(trace, Device.cuda(gpu), streams);
            if (!curve.percents().isEmpty()) {
                curves.add(curve);
            }
        });
        return curves;
    }

    private static Curve of(Trace trace, Device device, List<Track> streams) {
        PriorityQueue<Cursor> kernels = new PriorityQueue<>(Comparator.comparingLong(Cursor::start));
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (Track stream : streams) {
            for (Cursor at = new Cursor(stream); at.toKernel(trace); at.next++) {
                first = Math.min(first, at.start());
                last = Math.max(last, at.end());
            }
            Cursor cursor = new Cursor(stream);
            if (cursor.toKernel(trace)) {
                kernels.add(cursor);
            }
        }
        if (kernels.isEmpty()) {
            return new Curve(device, 0, 0, List.of());
        }
        long stretch = MICRO;
        while ((last - first) / stretch >= MAX_POINTS) {
            stretch *= 10;
        }
        double[] percents = new double[(int) ((last - first) / stretch) + 1];
        long covered = first;
        while (!kernels.isEmpty()) {
            Cursor at = kernels.remove();
            add(Math.max(at.start(), covered) - first, at.end() - first, stretch, percents);
            covered = Math.max(covered, at.end());
            at.next++;
            if (at.toKernel(trace)) {
                kernels.add(at);
            }
        }
        return new Curve(device, first, stretch, Arrays.stream(percents).boxed().toList());
    }

    private static void add(long from, long to, long stretch, double[] percents) {
        for (long begin = from; begin < to; ) {
            int place = (int) (begin / stretch);
            long end = Math.min(to, (place + 1) * stretch);
            percents[place] += PERCENT * (end - begin) / stretch;
            begin = end;
        }
    }
}
