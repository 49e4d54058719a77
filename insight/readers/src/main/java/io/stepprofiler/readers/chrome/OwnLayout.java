package io.stepprofiler.readers.chrome;

import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.wire.RowNumbers;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a file of this profiler, which names them all before the first event: each track's own row, then its rows of
 * events that overlap others, end elsewhere and so on.
 */
final class OwnLayout implements TrackAssignment {
    /** Added to the number of a process if a device has the same number. */
    private static final long SHIFTED_PID = 1L << 22;

    private static final Pattern FURTHER = Pattern.compile(
            " \\((?:overlapping|steps|annotations|sync|unfinished|waits|async)(?: \\d+|, without durations)?\\)");

    private static final String NO_NAME = "(unnamed)";

    private final FileProcesses processes;
    private final Map<String, FileRow> lanes = new HashMap<>();
    private @Nullable FileRow last;
    private boolean hasLanes;

    OwnLayout(FileProcesses processes) {
        this.processes = processes;
    }

    @Override
    public void named(FileRow row) {
        boolean isMade = RowNumbers.isOther(row.key().tid());
        if (row.isPlaced()) {
            return;
        }
        if (isMade && last != null && isFurther(row.name(), last.name())) {
            row.shareTrackOf(last);
            return;
        }
        last = row;
        OptionalInt device = processes.gpu(row.key().process());
        if (device.isPresent() && row.key().tid() <= Integer.MAX_VALUE) {
            row.placeOnStream(device.getAsInt(), (int) Math.max(row.key().tid(), 0));
            hasLanes = true;
        } else if (isMade || row.key().tid() < 0) {
            placeOnLane(row);
            hasLanes = true;
        } else {
            row.placeOnThread(row.key().tid());
            if (row.name().equals("thread " + row.key().tid())) {
                row.named("");
            }
            if (!hasLanes) {
                // Rows of threads after the lanes have no events, and are no tracks.
                row.track();
            }
        }
    }

    private static boolean isFurther(String name, String own) {
        return name.startsWith(own)
                && FURTHER.matcher(name.substring(own.length())).matches();
    }

    private void placeOnLane(FileRow row) {
        row.named(row.name().equals(NO_NAME) ? "" : row.name());
        FileRow known = lanes.putIfAbsent(row.name(), row);
        if (known == null) {
            row.placeOnLane();
        } else {
            row.shareTrackOf(known);
        }
    }

    /** Places a row without a name, which our files do not have. */
    @Override
    public void place(FileRow row, EventRecord first) {
        row.named(row.key().tidLabel());
        if (row.key().hasNumbers() && row.key().tid() >= 0 && row.key().tid() < TraceBuilder.FIRST_LANE_ID) {
            row.placeOnThread(row.key().tid());
        } else {
            placeOnLane(row);
        }
    }

    @Override
    public long processNumber(long pid) {
        return pid >= SHIFTED_PID ? pid - SHIFTED_PID : pid;
    }

    @Override
    public void complete() {}
}
