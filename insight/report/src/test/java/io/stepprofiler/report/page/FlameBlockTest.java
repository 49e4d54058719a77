package io.stepprofiler.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.flame.FlameLimits;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.event.StackSample;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FlameBlockTest {
    private static final long CPU = 1;
    private static final long LEFT_OUT = 11;

    private final TraceBuilder builder = new TraceBuilder();
    private final TrackBuilder main = builder.thread(1, "main");

    private void add(String name, long start, long duration) {
        main.add(builder.nameId(name), start, duration);
    }

    private BlockReader block(FlameBlock block) throws IOException {
        return new BlockReader(PageTraces.written(block, builder.build()));
    }

    /** Of each source how many stacks were left out, and the weights by step of each stack. */
    private static Map<Long, Map<String, Map<Long, Long>>> read(BlockReader block, Map<Long, Long> leftOut) {
        assertThat(block.number()).as("version").isEqualTo(1);
        block.steps();
        List<String> texts = block.texts();
        int frameCount = (int) block.number();
        List<String> names = new ArrayList<>();
        long text = 0;
        for (long gap : block.numbers(frameCount)) {
            text += gap;
            names.add(texts.get((int) text));
        }
        List<Long> kinds = block.numbers(frameCount);
        Map<Long, Map<String, Map<Long, Long>>> graphs = new TreeMap<>();
        for (long left = block.number(); left > 0; left--) {
            long source = block.number();
            int size = (int) block.number();
            leftOut.put(source, block.number());
            List<Integer> parents = new ArrayList<>(List.of(0));
            for (int node = 1; node < size; node++) {
                int parent = node - 1;
                for (long up = block.number(); up > 0; up--) {
                    parent = parents.get(parent);
                }
                parents.add(parent);
            }
            List<String> paths = new ArrayList<>(List.of(""));
            List<Long> frames = block.numbers(size - 1L);
            for (int node = 1; node < size; node++) {
                int frame = frames.get(node - 1).intValue();
                paths.add(paths.get(parents.get(node)) + ";"
                        + (kinds.get(frame) == LEFT_OUT ? "*" : "")
                        + names.get(frame));
            }
            Map<String, Map<Long, Long>> weights = new TreeMap<>();
            List<Map<Long, Long>> sums = block.sums(size);
            for (int node = 0; node < size; node++) {
                if (!sums.get(node).isEmpty()) {
                    weights.put(paths.get(node), sums.get(node));
                }
            }
            graphs.put(source, weights);
        }
        assertThat(block.isAtEnd()).isTrue();
        return graphs;
    }

    @Test
    void block_ofScopesInSteps_hasTheTimeOfEachStackByStep() throws IOException {
        builder.step(new StepMark(7, 0, 100, 1, false)).step(new StepMark(8, 100, 50, 1, false));
        add("forward", 10, 40);
        add("forward\ud83d\ude00", 20, 10);
        add("forward\ud83d\ude01", 110, 10);
        BlockReader block = block(new FlameBlock());
        assertThat(read(block, new TreeMap<>()))
                .isEqualTo(Map.of(
                        0L,
                        Map.of(
                                ";main", Map.of(1L, 60L, 2L, 40L),
                                ";main;forward", Map.of(1L, 30L),
                                ";main;forward;forward\ud83d\ude00", Map.of(1L, 10L),
                                ";main;forward\ud83d\ude01", Map.of(2L, 10L))));
    }

    @Test
    void block_ofSteps_hasTheirNumbersAndDurations() throws IOException {
        builder.step(new StepMark(7, 0, 100, 1, false)).step(new StepMark(9, 100, 50, 1, false));
        add("forward", 0, 10);
        BlockReader block = block(new FlameBlock());
        block.number();
        assertThat(block.steps()).containsExactly(List.of(7L, 9L), List.of(100L, 50L));
    }

    @Test
    void block_ofSamples_hasTheirCallsInsideScopes() throws IOException {
        add("forward", 0, 100);
        int stack = builder.stackId(List.of(
                new StackTraceElement("java.util.List", "of", "List.java", 1),
                new StackTraceElement("org.acme.Net", "fit", "Net.java", 9)));
        builder.stackSample(new StackSample(50, 1, SampleKind.CPU_TIME, stack, 20));
        assertThat(read(block(new FlameBlock()), new TreeMap<>()).get(CPU))
                .isEqualTo(Map.of(";main;forward;org.acme.Net.fit;java.util.List.of", Map.of(0L, 20L)));
    }

    @Test
    void block_ofTooManyStacks_tellsHowManyItLeftOut_andKeepsTheirTime() throws IOException {
        for (int i = 1; i <= 9; i++) {
            add("op" + i, i * 100L, i);
        }
        Map<Long, Long> leftOut = new TreeMap<>();
        Map<String, Map<Long, Long>> scopes =
                read(block(new FlameBlock(new FlameLimits(3, 1_000))), leftOut).get(0L);
        assertThat(leftOut).containsEntry(0L, 7L);
        assertThat(scopes)
                .isEqualTo(Map.of(
                        ";main;op9", Map.of(0L, 9L),
                        ";main;op8", Map.of(0L, 8L),
                        ";main;*(smaller)", Map.of(0L, 28L)));
    }

    @Test
    void block_ofATraceWithoutStacks_isEmpty() throws IOException {
        builder.lane("GC").add(builder.nameId("GC Pause", EventKind.VIRTUAL_MACHINE, ""), 0, 10);
        assertThat(block(new FlameBlock()).isAtEnd()).isTrue();
    }
}
