package io.stepprofiler.export;

/**
 * Listener to the progress of an export.
 *
 * <p>Called on the thread that exports, when a file begins, about ten times a second while it is written, and when it
 * is complete. One that throws is logged and not told any more; the export goes on.
 */
@FunctionalInterface
public interface ExportListener {
    /** No listener. */
    ExportListener NONE = progress -> {};

    /**
     * Takes how far the export is. The export waits meanwhile.
     *
     * @param progress the figures at this moment
     */
    void onProgress(ExportProgress progress);
}
