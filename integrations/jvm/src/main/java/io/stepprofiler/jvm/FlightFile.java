package io.stepprofiler.jvm;

import java.io.IOException;
import java.nio.file.Path;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.jspecify.annotations.Nullable;

/**
 * The temporary file that a recording is read by way of.
 *
 * <p>The flight recorder ends the virtual machine when it cannot write. So it keeps a window's events in memory, and
 * writes them at the window's end over blocks that are reserved. Where another recording runs at the same time, it
 * writes to its own files, which are theirs; there has to be room for ours, too.
 *
 * <p>The file is written as soon as the recording has ended, not when it is collected, which may be after much other
 * work: when the virtual machine shuts down, the flight recorder throws away what is not in a file of its owner's by
 * then.
 */
final class FlightFile {
    /** Where the recorder has its own files, once there are any. */
    private static final String REPOSITORY = "jdk.jfr.repository";

    private final Leftover leftover;
    private @Nullable IOException failure;

    private FlightFile(Recording recording, @Nullable Reserve reserve) {
        leftover = new Leftover(this, recording, reserve);
    }

    /** Makes the file, and lets the recorder write it if the virtual machine shuts down meanwhile. */
    static FlightFile of(Recording recording) throws IOException {
        Leftover.deleteForgotten();
        try {
            return othersRecord(recording) ? besideOthers(recording) : inMemory(recording);
        } catch (IOException e) {
            recording.close();
            throw e;
        }
    }

    private static FlightFile inMemory(Recording recording) throws IOException {
        Reserve reserve = Reserve.take();
        FlightFile file = new FlightFile(recording, reserve);
        try {
            recording.setToDisk(false);
            recording.setDumpOnExit(true);
            recording.setDestination(reserve.destination());
            reserve.putInPlace();
            return file;
        } catch (IOException e) {
            file.delete();
            throw e;
        }
    }

    private static FlightFile besideOthers(Recording recording) throws IOException {
        new TemporaryDirectory(Path.of(System.getProperty(REPOSITORY, System.getProperty("java.io.tmpdir", ""))))
                .require(Reserve.BYTES + Reserve.ROOM);
        FlightFile file = new FlightFile(recording, null);
        recording.setDumpOnExit(true);
        file.leftover.keep(TemporaryDirectory.claimAnywhere("recorded", recording::setDestination));
        return file;
    }

    private static boolean othersRecord(Recording recording) {
        return FlightRecorder.getFlightRecorder().getRecordings().stream()
                .anyMatch(each -> each.getId() != recording.getId() && each.getState() == RecordingState.RUNNING);
    }

    /** Ends the recording, if it has not ended, and writes the file. */
    void stop() {
        Recording recording = leftover.recording();
        Reserve reserve = leftover.reserve();
        try {
            if (recording.getState() == RecordingState.RUNNING) {
                if (reserve != null) {
                    requireDestination(recording, reserve);
                }
                end(recording);
            }
            if (reserve != null) {
                leftover.keep(reserve.copy());
            }
        } catch (IOException e) {
            failure = e;
        } finally {
            leftover.end();
        }
    }

    private static void requireDestination(Recording recording, Reserve reserve) throws IOException {
        boolean othersBegan = othersRecord(recording);
        if (othersBegan || !reserve.isInPlace()) {
            recording.setDestination(null);
            throw new IOException(
                    othersBegan
                            ? "another recording has begun since, which got what the recorder had in memory"
                            : "somebody has deleted the file that was reserved");
        }
    }

    private static void end(Recording recording) {
        try {
            recording.stop();
        } catch (IllegalStateException e) {
            // Something else was quicker, such as the recorder's own hook: what it wrote is read, or reported as
            // missing.
        }
    }

    /** The file, which has been written; for use after {@link #stop}. */
    Path written() throws IOException {
        if (failure != null) {
            throw failure;
        }
        return leftover.file();
    }

    /** Deletes the file, and lets the recorder forget the recording. */
    void delete() {
        leftover.delete();
    }
}
