package io.stepprofiler.jvm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * Running flight recordings of other owners. The flight recorder has one setting for all recordings: the most that any
 * of them requests, and the default only if none sets it. So if others use the default, our request for less would also
 * apply to them. Uses plain loops, because this is part of the first window's start.
 *
 * @param settings settings of each recording
 */
record OtherRecordings(List<Map<String, String>> settings) {
    /**
     * Lock of the process, shared by all class loaders: held while a recording begins or ends, so that the other
     * recordings of this profiler do not change between check and action. Other owners do not take it.
     */
    static final Object LOCK = FlightRecorder.class;

    private static final String ENABLED = "#enabled";

    /** The default of this throttle is all samples; the default for samples of processor time is none. */
    private static final String ALLOCATION_THROTTLE = "jdk.ObjectAllocationSample#throttle";

    /** Returns the running recordings besides some of ours. */
    static OtherRecordings than(Recording... ours) {
        List<Map<String, String>> settings = new ArrayList<>();
        for (Recording each : FlightRecorder.getFlightRecorder().getRecordings()) {
            if (each.getState() == RecordingState.RUNNING && !isOneOf(ours, each)) {
                settings.add(each.getSettings());
            }
        }
        return new OtherRecordings(settings);
    }

    private static boolean isOneOf(Recording[] ours, Recording recording) {
        for (Recording each : ours) {
            if (each.getId() == recording.getId()) {
                return true;
            }
        }
        return false;
    }

    boolean areThere() {
        return !settings.isEmpty();
    }

    /** Returns our settings without any that would reduce the events of other recordings. */
    Map<String, String> leaveOf(Map<String, String> ours) {
        Map<String, String> left = new HashMap<>(ours);
        left.entrySet().removeIf(each -> isForLess(each.getKey(), each.getValue()) && isDefaultOfOthers(each.getKey()));
        return left;
    }

    /** True if a setting may request less than its default. */
    private static boolean isForLess(String key, String value) {
        return value.equals("false")
                || (key.endsWith("#threshold") && !value.startsWith("0 "))
                || key.equals(ALLOCATION_THROTTLE);
    }

    private boolean isDefaultOfOthers(String key) {
        boolean isRecorded = false;
        String enabled = key.substring(0, key.indexOf('#')) + ENABLED;
        for (Map<String, String> each : settings) {
            if (each.containsKey(key)) {
                return false;
            }
            isRecorded |= key.endsWith(ENABLED) || "true".equals(each.get(enabled));
        }
        return isRecorded;
    }
}
