package io.stepprofiler.analysis.diff;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.ledger.StepValue;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Windows of runs whose steps take what a test says, each half of it in either phase. */
final class SimulatedRuns {
    private static final long FIRST_PID = 1000;

    private String forward = "forward";
    private String backward = "backward";
    private int batch = 32;
    private int calls = 1;
    private int firstStep = 1;
    private long pid = FIRST_PID;

    SimulatedRuns() {}

    SimulatedRuns forward(String name) {
        forward = name;
        return this;
    }

    SimulatedRuns backward(String name) {
        backward = name;
        return this;
    }

    SimulatedRuns batch(int size) {
        batch = size;
        return this;
    }

    SimulatedRuns calls(int aStep) {
        calls = aStep;
        return this;
    }

    SimulatedRuns firstStep(int number) {
        firstStep = number;
        return this;
    }

    SimulatedRuns pid(long number) {
        pid = number;
        return this;
    }

    /** A window of one process after the other, all of whose steps take the same. */
    List<WindowReport> runs(double... stepMillis) {
        List<WindowReport> windows = new ArrayList<>();
        for (double millis : stepMillis) {
            long[] nanos = new long[20];
            Arrays.fill(nanos, (long) (millis * 1e6));
            windows.add(window(nanos));
            pid++;
        }
        return windows;
    }

    /** A window of the present process. */
    WindowReport window(long... stepNanos) {
        TraceBuilder builder = new TraceBuilder().process(new ProcessInfo(pid, "host"));
        TrackBuilder main = builder.thread(1, "main");
        long now = 0;
        for (int i = 0; i < stepNanos.length; i++) {
            builder.step(new StepMark(firstStep + i, now, stepNanos[i], 1, false));
            builder.counter(StepValue.BATCH_COUNTER, now, batch);
            long part = stepNanos[i] / 2 / calls;
            for (int j = 0; j < calls; j++) {
                main.add(builder.nameId(forward), now + j * part, part);
            }
            main.add(builder.nameId(backward), now + stepNanos[i] / 2, stepNanos[i] - stepNanos[i] / 2);
            now += stepNanos[i];
        }
        return StepReport.of(builder.build()).windows().get(0);
    }
}
