package io.stepprofiler.jvm;

import jdk.jfr.FlightRecorder;

/**
 * Availability of the virtual machine's flight recorder in this process.
 *
 * @param available true if it can record
 * @param reason reason why it cannot record; empty if it can
 */
record FlightRecorderStatus(boolean available, String reason) {
    /** {@return the status in this process} Starts nothing. */
    static FlightRecorderStatus current() {
        try {
            return FlightRecorder.isAvailable()
                    ? new FlightRecorderStatus(true, "")
                    : absent("this virtual machine has no flight recorder, or it is switched off");
        } catch (LinkageError e) {
            return absent("the module jdk.jfr is not there: " + e);
        }
    }

    static FlightRecorderStatus absent(String reason) {
        return new FlightRecorderStatus(false, reason);
    }
}
