package io.stepprofiler.handlers.executiontrace;

import com.fasterxml.jackson.core.JsonGenerator;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.executiontrace.CallFacts.Call;
import io.stepprofiler.handlers.executiontrace.TraceNode.Scope;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.ProcessGroup;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.io.IOException;
import java.util.List;

/**
 * Writes the nodes of a trace in the order in which they began, which is also the order of their ids: the root, then
 * events and steps, the node of each thread before its first.
 */
final class Nodes {
    private static final long ROOT = 1;

    private final Trace trace;
    private final ExportMeter meter;
    private final NodeWriter out;
    private final HostThreads threads;
    private final CallFacts calls;
    private final TensorIds tensors;
    private final EventTensors noTensors;
    private final Call threadCall = CallFacts.label("[pytorch|profiler|execution_trace|thread]");
    private boolean groupsWritten;
    private long lastId = ROOT;

    Nodes(Trace trace, JsonGenerator json, ExportMeter meter) {
        this.trace = trace;
        this.meter = meter;
        out = new NodeWriter(json);
        threads = new HostThreads(trace);
        calls = new CallFacts(trace);
        tensors = new TensorIds(trace, this::newId);
        noTensors = new EventTensors(tensors, Track.empty(0, ""), 0);
    }

    /** Number of events of threads without a node, because they are no operators. */
    long leftOut() {
        return threads.leftOut();
    }

    void write() throws IOException {
        write(TraceNode.frame(ROOT, ROOT, 0), CallFacts.label("[pytorch|profiler|execution_trace|process]"));
        while (threads.hasNext()) {
            HostThread thread = threads.first();
            if (thread.id() == 0) {
                thread.id(newId());
                write(TraceNode.frame(thread.id(), ROOT, thread.track().id()), threadCall);
                writeGroups(thread.id(), thread.track().id());
            }
            long id = newId();
            if (thread.nextOrigin() >= 0) {
                writeEvent(id, thread, thread.nextOrigin());
                meter.add(1);
            } else {
                writeStep(id, thread, ~thread.nextOrigin());
            }
            threads.take(id);
        }
        writeGroups(ROOT, 0);
    }

    private void writeEvent(long id, HostThread thread, int event) throws IOException {
        Track track = thread.track();
        long forwardThread = Math.max(track.forwardThread(event), 0);
        long forwardParent = forwardThread == 0 ? 0 : threads.innermostAt(track.startNanos(event), forwardThread);
        TraceNode node = new TraceNode(
                id,
                thread.nextParent(),
                trace.eventId(thread.index(), event),
                forwardParent,
                track.sequenceNumber(event),
                scope(track, event),
                track.id(),
                forwardThread);
        Call call = calls.of(track.nameId(event), track.signatureId(event));
        out.write(node, call, new EventTensors(tensors, track, event));
    }

    private static Scope scope(Track track, int event) {
        if (track.forwardThread(event) >= 0) {
            return Scope.BACKWARD;
        }
        boolean isOperation = track.signatureId(event) >= 0 || track.sequenceNumber(event) >= 0;
        return isOperation ? Scope.FUNCTION : Scope.USER;
    }

    private void writeStep(long id, HostThread thread, int step) throws IOException {
        StepMark mark = trace.steps().get(step);
        long recordId = trace.eventId(trace.tracks().size(), step);
        TraceNode node = new TraceNode(
                id,
                thread.nextParent(),
                recordId,
                0,
                -1,
                Scope.USER,
                thread.track().id(),
                0);
        write(node, CallFacts.label(mark.name()));
    }

    /** Writes the groups once: on the first thread, or in the root if there is no thread. */
    private void writeGroups(long parent, long thread) throws IOException {
        List<ProcessGroup> groups =
                trace.distributedInfo().map(DistributedInfo::groups).orElse(List.of());
        if (!groupsWritten && !groups.isEmpty()) {
            Operand text =
                    Operand.other(ProcessGroups.json(trace.distributedInfo().orElseThrow()));
            write(TraceNode.label(newId(), parent, thread), CallFacts.label(ProcessGroups.NODE, text));
        }
        groupsWritten = true;
    }

    private void write(TraceNode node, Call call) throws IOException {
        out.write(node, call, noTensors);
    }

    private long newId() {
        return ++lastId;
    }
}
