package io.stepprofiler.handlers.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.averages.Grouping;
import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.averages.TableOptions;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableHandlerTest {
    private static final TableOptions ONE_ROW =
            TableOptions.DEFAULT.withRowLimit(1).withHeader("step times");

    private final Trace trace = trace();

    @Test
    void printing_eachTrace_givesItsTable() {
        List<String> tables = new ArrayList<>();
        TableHandler handler = TableHandler.to(tables::add);

        handler.onTraceReady(trace);
        handler.onTraceReady(trace);

        String table = KeyAverages.of(trace).table();
        assertThat(table).contains("forward").contains("backward");
        assertThat(tables).containsExactly(table, table);
    }

    @Test
    void onTraceReady_traceWithSteps_namesThemAboveTheTable() {
        List<String> tables = new ArrayList<>();
        TraceBuilder builder = new TraceBuilder();
        builder.thread(1, "main").add(builder.nameId("forward"), 5, 10);
        Trace steps = builder.step(new StepMark(7, 0, 20, 1, false))
                .step(new StepMark(8, 20, 20, 1, false))
                .partial(true)
                .build();

        TableHandler handler = TableHandler.to(tables::add);
        handler.onStart(RecordingOptions.NONE);
        handler.onTraceReady(steps);

        assertThat(tables).singleElement().asString().contains("\nSteps 7 to 8 (partial window)\n---");
    }

    @Test
    void onTraceReady_aStepThatGoesOn_isSaidApartFromTheWholeOnes() {
        List<String> tables = new ArrayList<>();
        TraceBuilder builder = new TraceBuilder();
        builder.thread(1, "main").add(builder.nameId("forward"), 5, 10);
        Trace steps = builder.step(new StepMark(7, 0, 20, 1, false))
                .step(new StepMark(8, 20, 20, 1, false))
                .step(new StepMark(9, 40, 5, 1, true))
                .build();

        TableHandler.to(tables::add).onTraceReady(steps);

        assertThat(tables).singleElement().asString().contains("\nSteps 7 to 8, and the beginning of step 9\n");
        assertThat(steps).asString().endsWith("2 steps and 1 unfinished]");
    }

    @Test
    void onTraceReady_aHistory_saysWhyItWasDelivered() {
        List<String> tables = new ArrayList<>();
        TraceBuilder builder = new TraceBuilder();
        builder.thread(1, "main").add(builder.nameId("forward"), 5, 10);
        builder.step(new StepMark(7, 0, 20, 1, false))
                .metadata("snapshot", new MetadataValue("step 7 took 3.5 times the median", false));
        TableHandler.to(tables::add).onTraceReady(builder.build());
        assertThat(tables).singleElement().asString().contains("\nStep 7: step 7 took 3.5 times the median\n---");
    }

    @Test
    void onTraceReady_reasonOfTheProgram_staysOnItsLine() {
        List<String> tables = new ArrayList<>();
        TraceBuilder builder = new TraceBuilder()
                .step(new StepMark(7, 0, 10, 1, false))
                .metadata("snapshot", new MetadataValue("why\nforged \u001b[2J", false));
        TableHandler.to(tables::add).onTraceReady(builder.build());
        assertThat(tables).singleElement().asString().contains("Step 7: why\\u000aforged \\u001b[2J\n");
    }

    @Test
    void grouping_byThread_givesTheTableOfThatGrouping() {
        List<String> tables = new ArrayList<>();
        Grouping byThread = Grouping.BY_NAME.byThread();

        TableHandler handler = TableHandler.to(tables::add).grouping(byThread);
        handler.onStart(RecordingOptions.NONE);
        handler.onTraceReady(trace);

        assertThat(tables).containsExactly(KeyAverages.of(trace, byThread).table());
        assertThat(tables.get(0)).contains("Thread").contains("main");
    }

    @Test
    void to_aStream_printsTheTable() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

        TableHandler.to(out).onTraceReady(trace);
        TableHandler.to(out).options(ONE_ROW).onTraceReady(trace);

        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .isEqualTo(KeyAverages.of(trace).table()
                        + System.lineSeparator()
                        + KeyAverages.of(trace).table(ONE_ROW)
                        + System.lineSeparator());
    }

    private static Trace trace() {
        TraceBuilder builder = new TraceBuilder();
        builder.thread(1, "main").add(builder.nameId("forward"), 0, 100);
        builder.thread(1, "main").add(builder.nameId("backward"), 200, 300);
        return builder.build();
    }
}
