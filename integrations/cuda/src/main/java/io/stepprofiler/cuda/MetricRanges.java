package io.stepprofiler.cuda;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.nativeaccess.cuda.DeviceMetrics;
import io.stepprofiler.nativeaccess.cuda.RangeMetrics;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;
import io.stepprofiler.source.SpanReport;
import java.util.List;

/** Ranges of a window that have metrics, with their times, which CUPTI does not report. */
interface MetricRanges {
    /** Begins a step, on the stepping thread. */
    void stepBegan(long step);

    /** Ends the window. */
    void end(long nanos);

    /** Reports the metrics of a device, after the window has ended. */
    void report(DeviceMetrics device, ActivitySink sink);

    /** Notes about the window. */
    List<String> notes();

    /** Reports a range on stream 0 of the device, as Kineto does, as activity of the profiler. */
    static void report(
            ActivitySink sink,
            int device,
            String name,
            long start,
            long end,
            Attributes attributes,
            List<String> metrics,
            RangeMetrics values) {
        for (int i = 0; i < metrics.size(); i++) {
            if (!Double.isNaN(values.value(i))) {
                attributes.put(metrics.get(i), values.value(i));
            }
        }
        sink.span(new SpanReport()
                .onStream(Device.cuda(device), 0)
                .named(name, start, end - start)
                .kind(EventKind.PROFILER)
                .attributes(attributes));
    }
}
