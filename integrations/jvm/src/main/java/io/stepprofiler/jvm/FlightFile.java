package io.stepprofiler.jvm;

import java.io.IOException;
import java.nio.file.Path;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.jspecify.annotations.Nullable;

/**
 * The temporary file that a recording is read by way of.
 *
 * <p>The flight recorder ends the virtual machine when it cannot write. So it keeps events in memory while it records,
 * and writes them when the recording ends over blocks that are reserved. Where another recording runs at the same time,
 * it writes to its own files, which are theirs; there has to be room for ours, too. Where another begins later, what it
 * takes is in {@linkplain MemorySnapshots snapshots}.
 *
 * <p>The file is written as soon as the recording has ended, not when it is collected, which may be after much other
 * work: when the virtual machine shuts down, the flight recorder throws away what is not in a file of its owner's by
 * then.
 */
final class FlightFile {
    private final Leftover leftover;
    private final @Nullable MemorySnapshots snapshots;
    private boolean isInSnapshot;
    private @Nullable IOException failure;

    private FlightFile(Recording recording, boolean inMemory) {
        snapshots = inMemory ? MemorySnapshots.of(recording) : null;
        leftover = new Leftover(this, recording, snapshots);
    }

    /** Makes the file, and lets the recorder write it if the virtual machine shuts down meanwhile. */
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
     * Makes the file of a recording that takes the place of this one, which ends first. The recording can be started at
     * once, but its blocks are those of this file: they are to be {@linkplain #reserve reserved} after {@link #save}.
     *
     * @throws IOException if there is no room, or none any more for this recording; it is to go on then
     */
    FlightFile followedBy(Recording next) throws IOException {
        if (!OtherRecordings.than(leftover.recording()).areThere()) {
            reserve();
        }
        return of(next, leftover.recording());
    }

    private static FlightFile of(Recording recording, Recording before) throws IOException {
        Leftover.deleteForgotten();
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

    /** Reserves blocks for what is in memory, unless they are in place. */
    void reserve() throws IOException {
        Reserve known = leftover.reserve();
        if (snapshots == null || (known != null && known.isInPlace())) {
            return;
        }
        leftover.giveBack();
        Reserve reserve = Reserve.take();
        leftover.keep(reserve);
        Recording recording = leftover.recording();
        try {
            recording.setDumpOnExit(true);
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

    /** Ends the recording, if it has not ended; what it has recorded is still in the blocks that are reserved. */
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

    /** Writes the file of a recording that has ended, and gives back what was reserved for it. */
    void save() {
        try {
            Reserve reserve = leftover.reserve();
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

    /** Chooses how what is in memory is read: as a snapshot, or from the reserve, into which the recorder writes. */
    private void chooseWay(MemorySnapshots taken, Recording recording) throws IOException {
        boolean isWritten = false;
        try {
            isInSnapshot = taken.takeBesideOthers();
            Reserve reserve = leftover.reserve();
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
