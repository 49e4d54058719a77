package io.stepprofiler.analysis.flame;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.steps.EventMeaning;
import io.stepprofiler.analysis.steps.StepAxis;
import io.stepprofiler.analysis.steps.WindowWalk;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.nesting.Nesting;
import io.stepprofiler.trace.StackSamples;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import io.stepprofiler.traced.RandomWindow;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FlameGraphsTest {
    private static final int SEEDS = 300;
    private static final FlameLimits UNLIMITED = new FlameLimits(1 << 20, 1 << 20);

    /** Weights by stack and column, as text. */
    private static Map<String, Long> weights(FlameGraphs graphs, FlameSource source) {
        Map<String, Long> weights = new TreeMap<>();
        for (FlameGraph graph : graphs.graphs()) {
            if (graph.source() == source) {
                for (int node = 0; node < graph.size(); node++) {
                    for (int i = 0; i < graph.weights().size(node); i++) {
                        weights.put(
                                path(graphs, graph, node) + " @"
                                        + graph.weights().column(node, i),
                                graph.weights().sum(node, i));
                    }
                }
            }
        }
        return weights;
    }

    private static String path(FlameGraphs graphs, FlameGraph graph, int node) {
        return node == 0
                ? ""
                : path(graphs, graph, graph.parent(node)) + ";"
                        + graphs.frames().get(graph.frame(node)).name();
    }

    /** The same, nanosecond by nanosecond and sample by sample. */
    private static Map<String, Long> naive(Trace trace, FlameSource source) {
        Map<String, Long> weights = new TreeMap<>();
        StackSamples samples = trace.samples();
        switch (source) {
            case SCOPES, WAITS -> {
                for (Track track : trace.tracks()) {
                    for (long nanos = RandomWindow.START; nanos < RandomWindow.END + 50; nanos++) {
                        int event = innermost(track, nanos);
                        int column = column(trace, track.id(), nanos);
                        String stack = source == FlameSource.SCOPES
                                ? selfStack(trace, track, event, column)
                                : waitStack(trace, track, event);
                        if (!stack.isEmpty()) {
                            weights.merge(stack + " @" + column, 1L, Long::sum);
                        }
                    }
                }
            }
            case CPU, ALLOCATION -> {
                boolean hasCpuTime = samples.kinds().contains(SampleKind.CPU_TIME);
                for (int i = 0; i < samples.size(); i++) {
                    boolean isAllocation = samples.kind(i) == SampleKind.ALLOCATION;
                    boolean isCpu = !isAllocation && (samples.kind(i) == SampleKind.CPU_TIME) == hasCpuTime;
                    if (source == FlameSource.CPU ? isCpu : isAllocation) {
                        add(
                                trace,
                                samples.trackId(i),
                                samples.nanos(i),
                                samples.stackId(i),
                                samples.weight(i),
                                weights);
                    }
                }
            }
            case MEMORY -> {
                for (int i = 0; i < trace.memory().size(); i++) {
                    if (trace.memory().action(i) == MemoryAction.ALLOCATE) {
                        add(
                                trace,
                                trace.memory().trackId(i),
                                trace.memory().nanos(i),
                                -1,
                                trace.memory().bytes(i),
                                weights);
                    }
                }
            }
        }
        return weights;
    }

    private static void add(
            Trace trace, long trackId, long nanos, int stackId, long weight, Map<String, Long> weights) {
        Track track = trace.tracks().stream()
                .filter(each -> each.id() == trackId)
                .findFirst()
                .orElse(Track.empty(trackId, "thread " + trackId));
        String stack = stack(track, innermost(track, nanos)) + calls(trace, stackId);
        weights.merge(stack + " @" + column(trace, trackId, nanos), weight, Long::sum);
    }

    private static String selfStack(Trace trace, Track track, int event, int column) {
        boolean isStepping =
                new WindowWalk(trace).axis().steps().stream().anyMatch(step -> step.trackId() == track.id());
        return event == Nesting.ROOT && !(isStepping && column > 0) ? "" : stack(track, event);
    }

    private static String waitStack(Trace trace, Track track, int event) {
        if (event == Nesting.ROOT
                || EventMeaning.onThread(trace.kind(track.nameId(event)), track.eventName(event))
                        .isEmpty()) {
            return "";
        }
        return stack(track, Nesting.finishedParents(track)[event]) + calls(trace, track.stackId(event)) + ";"
                + track.eventName(event);
    }

    private static String stack(Track track, int event) {
        int[] parents = Nesting.finishedParents(track);
        String stack = "";
        for (int at = event; at != Nesting.ROOT; at = parents[at]) {
            stack = ";" + track.eventName(at) + stack;
        }
        return ";" + track.name() + stack;
    }

    private static String calls(Trace trace, int stackId) {
        String calls = "";
        for (StackTraceElement call : stackId < 0 ? List.<StackTraceElement>of() : trace.stack(stackId)) {
            calls = ";" + call.getClassName() + "." + call.getMethodName() + calls;
        }
        return calls;
    }

    /** The one that began last of those that are open. */
    private static int innermost(Track track, long nanos) {
        int innermost = Nesting.ROOT;
        for (int i = 0; i < track.size(); i++) {
            boolean isOpen = track.startNanos(i) <= nanos && nanos < track.startNanos(i) + track.durationNanos(i);
            if (isOpen && !track.isUnfinished(i) && !track.isAsync(i)) {
                innermost = i;
            }
        }
        return innermost;
    }

    private static int column(Trace trace, long trackId, long nanos) {
        WindowWalk walk = new WindowWalk(trace);
        int column = StepAxis.OUTSIDE;
        for (StepMark step : walk.axis().steps()) {
            boolean isOpen = step.startNanos() <= nanos && nanos < step.startNanos() + step.durationNanos();
            if (isOpen && !walk.otherSteps().containsKey(trackId)) {
                column = walk.axis().steps().indexOf(step) + 1;
            }
        }
        return column;
    }

    @Test
    void weights_ofRandomWindows_areThoseOfEachNanosecondAndSample() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Trace trace = RandomWindow.of(seed);
            FlameGraphs graphs = FlameGraphs.of(new WindowAnalysis(trace), UNLIMITED);
            for (FlameSource source : FlameSource.values()) {
                assertThat(weights(graphs, source))
                        .as("%s of seed %s", source, seed)
                        .isEqualTo(naive(trace, source));
            }
        }
    }

    @Test
    void frames_ofLambdasAndHiddenClasses_areThoseOfEveryRun() {
        TraceBuilder builder = new TraceBuilder();
        builder.thread(1, "main");
        for (String type :
                List.of("org.acme.Net$$Lambda$14+0x00007f71.414493378", "org.acme.Net$$Lambda/0x0000", "Net/0x7f")) {
            int stack = builder.stackId(List.of(new StackTraceElement(type, "run", null, -1)));
            builder.stackSample(new StackSample(5, 1, SampleKind.JAVA, stack, 10));
        }
        assertThat(weights(FlameGraphs.of(new WindowAnalysis(builder.build()), UNLIMITED), FlameSource.CPU))
                .containsOnly(Map.entry(";main;org.acme.Net$$Lambda.run @0", 20L), Map.entry(";main;Net.run @0", 10L));
    }

    @Test
    void graph_ofRandomWindows_isInPreorder() {
        for (int seed = 0; seed < SEEDS; seed++) {
            for (FlameGraph graph : FlameGraphs.of(new WindowAnalysis(RandomWindow.of(seed)), UNLIMITED)
                    .graphs()) {
                for (int node = 1; node < graph.size(); node++) {
                    int around = node - 1;
                    while (around != graph.parent(node)) {
                        assertThat(around).isPositive();
                        around = graph.parent(around);
                    }
                }
            }
        }
    }

    @Test
    void graph_ofTooManyStacks_keepsTheLargestAndAllWeight() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Trace trace = RandomWindow.of(seed);
            for (FlameGraph whole :
                    FlameGraphs.of(new WindowAnalysis(trace), UNLIMITED).graphs()) {
                FlameGraphs few = FlameGraphs.of(new WindowAnalysis(trace), new FlameLimits(3, 1 << 20));
                FlameGraph limited = few.graphs().stream()
                        .filter(graph -> graph.source() == whole.source())
                        .findFirst()
                        .orElseThrow();
                assertThat(byColumn(limited)).as("seed %s", seed).isEqualTo(byColumn(whole));
                assertThat(limited.leftOut()).isEqualTo(Math.max(0, whole.size() - 1 - 3));
                long kept = stacks(few, limited);
                assertThat(kept).isEqualTo(Math.min(3, whole.size() - 1));
            }
        }
    }

    private static long stacks(FlameGraphs graphs, FlameGraph graph) {
        long stacks = 0;
        for (int node = 1; node < graph.size(); node++) {
            stacks += graphs.frames().get(graph.frame(node)).kind() == FlameFrame.Kind.LEFT_OUT ? 0 : 1;
        }
        return stacks;
    }

    private static Map<Integer, Long> byColumn(FlameGraph graph) {
        Map<Integer, Long> sums = new TreeMap<>();
        for (int node = 0; node < graph.size(); node++) {
            for (int i = 0; i < graph.weights().size(node); i++) {
                sums.merge(graph.weights().column(node, i), graph.weights().sum(node, i), Long::sum);
            }
        }
        return sums;
    }

    @Test
    void graph_ofTooManyWeights_hasFewerStacks() {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder track = builder.thread(1, "main");
        for (int step = 0; step < 50; step++) {
            builder.step(new StepMark(step, step * 100L, 100, 1, false));
            for (int event = 0; event < 20; event++) {
                track.add(builder.nameId("op" + event), step * 100L + event * 4L, 1 + event % 3);
            }
        }
        FlameGraphs graphs = FlameGraphs.of(new WindowAnalysis(builder.build()), new FlameLimits(1_000, 300));
        FlameGraph scopes = graphs.graphs().get(0);
        assertThat(scopes.weights().count()).isLessThanOrEqualTo(300);
        assertThat(scopes.leftOut()).isPositive();
        assertThat(byColumn(scopes).values()).containsOnly(100L);
    }
}
