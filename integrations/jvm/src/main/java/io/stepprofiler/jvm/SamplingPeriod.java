package io.stepprofiler.jvm;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/** How often methods are sampled: as often as the recording wants that wants it most often, whosever it is. */
final class SamplingPeriod {
    private static final Pattern PERIOD = Pattern.compile("(\\d{1,9}) ?(ns|us|ms|s)");
    private static final Map<String, Long> NANOS =
            Map.of("ns", 1L, "us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L);

    private SamplingPeriod() {}

    /** The period at this moment if we ask for {@code ours}. */
    static long nanos(Duration ours) {
        return FlightRecorder.getFlightRecorder().getRecordings().stream()
                .filter(recording -> recording.getState() == RecordingState.RUNNING)
                .map(Recording::getSettings)
                .flatMap(settings -> Stream.of("jdk.ExecutionSample", "jdk.NativeMethodSample")
                        .filter(type -> "true".equals(settings.get(type + "#enabled")))
                        .map(type -> settings.getOrDefault(type + "#period", "")))
                .map(SamplingPeriod::parsed)
                .flatMapToLong(OptionalLong::stream)
                .reduce(ours.toNanos(), Math::min);
    }

    static OptionalLong parsed(String period) {
        Matcher matcher = PERIOD.matcher(period.toLowerCase(Locale.ROOT));
        return matcher.matches()
                ? OptionalLong.of(Long.parseLong(matcher.group(1)) * NANOS.getOrDefault(matcher.group(2), 1L))
                : OptionalLong.empty();
    }
}
