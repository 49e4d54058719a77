package io.stepprofiler.analysis.window;

import io.stepprofiler.amount.Search;
import io.stepprofiler.analysis.steps.DeviceCategory;
import io.stepprofiler.analysis.steps.DeviceTimes;
import io.stepprofiler.analysis.steps.WindowWalk;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.nesting.EventRef;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Operations of devices in the steps of a window, each with the call that caused it, ordered by stream and time. Takes
 * 12 bytes for each operation and 24 for each call. Immutable; used by one thread.
 */
public final class DeviceWork {
    /** Part of the names of runtime calls that wait for a device. */
    private static final String WAITS = "Synchronize";

    private final Trace trace;
    private final Set<Long> stepping;
    private final List<StepMark> steps;
    private final HostEvents hosts;
    private int size;
    private int[] tracks = new int[64];
    private int[] events = new int[64];
    private int[] stepOf = new int[64];
    private final long[] correlations;
    private final EventRef[] causes;
    private final List<DeviceCall> waits = new ArrayList<>();

    /**
     * Collects the operations of devices in a window.
     *
     * @param walk the walk along its tracks
     */
    DeviceWork(WindowWalk walk) {
        trace = walk.trace();
        stepping = walk.stepping();
        steps = walk.stepsByTime();
        hosts = new HostEvents(walk);
        Set<Long> found = new HashSet<>();
        for (int track = 0; track < trace.tracks().size(); track++) {
            if (trace.tracks().get(track).device().isPresent()) {
                add(track, found);
            }
        }
        correlations = found.stream().mapToLong(Long::longValue).sorted().toArray();
        causes = new EventRef[correlations.length];
        for (int track = 0; track < trace.tracks().size(); track++) {
            if (trace.tracks().get(track).device().isEmpty()) {
                addCauses(track);
            }
        }
        addWaits();
    }

    private void add(int index, Set<Long> found) {
        Track track = trace.tracks().get(index);
        for (int i = 0; i < track.size(); i++) {
            Optional<DeviceCategory> category = DeviceTimes.category(trace.kind(track.nameId(i)), track.eventName(i));
            int step = stepAt(track.startNanos(i));
            if (category.isPresent() && step >= 0 && !track.isUnfinished(i)) {
                if (size == tracks.length) {
                    tracks = Arrays.copyOf(tracks, 2 * size);
                    events = Arrays.copyOf(events, 2 * size);
                    stepOf = Arrays.copyOf(stepOf, 2 * size);
                }
                tracks[size] = index;
                events[size] = i;
                stepOf[size++] = step;
                if (track.correlation(i) >= 0) {
                    found.add(track.correlation(i));
                }
            }
        }
    }

    /**
     * Adds causes by correlation id: a call of the runtime if there is one, else the last event, which is the
     * innermost.
     */
    private void addCauses(int index) {
        Track track = trace.tracks().get(index);
        for (int i = 0; i < track.size() && correlations.length > 0; i++) {
            int place = track.correlation(i) < 0 || track.isUnfinished(i)
                    ? -1
                    : Arrays.binarySearch(correlations, track.correlation(i));
            if (place >= 0 && (causes[place] == null || isCall(track, i) || !isCall(causes[place]))) {
                causes[place] = new EventRef(index, i);
            }
        }
    }

    private boolean isCall(EventRef event) {
        return isCall(trace.tracks().get(event.track()), event.event());
    }

    private boolean isCall(Track track, int event) {
        return trace.kind(track.nameId(event)) == EventKind.RUNTIME;
    }

    private void addWaits() {
        for (int index = 0; index < trace.tracks().size() && size > 0; index++) {
            Track track = trace.tracks().get(index);
            for (int i = 0; stepping.contains(track.id()) && i < track.size(); i++) {
                if (isCall(track, i)
                        && !track.isUnfinished(i)
                        && track.eventName(i).contains(WAITS)
                        && stepAt(track.startNanos(i)) >= 0) {
                    waits.add(call(new EventRef(index, i)));
                }
            }
        }
        waits.sort(Comparator.comparingLong(DeviceCall::startNanos));
    }

