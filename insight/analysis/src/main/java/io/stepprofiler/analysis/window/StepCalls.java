package io.stepprofiler.analysis.window;

import io.stepprofiler.analysis.steps.WindowWalk;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.frameworks.Frameworks;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Calls of the thread of the steps: scopes, modules and operations by their starts, each with its enclosing call. An
 * operation has a name with the namespace of its framework, such as {@code aten::mm}; functions of an autograd engine
 * are no operations, but call some. Takes 12 bytes for each call. Immutable.
 */
public final class StepCalls {
    /** Stands for no call. */
    public static final int NONE = -1;

    private static final Set<EventKind> OUTSIDE = EnumSet.of(EventKind.WAIT, EventKind.VIRTUAL_MACHINE);

    private final Trace trace;
    private final List<StepMark> steps;
    /** Names of operations without their namespaces, by name id; empty for all other names. */
    private final String[] operations;

    private Track track = Track.empty(0, "");
    private int size;
    private int[] events = new int[64];
    private int[] parents = new int[64];
    private int[] stepOf = new int[64];
    /** Calls inside an operation. */
    private final BitSet inside = new BitSet();

    /**
     * Collects the calls of a window; none if it has no operations, because calls are many, and of no other use.
     *
     * @param walk the walk along its tracks
     */
    StepCalls(WindowWalk walk) {
        trace = walk.trace();
        steps = walk.steps();
        operations = new String[trace.nameCount()];
        boolean hasOperations = false;
        for (int name = 0; name < operations.length; name++) {
            String whole = trace.name(name);
            operations[name] = isOperation(trace, name) ? Frameworks.withoutNamespace(whole) : "";
            hasOperations |= !operations[name].isEmpty();
        }
        for (int i = 0; hasOperations && i < trace.tracks().size(); i++) {
            if (walk.isOfSteps(trace.tracks().get(i).id())) {
                track = trace.tracks().get(i);
                add(walk.parents(i));
            }
        }
    }

    /**
     * {@return whether events of a name are operations}
     *
     * @param trace the window
     * @param name number of the name
     */
    public static boolean isOperation(Trace trace, int name) {
        return trace.kind(name) == EventKind.SCOPE && Frameworks.isOperation(trace.name(name));
    }

    private void add(int[] around) {
        int[] rows = new int[track.size()];
        Arrays.fill(rows, NONE);
        int next = 0;
        for (int i = 0; i < rows.length; i++) {
            long start = track.startNanos(i);
            while (next < steps.size() && end(next) <= start) {
                next++;
            }
            if (next == steps.size()) {
                break;
            }
            boolean isInside = steps.get(next).startNanos() <= start;
            if (isInside
                    && !track.isAsync(i)
                    && !track.isUnfinished(i)
                    && !OUTSIDE.contains(trace.kind(track.nameId(i)))) {
                int parent = around[i];
                while (parent != Nesting.ROOT && rows[parent] == NONE) {
                    parent = around[parent];
                }
                rows[i] = size;
                add(i, parent == Nesting.ROOT ? NONE : rows[parent], next);
            }
        }
    }

    private long end(int step) {
        return steps.get(step).startNanos() + steps.get(step).durationNanos();
    }

    private void add(int event, int parent, int step) {
        if (size == events.length) {
            events = Arrays.copyOf(events, 2 * size);
            parents = Arrays.copyOf(parents, 2 * size);
            stepOf = Arrays.copyOf(stepOf, 2 * size);
        }
        events[size] = event;
        parents[size] = parent;
        stepOf[size] = step;
        inside.set(size, parent != NONE && (inside.get(parent) || isOperation(parent)));
        size++;
    }

    /** {@return the number of calls} */
    public int size() {
        return size;
    }

    /**
     * {@return the name of a call as an index into {@link Trace#name(int)}}
     *
     * @param call the call, 0 to {@link #size()} - 1
     */
    public int nameId(int call) {
        return track.nameId(events[call]);
    }

    /**
     * {@return the name of a call}
     *
     * @param call the call, 0 to {@link #size()} - 1
     */
    public String name(int call) {
        return trace.name(nameId(call));
    }

