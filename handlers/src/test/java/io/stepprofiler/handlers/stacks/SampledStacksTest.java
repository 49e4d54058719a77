package io.stepprofiler.handlers.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.stacktree.StackTree;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.handlers.random.RandomTrace;
import io.stepprofiler.handlers.stacks.CollapsedStacks.Written;
import io.stepprofiler.handlers.stacks.StackMetric.StackFrames;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Collapsed stacks of samples. */
class SampledStacksTest {
    private static final StackTraceElement MAIN = new StackTraceElement("org.acme.Train", "main", "Train.java", 3);
    private static final StackTraceElement FIT = new StackTraceElement("org.acme.Net", "fit", "Net.java", 9);

    @TempDir
    private Path dir;

    private final TraceBuilder builder = new TraceBuilder();
    private final TrackBuilder main = builder.thread(1, "main");
    private int stack;

    @BeforeEach
    void addStack() {
        stack = builder.stackId(List.of(FIT, MAIN));
    }

    private void add(String name, long startMicros, long micros) {
        main.add(builder.nameId(name), startMicros * 1_000, micros * 1_000);
    }

    private void step(int number, long startMicros, long micros) {
        builder.step(new StepMark(number, startMicros * 1_000, micros * 1_000, 1, false));
    }

    private void sample(long micros, SampleKind kind, int stackId, long weight) {
        builder.stackSample(new StackSample(micros * 1_000, 1, kind, stackId, weight));
    }

    private List<String> lines(StackMetric metric, StackFrames frames) throws IOException {
        CollapsedStacks.export(builder.build(), dir.resolve("out"), metric, frames);
        return Files.readAllLines(dir.resolve("out"));
    }

    @Test
    void calls_ofSamples_areTheirJavaFramesAlone() throws IOException {
        add("forward", 0, 10);
        sample(5, SampleKind.JAVA, stack, 20_000);
        sample(90, SampleKind.NATIVE, stack, 3_000);
        assertThat(lines(StackMetric.SAMPLED_TIME, StackFrames.CALLS))
                .containsExactly("org/acme/Train.main;org/acme/Net.fit 23");
    }

    @Test
    void metric_ofSamples_countsItsKindsOnly() throws IOException {
        sample(1, SampleKind.JAVA, stack, 1_000);
        sample(2, SampleKind.NATIVE, stack, 2_000);
        sample(3, SampleKind.CPU_TIME, stack, 4_000);
        sample(4, SampleKind.ALLOCATION, stack, 512);
        builder.memory(MemoryEvent.allocated(5_000, 1, 0xA, 64));
        assertThat(lines(StackMetric.SAMPLED_TIME, StackFrames.SCOPES)).containsExactly("main 3");
        assertThat(lines(StackMetric.SAMPLED_CPU_TIME, StackFrames.SCOPES)).containsExactly("main 4");
        assertThat(lines(StackMetric.SAMPLED_ALLOCATED_BYTES, StackFrames.SCOPES))
                .containsExactly("main 512");
        assertThat(lines(StackMetric.ALLOCATED_BYTES, StackFrames.SCOPES)).containsExactly("main 64");
    }

    @Test
    void scopesAndCalls_areThreadStepScopesAndFrames() throws IOException {
        step(3, 0, 100);
        add("forward", 10, 50);
        add("linear", 20, 10);
        sample(25, SampleKind.JAVA, stack, 1_000);
        sample(40, SampleKind.JAVA, -1, 2_000);
        sample(80, SampleKind.NATIVE, stack, 3_000);
        sample(200, SampleKind.NATIVE, stack, 4_000);
        assertThat(lines(StackMetric.SAMPLED_TIME, StackFrames.SCOPES_AND_CALLS))
                .containsExactlyInAnyOrder(
                        "main;ProfilerStep#3;forward;linear;org/acme/Train.main;org/acme/Net.fit 1",
                        "main;ProfilerStep#3;forward 2",
                        "main;ProfilerStep#3;org/acme/Train.main;org/acme/Net.fit 3",
                        "main;org/acme/Train.main;org/acme/Net.fit 4");
    }

