package io.stepprofiler.cli.command;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** Content of a trace that some file formats cannot hold. */
enum TraceContent {
    EVENTS("times of single events", trace -> inEvents(trace, (track, event) -> 1)),
    STEPS("steps", trace -> trace.steps().size()),
    INSTANTS("instants", trace -> inEvents(trace, (track, event) -> track.isInstant(event) ? 1 : 0)),
    TASKS(
            "tasks and frames",
            trace -> inEvents(trace, (track, event) -> {
                EventKind kind = trace.kind(track.nameId(event));
                return kind == EventKind.TASK || kind == EventKind.FRAME ? 1 : 0;
            })),
    ARGUMENTS(
            "arguments of events",
            trace -> inEvents(
                    trace,
                    (track, event) ->
                            track.hasArguments() ? track.arguments(event).size() : 0)),
    INPUTS(
            "events with the shapes of their inputs",
            trace -> withSignature(trace, signature -> !signature.inputs().isEmpty())),
    OUTPUTS(
            "events with the shapes of their outputs",
            trace -> withSignature(trace, signature -> !signature.outputs().isEmpty())),
    ADDRESSES(
            "events with the addresses of their tensors",
            trace -> inEvents(trace, (track, event) -> track.tensorCount(event) > 0 ? 1 : 0)),
    CALL_STACKS(
            "events with the call stack that they began on",
            trace -> inEvents(trace, (track, event) -> hasStack(trace, track, event) ? 1 : 0)),
    SEQUENCE_NUMBERS(
            "links of backward to forward operations",
            trace -> inEvents(trace, (track, event) -> track.sequenceNumber(event) >= 0 ? 1 : 0)),
    CORRELATIONS(
            "links of work to its launch",
            trace -> inEvents(trace, (track, event) -> track.correlation(event) >= 0 ? 1 : 0)),
    COUNTERS("values of counters", trace -> samples(trace, true)),
    ODD_COUNTERS("values of counters that are no finite numbers", trace -> samples(trace, false)),
    MEMORY_EVENTS("memory events", trace -> memory(trace, false)),
    MEMORY_PURPOSES("memory categories", trace -> memory(trace, true)),
    SAMPLES("samples of call stacks", trace -> trace.samples().size()),
    PROCESS_GROUPS(
            "groups of workers",
            trace -> trace.distributedInfo().map(info -> info.groups().size()).orElse(0)),
    METADATA("entries of metadata", trace -> trace.metadata().size());

    private interface Count {
        long of(Track track, int event);
    }

    private interface SignatureTest {
        boolean holds(OpSignature signature);
    }

    private final String words;

    @SuppressWarnings("ImmutableEnumChecker") // Functions without state.
    private final ToLongFunction<Trace> count;

    TraceContent(String words, ToLongFunction<Trace> count) {
        this.words = words;
        this.count = count;
    }

    /** The name of the content, in the plural. */
    String words() {
        return words;
    }

    long count(Trace trace) {
        return count.applyAsLong(trace);
    }

    private static long inEvents(Trace trace, Count count) {
        long sum = 0;
        for (Track track : trace.tracks()) {
            for (int event = 0; event < track.size(); event++) {
                sum += count.of(track, event);
            }
        }
        return sum;
    }

    private static long withSignature(Trace trace, SignatureTest test) {
        boolean[] holds = new boolean[trace.signatureCount()];
        for (int i = 0; i < holds.length; i++) {
            holds[i] = test.holds(trace.signature(i));
        }
        return inEvents(
                trace, (track, event) -> track.signatureId(event) >= 0 && holds[track.signatureId(event)] ? 1 : 0);
    }

    private static boolean hasStack(Trace trace, Track track, int event) {
        int stack = track.stackId(event);
        return stack >= 0 && !trace.stack(stack).isEmpty();
    }

    private static long samples(Trace trace, boolean finite) {
        return trace.counters().stream()
                .flatMapToDouble(counter -> IntStream.range(0, counter.size()).mapToDouble(counter::value))
                .filter(value -> Double.isFinite(value) == finite)
                .count();
    }

    private static long memory(Trace trace, boolean purposes) {
        return IntStream.range(0, trace.memory().size())
                .filter(i -> (trace.memory().action(i) == MemoryAction.CATEGORIZE) == purposes)
                .count();
    }
}