    /** Returns the index of the last step that began before an instant and has not ended; -1 if there is none. */
    private int stepAt(long nanos) {
        int last = Search.upTo(nanos, steps.size(), i -> steps.get(i).startNanos()) - 1;
        return last >= 0
                        && nanos - steps.get(last).startNanos()
                                < steps.get(last).durationNanos()
                ? last
                : -1;
    }

    private DeviceCall call(EventRef at) {
        Track track = trace.tracks().get(at.track());
        int step = stepAt(track.startNanos(at.event()));
        return new DeviceCall(
                track.eventName(at.event()),
                isCall(at),
                stepping.contains(track.id()),
                hosts.operation(at),
                step < 0 ? -1 : steps.get(step).number(),
                track.startNanos(at.event()),
                track.durationNanos(at.event()),
                hosts.stack(at));
    }

    /** {@return the number of operations} */
    public int size() {
        return size;
    }

    private Track track(int index) {
        return trace.tracks().get(tracks[index]);
    }

    /**
     * {@return the device of an operation}
     *
     * @param index index of the operation, 0 to {@link #size()} - 1
     */
    public Device device(int index) {
        return track(index).device().orElseThrow();
    }

    /**
     * {@return the stream of an operation}
     *
     * @param index index of the operation, 0 to {@link #size()} - 1
     */
    public int stream(int index) {
        return track(index).stream();
    }

    /**
     * {@return the kind of an operation}
     *
     * @param index index of the operation, 0 to {@link #size()} - 1
     */
    public EventKind kind(int index) {
        return trace.kind(track(index).nameId(events[index]));
    }

    /**
     * {@return the category of an operation in a step}
     *
     * @param index index of the operation, 0 to {@link #size()} - 1
     */
    public DeviceCategory category(int index) {
        return DeviceTimes.category(kind(index), name(index)).orElseThrow();
    }

    /**
     * {@return the name of an operation}
     *
     * @param index index of the operation, 0 to {@link #size()} - 1
     */
    public String name(int index) {
        return track(index).eventName(events[index]);
    }

    /**
     * {@return the number of the step in which an operation began}
     *
     * @param index index of the operation, 0 to {@link #size()} - 1
     */
    public long step(int index) {
        return steps.get(stepOf[index]).number();
    }

    /**
     * {@return the start of an operation on the clock of the trace}
     *
     * @param index index of the operation, 0 to {@link #size()} - 1
     */
    public long startNanos(int index) {
        return track(index).startNanos(events[index]);
    }

    /**
     * {@return the duration of an operation in nanoseconds}
     *
     * @param index index of the operation, 0 to {@link #size()} - 1
     */
    public long nanos(int index) {
        return track(index).durationNanos(events[index]);
    }

    /**
     * {@return a figure that the recorder of the device added to an operation, such as {@code bytes}; not a number if
     * there is none}
     *
     * @param index index of the operation, 0 to {@link #size()} - 1
     * @param key name of the figure
     */
    public double figure(int index, String key) {
        Object value = track(index).hasArguments()
                ? track(index).arguments(events[index]).get(key)
                : null;
        return value instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    /**
     * {@return the call that caused an operation, or {@link DeviceCall#UNKNOWN}}
     *
     * @param index index of the operation, 0 to {@link #size()} - 1
     */
    public DeviceCall cause(int index) {
        return causeRef(index).map(this::call).orElse(DeviceCall.UNKNOWN);
    }

    private Optional<EventRef> causeRef(int index) {
        long correlation = track(index).correlation(events[index]);
        int place = correlation < 0 ? -1 : Arrays.binarySearch(correlations, correlation);
        return place < 0 ? Optional.empty() : Optional.ofNullable(causes[place]);
    }

    /** {@return the calls with which threads of steps waited for a device in steps, ordered by time} */
    public List<DeviceCall> waits() {
        return List.copyOf(waits);
    }
}
