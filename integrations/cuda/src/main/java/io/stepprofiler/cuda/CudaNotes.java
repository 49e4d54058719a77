package io.stepprofiler.cuda;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.nativeaccess.cuda.CudaProbe;
import io.stepprofiler.nativeaccess.cuda.CudaWindow;
import io.stepprofiler.source.ActivitySink;
import java.util.StringJoiner;

/** Metadata entries of a trace about the recording of GPU work, or the reason for its absence. */
final class CudaNotes {
    private static final String KEY = "cuda";
    private static final int MAJOR = 1000;
    private static final int MINOR = 10;

    private CudaNotes() {}

    static void addNothingTo(ActivitySink sink, String reason) {
        sink.note(KEY, "not recorded: " + reason);
    }

    static void addTo(ActivitySink sink, CudaProbe probe, CudaWindow window, WindowCounts counts) {
        sink.note(
                KEY,
                "CUPTI " + probe.cuptiVersion() + (probe.toolkit().isEmpty() ? "" : " of CUDA " + probe.toolkit())
                        + " at " + probe.cuptiPath());
        // Keys and format of PyTorch's traces, whose readers expect them.
        sink.note("cupti_version", Integer.toString(probe.cuptiVersion()));
        addVersion(sink, "cuda_driver_version", probe.driverVersion());
        addVersion(sink, "cuda_runtime_version", probe.runtimeVersion());
        if (!probe.devices().isEmpty()) {
            sink.note("deviceProperties", DevicePropertiesJson.json(probe.devices()));
        }
        StringJoiner missing = new StringJoiner("; ");
        window.missing().forEach((kind, reason) -> missing.add(kind + ": " + reason));
        addIfAny(sink, "cuda.kinds", missing.toString());
        sink.note(
                "cuda.clock",
                "times of the host are off by " + Amount.time(window.clockErrorNanos())
                        + " at most; times of devices also by the error of CUPTI's own conversion");
        addIfAny(sink, "cuda.notes", window.notes());
        StringJoiner losses = new StringJoiner("; ");
        counts.describe((count, what) -> {
            if (count > 0) {
                losses.add(count + " " + what);
            }
        });
        addIfAny(sink, "cuda.losses", losses.toString());
    }

    private static void addVersion(ActivitySink sink, String key, int version) {
        if (version > 0) {
            sink.note(key, version / MAJOR + "." + version % MAJOR / MINOR);
        }
    }

    private static void addIfAny(ActivitySink sink, String key, String text) {
        if (!text.isEmpty()) {
            sink.note(key, text);
        }
    }
}
