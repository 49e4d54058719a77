package io.stepprofiler.readers.chrome;

import io.stepprofiler.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rows of files of other writers, which may name their rows at any time: streams of GPUs by the category of their first
 * event, as in Kineto's files, or by the names of process and row, as in XLA's; all others are threads.
 */
final class ForeignLayout implements TrackAssignment {
    /** First id of threads that have no id in the file, or the same as a thread of another process. */
    private static final long FIRST_MADE_ID = 1L << 31;

    private static final Pattern STREAM = Pattern.compile("Stream #(\\d{1,9}).*");
    /** Name of a stream, in place of its number, in older versions of torch, as of 2021. */
    private static final Pattern NAMED_STREAM = Pattern.compile("stream (\\d{1,9})");

    private final FileProcesses processes;
    private final List<FileRow> threads = new ArrayList<>();
    private final Set<Long> taken = new HashSet<>();
    private long nextId = FIRST_MADE_ID;

    ForeignLayout(FileProcesses processes) {
        this.processes = processes;
    }

    @Override
    public void named(FileRow row) {}

    @Override
    public void place(FileRow row, EventRecord first) {
        RowKey key = row.key();
        boolean isStream =
                key.hasNumbers() && Kinds.areOnDevices(first.category) && isIndex(key.pid()) && isIndex(key.tid());
        Matcher stream = STREAM.matcher(row.name());
        Matcher named = NAMED_STREAM.matcher(key.tidText());
        OptionalInt plane = processes.gpuPlane(key.process());
        if (isStream) {
            row.placeOnStream((int) key.pid(), (int) key.tid());
        } else if (named.matches() && Kinds.areOnDevices(first.category) && isIndex(key.pid())) {
            row.placeOnStream((int) key.pid(), Integer.parseInt(named.group(1)));
        } else if (plane.isPresent() && stream.matches()) {
            row.placeOnStream(plane.getAsInt(), Integer.parseInt(stream.group(1)));
        } else {
            row.placeOnThread(threadId(key));
            threads.add(row);
        }
    }

    private static boolean isIndex(long number) {
        return number >= 0 && number <= Integer.MAX_VALUE;
    }

    private long threadId(RowKey key) {
        boolean fits = key.tidText().isEmpty() && key.tid() >= 0 && key.tid() < TraceBuilder.FIRST_LANE_ID;
        if (fits && taken.add(key.tid())) {
            return key.tid();
        }
        while (!taken.add(nextId)) {
            nextId++;
        }
        return nextId;
    }

    @Override
    public long processNumber(long pid) {
        return pid;
    }

    /** Names the threads; if there are several processes, with the names of their processes, too. */
    @Override
    public void complete() {
        boolean several =
                threads.stream().map(row -> row.key().process()).distinct().count() > 1;
        for (FileRow row : threads) {
            String name = row.name().isEmpty() ? "thread " + row.key().tidLabel() : row.name();
            row.named(several ? name + " (" + processes.name(row.key().process()) + ")" : name);
        }
    }
}
