package io.stepprofiler.cuda;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.nativeaccess.cuda.DeviceMetrics;
import io.stepprofiler.nativeaccess.cuda.RangeMetrics;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;
import java.util.List;

/** The ranges of a window that have metrics, with their times, which CUPTI does not tell. */
interface MetricRanges {
    /** A step begins, on the thread that steps. */
    void stepBegan(long step);

    /** The window ends. */
    void end(long nanos);

    /** Tells the metrics of a device, once the window has ended. */
    void tell(DeviceMetrics device, ActivitySink sink);

    /** What is to be said of the window. */
    List<String> notes();

    /**
     * Tells one range, where Kineto has them, on stream 0 of the device. The profiler measures there: it is no work.
     */
    static void tell(
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
        sink.deviceSpan(Device.cuda(device), 0, EventKind.PROFILER, name, -1, start, end - start, attributes);
    }
}
