package io.stepprofiler.pytorch;

import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.nativeaccess.torch.TorchReading;
import io.stepprofiler.nativeaccess.torch.TorchThread;
import io.stepprofiler.nativeaccess.torch.TorchWindow;
import io.stepprofiler.source.ActivitySink;
import java.util.StringJoiner;

/**
 * Notes in the metadata of a trace on how operations and memory were recorded, or why they were not.
 *
 * @param late whether libtorch was found when the window had begun already
 */
record TorchNotes(TorchStatus status, boolean operations, RecordingOptions options, boolean late) {
    private static final String KEY = "torch";
    private static final String MEMORY = "torch.memory";
    private static final String NOT_WANTED = "not asked for";

    boolean isAnythingWanted() {
        return operations || recordsMemory();
    }

    /** False for a window that is opened late: frees on the stepping thread would go unseen, and memory count as live. */
    boolean recordsMemory() {
        return options.profileMemory() && !late;
    }

    void addNothingTo(ActivitySink sink) {
        sink.note(KEY, "not recorded: " + reasonForNothing());
    }

    private String reasonForNothing() {
        if (!status.isAvailable()) {
            return status.operations();
        }
        return isAnythingWanted()
                ? "another window is being recorded already, or no memory"
                : "neither operations nor memory are asked for";
    }

    void addTo(ActivitySink sink, TorchWindow window, TorchReading last) {
        sink.note(KEY, "libtorch " + status.version() + " at " + status.path() + copies() + lateness());
        sink.note("torch.operations", operations ? status.operations() : NOT_WANTED);
        sink.note("torch.shapes", operations && options.recordShapes() ? status.shapes() : NOT_WANTED);
        sink.note("torch.sequenceNumbers", operations ? status.sequenceNumbers() : NOT_WANTED);
        sink.note(MEMORY, options.profileMemory() ? memory(window) : NOT_WANTED);
        if (last.reportersLeft() > 0) {
            sink.note(
                    "torch.memory.left",
                    last.reportersLeft() + " reporters stay on threads that other threads stopped windows for, or that"
                            + " something else was using; until a later window takes them away, PyTorch's own profiler cannot"
                            + " start on these threads");
        }
    }

    /** Notes the steps with operations, if not all have them. */
    static void addSample(ActivitySink sink, StepSampling steps) {
        String sample = steps.describe();
        if (!sample.isEmpty()) {
            sink.note("torch.steps", sample);
        }
    }

    private String memory(TorchWindow window) {
        if (!status.hasMemory()) {
            return status.memory();
        }
        if (late) {
            return "not recorded: libtorch was loaded while the window was open";
        }
        return window.holdsMemory()
                ? "ok: all memory of the thread that steps, and memory of other threads during operations"
                : "only during operations of other threads: another profiler records on the thread that steps";
    }

    private String lateness() {
        return late ? ", from when it was found on: it was loaded while the window was open" : "";
    }

    private String copies() {
        return status.copies() > 1 ? ", the first of " + status.copies() + " copies in this process" : "";
    }

    /** Notes the causes of missing or incomplete events. */
    static void addLosses(ActivitySink sink, TorchCounts counts) {
        StringJoiner losses = new StringJoiner("; ");
        counts.describe((count, what) -> {
            if (count > 0) {
                losses.add(count + " " + what);
            }
        });
        if (losses.length() > 0) {
            sink.note("torch.losses", losses.toString());
        }
    }

    static String threadName(TorchThread thread) {
        return thread.name().isEmpty() ? "thread " + thread.nativeId() : thread.name();
    }
}
