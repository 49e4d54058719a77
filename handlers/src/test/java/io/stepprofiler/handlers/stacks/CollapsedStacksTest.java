package io.stepprofiler.handlers.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.handlers.random.RandomTrace;
import io.stepprofiler.handlers.stacks.CollapsedStacks.Written;
import io.stepprofiler.handlers.stacks.StackMetric.StackFrames;
import io.stepprofiler.nesting.SelfTimes;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.Track;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CollapsedStacksTest {
    private static final StackTraceElement MAIN = new StackTraceElement("org.acme.Train", "main", "Train.java", 3);
    private static final StackTraceElement FIT = new StackTraceElement("org.acme.Net", "fit", "Net.java", 9);
    private static final StackTraceElement FIT_LATER = new StackTraceElement("org.acme.Net", "fit", "Net.java", 99);

    @TempDir
    private Path dir;

    private final TraceBuilder builder = new TraceBuilder();
    private final TrackBuilder main = builder.thread(1, "main");

    private int add(String name, long startMicros, long micros, StackTraceElement... innermostFirst) {
        int event = main.add(builder.nameId(name), startMicros * 1_000, micros * 1_000);
        if (innermostFirst.length > 0) {
            main.stack(event, builder.stackId(List.of(innermostFirst)));
        }
        return event;
    }

    private List<String> lines(StackMetric metric, StackFrames frames) throws IOException {
        CollapsedStacks.export(builder.build(), dir.resolve("out"), metric, frames);
        return Files.readAllLines(dir.resolve("out"));
    }

    @Test
    void calls_ofTwoEventsWithOneStack_areOneLineWithTheNameInnermost() throws IOException {
        add("aten::mm", 0, 10, FIT, MAIN);
        add("aten::mm", 20, 5, FIT, MAIN);
        assertThat(lines(StackMetric.SELF_CPU_TIME, StackFrames.CALLS))
                .containsExactly("org/acme/Train.main;org/acme/Net.fit;aten::mm 15");
    }

    @Test
    void calls_fromTwoLinesOfOneMethod_areOneStack() throws IOException {
        add("a", 0, 10, FIT, MAIN);
        add("a", 20, 5, FIT_LATER, MAIN);
        assertThat(lines(StackMetric.COUNT, StackFrames.CALLS))
                .containsExactly("org/acme/Train.main;org/acme/Net.fit;a 2");
    }

    @Test
    void calls_ofAnEventWithoutAStack_areThoseOfTheEventAroundIt() throws IOException {
        add("forward", 0, 10, MAIN);
        add("cudaLaunchKernel", 2, 3);
        assertThat(lines(StackMetric.SELF_CPU_TIME, StackFrames.CALLS))
                .containsExactlyInAnyOrder(
                        "org/acme/Train.main;forward 7", "org/acme/Train.main;forward;cudaLaunchKernel 3");
    }

    @Test
    void calls_ofATraceWithoutStacks_areRefusedAndWriteNothing() {
        add("a", 0, 10);
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> CollapsedStacks.export(builder.build(), dir.resolve("out"), StackMetric.SELF_CPU_TIME))
                .withMessageContainingAll("frames = CALLS", "withStack(true)", "SCOPES");
        assertThat(dir).isEmptyDirectory();
    }

    @Test
    void written_ofEventsWithoutStack_saysWhatIsMissing() throws IOException {
        add("a", 0, 10, MAIN);
        add("b", 20, 7);
        main.add(builder.nameId("short"), 50_000, 1_700);
        Written written = CollapsedStacks.export(builder.build(), dir.resolve("out"), StackMetric.SELF_CPU_TIME);
        assertThat(written).isEqualTo(new Written(1, 10, 8, 0, 0));
    }

    @Test
    void stack_ofLessThanAMicrosecond_isRoundedOffAfterAddingUp() throws IOException {
        for (int i = 0; i < 3; i++) {
            main.add(builder.nameId("often"), i * 1_000L, 600);
        }
        main.add(builder.nameId("once"), 9_000, 999);
        Written written = CollapsedStacks.export(
                builder.build(), dir.resolve("out"), StackMetric.SELF_CPU_TIME, StackFrames.SCOPES);
        assertThat(Files.readAllLines(dir.resolve("out"))).containsExactly("main;often 1");
        assertThat(written).isEqualTo(new Written(1, 1, 0, 1, 0));
    }

    @Test
    void deviceTime_standsInsideTheEventThatCausedIt() throws IOException {
        add("forward", 0, 10, MAIN);
        main.correlation(add("cudaLaunchKernel", 2, 3), 77);
        TrackBuilder stream = builder.stream(Device.cuda(0), 7);
        stream.correlation(stream.add(builder.nameId("gemm", EventKind.KERNEL, ""), 5_000, 40_000), 77);
        stream.correlation(stream.add(builder.nameId("lost", EventKind.MEMORY_COPY, ""), 60_000, 2_000), 78);
        assertThat(lines(StackMetric.SELF_DEVICE_TIME, StackFrames.CALLS))
                .containsExactly("org/acme/Train.main;forward;cudaLaunchKernel;gemm 40");
        assertThat(lines(StackMetric.SELF_DEVICE_TIME, StackFrames.SCOPES))
                .containsExactlyInAnyOrder("main;forward;cudaLaunchKernel;gemm 40", "cuda:0_stream_7;lost 2");
    }

    @Test
    void unfinishedEvent_isLeftOutAndCounted() throws IOException {
        add("outer", 0, 90);
        main.unfinished(add("forgotten", 50, 950, MAIN));
        add("in outer", 60, 10);
        add("after", 110, 10);
        builder.memory(MemoryEvent.allocated(80_000, 1, 0xA, 7));

        Written written = CollapsedStacks.export(
                builder.build(), dir.resolve("out"), StackMetric.SELF_CPU_TIME, StackFrames.SCOPES);

        assertThat(written).isEqualTo(new Written(3, 100, 0, 0, 1));
        assertThat(Files.readAllLines(dir.resolve("out")))
                .containsExactlyInAnyOrder("main;outer 80", "main;outer;in_outer 10", "main;after 10");
        assertThat(lines(StackMetric.COUNT, StackFrames.SCOPES))
                .containsExactlyInAnyOrder("main;outer 1", "main;outer;in_outer 1", "main;after 1");
        assertThat(lines(StackMetric.ALLOCATED_BYTES, StackFrames.SCOPES)).containsExactly("main;outer 7");
    }

    @Test
    void allocations_areChargedToTheInnermostEvent() throws IOException {
        add("forward", 0, 10);
        add("aten::empty", 2, 3);
        builder.memory(MemoryEvent.allocated(3_000, 1, 0xA, 100));
        builder.memory(MemoryEvent.allocated(4_000, 1, 0xB, 20));
        builder.memory(MemoryEvent.freed(4_500, 1, 0xA, 100));
        builder.memory(MemoryEvent.allocated(7_000, 1, 0xC, 7));
        builder.memory(MemoryEvent.allocated(99_000, 1, 0xD, 5));
        builder.memory(MemoryEvent.allocated(99_000, 6, 0xE, 3));
        assertThat(lines(StackMetric.ALLOCATED_BYTES, StackFrames.SCOPES))
                .containsExactlyInAnyOrder("main;forward;aten::empty 120", "main;forward 7", "main 5", "thread_6 3");
    }

    @Test
    void allocation_outsideOfEvents_hasItsOwnCallStack() throws IOException {
        builder.memory(MemoryEvent.allocated(3_000, 1, 0xA, 100).withStack(builder.stackId(List.of(MAIN))));
        assertThat(lines(StackMetric.ALLOCATED_BYTES, StackFrames.CALLS)).containsExactly("org/acme/Train.main 100");
    }

    @Test
    void frames_withSeparatorsInThem_haveUnderscoresInstead() throws IOException {
        add("a b;c\td\ne\u0085f\u2028g\r", 0, 1);
        add("", 5, 1);
        assertThat(lines(StackMetric.COUNT, StackFrames.SCOPES))
                .containsExactlyInAnyOrder("main;a_b_c_d_e_f_g_ 1", "main;_ 1");
    }

    @Test
    void frames_ofHiddenClasses_haveNoAddress() throws IOException {
        add("a", 0, 1, new StackTraceElement("org.acme.Net$$Lambda/0x00007f1a2b3c", "run", null, -1));
        assertThat(lines(StackMetric.COUNT, StackFrames.CALLS)).containsExactly("org/acme/Net$$Lambda.run;a 1");
    }

    @ParameterizedTest
    @EnumSource
    void everyValue_ofARandomTrace_isWrittenRoundedOffOrWithoutStack(StackMetric metric) throws IOException {
        for (long seed = 0; seed < 25; seed++) {
            Trace trace = RandomTrace.operations(seed);
            for (StackFrames frames : StackFrames.values()) {
                if (frames == StackFrames.CALLS && !metric.isOfSamples() && trace.stackCount() == 0) {
                    continue;
                }
                Path file = dir.resolve("random");
                Written written = CollapsedStacks.export(trace, file, metric, frames);
                Map<String, Long> read = read(file);
                assertThat(read).hasSizeLessThanOrEqualTo(written.stacks());
                assertThat(read.values().stream().mapToLong(Long::longValue).sum())
                        .isEqualTo(written.total());
                assertThat(written.total() + written.withoutStack() + written.roundedOff())
                        .as("seed %d", seed)
                        .isBetween(
                                total(trace, metric) / metric.divisor() - 1, total(trace, metric) / metric.divisor());
            }
        }
    }

    /** The paths of names found by going up from each event on its own. */
    @Test
    void counts_ofScopesOfRandomTraces_areThoseCountedOneByOne() throws IOException {
        for (long seed = 0; seed < 25; seed++) {
            Trace trace = RandomTrace.operations(seed);
            Map<String, Long> expected = new HashMap<>();
            for (Track track : trace.tracks()) {
                for (int i = 0; track.isThread() && i < track.size(); i++) {
                    if (track.isUnfinished(i) || isOnNoStack(trace, track, i)) {
                        continue;
                    }
                    List<String> names = new ArrayList<>();
                    for (int at = i; at >= 0; at = around(track, at)) {
                        names.add(0, track.eventName(at));
                    }
                    names.add(0, track.name());
                    expected.merge(line(names), 1L, Long::sum);
                }
            }
            CollapsedStacks.export(trace, dir.resolve("random"), StackMetric.COUNT, StackFrames.SCOPES);
            assertThat(read(dir.resolve("random"))).as("seed %d", seed).isEqualTo(expected);
        }
    }

    /** Markers, tasks and frames. */
    private static boolean isOnNoStack(Trace trace, Track track, int event) {
        return trace.kind(track.nameId(event)).isAsync();
    }

    /** The last finished event before one that contains it; -1 if there is none. */
    static int around(Track track, int event) {
        long start = track.startNanos(event);
        long end = start + track.durationNanos(event);
        for (int i = event - 1; i >= 0 && !track.isAsync(event); i--) {
            long endOfOther = track.startNanos(i) + track.durationNanos(i);
            if (!track.isAsync(i) && !track.isUnfinished(i) && endOfOther > start && endOfOther >= end) {
                return i;
            }
        }
        return -1;
    }

    private static String line(List<String> names) {
        return names.stream()
                .map(name -> name.replaceAll("[\\s;\\p{Cntrl}\u0085\u2028]", "_")
                        .replaceAll("[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]", "\ufffd"))
                .map(name -> name.isEmpty() ? "_" : name)
                .reduce((a, b) -> a + ";" + b)
                .orElseThrow();
    }

    /** As speedscope reads it, equal lines added up. */
    private static Map<String, Long> read(Path file) throws IOException {
        Map<String, Long> values = new HashMap<>();
        for (String line : Files.readAllLines(file)) {
            assertThat(line).matches("[^\\s]+ [1-9]\\d*");
            int space = line.lastIndexOf(' ');
            values.merge(line.substring(0, space), Long.parseLong(line.substring(space + 1)), Long::sum);
        }
        return values;
    }

    private static long total(Trace trace, SampleKind kind) {
        return IntStream.range(0, trace.samples().size())
                .filter(i -> trace.samples().kind(i) == kind)
                .mapToLong(trace.samples()::weight)
                .sum();
    }

    private static long total(Trace trace, StackMetric metric) {
        return switch (metric) {
            case SELF_CPU_TIME ->
                trace.tracks().stream()
                        .filter(Track::isThread)
                        .mapToLong(track -> IntStream.range(0, track.size())
                                .mapToLong(i -> SelfTimes.of(track)[i])
                                .sum())
                        .sum();
            case COUNT ->
                trace.tracks().stream()
                        .filter(Track::isThread)
                        .mapToLong(track -> IntStream.range(0, track.size())
                                .filter(i -> !track.isUnfinished(i) && !isOnNoStack(trace, track, i))
                                .count())
                        .sum();
            case SELF_DEVICE_TIME ->
                trace.tracks().stream()
                        .filter(track -> track.device().isPresent())
                        .mapToLong(track -> IntStream.range(0, track.size())
                                .filter(i -> trace.kind(track.nameId(i)) == EventKind.KERNEL && !track.isUnfinished(i))
                                .mapToLong(track::durationNanos)
                                .sum())
                        .sum();
            case ALLOCATED_BYTES ->
                IntStream.range(0, trace.memory().size())
                        .filter(i -> trace.memory().action(i) == MemoryAction.ALLOCATE)
                        .mapToLong(trace.memory()::bytes)
                        .sum();
            case SAMPLED_TIME -> total(trace, SampleKind.JAVA) + total(trace, SampleKind.NATIVE);
            case SAMPLED_CPU_TIME -> total(trace, SampleKind.CPU_TIME);
            case SAMPLED_ALLOCATED_BYTES -> total(trace, SampleKind.ALLOCATION);
        };
    }
}
