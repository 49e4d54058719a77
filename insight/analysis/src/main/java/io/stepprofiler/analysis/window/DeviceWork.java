package io.stepprofiler.analysis.window;

import io.stepprofiler.analysis.steps.LaunchedWork;
import io.stepprofiler.analysis.steps.LaunchedWork.Operation;
import io.stepprofiler.analysis.steps.WindowWalk;
import io.stepprofiler.nesting.EventRef;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Operations of devices in the steps of a window, each with the call that caused it, ordered by stream and time.
 * Immutable; used by one thread.
 */
public final class DeviceWork {
    /** Part of the names of runtime calls that wait for a device. */
    private static final String WAITS = "Synchronize";

    private final Trace trace;
    private final WindowWalk walk;
    private final HostEvents hosts;
    private final LaunchedWork operations;
    private final List<Operation> inSteps;
    private final List<DeviceCall> waits = new ArrayList<>();

    /**
     * Describes the operations of devices in a window.
     *
     * @param walk the walk along its tracks
     * @param operations the operations
     */
    DeviceWork(WindowWalk walk, LaunchedWork operations) {
        this.walk = walk;
        this.operations = operations;
        inSteps = operations.all().stream().filter(each -> each.step() >= 0).toList();
        trace = walk.trace();
        hosts = new HostEvents(walk);
        addWaits();
    }

    private void addWaits() {
        for (int index = 0; index < trace.tracks().size() && !inSteps.isEmpty(); index++) {
            Track track = trace.tracks().get(index);
            for (int i = 0; walk.isOfSteps(track.id()) && i < track.size(); i++) {
                EventRef at = new EventRef(index, i);
                if (operations.isCall(at)
                        && !track.isUnfinished(i)
                        && track.eventName(i).contains(WAITS)
                        && operations.stepOf(at) >= 0) {
                    waits.add(call(at));
                }
            }
        }
        waits.sort(Comparator.comparingLong(DeviceCall::startNanos));
    }

    private DeviceCall call(EventRef at) {
        Track track = trace.tracks().get(at.track());
        int step = operations.stepOf(at);
        return new DeviceCall(
                track.eventName(at.event()),
                operations.isCall(at),
                walk.isOfSteps(track.id()),
                hosts.operation(at),
                step < 0 ? -1 : walk.steps().get(step).number(),
                track.startNanos(at.event()),
                track.durationNanos(at.event()),
                hosts.stack(at));
    }

    /** {@return the operations in steps, ordered by stream and time} */
    public List<Operation> operations() {
        return inSteps;
    }

    /**
     * {@return the number of the step that an operation belongs to}
     *
     * @param operation the operation
     */
    public long step(Operation operation) {
        return walk.steps().get(operation.step()).number();
    }

    /**
     * {@return the call that caused an operation, or {@link DeviceCall#UNKNOWN}}
     *
     * @param operation the operation
     */
    public DeviceCall cause(Operation operation) {
        return operations
                .cause(operation.track(), operation.event())
                .map(this::call)
                .orElse(DeviceCall.UNKNOWN);
    }

    /** {@return the calls with which threads of steps waited for a device in steps, ordered by time} */
    public List<DeviceCall> waits() {
        return List.copyOf(waits);
    }
}
