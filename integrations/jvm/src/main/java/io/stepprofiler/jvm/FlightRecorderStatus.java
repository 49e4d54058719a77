package io.stepprofiler.jvm;

import jdk.jfr.FlightRecorder;

/**
 * Whether the virtual machine's flight recorder works in this process, and why not if it does not.
 *
 * @param available whether it can record
 * @param reason why it cannot; empty if it can
 */
public record FlightRecorderStatus(boolean available, String reason) {
    /** {@return the status in this process} Starts nothing. */
    public static FlightRecorderStatus current() {
        try {
            return FlightRecorder.isAvailable()
                    ? new FlightRecorderStatus(true, "")
                    : absent("this virtual machine has none, or it is switched off");
        } catch (LinkageError e) {
            return absent("the module jdk.jfr is not there: " + e);
        }
    }

    static FlightRecorderStatus absent(String reason) {
        return new FlightRecorderStatus(false, reason);
    }
}
