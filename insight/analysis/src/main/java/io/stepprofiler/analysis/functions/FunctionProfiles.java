package io.stepprofiler.analysis.functions;

import io.stepprofiler.analysis.functions.FunctionProfile.CallTotals;
import io.stepprofiler.flops.Flops;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.wire.WireReader;
import io.stepprofiler.wire.WireWriter;
import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The profiles of the functions of many windows, in memory that does not grow with their number. It can be read at any
 * time, merged with others, saved and read again. Safe on any thread.
 *
 * @see io.stepprofiler.analysis.functions the rules
 */
public final class FunctionProfiles {
    /** Most separate nodes of a function: {@value}; further ones are summed up by name. */
    static final int MAX_NODES = 10_000;

    /**
     * Calls of one function are in two profiles, which are shown as one.
     *
     * @param isInner whether the calls are inside calls of other functions; the sum of all functions leaves these out
     */
    private record Key(String function, boolean isInner) {}

    private final FunctionSelector selector;
    private final boolean ignoresFirstCalls;
    private final int maxNodes;
    private final Map<Key, FunctionSums> functions = new LinkedHashMap<>();
    private long traces;

    /** Profiles of the functions that {@link FunctionSelector#AUTOMATIC} selects, with all calls. */
    public FunctionProfiles() {
        this(FunctionSelector.AUTOMATIC, false);
    }

    /**
     * Profiles without any call yet.
     *
     * @param selector selects the functions
     * @param ignoreFirstCalls whether the first call of each function is left out, except for its compile times: it
     *     often includes one-time costs. If several functions share one profile, only the first call of all is left out
     */
    public FunctionProfiles(FunctionSelector selector, boolean ignoreFirstCalls) {
        this(selector, ignoreFirstCalls, MAX_NODES);
    }

    FunctionProfiles(FunctionSelector selector, boolean ignoreFirstCalls, int maxNodes) {
        this.selector = Objects.requireNonNull(selector, "selector");
        ignoresFirstCalls = ignoreFirstCalls;
        this.maxNodes = maxNodes;
    }

    /**
     * Adds the calls in a trace, all or none: a trace that cannot be read to its end adds nothing. Takes time
     * proportional to its events times the nesting depth of its functions, and temporarily 13 bytes for each event of
     * the largest track and a copy of the profiles of the called functions.
     *
     * @param trace the trace of one window, which is not kept
     */
    public synchronized void add(Trace trace) {
        Map<Key, FunctionSums> changed = new LinkedHashMap<>();
        addCalls(trace, changed);
        functions.putAll(changed);
        traces++;
    }

    private void addCalls(Trace trace, Map<Key, FunctionSums> changed) {
        FunctionSelection selected = selector.in(trace);
        List<TrackCalls> tracks = TrackCalls.of(trace, selected);
        @Nullable Call[] first = firstCalls(selected, tracks, changed);
        Paths paths = new Paths(trace);
        TraceNodes nodes = new TraceNodes(trace, paths);
        TrackOperations.Role[] roles = TrackOperations.roles(trace);
        Flops flops = Flops.in(trace);
        CompileTimes compileTimes = CompileTimes.of(trace);
        for (TrackCalls calls : tracks) {
            TrackOperations operations = new TrackOperations(calls.track(), roles, paths);
            for (Call call : calls.calls()) {
                String name = selected.functions().get(call.function());
                FunctionSums sums = changed(new Key(name, call.isInner()), changed);
                sums.add(compileTimes.within(call.trackId(), call.startNanos(), call.endNanos()));
                new CallRecording(calls.track(), nodes, flops, sums)
                        .record(call, operations, ignoresFirstCalls && call.equals(first[call.function()]));
            }
            addUnfinished(calls, selected, changed);
        }
    }

    private void addUnfinished(TrackCalls calls, FunctionSelection selected, Map<Key, FunctionSums> changed) {
        for (int function = 0; function < calls.unfinished().size(); function++) {
            long count = calls.unfinished().get(function);
            if (count > 0) {
                changed(new Key(selected.functions().get(function), false), changed)
                        .add(CallTotals.ofUnfinished(count));
            }
        }
    }

    /** The first call of each function without earlier calls, by function number; null for other functions. */
    private @Nullable Call[] firstCalls(
            FunctionSelection selected, List<TrackCalls> tracks, Map<Key, FunctionSums> changed) {
        @Nullable Call[] first = new @Nullable Call[selected.functions().size()];
        for (TrackCalls track : tracks) {
            for (Call call : track.calls()) {
                Call before = first[call.function()];
                if (before == null || call.startNanos() < before.startNanos()) {
                    first[call.function()] = call;
                }
            }
        }
        for (int i = 0; i < first.length; i++) {
            String name = selected.functions().get(i);
            Call earliest = first[i];
            if (earliest != null && hasCalls(name)) {
                first[i] = null;
            } else if (earliest != null) {
                changed(new Key(name, earliest.isInner()), changed).add(CallTotals.ofFirst(earliest.nanos()));
            }
        }
        return first;
    }

