package io.stepprofiler.export;

/**
 * Listener to the progress of an export.
 *
 * <p>Called on the thread that exports, when a file begins, about ten times a second while it is written, and when it
 * is complete. A listener that throws is logged and not called again; the export continues.
 */
@FunctionalInterface
public interface ExportListener {
    /** No listener. */
    ExportListener NONE = progress -> {};

    /**
     * Takes the progress of the export, which waits meanwhile.
     *
     * @param progress the figures at this moment
     */
    void onProgress(ExportProgress progress);
}
