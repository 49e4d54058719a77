package io.stepprofiler.analysis.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.flame.SparseSums;
import io.stepprofiler.analysis.steps.WindowWalk;
import io.stepprofiler.averages.GroupKey;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import io.stepprofiler.traced.RandomWindow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OperatorTableTest {
    private static final int ALL = 1 << 20;
    private static final int SEEDS = 300;

    private final TraceBuilder builder = new TraceBuilder();
    private final TrackBuilder main = builder.thread(1, "main");

    private int add(String name, long start, long duration) {
        return main.add(builder.nameId(name), start, duration);
    }

    private int module(String name, long start, long duration) {
        return main.add(builder.nameId(name, EventKind.MODULE, "Dense"), start, duration);
    }

    private OperatorTable table() {
        return OperatorTable.of(new WindowWalk(builder.build()), ALL);
    }

    private static int row(OperatorTable table, String name) {
        return IntStream.range(0, table.keys().size())
                .filter(each -> table.keys().get(each).name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<Long> byStep(OperatorTable table, SparseSums sums, String name) {
        long[] values = new long[table.steps().size() + 1];
        int row = row(table, name);
        for (int i = 0; i < sums.size(row); i++) {
            values[sums.column(row, i)] = sums.sum(row, i);
        }
        return Arrays.stream(values).boxed().toList();
    }

    /** Calls, self time and total time by name. */
    private static Map<String, List<Long>> figures(OperatorTable table) {
        Map<String, List<Long>> figures = new TreeMap<>();
        for (int row = 0; row < table.keys().size(); row++) {
            figures.merge(
                    table.keys().get(row).name(),
                    List.of(
                            table.calls().sum(row),
                            table.selfNanos().sum(row),
                            table.totalNanos().sum(row)),
                    (one, other) -> IntStream.range(0, 3)
                            .mapToObj(i -> one.get(i) + other.get(i))
                            .toList());
        }
        return figures;
    }

    @Test
    void rows_ofRandomWindows_addUpToKeyAverages() {
        for (int seed = 0; seed < SEEDS; seed++) {
            // Key averages take the beginning of a step for that of another event.
            Trace trace = RandomWindow.withoutSteps(seed);
            Map<String, List<Long>> expected = new TreeMap<>();
            KeyAverages.of(trace).rows().stream()
                    .filter(row ->
                            row.key().row() == GroupKey.Row.EVENTS && row.key().kind() != EventKind.WAIT)
                    .forEach(row -> expected.put(row.name(), List.of(row.count(), row.selfNanos(), row.totalNanos())));
            assertThat(figures(OperatorTable.of(new WindowWalk(trace), ALL)))
                    .as("seed %s", seed)
                    .isEqualTo(expected);
        }
    }

    @Test
    void rows_ofRandomWindows_addUpToTheSameWithAndWithoutSteps_andWhenTheyAreFew() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Map<String, List<Long>> expected =
                    figures(OperatorTable.of(new WindowWalk(RandomWindow.withoutSteps(seed)), ALL));
            assertThat(figures(OperatorTable.of(new WindowWalk(RandomWindow.of(seed)), ALL)))
                    .as("seed %s", seed)
                    .isEqualTo(expected);
            OperatorTable few = OperatorTable.of(new WindowWalk(RandomWindow.of(seed)), 3);
            assertThat(sums(figures(few))).as("seed %s", seed).isEqualTo(sums(expected));
            for (int row = 0; row < few.keys().size(); row++) {
                assertThat(few.durations().sum(row)).isEqualTo(few.calls().sum(row));
            }
        }
    }

    private static List<Long> sums(Map<String, List<Long>> rows) {
        return IntStream.range(0, 3)
                .mapToObj(
                        i -> rows.values().stream().mapToLong(row -> row.get(i)).sum())
                .toList();
    }

    @Test
    void times_ofAnEventInTwoSteps_areSplit_andItsCallIsOfTheFirst() {
        builder.step(new StepMark(0, 0, 10, 1, false)).step(new StepMark(1, 10, 10, 1, false));
        add("forward", 6, 10);
        add("conv", 8, 4);
        assertThat(byStep(table(), table().totalNanos(), "forward")).containsExactly(0L, 4L, 6L);
        assertThat(byStep(table(), table().selfNanos(), "forward")).containsExactly(0L, 2L, 4L);
        assertThat(byStep(table(), table().calls(), "forward")).containsExactly(0L, 1L, 0L);
    }

    @Test
    void module_isTheInnermostAround_andForBackwardThatOfTheForwardOperation() {
        module("net", 0, 20);
        module("net.dense", 2, 10);
        main.sequence(add("linear", 3, 5), 7, -1);
        TrackBuilder autograd = builder.thread(2, "autograd");
        autograd.sequence(autograd.add(builder.nameId("LinearBackward"), 30, 5), 7, 1);
        autograd.add(builder.nameId("mm"), 31, 2);
        autograd.add(builder.nameId("add"), 40, 2);
        OperatorTable table = table();
        Map<String, String> modules = new TreeMap<>();
        table.keys().forEach(key -> modules.put(key.name(), key.module()));
        assertThat(modules)
                .isEqualTo(Map.of(
                        "net", "",
                        "net.dense", "net",
                        "linear", "net.dense",
                        "LinearBackward", "net.dense",
                        "mm", "net.dense",
                        "add", ""));
    }

    @Test
    void rows_ofOneName_areApartByShape_withFlopsOfACall() {
        OpSignature small = OpSignature.of(
                Operand.tensor(ElementType.FLOAT, Dims.of(2, 3)), Operand.tensor(ElementType.FLOAT, Dims.of(3, 4)));
        OpSignature large = OpSignature.of(
                Operand.tensor(ElementType.FLOAT, Dims.of(4, 3)), Operand.tensor(ElementType.FLOAT, Dims.of(3, 4)));
        main.signature(add("aten::mm", 0, 1), builder.signatureId(small));
        main.signature(add("aten::mm", 2, 1), builder.signatureId(large));
        main.signature(add("aten::mm", 4, 1), builder.signatureId(small));
        OperatorTable table = table();
        List<List<Object>> rows = new ArrayList<>();
        for (int row = 0; row < table.keys().size(); row++) {
            rows.add(List.of(
                    table.keys().get(row).shapes(),
                    table.keys().get(row).flops(),
                    table.calls().sum(row)));
        }
        assertThat(rows).containsExactly(List.of("[[2, 3], [3, 4]]", 48L, 2L), List.of("[[4, 3], [3, 4]]", 96L, 1L));
    }

    @Test
    void rows_thatAreTooMany_areTogetherByName_andAreCounted() {
        for (int i = 1; i <= 5; i++) {
            OpSignature signature = OpSignature.of(Operand.tensor(ElementType.FLOAT, Dims.of(i)));
            main.signature(add("aten::relu", i * 10L, i), builder.signatureId(signature));
        }
        OperatorTable table = OperatorTable.of(new WindowWalk(builder.build()), 2);
        assertThat(table.leftOut()).isEqualTo(3);
        assertThat(table.keys().stream().map(OperatorKey::shapes))
                .containsExactly("[[5]]", "[[4]]", OperatorTable.LEFT_OUT);
        assertThat(table.selfNanos().sum(2)).isEqualTo(1 + 2 + 3);
    }
}
