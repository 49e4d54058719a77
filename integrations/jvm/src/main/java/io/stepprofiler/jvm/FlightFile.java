package io.stepprofiler.jvm;

import java.io.IOException;
import java.nio.file.Path;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.jspecify.annotations.Nullable;

/**
 * Temporary file through which a recording is read.
 *
 * <p>The flight recorder ends the virtual machine when it cannot write. So events stay in memory while a recording
 * runs, and are written over reserved blocks when it ends. If another recording runs when this one begins, the recorder
 * writes both to its own files; this requires free space there. If another recording begins later, {@linkplain
 * MemorySnapshots snapshots} hold the events that it takes from memory.
 *
 * <p>The file is written as soon as the recording has ended, not when it is collected, which may be much later: when
 * the virtual machine shuts down, the flight recorder discards recordings that are not yet in a file.
 */
final class FlightFile {
    private final StaleFile leftover;
    private final @Nullable MemorySnapshots snapshots;
    private boolean isInSnapshot;
    private @Nullable IOException failure;

    private FlightFile(Recording recording, boolean inMemory) {
        snapshots = inMemory ? MemorySnapshots.of(recording) : null;
        leftover = new StaleFile(this, recording, snapshots);
    }

    /** Creates the file; the recorder also writes it if the virtual machine shuts down meanwhile. */
    static FlightFile of(Recording recording) throws IOException {
        FlightFile file = of(recording, recording);
        try {
            file.reserve();
            return file;
        } catch (IOException e) {
            file.delete();
            throw e;
        }
    }

    /**
     * Creates the file of the recording that follows this one. That recording can be started at once, but uses the
     * blocks of this file: they must be {@linkplain #reserve reserved} after {@link #save}.
     *
     * @throws IOException if there is no room for the next recording, or no longer for this one, which must then
     *     continue
     */
    FlightFile followedBy(Recording next) throws IOException {
        if (!OtherRecordings.than(leftover.recording()).areThere()) {
            reserve();
        }
        return of(next, leftover.recording());
    }

    private static FlightFile of(Recording recording, Recording before) throws IOException {
        StaleFile.deleteForgotten();
        boolean inMemory = !OtherRecordings.than(recording, before).areThere();
        FlightFile file = new FlightFile(recording, inMemory);
        try {
            if (inMemory) {
                recording.setToDisk(false);
            } else {
                file.takePlaceBesideOthers();
            }
            return file;
        } catch (IOException e) {
            file.delete();
            throw e;
        }
    }

    private void takePlaceBesideOthers() throws IOException {
        MemorySnapshots.requireRoom();
        Recording recording = leftover.recording();
        recording.setDumpOnExit(true);
        leftover.keep(TemporaryDirectory.claimAnywhere("recorded", recording::setDestination));
    }

    /** Reserves blocks for the events in memory, unless they are in place. */
    void reserve() throws IOException {
        PreallocatedFile known = leftover.reserve();
        if (snapshots == null || (known != null && known.isInPlace())) {
            return;
        }
        leftover.giveBack();
        PreallocatedFile reserve = PreallocatedFile.take();
        leftover.keep(reserve);
        Recording recording = leftover.recording();
        try {
            recording.setDumpOnExit(true);
            // V2: a file of blocks that are reserved: without room, the recorder ends the process.
            recording.setDestination(reserve.destination());
        } catch (IllegalStateException e) {
            throw new IOException("the recording has been ended: " + e, e);
        }
        reserve.putInPlace();
    }

    /** Ends the recording, if it has not ended, and writes the file. */
    void stop() {
        end();
        save();
    }

    /** Ends the recording if it has not ended; its events stay in the reserved blocks. */
    void end() {
        Recording recording = leftover.recording();
        try {
            if (recording.getState() == RecordingState.RUNNING) {
                if (snapshots != null) {
                    chooseWay(snapshots, recording);
                }
                end(recording);
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    /** Writes the file of an ended recording, and returns its reserved blocks. */
    void save() {
        try {
            PreallocatedFile reserve = leftover.reserve();
            if (failure == null && isInSnapshot && snapshots != null) {
                leftover.keep(snapshots.copy());
            } else if (failure == null && reserve != null) {
                leftover.keep(reserve.copy());
            }
        } catch (IOException e) {
            failure = e;
        } finally {
            leftover.end();
        }
    }

    /**
     * Chooses how the events in memory are read: from a snapshot, or from the reserve, into which the recorder writes.
     */
    private void chooseWay(MemorySnapshots taken, Recording recording) throws IOException {
        boolean isWritten = false;
        try {
            isInSnapshot = taken.takeBesideOthers();
            PreallocatedFile reserve = leftover.reserve();
            isWritten = !isInSnapshot && reserve != null && reserve.isInPlace();
        } finally {
            if (!isWritten) {
                recording.setDestination(null);
            }
        }
        if (!isInSnapshot && !isWritten) {
            throw new IOException("the file that was reserved has been deleted, or there was no room for it");
        }
    }

    private static void end(Recording recording) {
        try {
            recording.stop();
        } catch (IllegalStateException e) {
            // Already ended, for example by the recorder's shutdown hook: the file is read, or reported as missing.
        }
    }

    /** The written file; for use after {@link #stop}. */
    Path written() throws IOException {
        if (failure != null) {
            throw failure;
        }
        return leftover.file();
    }

    /** Deletes the file, and closes the recording. */
    void delete() {
        leftover.delete();
    }
}
