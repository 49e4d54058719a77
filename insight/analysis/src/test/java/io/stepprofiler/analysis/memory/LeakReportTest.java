package io.stepprofiler.analysis.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import io.stepprofiler.analysis.memory.LeakReport.RetainedMemory;
import io.stepprofiler.analysis.memory.LeakReport.Retention;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import io.stepprofiler.traced.LinearTraining;
import io.stepprofiler.traced.TracedProgram;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeakReportTest {
    private final TracedProgram program = new TracedProgram();

    @Test
    void retained_growingOnceAndRecent_ranksWhatGrowsFirst() {
        for (int step = 0; step < 5; step++) {
            int number = step;
            program.scope("forward", () -> {
                program.scope("intermediate", () -> program.allocate(8));
                if (number == 1) {
                    program.scope("cache", () -> program.allocate(1_000_000));
                }
                if (number == 4) {
                    program.scope("output", () -> program.allocate(500));
                }
                program.free(program.allocate(64));
            });
            program.step();
        }

        LeakReport report = LeakReport.of(program.trace());

        assertThat(report.stepsOver()).isEqualTo(4);
        assertThat(report.bytes()).isEqualTo(1_000_540);
        assertThat(report.retained())
                .extracting(
                        RetainedMemory::path,
                        RetainedMemory::retention,
                        RetainedMemory::bytes,
                        RetainedMemory::count,
                        RetainedMemory::firstStep,
                        RetainedMemory::lastStep,
                        RetainedMemory::stepsGrown,
                        RetainedMemory::bytesPerStep)
                .containsExactly(
                        tuple("forward › intermediate", Retention.GROWS, 40L, 5L, 0L, 4L, 4, 8.0),
                        tuple("forward › cache", Retention.STAYS, 1_000_000L, 1L, 1L, 1L, 1, 250_000.0),
                        tuple("forward › output", Retention.RECENT, 500L, 1L, 4L, 4L, 0, 0.0));
    }

    @Test
    void retained_heldUntilTheNextStep_isNoLeak() {
        long held = program.allocate(100);
        for (int step = 0; step < 5; step++) {
            long next = program.allocate(100);
            program.free(held);
            held = next;
            program.step();
        }

        assertThat(LeakReport.of(program.trace()).retained())
                .singleElement()
                .extracting(RetainedMemory::retention)
                .isEqualTo(Retention.RECENT);
    }

    @Test
    void retained_twoStepsOnly_doesNotCallAnythingGrowing() {
        for (int step = 0; step < 2; step++) {
            program.allocate(8);
            program.step();
        }

        assertThat(LeakReport.of(program.trace()).retained())
                .extracting(RetainedMemory::retention)
                .containsExactly(Retention.STAYS);
    }

    @Test
    void retained_differentStacks_areDifferentPlaces() {
        for (int line = 1; line <= 2; line++) {
            int stack = program.builder.stackId(List.of(new StackTraceElement("Net", "forward", "Net.java", line)));
            program.builder.memory(MemoryEvent.allocated(program.tick(), TracedProgram.THREAD, line * 64L, line)
                    .withStack(stack));
        }

        assertThat(LeakReport.of(program.trace()).retained())
                .extracting(RetainedMemory::stackTop)
                .containsExactly("Net.forward(Net.java:2)", "Net.forward(Net.java:1)");
    }

    @Test
    void retained_eventWithoutStack_hasThatOfTheInnermostScopeThatHasOne() {
        TraceBuilder builder = new TraceBuilder().options(RecordingOptions.ALL);
        int stack = builder.stackId(List.of(new StackTraceElement("Loop", "main", "Loop.java", 3)));
        TrackBuilder track = builder.thread(1, "main");
        track.stack(track.add(builder.nameId("outer"), 0, 100), stack);
        track.add(builder.nameId("inner"), 10, 50);
        builder.memory(MemoryEvent.allocated(20, 1, 64, 8));

        assertThat(LeakReport.of(builder.build()).retained())
                .extracting(RetainedMemory::path, RetainedMemory::stackTop)
                .containsExactly(tuple("outer › inner", "Loop.main(Loop.java:3)"));
    }

    @Test
    void retained_randomTraces_addUpToWhatHasNoCounterpart() {
        for (long seed = 0; seed < 200; seed++) {
            Trace trace = RandomMemory.of(seed);
            long expected = 0;
            for (int e = 0; e < trace.memory().size(); e++) {
                boolean stays = trace.memory().action(e) == MemoryAction.ALLOCATE
                        && trace.memory().counterpart(e) < 0;
                expected += stays ? Math.max(trace.memory().bytes(e), 0) : 0;
            }
            assertThat(LeakReport.of(trace).bytes()).as("seed %d", seed).isEqualTo(expected);
        }
    }

    @Test
    void table_limited_hasTheWorstRowsAndSaysHowManyAreLeftOut() {
        program.scope("small", () -> program.allocate(8));
        program.scope("large", () -> program.allocate(2048));

        assertThat(LeakReport.of(program.trace()).table(1))
                .startsWith("2.01 KiB allocated in the window and alive at its end, in 2 places")
                .contains("Bytes/step", "stays", "2.00 KiB", "large", "1 more")
                .doesNotContain("small");
    }

    @Test
    void table_limitBelowAll_isRefused() {
        LeakReport report = LeakReport.of(LinearTraining.of(1));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> report.table(-2))
                .withMessage("limit = -2 is not allowed: must be -1 (all) or more");
    }

    @Test
    void of_withoutProfileMemory_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LeakReport.of(new TraceBuilder().build()))
                .withMessageStartingWith("profileMemory required for memory profiling.");
    }
}
