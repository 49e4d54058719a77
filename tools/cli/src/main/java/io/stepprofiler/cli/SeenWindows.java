package io.stepprofiler.cli;

import io.stepprofiler.cli.InputFiles.InputFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Windows that were read already: a directory may have one in several formats, and in a report besides. */
final class SeenWindows {
    /** Formats differ in how they round the time at which a window begins. */
    private static final long SAME_NANOS = 1_000_000;

    private record Window(Path given, String id, long startEpochNanos) {}

    private final List<Window> windows = new ArrayList<>();

    /** Whether a window is to be taken: it was named, or it was not seen yet as far as can be told. */
    boolean isFirst(InputFile file, String id, long startEpochNanos) {
        return !file.isFound()
                || id.isEmpty()
                || windows.stream()
                        .noneMatch(each -> each.given.equals(file.given())
                                && each.id.equals(id)
                                && Math.abs(each.startEpochNanos - startEpochNanos) < SAME_NANOS);
    }

    /** Takes note of one that was read to its end: of one that was not, another file may have all. */
    void add(InputFile file, String id, long startEpochNanos) {
        windows.add(new Window(file.given(), id, startEpochNanos));
    }
}
