package io.stepprofiler.report.faces;

import static io.stepprofiler.report.faces.Figures.percent;

import io.stepprofiler.analysis.report.DeviceCopies;
import io.stepprofiler.analysis.report.DeviceUse;
import io.stepprofiler.analysis.report.Kernel;
import java.util.Locale;
import java.util.stream.Collectors;

/** Figures and sentences about devices for the text and Markdown reports. */
final class DeviceFigures {
    private DeviceFigures() {}

    /** Sentence about the work of a device in steps and the host's activity meanwhile. */
    static String use(DeviceUse use) {
        String parts = use.parts().stream()
                .map(part -> part.name() + " " + percent(part.share()))
                .collect(Collectors.joining(", "));
        String host = use.host().stream()
                .limit(2)
                .map(part -> part.name() + " " + percent(part.share()))
                .collect(Collectors.joining(", "));
        return use.device() + (use.name().isEmpty() ? "" : " (" + use.name() + ")")
                + (use.device().equals(DeviceUse.ALL) ? " work in " : " works in ")
                + percent(use.workShare()) + " of the step: " + parts + "."
                + (use.communicationNanos() > 0
                        ? " Kernels hide " + percent((double) use.hiddenCommunicationNanos() / use.communicationNanos())
                                + " of communication."
                        : "")
                + (host.isEmpty() ? "" : " While it does not work, the thread of the step is in: " + host + ".");
    }

    static String calls(double perStep) {
        return String.format(Locale.ROOT, "%.1f", perStep);
    }

    static String name(Kernel kernel) {
        return kernel.name() + (kernel.operation().isEmpty() ? "" : " by " + kernel.operation());
    }

    static String bytes(DeviceCopies copies, double steps) {
        return copies.bytes() > 0
                ? ", " + DiffFigures.bytes(copies.bytes() / steps) + " a step at " + bandwidth(copies) + " GB/s"
                : "";
    }

    /** Bandwidth in GB/s, which equals bytes per nanosecond. */
    static String bandwidth(DeviceCopies copies) {
        return copies.bytes() > 0 && copies.nanos() > 0
                ? String.format(Locale.ROOT, "%.1f", copies.bytes() / copies.nanos())
                : "";
    }
}
