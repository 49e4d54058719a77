package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.share;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.report.DeviceCopies;
import io.stepprofiler.analysis.report.DeviceUse;
import java.util.stream.Collectors;

/** Figures and sentences about devices for the text and Markdown reports. */
final class DeviceFigures {
    private DeviceFigures() {}

    /** Sentence about the work of a device in steps and the host's activity meanwhile. */
    static String use(DeviceUse use) {
        String parts = use.parts().stream()
                .map(part -> part.name() + " " + share(part.share()))
                .collect(Collectors.joining(", "));
        String host = use.host().stream()
                .limit(2)
                .map(part -> part.name() + " " + share(part.share()))
                .collect(Collectors.joining(", "));
        return use.device() + (use.name().isEmpty() ? "" : " (" + use.name() + ")")
                + (use.device().equals(DeviceUse.ALL) ? " work in " : " works in ")
                + share(use.workShare(), "the step") + ": " + parts + "."
                + (use.communicationNanos() > 0
                        ? " Kernels hide " + share((double) use.hiddenCommunicationNanos() / use.communicationNanos())
                                + " of communication."
                        : "")
                + (host.isEmpty() ? "" : " While it does not work, the thread of the step is in: " + host + ".");
    }

    static String calls(double perStep) {
        return Amount.number(perStep);
    }

    static String bandwidth(DeviceCopies copies) {
        return copies.bytes() > 0 && copies.nanos() > 0 ? Amount.bandwidth(copies.bytes() / copies.nanos()) : "";
    }
}
