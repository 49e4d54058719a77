package io.stepprofiler.cli;

import io.stepprofiler.cli.InputFiles.InputFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Windows that were read already: a directory may have one window in several formats and in a report. */
final class WindowIndex {
    /** Formats differ in how they round the time at which a window begins. */
    private static final long SAME_NANOS = 1_000_000;

    private record Window(Path given, String id, long startEpochNanos) {}

    private final List<Window> windows = new ArrayList<>();

    /**
     * True if a window is new: its file was named, it has no id, or no window of its directory had its id and start.
     */
    boolean isFirst(InputFile file, String id, long startEpochNanos) {
        return !file.isFound()
                || id.isEmpty()
                || windows.stream()
                        .noneMatch(each -> each.given.equals(file.given())
                                && each.id.equals(id)
                                && Math.abs(each.startEpochNanos - startEpochNanos) < SAME_NANOS);
    }

    /** Adds a window that was read completely; if reading failed, another file may have all of it. */
    void add(InputFile file, String id, long startEpochNanos) {
        windows.add(new Window(file.given(), id, startEpochNanos));
    }
}
