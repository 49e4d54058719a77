package io.stepprofiler.handlers.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepVerdictTest {
    private static final long MS = 1_000_000;

    private final TraceBuilder trace = new TraceBuilder();
    private final TrackBuilder thread = trace.thread(1, "main");
    private long now;

    /** A step with a forward pass of so many milliseconds, after a sleep of so many and before nothing for so many. */
    private void step(long number, long asleep, long forward, long nothing, StackTraceElement... stack) {
        long start = now;
        int loading = thread.add(trace.nameId("load"), now, asleep * MS);
        thread.stack(loading, trace.stackId(List.of()));
        int sleep = thread.add(trace.nameId("Sleep", EventKind.WAIT, ""), now, asleep * MS);
        thread.stack(sleep, trace.stackId(List.of(stack)));
        now += asleep * MS;
        thread.add(trace.nameId("forward"), now, forward * MS);
        thread.add(trace.nameId("conv"), now + MS, (forward - 2) * MS);
        now += (forward + nothing) * MS;
        trace.step(new StepMark(number, start, now - start, 1, false));
    }

    private static StackTraceElement frame(String type, String method) {
        return new StackTraceElement(type, method, null, 1);
    }

    private String verdict() {
        return StepVerdict.of(trace.build());
    }

    @Test
    void slowStep_thatSleeps_saysWhereTheProgramDoes() {
        step(12, 1, 6, 0, frame("java.lang.Thread", "sleep"), frame("com.acme.OwnLoop", "loadBatch"));
        step(13, 100, 6, 0, frame("java.lang.Thread", "sleep"), frame("com.acme.OwnLoop", "loadBatch"));
        step(14, 1, 6, 0, frame("java.lang.Thread", "sleep"), frame("com.acme.OwnLoop", "loadBatch"));
        assertThat(verdict())
                .isEqualTo(
                        "longest 106 ms (step 13), median 7.00 ms; 100 ms asleep in OwnLoop.loadBatch, usually 1.00 ms");
    }

    /** They say nothing of what the thread did meanwhile. */
    @Test
    void slowStep_duringTasksFramesAndMarkers_isNotExplainedByThem() {
        step(0, 1, 6, 0);
        step(1, 1, 6, 0);
        thread.add(trace.nameId("task", EventKind.TASK, "io"), now, 100 * MS);
        thread.add(trace.nameId("frame", EventKind.FRAME, ""), now + MS, 90 * MS);
        thread.add(trace.nameId("marker", EventKind.MARKER, ""), now + 2 * MS, 0);
        step(2, 50, 6, 0);
        assertThat(verdict()).endsWith("; 50.0 ms asleep in load, usually 1.00 ms");
    }

    @Test
    void slowStep_withALongScope_namesTheInnermost() {
        step(0, 1, 6, 0);
        step(1, 1, 66, 0);
        step(2, 1, 6, 0);
        assertThat(verdict()).isEqualTo("longest 67.0 ms (step 1), median 7.00 ms; 64.0 ms in conv, usually 4.00 ms");
    }

    @Test
    void slowStep_afterAScopeWithoutEnd_isNotExplainedByIt() {
        step(0, 1, 6, 0);
        thread.unfinished(thread.add(trace.nameId("forgotten"), now, 200 * MS));
        step(1, 1, 6, 0);
        step(2, 1, 6, 90);
        assertThat(verdict()).endsWith("; 90.0 ms outside of any scope");
    }

    @Test
    void steps_thatTakeTheSame_haveNoCause() {
        step(0, 1, 6, 0);
        step(1, 1, 6, 1);
        step(2, 1, 6, 0);
        assertThat(verdict()).isEqualTo("longest 8.00 ms (step 1), median 7.00 ms");
    }

    @Test
    void steps_tooFewToCompare_haveNoVerdict() {
        step(0, 1, 6, 0);
        step(1, 100, 6, 0);
        assertThat(verdict()).isEmpty();
    }
}
