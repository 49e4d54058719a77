package io.stepprofiler.averages;

import io.stepprofiler.flops.TensorCores;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.Arrays;
import java.util.List;

/**
 * Time that devices worked for each event of the host: the durations of the work with the event's correlation id.
 *
 * <p>Scopes on a stream and its synchronisation are no work. All kernels of a CUDA graph have the id of its launch.
 *
 * <p>If several events of the host have the same id, the work counts for the last one that began, so that it counts
 * once.
 */
final class CorrelatedDeviceTime {
    private static final int NOBODY = -1;

    private final LongIds correlations = new LongIds();
    private final Trace trace;
    private final TensorCores tensorCores;
    private long[] nanos = new long[16];
    private long[] tensorNanos = new long[16];

    // For each correlation id the timeline, index and start of the event that caused the work.
    private final int[] timelines;
    private final int[] events;
    private final long[] starts;

    CorrelatedDeviceTime(Trace trace, List<Timeline> all) {
        this.trace = trace;
        tensorCores = TensorCores.in(trace);
        all.stream().filter(Timeline::isOnDevice).forEach(timeline -> addWork(timeline.track()));
        timelines = new int[correlations.size()];
        events = new int[correlations.size()];
        starts = new long[correlations.size()];
        Arrays.fill(timelines, NOBODY);
        for (int timeline = 0; timeline < all.size() && correlations.size() > 0; timeline++) {
            if (!all.get(timeline).isOnDevice()) {
                addCauses(timeline, all.get(timeline).track());
            }
        }
    }

    private void addWork(Track track) {
        for (int i = 0; i < track.size(); i++) {
            int nameId = track.nameId(i);
            boolean isWork = trace.kind(nameId).isDeviceWork();
            if (isWork && track.correlation(i) >= 0 && !track.isUnfinished(i)) {
                int id = correlations.idOf(track.correlation(i));
                if (id == nanos.length) {
                    nanos = Arrays.copyOf(nanos, id * 2);
                    tensorNanos = Arrays.copyOf(tensorNanos, id * 2);
                }
                nanos[id] += track.durationNanos(i);
                tensorNanos[id] += tensorCores.areUsedBy(nameId) ? track.durationNanos(i) : 0;
            }
        }
    }

    private void addCauses(int timeline, Track track) {
        for (int i = 0; i < track.size(); i++) {
            int id = track.correlation(i) < 0 || track.isUnfinished(i) ? -1 : correlations.find(track.correlation(i));
            if (id >= 0 && (timelines[id] == NOBODY || track.startNanos(i) >= starts[id])) {
                timelines[id] = timeline;
                events[id] = i;
                starts[id] = track.startNanos(i);
            }
        }
    }

    /** True if no work can belong to an event of the host. */
    boolean isEmpty() {
        return correlations.size() == 0;
    }

    /** The time that devices worked for an event. */
    long nanosOf(int timeline, int event, long correlation) {
        int id = idOf(timeline, event, correlation);
        return id >= 0 ? nanos[id] : 0;
    }

    /** The time that devices worked for an event in kernels that use tensor cores. */
    long tensorNanosOf(int timeline, int event, long correlation) {
        int id = idOf(timeline, event, correlation);
        return id >= 0 ? tensorNanos[id] : 0;
    }

    private int idOf(int timeline, int event, long correlation) {
        int id = correlation < 0 ? -1 : correlations.find(correlation);
        return id >= 0 && timelines[id] == timeline && events[id] == event ? id : -1;
    }
}
