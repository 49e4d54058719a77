package io.stepprofiler.analysis.functions;

import io.stepprofiler.analysis.window.Program;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.frameworks.Frameworks;
import io.stepprofiler.frameworks.PyTorch;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds the operations of calls on one track. Takes 13 bytes for each event of the track, and time proportional to the
 * events in each call.
 */
final class TrackOperations {
    /** Receives the operations of one call, in the order of their starts. */
    interface Visitor {
        /**
         * Receives an operation.
         *
         * @param event index of its event
         * @param path its place in the call, a number of the {@link Paths}
         * @param startNanos when it began
         * @param nanos the time that belongs to it
         */
        void operation(int event, int path, long startNanos, long nanos);
    }

    /** Kinds of events that are operations, or have them inside. */
    private static final Set<EventKind> KINDS = EnumSet.of(
            EventKind.SCOPE,
            EventKind.MODULE,
            EventKind.FUNCTION,
            EventKind.COMMUNICATION,
            EventKind.DATA_LOADER,
            EventKind.RUNTIME);

    /**
     * Names of the Python frames that torch records as events: of files, of built-in functions and of the garbage
     * collector.
     */
    private static final Pattern PYTHON_FRAME =
            Pattern.compile("(?:.*\\.py|<.*>)\\(\\d+\\): .+|<built-in (?:method|function) .*|Python GC");

    /** Flag: a module, scope, autograd function or operation is inside. */
    private static final byte INNER = 1;

    /** Flag: an operation is inside. */
    private static final byte INNER_OPERATION = 2;

    private static final int COVERED = -1;

    /**
     * Role of an event, by its name. Torch records modules as Python frames only: they are places of operations, not
     * operations themselves.
     */
    enum Role {
        OTHER,
        PLACE,
        MODULE,
        SCOPE,
        AUTOGRAD,
        OPERATION
    }

    private final Track track;
    private final Role[] roles;
    private final Paths paths;
    private final int[] parents;
    private final byte[] inside;

    /** Place of each event of the current call, or {@link #COVERED} for an operation and all events inside it. */
    private final int[] places;

    TrackOperations(Track track, Role[] roles, Paths paths) {
        this.track = track;
        this.roles = roles;
        this.paths = paths;
        parents = Nesting.finishedParents(track);
        inside = new byte[parents.length];
        places = new int[parents.length];
        for (int i = parents.length - 1; i >= 0; i--) {
            if (parents[i] != Nesting.ROOT) {
                inside[parents[i]] |= (byte) (inside[i] | own(i));
            }
        }
    }

    /** The roles of the names of a trace. */
    static Role[] roles(Trace trace) {
        Role[] roles = new Role[trace.nameCount()];
        boolean isOfTorch = Program.of(trace) == Program.TORCH;
        for (int id = 0; id < roles.length; id++) {
            String name = trace.name(id);
            EventKind kind = trace.kind(id);
            if (!KINDS.contains(kind)) {
                roles[id] = Role.OTHER;
            } else if (isOfTorch && PYTHON_FRAME.matcher(name).matches()) {
                roles[id] = Role.OTHER;
            } else if (kind == EventKind.MODULE || kind == EventKind.FUNCTION) {
                roles[id] = isOfTorch && kind == EventKind.MODULE ? Role.PLACE : Role.MODULE;
            } else if (PyTorch.isAutograd(name)) {
                roles[id] = Role.AUTOGRAD;
            } else {
                roles[id] = Frameworks.hasNamespace(name) ? Role.OPERATION : Role.SCOPE;
            }
        }
        return roles;
    }

    private Role role(int event) {
        Role role = roles[track.nameId(event)];
        return role == Role.SCOPE && track.signatureId(event) >= 0 ? Role.OPERATION : role;
    }

    private byte own(int event) {
        return switch (role(event)) {
            case OTHER, PLACE -> 0;
            case MODULE, SCOPE, AUTOGRAD -> INNER;
            case OPERATION -> INNER | INNER_OPERATION;
        };
    }

    private boolean isOperation(int event) {
        return switch (role(event)) {
            case OTHER, PLACE -> false;
            case MODULE, SCOPE -> (inside[event] & INNER) == 0;
            case AUTOGRAD -> (inside[event] & INNER_OPERATION) == 0;
            case OPERATION -> true;
        };
    }

    /** Passes the operations of a call to a visitor. */
    void visit(Call call, Visitor visitor) {
        int last = Nesting.ROOT;
        int path = Paths.ROOT;
        for (int i = call.firstEvent(); i < parents.length && track.startNanos(i) < call.endNanos(); i++) {
            if (track.isAsync(i) || track.isUnfinished(i)) {
                continue;
            }
            int around = parents[i] < call.firstEvent() ? Paths.ROOT : places[parents[i]];
            if (around == COVERED) {
                places[i] = COVERED;
            } else if (isOperation(i)) {
                report(last, path, track.startNanos(i), visitor);
                last = i;
                path = around;
                places[i] = COVERED;
            } else {
                places[i] = role(i) == Role.OTHER ? around : paths.child(around, track.nameId(i));
            }
        }
        report(last, path, call.endNanos(), visitor);
    }

    private void report(int event, int path, long until, Visitor visitor) {
        if (event != Nesting.ROOT) {
            long start = track.startNanos(event);
            long end = Math.min(start + track.durationNanos(event), until);
            visitor.operation(event, path, start, end - start);
        }
    }
}