    @Test
    void scopesAndCalls_ofEvents_haveTheCallStackBeforeTheName() throws IOException {
        step(3, 0, 100);
        add("forward", 10, 50);
        main.stack(main.add(builder.nameId("mm"), 20_000, 10_000), stack);
        builder.memory(MemoryEvent.allocated(25_000, 1, 0xA, 64).withStack(stack));
        assertThat(lines(StackMetric.COUNT, StackFrames.SCOPES_AND_CALLS))
                .containsExactlyInAnyOrder(
                        "main;ProfilerStep#3;forward 1",
                        "main;ProfilerStep#3;forward;org/acme/Train.main;org/acme/Net.fit;mm 1");
        assertThat(lines(StackMetric.ALLOCATED_BYTES, StackFrames.SCOPES_AND_CALLS))
                .containsExactly("main;ProfilerStep#3;forward;mm;org/acme/Train.main;org/acme/Net.fit 64");
    }

    @Test
    void samplesWithoutStack_ofCalls_areCounted() throws IOException {
        sample(1, SampleKind.JAVA, stack, 5_000);
        sample(2, SampleKind.JAVA, -1, 7_000);
        sample(3, SampleKind.JAVA, builder.stackId(List.of()), 1_000);
        Written written = CollapsedStacks.export(builder.build(), dir.resolve("out"), StackMetric.SAMPLED_TIME);
        assertThat(written).isEqualTo(new Written(1, 5, 8, 0, 0));
    }

    @Test
    void scopesAndCalls_ofRandomTraces_areThoseFoundOneByOne() {
        for (long seed = 0; seed < 37; seed++) {
            Trace trace = RandomTrace.operations(seed);
            FrameTable table = new FrameTable(trace);
            StackTree tree = new StackTree();
            StackMetric.SAMPLED_TIME.addTo(StackFrames.SCOPES_AND_CALLS.values(trace, table, tree), trace);
            List<String> actual = new ArrayList<>();
            for (int node = 0; node < tree.size(); node++) {
                if (tree.value(node) > 0) {
                    List<String> names = new ArrayList<>();
                    for (int frame : tree.path(node)) {
                        names.add(table.all().get(frame));
                    }
                    actual.add(names + " " + tree.value(node));
                }
            }
            assertThat(actual).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(naive(trace));
        }
    }

    private static List<String> naive(Trace trace) {
        Map<List<String>, Long> sums = new HashMap<>();
        for (int i = 0; i < trace.samples().size(); i++) {
            StackSample sample = trace.samples().sample(i);
            if (sample.weight() > 0 && (sample.kind() == SampleKind.JAVA || sample.kind() == SampleKind.NATIVE)) {
                sums.merge(path(trace, sample), sample.weight(), Long::sum);
            }
        }
        return sums.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .toList();
    }

    private static List<String> path(Trace trace, StackSample sample) {
        Track track = trace.tracks().stream()
                .filter(each -> each.id() == sample.trackId())
                .findFirst()
                .orElse(Track.empty(sample.trackId(), "thread " + sample.trackId()));
        List<Integer> events = new ArrayList<>();
        for (int at = innermost(track, sample.nanos()); at >= 0; at = CollapsedStacksTest.around(track, at)) {
            events.add(0, at);
        }
        List<String> path = new ArrayList<>(List.of(track.name()));
        String step = "";
        for (int event : events) {
            String now = step(trace, track, track.startNanos(event));
            if (!now.isEmpty() && !now.equals(step)) {
                path.add(now);
            }
            step = now;
            path.add(track.eventName(event));
        }
        String now = step(trace, track, sample.nanos());
        if (!now.isEmpty() && !now.equals(step)) {
            path.add(now);
        }
        List<StackTraceElement> frames =
                new ArrayList<>(sample.stackId() < 0 ? List.of() : trace.stack(sample.stackId()));
        Collections.reverse(frames);
        frames.forEach(frame -> path.add(frame.getClassName().replace('.', '/') + "." + frame.getMethodName()));
        return path;
    }

    private static int innermost(Track track, long nanos) {
        for (int i = track.size() - 1; i >= 0; i--) {
            boolean open = track.startNanos(i) <= nanos && nanos < track.startNanos(i) + track.durationNanos(i);
            if (open && !track.isAsync(i) && !track.isUnfinished(i)) {
                return i;
            }
        }
        return -1;
    }

    private static String step(Trace trace, Track track, long nanos) {
        return trace.steps().stream()
                .filter(step -> step.trackId() == track.id() && !step.unfinished())
                .filter(step -> step.startNanos() <= nanos && nanos < step.startNanos() + step.durationNanos())
                .sorted(StepMark.PARENTS_FIRST)
                .reduce((first, second) -> second)
                .map(StepMark::name)
                .orElse("");
    }
}
