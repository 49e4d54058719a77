package io.stepprofiler.analysis.memory;

import io.stepprofiler.analysis.memory.LeakReport.RetainedMemory;
import io.stepprofiler.analysis.memory.LeakReport.Retention;
import io.stepprofiler.event.Device;
import io.stepprofiler.trace.Trace;
import java.util.List;

/** Sum of the retained memory of one place; allocations are added in the order of time. */
final class RetainedGroup {
    record Key(Device device, int path, int stack) {}

    private static final int FEWEST_STEPS_TO_GROW = 2;

    private long bytes;
    private long count;
    private int firstStep = OrderedSteps.NONE;
    private int lastStep = OrderedSteps.NONE;
    private int lastOver = OrderedSteps.NONE;
    private int stepsGrown;
    private long bytesInStepsOver;
    private boolean beforeLastStep;

    void add(long size, long nanos, OrderedSteps steps) {
        int step = steps.indexAt(nanos);
        bytes += size;
        count++;
        beforeLastStep |= nanos < steps.lastStartNanos();
        if (step != OrderedSteps.NONE) {
            firstStep = firstStep == OrderedSteps.NONE ? step : Math.min(firstStep, step);
            lastStep = Math.max(lastStep, step);
        }
        if (steps.isOver(step)) {
            bytesInStepsOver += size;
            // Steps of several threads may overlap.
            stepsGrown += step > lastOver ? 1 : 0;
            lastOver = Math.max(lastOver, step);
        }
    }

    RetainedMemory toRecord(Key key, Trace trace, Origins origins, OrderedSteps steps, int over) {
        List<StackTraceElement> stack = key.stack() < 0 ? List.of() : trace.stack(key.stack());
        return new RetainedMemory(
                key.device(),
                retention(over),
                origins.pathText(key.path()),
                stack,
                bytes,
                count,
                steps.number(firstStep),
                steps.number(lastStep),
                stepsGrown,
                over == 0 ? 0 : (double) bytesInStepsOver / over);
    }

    private Retention retention(int over) {
        if (stepsGrown >= FEWEST_STEPS_TO_GROW && stepsGrown * 2 >= over) {
            return Retention.GROWS;
        }
        return beforeLastStep ? Retention.STAYS : Retention.RECENT;
    }
}
