package io.stepprofiler.export;

import java.util.Objects;

/** Options of an export: the listener to its progress, by default none. Immutable. */
public final class ExportOptions {
    /** No listener. */
    public static final ExportOptions DEFAULT = new ExportOptions(ExportListener.NONE);

    private final ExportListener listener;

    private ExportOptions(ExportListener listener) {
        this.listener = listener;
    }

    /**
     * {@return these options with a listener}
     *
     * @param told the listener to the progress
     */
    public ExportOptions withListener(ExportListener told) {
        return new ExportOptions(Objects.requireNonNull(told, "listener"));
    }

    /**
     * {@return a meter for one export, which notifies the listener}
     *
     * @param events how many events are to be written, in all files of the export
     */
    public ExportMeter meter(long events) {
        return new ExportMeter(listener, events, System::nanoTime);
    }
}
