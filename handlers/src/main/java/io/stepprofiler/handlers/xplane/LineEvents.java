package io.stepprofiler.handlers.xplane;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.frameworks.Jax;
import io.stepprofiler.frameworks.PyTorch;
import io.stepprofiler.handlers.rows.ForwardBackwardFlows;
import io.stepprofiler.handlers.rows.ModulePaths;
import io.stepprofiler.handlers.rows.RowKind;
import io.stepprofiler.nesting.EventRef;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import io.stepprofiler.wire.KernelDetails;
import java.io.IOException;
import java.util.Map;

/** Writes the events and steps of one line of a track, in their order. */
final class LineEvents {
    /** Kind without a meaning, of the ids that connect events of several threads. */
    private static final long GENERIC = 0;

    private final Contents contents;
    private final Trace trace;
    private final Plane plane;
    private final Track track;
    private final int index;
    private final boolean isAsync;
    private final boolean withoutDurations;
    private final MessageStream to;
    private final Stats stats;
    private final UserStats user;
    private final EnclosingModules around = new EnclosingModules();

    /** Number of the metadata of the event that is being written. */
    private int metadata;

    LineEvents(
            Contents contents,
            Plane plane,
            Track track,
            int index,
            RowKind kind,
            boolean withoutDurations,
            MessageStream to) {
        this.contents = contents;
        this.trace = contents.trace;
        this.plane = plane;
        this.track = track;
        this.index = index;
        this.isAsync = kind == RowKind.ASYNC;
        this.withoutDurations = withoutDurations;
        this.to = to;
        this.stats = new Stats(to.out(), XSpaceFields.EVENT_STAT);
        this.user = new UserStats(plane.dictionary);
    }

    /** Writes a step, under the name and with the arguments of its scope if it has one. */
    void writeStep(StepMark step, int scope) throws IOException {
        long duration = step.durationNanos();
        around.closeUntil(step.startNanos());
        boolean isAnnotated = scope != AnnotatedSteps.NONE;
        int type = isAnnotated
                ? plane.events.onThread(
                        track.nameId(scope),
                        ModulePaths.NONE,
                        track.signatureId(scope),
                        track.stackId(scope),
                        UserStats.longName(track.arguments(scope)))
                // The name has no number: tools number steps themselves.
                : plane.dictionary.event(PyTorch.STEP);
        int event = begin(type, step.startNanos(), duration);
        stats.number(stat("_r"), 1);
        stats.number(stat(Jax.STEP_NUMBER), step.number());
        writeShape(step.unfinished(), duration);
        if (step.cpuNanos() >= 0) {
            stats.number(stat("cpu ns"), step.cpuNanos());
        }
        if (isAnnotated) {
            user.writeOfStep(track.arguments(scope), stats);
        }
        plane.endEvent(event, to);
        around.open(step.startNanos() + duration, around.path(), EnclosingModules.NO_OPERATION);
    }

    void writeEvent(int event, long start, long duration) throws IOException {
        around.closeUntil(start);
        int nameId = track.nameId(event);
        EventKind kind = trace.kind(nameId);
        Map<String, Object> arguments = track.arguments(event);
        int path = kind == EventKind.MODULE ? contents.paths.inside(around.path(), nameId) : around.path();
        boolean isOperation = XEventName.isOperation(kind) && !UserStats.isStep(arguments);
        int inside = isOperation && kind != EventKind.DATA_LOADER ? path : ModulePaths.NONE;
        metadata = metadata(event, nameId, inside, UserStats.longName(arguments));
        int message = begin(metadata, start, duration);
        int operation = isOperation ? plane.events.operationText(metadata) : 0;
        if (operation > 0 && !UserStats.namesOperation(arguments)) {
            stats.ref(stat(UserStats.OPERATION), operation);
        }
        writeLinks(event, kind);
        if (track.device().isPresent()) {
            writeWork(event, kind, arguments);
        }
        if (track.isAsync(event) && !kind.isAsync()) {
            stats.number(stat("async"), 1);
        }
        writeShape(track.isUnfinished(event), duration);
        user.write(arguments, stats);
        plane.endEvent(message, to);
        if (!isAsync) {
            around.open(start + duration, path, isOperation ? metadata : around.operation());
        }
    }

