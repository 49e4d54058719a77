package io.stepprofiler;

import io.stepprofiler.delivery.Submission;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.window.SnapshotRequest;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Ended window that waits to be delivered; a history only if there is a reason. */
final class WindowSubmission implements Submission {
    private static final Set<EventKind> OF_MACHINE = EnumSet.of(EventKind.VIRTUAL_MACHINE, EventKind.PROFILER);

    private final EndedWindow ended;
    private final WindowTraces traces;
    private final Map<String, MetadataValue> own;
    private final boolean partial;
    private final boolean isHistory;
    private final boolean isScheduled;
    private @Nullable SnapshotRequest asked;
    private volatile long bytes;

    WindowSubmission(
            EndedWindow ended,
            WindowTraces traces,
            Map<String, MetadataValue> own,
            boolean partial,
            boolean isHistory,
            boolean isScheduled) {
        this.ended = ended;
        this.traces = traces;
        this.own = own;
        this.partial = partial;
        this.isHistory = isHistory;
        this.isScheduled = isScheduled;
        bytes = WindowTraces.bytes(ended.window());
    }

    @Override
    public String name() {
        return "window " + ended.number();
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public boolean claim() {
        // Only now: snapshots that were delivered before must not be taken over.
        asked = isHistory ? ended.takeReason() : null;
        boolean wanted = !isHistory || asked != null;
        if (!wanted) {
            ended.release(false);
        }
        return wanted;
    }

    @Override
    public Trace assemble() {
        Trace trace = traces.of(ended, own, partial, asked);
        bytes = Math.max(bytes, traces.bytes(trace));
        return trace;
    }

    /**
     * A schedule may begin a window after the last step, in which the program does nothing: what the sources tell about
     * the machine is then of no use.
     */
    @Override
    public boolean isWanted(Trace trace) {
        return !partial
                || !isScheduled
                || !trace.steps().isEmpty()
                || trace.account().droppedTotal() > 0
                || trace.memory().size() > 0
                || trace.events().stream().anyMatch(event -> !OF_MACHINE.contains(event.kind()));
    }

    @Override
    public void delivered(boolean received) {
        ended.drainer().close(!received);
    }

    @Override
    public void discard() {
        ended.release(true);
    }
}
