package io.stepprofiler.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OperatorBlockTest {
    private final TraceBuilder builder = new TraceBuilder();
    private final TrackBuilder main = builder.thread(1, "main");

    private BlockReader block(int maxRows, int maxDurations) throws IOException {
        return new BlockReader(PageTraces.written(new OperatorBlock(maxRows, maxDurations), builder.build()));
    }

    private static List<String> texts(List<Long> numbers, List<String> texts) {
        return numbers.stream().map(number -> texts.get(number.intValue())).toList();
    }

    private void addOperators() {
        builder.step(new StepMark(3, 0, 100, 1, false)).step(new StepMark(4, 100, 100, 1, false));
        OpSignature signature = OpSignature.of(
                Operand.tensor(ElementType.FLOAT, Dims.of(2, 3)), Operand.tensor(ElementType.FLOAT, Dims.of(3, 4)));
        int module = main.add(builder.nameId("net", EventKind.MODULE, "Dense"), 0, 60);
        int mm = main.add(builder.nameId("aten::mm"), 10, 20);
        main.signature(mm, builder.signatureId(signature));
        main.stack(module, builder.stackId(List.of(new StackTraceElement("org.acme.Net", "fit", "Net.java", 9))));
        main.add(builder.nameId("aten::relu"), 90, 30);
    }

    @Test
    void block_ofOperators_hasTheirFiguresByStep() throws IOException {
        addOperators();
        BlockReader block = block(100, 1_000);
        assertThat(block.number()).as("version").isEqualTo(1);
        assertThat(block.steps()).containsExactly(List.of(3L, 4L), List.of(100L, 100L));
        List<String> texts = block.texts();
        assertThat(block.number()).as("call stacks").isEqualTo(1);
        assertThat(texts(block.numbers(block.number()), texts)).containsExactly("org.acme.Net.fit(Net.java:9)");
        assertThat(block.number()).as("rows").isEqualTo(3);
        assertThat(block.number()).as("left out").isZero();
        assertThat(texts(block.numbers(3), texts)).containsExactly("net", "aten::mm", "aten::relu");
        assertThat(texts(block.numbers(3), texts)).containsExactly("MODULE", "SCOPE", "SCOPE");
        assertThat(texts(block.numbers(3), texts)).containsExactly("", "[[2, 3], [3, 4]]", "");
        assertThat(texts(block.numbers(3), texts)).containsExactly("", "net", "");
        assertThat(block.numbers(3)).as("call stacks").containsExactly(1L, 0L, 0L);
        assertThat(block.numbers(3)).as("floating point operations").containsExactly(0L, 49L, 0L);
        assertThat(block.numbers(3)).as("on device").containsOnly(0L);
        assertThat(block.sums(3)).as("calls").containsExactly(Map.of(1L, 1L), Map.of(1L, 1L), Map.of(1L, 1L));
        assertThat(block.sums(3))
                .as("self times")
                .containsExactly(Map.of(1L, 40L), Map.of(1L, 20L), Map.of(1L, 10L, 2L, 20L));
        assertThat(block.sums(3))
                .as("total times")
                .containsExactly(Map.of(1L, 60L), Map.of(1L, 20L), Map.of(1L, 10L, 2L, 20L));
        assertThat(block.number()).as("by step").isEqualTo(1);
        assertThat(block.sums(3))
                .as("durations")
                .containsExactly(Map.of(2048L + 60, 1L), Map.of(2048L + 20, 1L), Map.of(2048L + 30, 1L));
        assertThat(block.isAtEnd()).isTrue();
    }

    @Test
    void block_ofTooManyDurations_hasThemOfAllStepsTogether() throws IOException {
        addOperators();
        BlockReader block = block(100, 2);
        block.number();
        block.steps();
        block.texts();
        block.number();
        block.numbers(block.number());
        block.numbers(2 + 7 * 3);
        for (int i = 0; i < 3; i++) {
            block.sums(3);
        }
        assertThat(block.number()).as("by step").isZero();
        List<Map<Long, Long>> durations = new ArrayList<>(block.sums(3));
        assertThat(durations).containsExactly(Map.of(60L, 1L), Map.of(20L, 1L), Map.of(30L, 1L));
    }

    @Test
    void block_ofATraceWithoutOperators_isEmpty() throws IOException {
        main.add(builder.nameId("Sleep", EventKind.WAIT, ""), 0, 10);
        assertThat(block(100, 1_000).isAtEnd()).isTrue();
    }
}
