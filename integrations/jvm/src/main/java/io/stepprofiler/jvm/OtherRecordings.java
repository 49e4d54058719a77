package io.stepprofiler.jvm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * Flight recordings of others that run. The flight recorder has one setting for all recordings: the most that any of
 * them asks for, and the setting's default only if none says anything. So where others take the default, our word for
 * less would be the only one, and count for them, too. Plain loops, because this is part of the first window's start.
 *
 * @param settings what each of them says
 */
record OtherRecordings(List<Map<String, String>> settings) {
    /**
     * Lock of the process, which all class loaders share: it is held while a recording begins or ends, so that none
     * changes between the look at the others and what follows from it. Recordings of others do not take it.
     */
    static final Object LOCK = FlightRecorder.class;

    private static final String ENABLED = "#enabled";

    /** By default all of them, where for samples of processor time it is none. */
    private static final String ALLOCATION_THROTTLE = "jdk.ObjectAllocationSample#throttle";

    /** Those besides some of ours. */
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

    /** What is left of our settings without those that would take something from the others. */
    Map<String, String> leaveOf(Map<String, String> ours) {
        Map<String, String> left = new HashMap<>(ours);
        left.entrySet().removeIf(each -> isForLess(each.getKey(), each.getValue()) && isDefaultOfOthers(each.getKey()));
        return left;
    }

    /** Whether a setting may be for less than its default. */
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