    void writeMemory(int memory) throws IOException {
        long time = contents.memory.nanos(memory);
        around.closeUntil(time);
        int event = begin(contents.memory.metadata(memory), time, 0);
        int operation = around.operation();
        contents.memory.write(memory, plane.events.operation(operation), stats);
        plane.endEvent(event, to);
    }

    private int begin(int number, long start, long duration) throws IOException {
        return plane.beginEvent(number, start, withoutDurations ? 0 : duration, to);
    }

    private int metadata(int event, int nameId, int path, String longName) {
        int signature = track.signatureId(event);
        int stack = track.stackId(event);
        return track.device().isPresent()
                ? plane.events.onDevice(nameId, signature, stack, longName)
                : plane.events.onThread(nameId, path, signature, stack, longName);
    }

    private void writeShape(boolean unfinished, long duration) {
        if (unfinished) {
            stats.number(stat("unfinished"), 1);
        }
        if (withoutDurations && duration > 0) {
            stats.number(stat("shortened ns"), duration);
        }
    }

    /** Writes the ids and arrows that connect the event with others. */
    private void writeLinks(int event, EventKind kind) {
        long correlation = track.correlation(event);
        long flow = correlation < 0 ? FlowStat.NONE : writeCorrelation(event, correlation, kind);
        if (track.hasSequenceNumbers() && track.sequenceNumber(event) >= 0) {
            stats.number(stat("Sequence number"), track.sequenceNumber(event));
            if (track.forwardThread(event) >= 0) {
                stats.number(stat("Fwd thread id"), contents.threads.of(track.forwardThread(event)));
            }
            int from = contents.flows.from(index, event);
            int to = contents.flows.to(index, event);
            if (to != ForwardBackwardFlows.NONE) {
                flow = FlowStat.in(trace, 2L * to);
                if (contents.flows.forward(to).track() != index) {
                    stats.number(stat("_ct"), GENERIC);
                    stats.number(stat("_c"), to);
                }
            }
            if (from != ForwardBackwardFlows.NONE) {
                flow = FlowStat.out(trace, 2L * from);
                stats.number(stat("_pt"), GENERIC);
                stats.number(stat("_p"), from);
            }
        }
        if (flow != FlowStat.NONE) {
            stats.number(stat("flow"), flow);
        }
    }

    /** Writes the correlation id and returns the arrow from the launch, or to the work. */
    private long writeCorrelation(int event, long correlation, EventKind kind) {
        EventRef launcher = contents.launchers.with(correlation);
        boolean onDevice = track.device().isPresent();
        boolean launches = launcher != null && launcher.track() == index && launcher.event() == event;
        stats.number(stat(onDevice || launches ? "correlation_id" : "correlation"), correlation);
        if (launches) {
            int operation = XEventName.isOperation(kind) ? metadata : around.operation();
            if (operation != EnclosingModules.NO_OPERATION) {
                contents.causes.put(correlation, plane.events.operation(operation));
            }
            return FlowStat.out(trace, 2 * correlation + 1);
        }
        return onDevice && launcher != null ? FlowStat.in(trace, 2 * correlation + 1) : FlowStat.NONE;
    }

    /** Writes the stats of device work that tools show. */
    private void writeWork(int event, EventKind kind, Map<String, Object> arguments) {
        String cause = contents.causes.get(track.correlation(event));
        if (cause != null && kind.isDeviceWork() && !UserStats.namesOperation(arguments)) {
            stats.ref(stat(UserStats.OPERATION), stat(cause));
        }
        switch (kind) {
            case KERNEL, COMMUNICATION ->
                stats.ref(stat("kernel_details"), stat(KernelDetails.text(track.stream(), arguments)));
            case MEMORY_COPY -> stats.ref(stat("memcpy_details"), stat(KernelDetails.text(track.stream(), arguments)));
            default -> {}
        }
    }

    private int stat(String name) {
        return plane.dictionary.text(name);
    }
}
