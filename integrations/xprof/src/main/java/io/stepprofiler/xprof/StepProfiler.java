package io.stepprofiler.xprof;

import io.stepprofiler.ProfileFailure;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Records some steps of a long run, selected by their numbers.
 *
 * <pre>{@code
 * try (StepProfiler profiler = StepProfiler.start(Path.of("log"), 100, 5)) {
 *     for (long step = resumedAt; step < steps; step++) {
 *         try (StepTraceAnnotation ignored = profiler.step(step)) {
 *             train(batches.next());
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>Recording begins with the first step whose number is {@code first} or more, so also in a run that is resumed
 * beyond it, and ends with the first step whose number is {@code count} or more higher; the files are written while the
 * loop continues. If the run ends before that, {@link #close()} writes the files. Never throws in the loop: failures
 * there are logged, and listed by {@link #failures()}. For a loop of one thread.
 */
public final class StepProfiler implements AutoCloseable {
    private static final String NAME = "train";

    private final Path logDir;
    private final long first;
    private final long count;
    private final ProfileOptions options;
    private @Nullable TraceSession session;
    private long end = Long.MAX_VALUE;

    private StepProfiler(Path logDir, long first, long count, ProfileOptions options) {
        this.logDir = logDir;
        this.first = first;
        this.count = count;
        this.options = options;
    }

    /**
     * {@return a profiler of some steps, with the default options}
     *
     * @param logDir the log directory; created when needed
     * @param first number of the first step to record, 0 or more
     * @param count number of steps to record, 1 or more
     * @throws IllegalArgumentException if a number is not allowed
     */
    public static StepProfiler start(Path logDir, long first, long count) {
        return start(logDir, first, count, ProfileOptions.DEFAULT);
    }

    /**
     * {@return a profiler of some steps}
     *
     * @param logDir the log directory; created when needed
     * @param first number of the first step to record, 0 or more
     * @param count number of steps to record, 1 or more
     * @param options options of recording and writing
     * @throws IllegalArgumentException if a number is not allowed
     */
    public static StepProfiler start(Path logDir, long first, long count, ProfileOptions options) {
        Objects.requireNonNull(logDir, "logDir");
        if (first < 0) {
            throw OptionText.refused("first", first, "must be 0 or more");
        }
        if (count < 1) {
            throw OptionText.refused("count", count, "must be 1 or more");
        }
        return new StepProfiler(logDir, first, count, options.notRaising());
    }

    /**
     * Begins a step, after starting or ending the recording if it is time for that.
     *
     * @param number number of the step
     * @return the step to close, never null
     */
    public StepTraceAnnotation step(long number) {
        TraceSession current = session;
        if (current == null && number >= first) {
            session = XProf.trace(logDir, options);
            end = count > Long.MAX_VALUE - number ? Long.MAX_VALUE : number + count;
        } else if (current != null && number >= end) {
            end = Long.MAX_VALUE;
            current.end();
            // Another session may record the following steps.
            XProf.ended(current);
        }
        return StepTraceAnnotation.open(NAME, number);
    }

    /** {@return the session that records the steps; empty before the first of them} */
    public Optional<TraceSession> session() {
        return Optional.ofNullable(session);
    }

    /** {@return the failures that did not reach the loop} */
    public List<ProfileFailure> failures() {
        TraceSession current = session;
        return current == null ? List.of() : current.failures();
    }

    /**
     * Ends the recording and waits until the files are written; see {@link TraceSession#close()}. Logs a warning if no
     * step was recorded.
     */
    @Override
    public void close() {
        TraceSession current = session;
        if (current != null) {
            current.close();
        } else {
            System.getLogger(StepProfiler.class.getName())
                    .log(System.Logger.Level.WARNING, "No step was recorded: none had number " + first + " or more");
        }
    }
}
