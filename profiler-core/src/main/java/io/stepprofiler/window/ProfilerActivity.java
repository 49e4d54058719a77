package io.stepprofiler.window;

import io.stepprofiler.clock.Ticks;
import io.stepprofiler.delivery.WorkLog;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.recording.Window;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.ProfilerOverhead;
import io.stepprofiler.trace.Remarks;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Activity of the profiler itself while a window was open, shown in its trace. */
public final class ProfilerActivity {
    private static final String LANE = "profiler";

    private ProfilerActivity() {}

    /** Returns the cost of the profiler in a window, up to now or to its end. */
    public static ProfilerOverhead cost(Window window, WorkLog log, long toNanos) {
        long delivery = log.between(window.start.nanos(), toNanos).stream()
                .mapToLong(work -> work.endNanos() - work.startNanos())
                .sum();
        return new ProfilerOverhead(
                (long) (window.steps.betweenTicks() / Ticks.SOURCE.ticksPerNano()),
                window.drainerNanos.sum(),
                window.sourceNanos.sum(),
                delivery);
    }

    /** Adds a lane and a remark, if there was any activity. */
    public static void show(WorkLog log, long fromNanos, long toNanos, TraceBuilder trace) {
        List<WorkLog.Work> overlapping = log.between(fromNanos, toNanos);
        if (overlapping.isEmpty()) {
            return;
        }
        Set<String> names = new LinkedHashSet<>();
        TrackBuilder lane = trace.lane(LANE);
        for (WorkLog.Work work : overlapping) {
            names.add(work.what());
            lane.add(
                    trace.nameId(work.what(), EventKind.PROFILER, ""),
                    work.startNanos(),
                    work.endNanos() - work.startNanos());
        }
        trace.begun(overlapping.size());
        trace.metadata(
                Remarks.OVERLAPPED,
                new MetadataValue("The profiler was active during these steps: " + String.join(", ", names), false));
    }
}