    private boolean hasCalls(String function) {
        return Stream.of(true, false)
                .map(isInner -> functions.get(new Key(function, isInner)))
                .anyMatch(sums -> sums != null && sums.hasCalls());
    }

    /** Returns a copy of the sums for a trace to change: it replaces them when the whole trace has been read. */
    private FunctionSums changed(Key key, Map<Key, FunctionSums> changed) {
        return changed.computeIfAbsent(key, unknown -> {
            FunctionSums copy = new FunctionSums(maxNodes);
            FunctionSums known = functions.get(key);
            return known == null ? copy : copy.plus(known.profile(key.function()));
        });
    }

    private FunctionSums sums(Key key) {
        return functions.computeIfAbsent(key, unknown -> new FunctionSums(maxNodes));
    }

    /** {@return the selector of the functions} */
    public FunctionSelector selector() {
        return selector;
    }

    /** {@return the number of traces that were added, including the traces of merged profiles} */
    public synchronized long traces() {
        return traces;
    }

    /** {@return the profile of each function, by time of calls and of compiling, descending} */
    public synchronized List<FunctionProfile> functions() {
        Map<String, FunctionProfile> profiles = new LinkedHashMap<>();
        functions.forEach(
                (key, sums) -> profiles.merge(key.function(), sums.profile(key.function()), FunctionProfile::plus));
        return profiles.values().stream()
                .sorted(Comparator.comparingLong((FunctionProfile profile) ->
                                profile.calls().nanos() + profile.compile().totalNanos())
                        .reversed()
                        .thenComparing(FunctionProfile::name))
                .toList();
    }

    /**
     * {@return the profile of one function; empty if it was never called}
     *
     * @param name its name
     */
    public Optional<FunctionProfile> function(String name) {
        return functions().stream()
                .filter(profile -> profile.name().equals(name))
                .findFirst();
    }

    /**
     * {@return the sum of all functions, without calls inside calls of other functions} Their nodes stay apart: the
     * path of each begins with the name of its function.
     *
     * @param name name of the sum
     */
    public synchronized FunctionProfile sum(String name) {
        FunctionSums sum = new FunctionSums(Integer.MAX_VALUE);
        functions.forEach((key, sums) -> {
            if (!key.isInner()) {
                sum.plus(sums.profile(key.function()).inside(key.function()));
            }
        });
        return sum.profile(name);
    }

    /**
     * Adds the sums of other profiles, such as of another rank or an earlier run. Functions of one name become one.
     *
     * @param other the profiles to add, which are not changed
     */
    public void merge(FunctionProfiles other) {
        // Never holds both locks: two profiles may be merged into each other at once.
        FunctionProfiles added = new FunctionProfiles(other.selector, other.ignoresFirstCalls, other.maxNodes);
        synchronized (other) {
            added.addAll(other);
        }
        synchronized (this) {
            addAll(added);
        }
    }

    private void addAll(FunctionProfiles other) {
        other.functions.forEach((key, sums) -> sums(key).plus(sums.profile(key.function())));
        traces += other.traces;
    }

    /**
     * {@return the sums as bytes, to be sent to another process or stored} Some hundred bytes a node. The format is in
     * {@code functions.proto} in this package.
     */
    public synchronized byte[] toByteArray() {
        WireWriter out = new WireWriter();
        FunctionsCodec.writeHead(selector, ignoresFirstCalls, maxNodes, traces, out);
        functions.forEach(
                (key, sums) -> FunctionsCodec.writeFunction(sums.profile(key.function()), key.isInner(), out));
        return out.toByteArray();
    }

    /**
     * {@return profiles with the serialized sums of others, which may be added to and merged}
     *
     * @param bytes the result of {@link #toByteArray()}, from any process
     * @throws IOException if the bytes are damaged, of another format, of a version that this release does not know, or
     *     too many for the heap
     */
    public static FunctionProfiles parseFrom(byte[] bytes) throws IOException {
        WireReader in = FunctionsCodec.reader(bytes);
        FunctionsCodec.Head head = FunctionsCodec.readHead(in.message());
        FunctionProfiles read = new FunctionProfiles(head.selector(), head.ignoresFirstCalls(), head.maxNodes());
        read.traces = head.traces();
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == FunctionsCodec.FUNCTION) {
                FunctionsCodec.Saved saved = FunctionsCodec.readFunction(in.message());
                read.sums(new Key(saved.profile().name(), saved.isInner())).plus(saved.profile());
            } else {
                in.skip();
            }
        }
        return read;
    }
}
