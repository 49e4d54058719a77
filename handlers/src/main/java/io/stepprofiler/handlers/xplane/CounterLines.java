package io.stepprofiler.handlers.xplane;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.rows.CounterNames;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import java.io.IOException;

/**
 * Writes the counters of a trace, each as a line, and the memory in use on each device as further lines. The domain of
 * a counter is the line's display name, because viewers make a curve of every stat.
 */
final class CounterLines {
    /** The name of a line whose events viewers draw as curves. */
    private static final String LINE = "_counters_";

    private final Trace trace;
    private final Plane plane;

    CounterLines(Trace trace, Plane plane) {
        this.trace = trace;
        this.plane = plane;
    }

    /** Writes the counters and returns the number of samples that are left out because they are not finite. */
    long write(MessageStream to, ExportMeter meter) throws IOException {
        long notDrawable = 0;
        for (int i = 0; i < trace.counters().size(); i++) {
            notDrawable += write(trace.counters().get(i), "counter " + i, to, meter);
        }
        for (Device device : trace.memory().devices()) {
            writeMemory(device, to);
        }
        return notDrawable;
    }

    private long write(CounterTrack counter, String key, MessageStream to, ExportMeter meter) throws IOException {
        long notDrawable = 0;
        int event = plane.dictionary.event(CounterNames.of(counter));
        plane.beginLine(plane.freeLine(key), LINE, counter.domain(), to);
        for (int i = 0; i < counter.size(); i++) {
            if (Double.isFinite(counter.value(i))) {
                writeValue(event, counter.nanos(i), counter.value(i), to);
            } else {
                notDrawable++;
            }
            meter.add(1);
        }
        plane.endLine(to);
        return notDrawable;
    }

    private void writeMemory(Device device, MessageStream to) throws IOException {
        MemoryEvents events = trace.memory();
        int event = plane.dictionary.event("Memory allocated " + device);
        plane.beginLine(plane.freeLine("memory " + device), LINE, to);
        for (int i = 0; i < events.size(); i++) {
            if (events.action(i) != MemoryAction.CATEGORIZE && events.device(i).equals(device)) {
                writeValue(event, events.nanos(i), (double) events.totalAllocated(i), to);
            }
        }
        plane.endLine(to);
    }

    private void writeValue(int event, long nanos, double value, MessageStream to) throws IOException {
        int message = plane.beginEvent(event, nanos, 0, to);
        new Stats(to.out(), XSpaceFields.EVENT_STAT).number(plane.dictionary.text("value"), value);
        plane.endEvent(message, to);
    }
}
