package io.stepprofiler.cli.live;

import io.stepprofiler.capture.client.FileFormat;
import io.stepprofiler.capture.client.RemoteCapture;
import io.stepprofiler.cli.input.Subcommand;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options of a capture: steps or duration, and activities. */
public final class WantedCapture {
    private static final int DEFAULT_STEPS = 5;

    /** Converter for times such as {@code 10us}, {@code 500ms}, {@code 2s} and {@code 1m}; seconds without a unit. */
    public static final class Time implements ITypeConverter<Duration> {
        private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ns|us|ms|s|m|h|d|)");

        @Override
        public Duration convert(String text) {
            Matcher matcher = FORM.matcher(text.toLowerCase(Locale.ROOT));
            if (!matcher.matches()) {
                throw new TypeConversionException(
                        "'" + text + "' is not a number followed by ns, us, ms, s, m, h or d");
            }
            long count = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2)) {
                case "ns" -> Duration.ofNanos(count);
                case "ms" -> Duration.ofMillis(count);
                case "m" -> Duration.ofMinutes(count);
                case "h" -> Duration.ofHours(count);
                case "d" -> Duration.ofDays(count);
                default ->
                    matcher.group(2).startsWith("u") ? Duration.ofNanos(1_000 * count) : Duration.ofSeconds(count);
            };
        }
    }

    @Option(names = "--steps", paramLabel = "N", description = "number of steps; default " + DEFAULT_STEPS)
    private @Nullable Integer steps;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = Time.class,
            description =
                    "capture for a time, such as 500ms, 2s or 1m, instead of steps: for programs that mark no steps")
    private @Nullable Duration duration;

    @Option(
            names = "--at",
            paramLabel = "STEP",
            description = "number of the first step in the training; default the next possible one")
    private @Nullable Long at;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            description = "steps before the first one that are recorded and discarded; default 1")
    private @Nullable Integer warmup;

    @Option(names = "--memory", description = "record allocations and releases of memory")
    private boolean memory;

    @Option(names = "--shapes", description = "record the inputs of operations")
    private boolean shapes;

    @Option(names = "--stack", description = "record call stacks of scopes")
    private boolean stack;

    @Option(names = "--flops", description = "record floating point operations")
    private boolean flops;

    @Option(
            names = "--modules",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "record scopes of modules; --no-modules leaves them out")
    private boolean modules = true;

    @Option(
            names = "--jvm",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "record activity of the virtual machine, such as collections; --no-jvm leaves it out")
    private boolean jvm = true;

    /** Rejects options that are invalid or cannot be combined. */
    void check(Subcommand command) {
        if (duration != null && (steps != null || at != null)) {
            throw command.refusal("--duration cannot be combined with --steps and --at: it is either steps or a time");
        }
        atLeast(command, "--steps", steps == null ? null : Long.valueOf(steps), 1);
        atLeast(command, "--at", at, 0);
        atLeast(command, "--warmup", warmup == null ? null : Long.valueOf(warmup), 0);
        if (duration != null && duration.toMillis() == 0) {
            throw command.refusal("--duration = 0 is not allowed: must be a millisecond or more");
        }
    }

    private static void atLeast(Subcommand command, String name, @Nullable Long value, long least) {
        if (value != null && value < least) {
            throw command.refusal(name + " = " + value + " is not allowed: must be " + least + " or more");
        }
    }

    /** The first step, if it was given. */
    OptionalLong first() {
        return at == null ? OptionalLong.empty() : OptionalLong.of(at);
    }

    /** The capture with all options but the first step. */
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
