package io.stepprofiler.jvm;

import java.io.IOException;
import jdk.jfr.Recording;

/** A piece of a window, or all of it: one recording of the flight recorder, and the file that it is read by way of. */
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

    /** Makes a piece that has not begun. */
    static FlightPiece of(EventSelection selection) throws IOException {
        Recording recording = recording(selection, OtherRecordings.than());
        return new FlightPiece(selection, recording, FlightFile.of(recording));
    }

    /**
     * Makes the piece that takes the place of this one.
     *
     * @throws IOException if this one is to go on, because there is no room to write it or to begin another
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
        // First of all, because all else may wait for the recorder's lock.
        beganNanos = ClockSync.take(window, reading);
    }

    /** Ends the recording, after a last reading of the clock; what was recorded is written by {@link #save}. */
    void end(long window, int reading) {
        endedNanos = ClockSync.take(window, reading);
        file.end();
    }

    /** Writes the file of a recording that has ended. */
    void save() {
        file.save();
    }

    /** Reserves room for the file of a recording that took the place of another, once that has been written. */
    void reserve() throws IOException {
        file.reserve();
    }

    /** The events of a piece that has been written. */
    EventLog read() throws IOException {
        return EventLog.of(file.written(), selection);
    }

    void delete() {
        file.delete();
    }

    EventSelection selection() {
        return selection;
    }

    /** Number of the reading of the clock with which it begins. */
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
