package io.stepprofiler.cuda;

import io.stepprofiler.cuda.WindowCounts.Oddity;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.Attributes;
import io.stepprofiler.source.SpanReport;

/**
 * Reports work on streams of devices, whose records begin with the same fields: times, device and context, stream and
 * correlation id.
 */
final class DeviceEvents {
    private static final int START = 1;
    private static final int END = 2;
    private static final int DEVICE_CONTEXT = 3;
    private static final int STREAM_CORRELATION = 4;

    private final WindowTime window;
    private final Correlations correlations;
    private final Causes causes;
    private final ExternalNumbers external;
    private final CudaContexts devices;
    private final WindowCounts counts;
    private final KernelLog kernels;
    private final SpanReport span = new SpanReport();

    DeviceEvents(
            WindowTime window,
            Correlations correlations,
            Causes causes,
            ExternalNumbers external,
            CudaContexts devices,
            WindowCounts counts,
            KernelLog kernels) {
        this.window = window;
        this.correlations = correlations;
        this.causes = causes;
        this.external = external;
        this.devices = devices;
        this.counts = counts;
        this.kernels = kernels;
    }

    static long device(CudaRecord record) {
        return record.low(DEVICE_CONTEXT);
    }

    static long start(CudaRecord record) {
        return record.word(START);
    }

    static long nanos(CudaRecord record) {
        return record.word(END) - record.word(START);
    }

    /** CUPTI's correlation id of the call. */
    static long correlation(CudaRecord record) {
        return record.high(STREAM_CORRELATION);
    }

    /** Reports the event of a record, with the common attributes after the given ones. */
    void report(CudaRecord record, ActivitySink sink, EventKind kind, String name, Attributes attributes) {
        long device = device(record);
        long context = record.high(DEVICE_CONTEXT);
        long stream = record.low(STREAM_CORRELATION);
        long correlation = correlation(record);
        devices.contextOn(context, device);
        attributes.put("context", context);
        external.putTo(attributes, correlation);
        report(sink, device, stream, kind, name, correlation, record.word(START), record.word(END), attributes);
    }

    /** Reports an event on a stream; invalid places and times are counted. */
    void report(
            ActivitySink sink,
            long device,
            long stream,
            EventKind kind,
            String name,
            long correlation,
            long start,
            long end,
            Attributes attributes) {
        if (device > Integer.MAX_VALUE || stream > Integer.MAX_VALUE) {
            counts.odd(Oddity.WITHOUT_PLACE);
            return;
        }
        if (kind == EventKind.KERNEL || kind == EventKind.COMMUNICATION) {
            kernels.add((int) device, new KernelLog.Kernel(name, correlation, start, end));
        }
        if (window.takes(start, end)) {
            sink.span(span.onStream(Device.cuda((int) device), (int) stream)
                    .named(name, start, end - start)
                    .kind(kind)
                    .correlation(causes.best(correlations.of(correlation)))
                    .attributes(attributes));
        }
    }
}
