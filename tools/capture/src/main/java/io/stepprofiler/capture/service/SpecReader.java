package io.stepprofiler.capture.service;

import io.stepprofiler.CaptureRequest;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.capture.proto.v1.CaptureSpec;
import io.stepprofiler.source.Activity;
import io.stepprofiler.text.OneLine;
import java.time.Duration;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Converts a client's request to a {@link CaptureRequest}, within the limits of the service. */
final class SpecReader {
    private static final int MAX_STEPS = 10_000;
    private static final int MAX_WARMUP = 100;
    private static final int MAX_HOLDER = 200;

    private final UnaryOperator<ProfileBuilder> captures;
    private final Duration longest;

    /**
     * Creates a reader.
     *
     * @param captures options of every capture of this server
     * @param longest longest recording, and longest wait for its start
     */
    SpecReader(UnaryOperator<ProfileBuilder> captures, Duration longest) {
        this.captures = captures;
        this.longest = longest;
    }

    /**
     * Converts a request.
     *
     * @param caller address of the client, used if the request names no holder
     * @throws IllegalArgumentException naming the field, its value and the allowed values
     */
    CaptureRequest read(CaptureSpec spec, String caller) {
        CaptureRequest request = extent(spec)
                .within(longest.multipliedBy(2))
                .holder(holder(spec, caller))
                .configure(builder -> configured(builder, spec));
        if (spec.getYields()) {
            request = request.yielding();
        }
        return spec.hasWarmup() ? request.warmup((int) inRange("warmup", spec.getWarmup(), 0, MAX_WARMUP)) : request;
    }

    private CaptureRequest extent(CaptureSpec spec) {
        switch (spec.getExtentCase()) {
            case STEPS -> {
                CaptureRequest steps = CaptureRequest.ofSteps((int) inRange("steps", spec.getSteps(), 1, MAX_STEPS));
                return spec.hasFirstStep()
                        ? steps.from(inRange("first_step", spec.getFirstStep(), 0, Long.MAX_VALUE))
                        : steps;
            }
            case DURATION_MILLIS -> {
                if (spec.hasFirstStep()) {
                    throw new IllegalArgumentException("first_step = " + spec.getFirstStep()
                            + " is not allowed: goes with steps, not with duration_millis");
                }
                return CaptureRequest.ofDuration(
                        Duration.ofMillis(inRange("duration_millis", spec.getDurationMillis(), 1, longest.toMillis())));
            }
            default -> throw new IllegalArgumentException("steps or duration_millis must be given");
        }
    }

    private ProfileBuilder configured(ProfileBuilder builder, CaptureSpec spec) {
        ProfileBuilder configured = captures.apply(builder)
                .profileMemory(spec.getMemory())
                .recordShapes(spec.getShapes())
                .withStack(spec.getStacks())
                .withFlops(spec.getFlops())
                .withModules(!spec.hasModules() || spec.getModules());
        boolean hasAll = !spec.hasJvm() || spec.getJvm();
        return hasAll ? configured : configured.activities(Set.of(Activity.CPU));
    }

    private static String holder(CaptureSpec spec, String caller) {
        String named = spec.getHolder().isBlank() ? caller : spec.getHolder();
        String line = OneLine.of(named);
        return line.length() <= MAX_HOLDER ? line : line.substring(0, MAX_HOLDER);
    }

    private static long inRange(String field, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(field + " = " + value + " is not allowed: must be " + least
                    + (most == Long.MAX_VALUE ? " or more" : " to " + most));
        }
        return value;
    }
}
