package io.stepprofiler.analysis.functions;

import io.stepprofiler.analysis.stacktree.ValueNumbers;
import io.stepprofiler.analysis.window.Program;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.text.OneLine;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Assigns the operations of one trace to nodes. */
final class TraceNodes {
    /** Equal operations in one place of a function: each occurrence in a call is a node of its own. */
    private static final class Alike {
        private final List<NodeSums> nodes = new ArrayList<>();
        private long call;
        private int inCall;
    }

    private record Called(int nameId, int signatureId) {}

    private record Place(FunctionSums function, int operation, int path, String site) {}

    private final Trace trace;
    private final Program program;
    private final Paths paths;
    private final Map<Called, Integer> numbers = new HashMap<>();
    private final ValueNumbers<OperationSignature> operations = new ValueNumbers<>();
    private final Map<Integer, String> sites = new HashMap<>();
    private final Map<Place, Alike> places = new HashMap<>();
    private long call;

    TraceNodes(Trace trace, Paths paths) {
        this.trace = trace;
        program = Program.of(trace);
        this.paths = paths;
    }

    /** Begins a call: nodes are counted from the first one again. */
    void beginCall() {
        call++;
    }

    NodeSums node(FunctionSums function, Track track, int event, int path) {
        int operation = numbers.computeIfAbsent(
                new Called(track.nameId(event), track.signatureId(event)), this::numberOperation);
        String site = site(track.stackId(event));
        Alike alike = places.computeIfAbsent(new Place(function, operation, path, site), unknown -> new Alike());
        if (alike.call != call) {
            alike.call = call;
            alike.inCall = 0;
        }
        // T14: a node is the n-th equal operation at one place of a call.
        int occurrence = alike.inCall++;
        if (occurrence == alike.nodes.size()) {
            alike.nodes.add(
                    function.of(new ApplyIdentity(operations.get(operation), paths.text(path), site, occurrence)));
        }
        return alike.nodes.get(occurrence);
    }

    private int numberOperation(Called called) {
        OpSignature signature = called.signatureId() < 0 ? OpSignature.UNKNOWN : trace.signature(called.signatureId());
        return operations.of(OperationSignature.of(trace.name(called.nameId()), program, signature));
    }

    private String site(int stackId) {
        return stackId < 0
                ? ""
                : sites.computeIfAbsent(
                        stackId,
                        id -> trace.stack(id).stream()
                                .findFirst()
                                .map(frame -> OneLine.of(frame.toString()))
                                .orElse(""));
    }
}
