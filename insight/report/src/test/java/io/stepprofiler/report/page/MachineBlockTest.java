package io.stepprofiler.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class MachineBlockTest {
    private static String row(JsonNode block, String table, int row, int... names) {
        StringBuilder text = new StringBuilder();
        JsonNode columns = block.at("/" + table + "/" + row);
        for (int i = 0; i < columns.size(); i++) {
            int column = i;
            boolean isName = java.util.Arrays.stream(names).anyMatch(name -> name == column);
            text.append(
                            isName
                                    ? block.at("/names/" + columns.get(i).asInt())
                                            .asText()
                                    : columns.get(i).asText())
                    .append(' ');
        }
        return text.toString().strip();
    }

    private static TraceBuilder steps(int count) {
        TraceBuilder builder =
                new TraceBuilder().window(new ClockAnchor(500, 500), new ClockAnchor(500 + 100L * count, 1000));
        for (int i = 0; i < count; i++) {
            builder.step(new StepMark(i, 500 + 100L * i, 100, 1, false));
        }
        return builder;
    }

    @Test
    void block_ofAWindow_hasTimesFromItsStart() throws IOException {
        TraceBuilder builder = steps(2);
        int stack = builder.stackId(List.of(new StackTraceElement("Net", "fit", "Net.java", 7)));
        TrackBuilder main = builder.thread(1, "main");
        main.stack(main.add(builder.nameId("Monitor enter (Queue)", EventKind.WAIT, ""), 610, 20), stack);
        TrackBuilder collections = builder.lane("GC");
        collections.add(builder.nameId("G1New (why)", EventKind.VIRTUAL_MACHINE, ""), 620, 40);
        collections.add(builder.nameId("GC Pause", EventKind.VIRTUAL_MACHINE, ""), 630, 10);
        TrackBuilder compiler = builder.lane("Compiler");
        int compilation = compiler.add(builder.nameId("C2 compilation", EventKind.VIRTUAL_MACHINE, ""), 505, 9);
        compiler.argument(compilation, builder.nameId("method"), "Net.fit");
        compiler.argument(compilation, builder.nameId("level"), 4);

        JsonNode block = new ObjectMapper().readTree(PageTraces.written(new MachineBlock(), builder.build()));

        assertThat(row(block, "collections", 0, 0, 1)).isEqualTo("G1New why 1 120 40 10");
        assertThat(row(block, "waits", 0, 0, 1)).isEqualTo("Monitor enter (Queue) LOCK 1 110 20 0");
        assertThat(block.at("/stacks/0/0").asText()).isEqualTo("Net.fit(Net.java:7)");
        assertThat(row(block, "compilations", 0, 0, 2)).isEqualTo("C2 4 Net.fit 5 9");
        assertThat(block.get("machine")).extracting(each -> each.get(1).asInt()).contains(1);
    }

    @Test
    void block_ofCompilations_leavesOutTheProfilersOwn() throws IOException {
        TraceBuilder builder = steps(1);
        TrackBuilder compiler = builder.lane("Compiler");
        for (String method : List.of(
                "jdk.jfr.internal.Control.setDefault",
                "jdk.internal.org.objectweb.asm.Frame.merge",
                "io.stepprofiler.Scope.open",
                "io.stepprofiler.examples.Lesson.main",
                "Net.fit")) {
            int compilation = compiler.add(builder.nameId("C2 compilation", EventKind.VIRTUAL_MACHINE, ""), 505, 9);
            compiler.argument(compilation, builder.nameId("method"), method);
        }
        JsonNode block = new ObjectMapper().readTree(PageTraces.written(new MachineBlock(), builder.build()));
        assertThat(block.get("compilations"))
                .extracting(each -> block.get("names").get(each.get(2).asInt()).asText())
                .containsExactly("io.stepprofiler.examples.Lesson.main", "Net.fit");
    }

    @Test
    void block_ofMoreWaitsThanItHolds_keepsTheLongestAndCountsTheOthers() throws IOException {
        int waits = 10_003;
        TraceBuilder builder = new TraceBuilder().step(new StepMark(0, 0, 100L * waits, 1, false));
        TrackBuilder main = builder.thread(1, "main");
        int name = builder.nameId("Sleep", EventKind.WAIT, "");
        for (int i = 0; i < waits; i++) {
            main.add(name, 100L * i, i < 3 ? 5 : 50);
        }

        JsonNode block = new ObjectMapper().readTree(PageTraces.written(new MachineBlock(), builder.build()));

        assertThat(block.get("waits"))
                .hasSize(10_000)
                .allMatch(wait -> wait.get(4).asInt() == 50);
        assertThat(block.get("waitsLeftOut").asInt()).isEqualTo(3);
    }

    @Test
    void block_ofATraceWithoutTheFlightRecorder_isNotThere() throws IOException {
        TraceBuilder builder = steps(2);
        builder.thread(1, "main").add(builder.nameId("forward"), 500, 50);
        assertThat(PageTraces.written(new MachineBlock(), builder.build())).isEmpty();
    }
}
