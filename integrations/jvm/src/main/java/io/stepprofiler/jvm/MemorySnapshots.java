package io.stepprofiler.jvm;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.jspecify.annotations.Nullable;

/**
 * Snapshots of events that a recording in memory lost to other recordings: another recording that begins writes the
 * recorder's memory to its own part of the repository, which is deleted with that recording. So a snapshot, which
 * shares these parts, is taken when such a recording stops, on the thread that stops it, and when ours ends while
 * others run. Each snapshot includes the earlier ones.
 */
final class MemorySnapshots implements FlightRecorderListener, AutoCloseable {
    // V3: the repository belongs to the program, and is used only beside another recording.

    /** System property with the recorder's repository, once there is one. */
    private static final String REPOSITORY = "jdk.jfr.repository";

    private final Recording recording;
    private volatile @Nullable Recording latest;
    private volatile boolean isOver;

    private MemorySnapshots(Recording recording) {
        this.recording = recording;
    }

    /** Begins to listen for other recordings that stop. */
    static MemorySnapshots of(Recording recording) {
        MemorySnapshots snapshots = new MemorySnapshots(recording);
        FlightRecorder.addListener(snapshots);
        return snapshots;
    }

    /** Requires room in the recorder's repository for a recording. */
    static void requireRoom() throws IOException {
        new TemporaryDirectory(Path.of(System.getProperty(REPOSITORY, System.getProperty("java.io.tmpdir", ""))))
                .require(PreallocatedFile.BYTES + PreallocatedFile.ROOM);
    }

    /** Called under the recorder's lock at exit, so it waits for no lock that is held while the recorder is called. */
    @Override
    public void recordingStateChanged(Recording other) {
        if (other.getState() == RecordingState.STOPPED
                && other.isToDisk()
                && other.getId() != recording.getId()
                && !isOver) {
            try {
                keep(take(), false);
            } catch (IOException | IllegalStateException e) {
                // The loss is counted when the window is read.
            }
        }
    }

    /** Takes the last snapshot if another recording runs, or has run in the meantime; returns true if there is one. */
    boolean takeBesideOthers() throws IOException {
        isOver = true;
        Instant start = recording.getStartTime();
        boolean alone = FlightRecorder.getFlightRecorder().getRecordings().stream()
                .allMatch(each -> each.getId() == recording.getId() || hasEnded(each, start));
        if (!alone) {
            keep(take(), true);
        }
        return !alone;
    }

    private static boolean hasEnded(Recording other, Instant before) {
        Instant stop = other.getStopTime();
        return switch (other.getState()) {
            case NEW, DELAYED, CLOSED -> true;
            case STOPPED -> stop != null && stop.isBefore(before);
            case RUNNING -> false;
        };
    }

    private static Recording take() throws IOException {
        requireRoom();
        return FlightRecorder.getFlightRecorder().takeSnapshot();
    }

    /** Replaces the latest snapshot, unless the last one has been taken. */
    private void keep(@Nullable Recording snapshot, boolean isLast) {
        Recording unused;
        synchronized (this) {
            unused = snapshot;
            if (isLast || !isOver) {
                unused = latest;
                latest = snapshot;
            }
        }
        if (unused != null) {
            unused.close();
        }
    }

    /** Copies the last snapshot, from the start of the recording, to a file that the caller must delete. */
    Path copy() throws IOException {
        Recording snapshot = latest;
        if (snapshot == null) {
            throw new IOException("there is no snapshot");
        }
        Instant start = recording.getStartTime();
        return TemporaryDirectory.claimAnywhere("recorded", file -> copy(snapshot, start, file));
    }

    private static void copy(Recording snapshot, Instant start, Path file) throws IOException {
        new TemporaryDirectory(file).require(snapshot.getSize() + PreallocatedFile.ROOM);
        try (InputStream in = snapshot.getStream(start, null);
                OutputStream out = Files.newOutputStream(file)) {
            if (in == null) {
                throw new EOFException("the recorder has written nothing");
            }
            in.transferTo(out);
        }
    }

    @Override
    public void close() {
        FlightRecorder.removeListener(this);
        isOver = true;
        keep(null, true);
    }
}
