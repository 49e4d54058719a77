package io.stepprofiler.analysis.steps;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.nesting.EventRef;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Operations of devices in a window, each with the step that launched it, wherever it runs; without a known launch, with
 * the step in which it begins. Operations launched in no step are left out. Immutable; used by one thread.
 */
public final class LaunchedWork {
    /** Longest overlap of two operations of a stream that rounded times, or an early start of the second, may explain. */
    private static final long ROUNDED_NANOS = 10_000;

    /**
     * Operation of a device.
     *
     * @param track its stream
     * @param event its index on the stream
     * @param kind its kind
     * @param category its category
     * @param step index of its step among {@link WindowWalk#steps()}; negative if it begins in none
     * @param isLinked whether its launch is known
     * @param endNanos its end on the clock of the trace, not later than the start of the next one of its stream
     */
    public record Operation(
            Track track,
            int event,
            EventKind kind,
            DeviceCategory category,
            int step,
            boolean isLinked,
            long endNanos) {
        /** {@return its device} */
        public Device device() {
            return track.device().orElseThrow();
        }

        /** {@return its name} */
        public String name() {
            return track.eventName(event);
        }

        /** {@return its start on the clock of the trace} */
        public long startNanos() {
            return track.startNanos(event);
        }

        /** {@return its duration in nanoseconds} */
        public long nanos() {
            return endNanos - startNanos();
        }

        /**
         * {@return a figure that the recorder of the device added, such as {@code bytes}; not a number if there is none}
         *
         * @param key name of the figure
         */
        public double figure(String key) {
            Object value = track.hasArguments() ? track.arguments(event).get(key) : null;
            return value instanceof Number number ? number.doubleValue() : Double.NaN;
        }
    }

    private final Trace trace;
    private final StepAxis axis;
    private final Map<Long, EventRef> causes = new HashMap<>();
    private final List<Operation> all = new ArrayList<>();
    private int tooLong;

    /**
     * Collects the operations of devices in a window.
     *
     * @param walk the walk along its tracks
     */
    public LaunchedWork(WindowWalk walk) {
        trace = walk.trace();
        // The axis of the walk has no column for a window without marks.
        axis = new StepAxis(walk.steps(), walk.otherSteps().keySet());
        boolean hasDevices =
                trace.tracks().stream().anyMatch(track -> track.device().isPresent());
        for (int track = 0; track < trace.tracks().size() && hasDevices; track++) {
            if (trace.tracks().get(track).device().isEmpty()) {
                addCauses(track);
            }
        }
        for (int track = 0; track < trace.tracks().size(); track++) {
            if (trace.tracks().get(track).device().isPresent()) {
                add(track);
            }
        }
    }

    private static Optional<DeviceCategory> category(Trace trace, Track track, int event) {
        return track.isUnfinished(event)
                ? Optional.empty()
                : DeviceTimes.category(trace.kind(track.nameId(event)), track.eventName(event));
    }

    /**
     * Adds causes by correlation id: a call of the runtime if there is one, else the last event, which is the
     * innermost.
     */
    private void addCauses(int index) {
        Track track = trace.tracks().get(index);
        for (int i = 0; i < track.size(); i++) {
            if (track.correlation(i) >= 0 && !track.isUnfinished(i)) {
                causes.merge(
                        track.correlation(i),
                        new EventRef(index, i),
                        (one, next) -> isCall(next) || !isCall(one) ? next : one);
            }
        }
    }

    /**
     * {@return whether an event is a call of the runtime of a device}
     *
     * @param event the event
     */
    public boolean isCall(EventRef event) {
        return trace.kind(trace.tracks().get(event.track()).nameId(event.event())) == EventKind.RUNTIME;
    }

    // D27: a stream does one thing at a time, except within the launch of a graph.
    /** Returns the end of an operation, which is not later than the start of the next one of its stream. */
    static long endNanos(Trace trace, Track track, int event) {
        long end = track.startNanos(event) + track.durationNanos(event);
        for (int next = event + 1; next < track.size() && track.startNanos(next) < end; next++) {
            if (category(trace, track, next).isPresent()) {
                boolean isOfOneGraph =
                        track.correlation(event) >= 0 && track.correlation(event) == track.correlation(next);
                return isOfOneGraph ? end : track.startNanos(next);
            }
        }
        return end;
    }

    private void add(int index) {
        Track track = trace.tracks().get(index);
        for (int i = 0; i < track.size(); i++) {
            Optional<DeviceCategory> category = category(trace, track, i);
            if (category.isPresent()) {
                long end = endNanos(trace, track, i);
                tooLong += track.startNanos(i) + track.durationNanos(i) > end + ROUNDED_NANOS ? 1 : 0;
                Optional<EventRef> cause = cause(track, i);
                int step = stepOf(cause.orElse(new EventRef(index, i)));
                if (cause.isEmpty() || step >= 0) {
                    all.add(new Operation(
                            track, i, trace.kind(track.nameId(i)), category.get(), step, cause.isPresent(), end));
                }
            }
        }
    }

    /**
     * {@return the index of the step in which an event begins, among {@link WindowWalk#steps()}; negative if in none}
     *
     * @param event the event
     */
    public int stepOf(EventRef event) {
        Track track = trace.tracks().get(event.track());
        return axis.of(track.id()).at(track.startNanos(event.event())) - 1;
    }

    /**
     * {@return the event that launched an operation; empty if not known}
     *
     * @param track its stream
     * @param event its index on the stream
     */
    public Optional<EventRef> cause(Track track, int event) {
        return Optional.ofNullable(track.correlation(event) < 0 ? null : causes.get(track.correlation(event)));
    }

    /** {@return the operations, ordered by stream and time} */
    public List<Operation> all() {
        return Collections.unmodifiableList(all);
    }

    /** {@return the number of operations that are recorded as if they ended long after the next one of their stream began} */
    public int tooLong() {
        return tooLong;
    }
}
