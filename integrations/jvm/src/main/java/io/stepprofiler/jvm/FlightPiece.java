package io.stepprofiler.jvm;

import java.io.IOException;
import jdk.jfr.Recording;

/** Part of a window, or all of it: one recording of the flight recorder, and the file through which it is read. */
final class FlightPiece {
    private final EventSelection selection;
    private final Recording recording;
    private final FlightFile file;
    private int firstReading;
    private long beganNanos;
    private long endedNanos;

    private FlightPiece(EventSelection selection, Recording recording, FlightFile file) {
        this.selection = selection;
        this.recording = recording;
        this.file = file;
    }

    /** Creates a part that has not begun. */
    static FlightPiece of(EventSelection selection) throws IOException {
        Recording recording = recording(selection, OtherRecordings.than());
        return new FlightPiece(selection, recording, FlightFile.of(recording));
    }

    /**
     * Creates the part that follows this one.
     *
     * @throws IOException if there is no room to write this part or to begin another; this one must then continue
     */
    FlightPiece followedBy(EventSelection next) throws IOException {
        Recording following = recording(next, OtherRecordings.than(recording));
        try {
            return new FlightPiece(next, following, file.followedBy(following));
        } catch (IOException e) {
            following.close();
            throw e;
        }
    }

    private static Recording recording(EventSelection selection, OtherRecordings others) {
        Recording recording = new Recording(others.leaveOf(selection.settings()));
        recording.setName("Step Profiler");
        return recording;
    }

    /** Begins to record, and takes a reading of the clock. */
    void start(long window, int reading) {
        try {
            recording.start();
        } catch (IllegalStateException e) {
            file.delete();
            throw e;
        }
        firstReading = reading;
        // First, because everything else may wait for the recorder's lock.
        beganNanos = ClockSync.take(window, reading);
    }

    /** Ends the recording after a last reading of the clock; {@link #save} writes its events. */
    void end(long window, int reading) {
        endedNanos = ClockSync.take(window, reading);
        file.end();
    }

    /** Writes the file of the ended recording. */
    void save() {
        file.save();
    }

    /** Reserves blocks for the file, after the file of the previous part was written. */
    void reserve() throws IOException {
        file.reserve();
    }

    /** Reads the events from the written file. */
    EventLog read() throws IOException {
        return EventLog.of(file.written(), selection);
    }

    void delete() {
        file.delete();
    }

    EventSelection selection() {
        return selection;
    }

    /** Number of the first reading of the clock. */
    int firstReading() {
        return firstReading;
    }

    long beganNanos() {
        return beganNanos;
    }

    long endedNanos() {
        return endedNanos;
    }
}
