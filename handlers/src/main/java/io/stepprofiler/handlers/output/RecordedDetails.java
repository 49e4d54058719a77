package io.stepprofiler.handlers.output;

import io.stepprofiler.event.CaptureOptions;

/** What was recorded about each event, as words in a file: that nothing of a sort is there means something only then. */
public final class RecordedDetails {
    /** The key that readers of ours find them by. */
    public static final String KEY = "recorded details";

    private RecordedDetails() {}

    /**
     * {@return the words, as in {@code shapes memory times}}
     *
     * @param options what was recorded
     */
    public static String text(CaptureOptions options) {
        return (options.recordShapes() ? "shapes " : "")
                + (options.profileMemory() ? "memory " : "")
                + (options.withStack() ? "stacks " : "")
                + (options.withFlops() ? "flops " : "")
                + (options.withModules() ? "modules " : "")
                + "times";
    }
}
