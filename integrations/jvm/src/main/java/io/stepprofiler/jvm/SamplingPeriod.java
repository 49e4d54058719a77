package io.stepprofiler.jvm;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * How often methods are sampled: as often as the recording wants that wants it most often, whosever it is. Plain loops,
 * because this is part of the first window's start.
 */
final class SamplingPeriod {
    private static final List<String> TYPES = List.of("jdk.ExecutionSample", "jdk.NativeMethodSample");
    private static final Map<String, Long> NANOS =
            Map.of("ns", 1L, "us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L);
    private static final int MAX_DIGITS = 9;

    private SamplingPeriod() {}

    /** The period at this moment if we ask for {@code ours}. */
    static long nanos(Duration ours) {
        long shortest = ours.toNanos();
        for (Recording recording : FlightRecorder.getFlightRecorder().getRecordings()) {
            if (recording.getState() == RecordingState.RUNNING) {
                Map<String, String> settings = recording.getSettings();
                for (String type : TYPES) {
                    if ("true".equals(settings.get(type + "#enabled"))) {
                        OptionalLong period = parsed(settings.getOrDefault(type + "#period", ""));
                        shortest = Math.min(shortest, period.orElse(shortest));
                    }
                }
            }
        }
        return shortest;
    }

    static OptionalLong parsed(String period) {
        String text = period.toLowerCase(Locale.ROOT);
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        int unit = text.startsWith(" ", digits) ? digits + 1 : digits;
        Long nanos = NANOS.get(text.substring(unit));
        return digits == 0 || digits > MAX_DIGITS || nanos == null
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(text.substring(0, digits)) * nanos);
    }
}
