package io.stepprofiler.readers.xspace.trace;

import io.stepprofiler.frameworks.Jax;
import io.stepprofiler.readers.xspace.ProfileEvent;
import io.stepprofiler.readers.xspace.ProfileStat;
import io.stepprofiler.trace.TrackBuilder;
import java.util.Set;

/** Values of one event that are no arguments: links to other events, and in files of this profiler its shape. */
final class Links {
    /** Correlation id of a call of a device's runtime and the work that it causes. */
    static final String CORRELATION = "correlation_id";

    private static final long NONE = -1;

    /** Values that this profiler writes for viewers and that are derived from the rest of the trace. */
    private static final Set<String> DERIVED =
            Set.of("flow", "_p", "_pt", "_c", "_ct", "tf_op", "kernel_details", "memcpy_details", "Frames per second");

    private final boolean isOurs;
    private boolean isRoot;
    private boolean hasStep;
    private long step = NONE;
    private long correlation = NONE;
    private long sequence = NONE;
    private long forwardThread = NONE;
    private boolean unfinished;
    private boolean async;
    private long shortened = NONE;
    private long cpu = NONE;

    Links(boolean isOurs) {
        this.isOurs = isOurs;
    }

    void look(ProfileStat stat) {
        long number = stat.asLong().orElse(NONE);
        switch (stat.name()) {
            case "_r" -> isRoot = number > 0;
            case Jax.STEP_NUMBER -> {
                hasStep = stat.asLong().isPresent();
                step = number;
            }
            case CORRELATION -> correlation = number;
            default -> {
                if (isOurs) {
                    lookAtOurs(stat.name(), number);
                }
            }
        }
    }

    private void lookAtOurs(String name, long number) {
        switch (name) {
            case "correlation" -> correlation = number;
            case "Sequence number" -> sequence = number;
            case "Fwd thread id" -> forwardThread = number;
            case "unfinished" -> unfinished = number > 0;
            case "async" -> async = number > 0;
            case "shortened ns" -> shortened = number;
            case "cpu ns" -> cpu = number;
            default -> {}
        }
    }

    /** True if a value is a link, so that it is no argument. */
    boolean isLink(ProfileStat stat) {
        return switch (stat.name()) {
            case "_r" -> isStep();
            case CORRELATION -> correlation >= 0;
            case "cpu ns" -> isOurs && isStep();
            case "correlation", "Sequence number", "Fwd thread id", "unfinished", "async", "shortened ns" -> isOurs;
            default -> isOurs && DERIVED.contains(stat.name());
        };
    }

    boolean isStep() {
        return isRoot && step >= 0;
    }

    /** True if it is marked as a step, but with a negative number. */
    boolean isNegativeStep() {
        return isRoot && hasStep && step < 0;
    }

    long step() {
        return step;
    }

    boolean isUnfinished() {
        return unfinished;
    }

    /** Processor time of a step; -1 if not known. */
    long cpuNanos() {
        return Math.max(cpu, NONE);
    }

    long durationNanos(ProfileEvent event) {
        return shortened >= 0 ? shortened : event.durationNanos();
    }

    void attach(TrackBuilder track, int event) {
        if (correlation >= 0) {
            track.correlation(event, correlation);
        }
        if (sequence >= 0) {
            track.sequence(event, sequence, forwardThread);
        }
        if (unfinished) {
            track.unfinished(event);
        }
        if (async) {
            track.async(event);
        }
    }
}
