package io.stepprofiler.analysis.diff;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
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
    private double gapMillis;
    private double cpuMillis = -1;
    private double kernelMillis;
    private int every = 1;
    private double sleepMillis;

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

    /** Time between steps. */
    SimulatedRuns gap(double millis) {
        gapMillis = millis;
        return this;
    }

    /** Processor time of each step; the rest of a step is no recorded wait. */
    SimulatedRuns cpu(double millis) {
        cpuMillis = millis;
        return this;
    }

    /** A kernel of each step, which begins with it. */
    SimulatedRuns kernel(double millis) {
        kernelMillis = millis;
        return this;
    }

    /** Every so manyth step sleeps at its end. */
    SimulatedRuns sleep(int steps, double millis) {
        every = steps;
        sleepMillis = millis;
        return this;
    }

    /** A window of one process after the other, all of whose steps take the same. */
    List<WindowReport> runs(double... stepMillis) {
        List<WindowReport> windows = new ArrayList<>();
        for (double millis : stepMillis) {
            long[] nanos = new long[20];
            Arrays.setAll(nanos, i -> nanos(millis + (sleeps(i) ? sleepMillis : 0)));
            windows.add(window(nanos));
            pid++;
        }
        return windows;
    }

    private boolean sleeps(int step) {
        return sleepMillis > 0 && step % every == 0;
    }

    private static long nanos(double millis) {
        return (long) (millis * 1e6);
    }

    /** A window of the present process. */
    WindowReport window(long... stepNanos) {
        TraceBuilder builder = new TraceBuilder().process(new ProcessInfo(pid, "host"));
        TrackBuilder main = builder.thread(1, "main");
        long now = 0;
        for (int i = 0; i < stepNanos.length; i++) {
            long cpu = cpuMillis < 0 ? StepMark.UNKNOWN_CPU : nanos(cpuMillis);
            builder.step(new StepMark(firstStep + i, now, stepNanos[i], 1, false, cpu));
            builder.counter(StepValue.BATCH_COUNTER, now, batch);
            long slept = sleeps(i) ? nanos(sleepMillis) : 0;
            long worked = stepNanos[i] - slept;
            long part = worked / 2 / calls;
            for (int j = 0; j < calls; j++) {
                main.add(builder.nameId(forward), now + j * part, part);
            }
            main.add(builder.nameId(backward), now + worked / 2, worked - worked / 2);
            if (slept > 0) {
                main.add(builder.nameId("Sleep", EventKind.WAIT, ""), now + worked, slept);
            }
            if (kernelMillis > 0) {
                builder.stream(Device.cuda(0), 7)
                        .add(builder.nameId("gemm", EventKind.KERNEL, ""), now, nanos(kernelMillis));
            }
            now += stepNanos[i] + nanos(gapMillis);
        }
        return StepReport.of(builder.build()).windows().get(0);
    }
}
