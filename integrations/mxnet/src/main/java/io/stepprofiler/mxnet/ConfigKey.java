package io.stepprofiler.mxnet;

import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** The keys of {@code set_config}, and what each does with its text. */
enum ConfigKey {
    FILENAME((builder, text) -> builder.filename(path(text))),
    PROFILE_ALL((builder, text) -> builder.profileAll(truth("profile_all", text))),
    PROFILE_SYMBOLIC((builder, text) -> builder.profileSymbolic(truth("profile_symbolic", text))),
    PROFILE_IMPERATIVE((builder, text) -> builder.profileImperative(truth("profile_imperative", text))),
    PROFILE_MEMORY((builder, text) -> builder.profileMemory(truth("profile_memory", text))),
    PROFILE_API((builder, text) -> builder.profileApi(truth("profile_api", text))),
    CONTINUOUS_DUMP((builder, text) -> builder.continuousDump(truth("continuous_dump", text))),
    DUMP_PERIOD((builder, text) -> builder.dumpPeriod(seconds("dump_period", text))),
    AGGREGATE_STATS((builder, text) -> builder.aggregateStats(truth("aggregate_stats", text))),
    GPU_MEMORY_PROFILE_FILENAME_PREFIX(ProfilerConfig.Builder::gpuMemoryProfileFilenamePrefix),
    PROFILE_PROCESS(ProfilerConfig.Builder::profileProcess);

    /** Longest period in seconds: a year. */
    private static final BigDecimal LONGEST = BigDecimal.valueOf(365L * 24 * 3600);

    @SuppressWarnings("ImmutableEnumChecker") // Functions without state.
    private final BiConsumer<ProfilerConfig.Builder, String> effect;

    ConfigKey(BiConsumer<ProfilerConfig.Builder, String> effect) {
        this.effect = effect;
    }

    void apply(String text, ProfilerConfig.Builder builder) {
        effect.accept(builder, text);
    }

    static ConfigKey of(String key) {
        return Arrays.stream(values())
                .filter(each -> Texts.lower(each).equals(key))
                .findFirst()
                .orElseThrow(() -> Texts.refused(
                        "key",
                        key,
                        "must be one of "
                                + Arrays.stream(values()).map(Texts::lower).collect(Collectors.joining(", "))));
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw Texts.refused("filename", text, "must name a file");
        }
    }

    private static boolean truth(String key, String text) {
        if (text.equalsIgnoreCase("true") || text.equals("1")) {
            return true;
        }
        if (text.equalsIgnoreCase("false") || text.equals("0")) {
            return false;
        }
        throw Texts.refused(key, text, "must be true, false, 1 or 0");
    }

    private static Duration seconds(String key, String text) {
        try {
            BigDecimal seconds = new BigDecimal(text.strip());
            if (seconds.signum() >= 0 && seconds.compareTo(LONGEST) <= 0) {
                return Duration.ofNanos(seconds.movePointRight(9).longValue());
            }
        } catch (NumberFormatException e) {
            // Refused below.
        }
        throw Texts.refused(key, text, "must be a number of seconds, 0 to " + LONGEST);
    }
}
