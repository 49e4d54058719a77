package io.stepprofiler.cuda;

import io.stepprofiler.nativeaccess.cuda.DeviceMetrics;
import io.stepprofiler.nativeaccess.cuda.RangeMetrics;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** Ranges of steps; one range for the window if it has no steps. */
final class StepRanges implements MetricRanges {
    private static final long NO_STEP = -1;

    /** Range of a step, with its start. */
    private record Range(long step, long began) {}

    private final List<String> metrics;
    private final IntSupplier next;

    /** Ranges by their numbers. */
    private final List<Range> ranges = new ArrayList<>();

    private long ended;
    private long stepsWithoutRoom;

    /** Begins with the first range; {@code next} begins another one, and returns its number if there is room. */
    StepRanges(List<String> metrics, long began, IntSupplier next) {
        this.metrics = metrics;
        this.next = next;
        ranges.add(new Range(NO_STEP, began));
    }

    @Override
    public synchronized void stepBegan(long step) {
        Range first = ranges.get(0);
        if (first.step() == NO_STEP) {
            ranges.set(0, new Range(step, first.began()));
        } else if (next.getAsInt() == ranges.size()) {
            ranges.add(new Range(step, System.nanoTime()));
        } else {
            end(System.nanoTime());
            stepsWithoutRoom++;
        }
    }

    /** Only the first call counts: no range begins after it. */
    @Override
    public synchronized void end(long nanos) {
        ended = ended == 0 ? nanos : ended;
    }

    @Override
    public synchronized void report(DeviceMetrics device, ActivitySink sink) {
        for (RangeMetrics values : device.ranges()) {
            int number = values.number();
            if (number < ranges.size()) {
                Range range = ranges.get(number);
                long end = number + 1 < ranges.size() ? ranges.get(number + 1).began() : ended;
                Attributes attributes = new Attributes();
                if (range.step() != NO_STEP) {
                    attributes.put("step", range.step());
                }
                MetricRanges.report(
                        sink,
                        device.device(),
                        range.step() == NO_STEP ? "metrics of the window" : "metrics of the step",
                        range.began(),
                        end,
                        attributes,
                        metrics,
                        values);
            }
        }
    }

    @Override
    public synchronized List<String> notes() {
        return stepsWithoutRoom == 0
                ? List.of()
                : List.of(stepsWithoutRoom + " steps have none: there is room for " + ranges.size());
    }
}
