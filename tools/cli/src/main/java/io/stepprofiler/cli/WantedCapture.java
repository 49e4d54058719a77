package io.stepprofiler.cli;

import io.stepprofiler.capture.client.FileFormat;
import io.stepprofiler.capture.client.RemoteCapture;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Options for what is captured. */
final class WantedCapture {
    private static final int DEFAULT_STEPS = 5;

    /** Times as people write them: {@code 500ms}, {@code 2s}, {@code 1m}; seconds without a unit. */
    static final class Time implements ITypeConverter<Duration> {
        private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h|)");

        /** Made by picocli. */
        Time() {}

        @Override
        public Duration convert(String text) {
            Matcher matcher = FORM.matcher(text.toLowerCase(Locale.ROOT));
            if (!matcher.matches()) {
                throw new TypeConversionException("'" + text + "' is not a number with ms, s, m or h behind it");
            }
            long count = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2)) {
                case "ms" -> Duration.ofMillis(count);
                case "m" -> Duration.ofMinutes(count);
                case "h" -> Duration.ofHours(count);
                default -> Duration.ofSeconds(count);
            };
        }
    }

    @Option(names = "--steps", paramLabel = "N", description = "how many steps; default " + DEFAULT_STEPS)
    private @Nullable Integer steps;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = Time.class,
            description = "a time from now on, such as 500ms, 2s or 1m, in place of steps: where nobody marks them")
    private @Nullable Duration duration;

    @Option(
            names = "--at",
            paramLabel = "STEP",
            description = "the first step, as the training numbers them; the next possible one without it")
    private @Nullable Long at;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            description = "steps before the first one that are recorded and thrown away; default 1")
    private @Nullable Integer warmup;

    @Option(names = "--memory", description = "allocations and releases of memory, too")
    private boolean memory;

    @Option(names = "--shapes", description = "what operations are called with, too")
    private boolean shapes;

    @Option(names = "--stack", description = "call stacks of scopes, too")
    private boolean stack;

    @Option(names = "--flops", description = "floating point operations, too")
    private boolean flops;

    @Option(
            names = "--modules",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "scopes of modules; --no-modules leaves them out")
    private boolean modules = true;

    @Option(
            names = "--jvm",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "what the virtual machine does, such as collections; --no-jvm leaves it out")
    private boolean jvm = true;

    /** Made by picocli. */
    WantedCapture() {}

    /** Refuses what does not go together. */
    void check(CommandLine line) {
        if (duration != null && (steps != null || at != null)) {
            throw new ParameterException(
                    line, "--duration goes without --steps and --at: it is either steps or a time");
        }
        atLeast(line, "--steps", steps == null ? null : Long.valueOf(steps), 1);
        atLeast(line, "--at", at, 0);
        atLeast(line, "--warmup", warmup == null ? null : Long.valueOf(warmup), 0);
        if (duration != null && duration.isZero()) {
            throw new ParameterException(line, "--duration = 0 is not allowed: must be a millisecond or more");
        }
    }

    private static void atLeast(CommandLine line, String name, @Nullable Long value, long least) {
        if (value != null && value < least) {
            throw new ParameterException(line, name + " = " + value + " is not allowed: must be " + least + " or more");
        }
    }

    /** The first step, if it was given. */
    OptionalLong first() {
        return at == null ? OptionalLong.empty() : OptionalLong.of(at);
    }

    /** All of it but the first step. */
    RemoteCapture capture(FileFormat format) {
        RemoteCapture capture = duration != null
                ? RemoteCapture.ofDuration(duration)
                : RemoteCapture.ofSteps(steps == null ? DEFAULT_STEPS : steps);
        capture = warmup == null ? capture : capture.warmup(warmup);
        return capture.format(format)
                .memory(memory)
                .shapes(shapes)
                .stacks(stack)
                .flops(flops)
                .modules(modules)
                .jvm(jvm)
                .holder("stepprof capture of " + System.getProperty("user.name", "somebody"));
    }
}