    /**
     * {@return whether a call is an operation}
     *
     * @param call the call, 0 to {@link #size()} - 1
     */
    public boolean isOperation(int call) {
        return !operations[nameId(call)].isEmpty();
    }

    /**
     * {@return the name of an operation without its namespace, such as {@code mm}; empty if the call is no operation}
     *
     * @param call the call, 0 to {@link #size()} - 1
     */
    public String operation(int call) {
        return operations[nameId(call)];
    }

    /**
     * {@return the names of some operations, as indexes into {@link Trace#name(int)}}
     *
     * @param some names of the operations without their namespaces
     */
    public BitSet names(Set<String> some) {
        BitSet names = new BitSet();
        for (int name = 0; name < operations.length; name++) {
            names.set(name, some.contains(operations[name]));
        }
        return names;
    }

    /**
     * {@return the enclosing call, or {@link #NONE}}
     *
     * @param call the call, 0 to {@link #size()} - 1
     */
    public int parent(int call) {
        return parents[call];
    }

    /**
     * {@return whether a call is an operation that no other operation calls}
     *
     * @param call the call, 0 to {@link #size()} - 1
     */
    public boolean isOutermost(int call) {
        return !inside.get(call) && isOperation(call);
    }

    /**
     * {@return the number of the step in which a call began}
     *
     * @param call the call, 0 to {@link #size()} - 1
     */
    public long step(int call) {
        return steps.get(stepOf[call]).number();
    }

    /**
     * {@return the start of a call, in nanoseconds on the clock of the trace}
     *
     * @param call the call, 0 to {@link #size()} - 1
     */
    public long startNanos(int call) {
        return track.startNanos(events[call]);
    }

    /**
     * {@return the duration of a call, in nanoseconds}
     *
     * @param call the call, 0 to {@link #size()} - 1
     */
    public long nanos(int call) {
        return track.durationNanos(events[call]);
    }

    /**
     * {@return the end of a call, in nanoseconds on the clock of the trace}
     *
     * @param call the call, 0 to {@link #size()} - 1
     */
    public long endNanos(int call) {
        return startNanos(call) + nanos(call);
    }

    /**
     * {@return the signature of a call, as an id for {@link Trace#signature}; -1 if not known}
     *
     * @param call the call, 0 to {@link #size()} - 1
     */
    public int signatureId(int call) {
        return track.signatureId(events[call]);
    }

    /**
     * {@return the signature of a call}
     *
     * @param call the call, 0 to {@link #size()} - 1
     */
    public OpSignature signature(int call) {
        int id = signatureId(call);
        return id < 0 ? OpSignature.UNKNOWN : trace.signature(id);
    }

    /**
     * {@return the address of the storage that the first two tensors of a call share; 0 if none is known}
     *
     * @param call the call, 0 to {@link #size()} - 1
     */
    public long commonTensor(int call) {
        int event = events[call];
        return track.tensorCount(event) >= 2 && track.tensor(event, 0) == track.tensor(event, 1)
                ? track.tensor(event, 0)
                : 0;
    }

    /**
     * {@return the call stack of a call or of its innermost enclosing call that has one, innermost frame first; empty
     * if not known}
     *
     * @param call the call, 0 to {@link #size()} - 1
     */
    public List<StackTraceElement> stack(int call) {
        for (int around = call; around != NONE; around = parents[around]) {
            int stack = track.stackId(events[around]);
            if (stack >= 0) {
                return trace.stack(stack);
            }
        }
        return List.of();
    }

    /**
     * {@return the names of the enclosing scopes and modules, outermost first, such as {@code train/forward}; {@code
     * the step} if there are none}
     *
     * @param call the call, 0 to {@link #size()} - 1
     */
    public String place(int call) {
        List<String> names = new ArrayList<>();
        for (int around = parents[call]; around != NONE; around = parents[around]) {
            if (!isOperation(around)) {
                names.add(0, name(around));
            }
        }
        return names.isEmpty() ? "the step" : names.stream().collect(Collectors.joining("/"));
    }
}
