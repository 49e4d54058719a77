package io.stepprofiler.cuda;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.nativeaccess.cuda.DeviceMetrics;
import java.util.List;
import java.util.StringJoiner;

/** Metadata entry of a trace about its metrics. */
final class MetricNotes {
    static final String KEY = "cuda.metrics";

    private MetricNotes() {}

    /** Returns the reason for the absence of metrics, if any; else a summary of each device. */
    static String of(String reason, List<DeviceMetrics> devices, List<String> more) {
        if (!reason.isEmpty()) {
            return "not counted: " + reason;
        }
        StringJoiner text = new StringJoiner("; ");
        for (DeviceMetrics device : devices) {
            String name = "GPU " + device.device() + ": ";
            text.add(name + Amount.count(device.ranges().size(), "range") + " in "
                    + Amount.count(device.passes(), "pass", "passes"));
            add(text, name, device.reason());
            add(text, name + "not counted: ", device.leftOut());
            add(text, name, device.dropped() == 0 ? "" : device.dropped() + " ranges found no room");
        }
        more.forEach(text::add);
        return text.toString();
    }

    private static void add(StringJoiner text, String before, String what) {
        if (!what.isEmpty()) {
            text.add(before + what);
        }
    }
}
