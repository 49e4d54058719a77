package io.stepprofiler.mxnet;

import io.stepprofiler.source.ActivitySource;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Configuration of {@link Profiler}: the checked values of {@code mx.profiler.set_config}.
 *
 * <p>Immutable; {@link #builder()} has the defaults of MXNet's function.
 *
 * @param filename the trace file
 * @param categories profiled categories, besides the user's own objects and scopes
 * @param continuousDump whether the file is written again after each {@code dumpPeriod}
 * @param dumpPeriod pause between two such dumps
 * @param aggregateStats whether statistics are kept for {@link Profiler#dumps()}
 * @param memoryProfilePrefix prefix of the file that lists live memory
 * @param maxFileBytes size at which the trace continues in another file
 * @param sources sources of events besides the program's own; if empty, {@linkplain ActivitySource services} are used
 */
public record ProfilerConfig(
        Path filename,
        Set<ProfileCategory> categories,
        boolean continuousDump,
        Duration dumpPeriod,
        boolean aggregateStats,
        String memoryProfilePrefix,
        long maxFileBytes,
        List<ActivitySource> sources) {
    /** Default size at which a trace continues in another file: 256 MiB. */
    static final long MAX_FILE_BYTES = 256L << 20;

    private static final long MIN_FILE_BYTES = 1 << 16;

    /** Longest period in seconds: a year. */
    private static final BigDecimal LONGEST = BigDecimal.valueOf(365L * 24 * 3600);

    private static final String KEYS = "filename, profile_all, profile_symbolic, profile_imperative, profile_memory,"
            + " profile_api, continuous_dump, dump_period, aggregate_stats, gpu_memory_profile_filename_prefix,"
            + " profile_process";

    /**
     * Checks the values.
     *
     * @param filename not empty, no directory
     * @param categories any
     * @param continuousDump any
     * @param dumpPeriod not negative, more than 0 if the file is written continuously
     * @param aggregateStats any
     * @param memoryProfilePrefix not empty, beginning of a path
     * @param maxFileBytes 65,536 or more
     * @param sources sources that {@linkplain ActivitySource#collectsWhileOpen() deliver} while they record
     * @throws IllegalArgumentException with the parameter, its value and the rule
     */
    public ProfilerConfig {
        if (filename.toString().isBlank() || filename.getFileName() == null || Files.isDirectory(filename)) {
            throw MxMessages.refused("filename", filename, "must name a file");
        }
        if (dumpPeriod.isNegative() || (continuousDump && dumpPeriod.isZero())) {
            throw MxMessages.refused("dump_period", dumpPeriod, "must be more than 0 if continuous_dump is true");
        }
        if (memoryProfilePrefix.isBlank()) {
            throw MxMessages.refused("gpu_memory_profile_filename_prefix", memoryProfilePrefix, "must not be empty");
        }
        try {
            MemoryCsv.file(memoryProfilePrefix, 0);
        } catch (InvalidPathException e) {
            throw MxMessages.refused(
                    "gpu_memory_profile_filename_prefix", memoryProfilePrefix, "must be the beginning of a path");
        }
        if (maxFileBytes < MIN_FILE_BYTES) {
            throw MxMessages.refused("maxFileBytes", maxFileBytes, "must be " + MIN_FILE_BYTES + " or more");
        }
        categories = Set.copyOf(categories);
        sources = List.copyOf(sources);
        for (ActivitySource source : sources) {
            if (!source.collectsWhileOpen()) {
                throw MxMessages.refused("source", source, "must deliver events while it records");
            }
        }
    }

    /** {@return a builder with the defaults of {@code set_config}} */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * {@return the configuration with these values, as {@code set_config} takes them}
     *
     * @param values texts, numbers and truth values by MXNet's key, such as {@code profile_all}; truth values are
     *     {@code true}, {@code false}, 1 or 0, periods are seconds
     * @throws IllegalArgumentException for an unknown key, listing the known ones, and for a value that is not allowed
     */
    public static ProfilerConfig of(Map<String, ?> values) {
        return of(values, List.of());
    }

    static ProfilerConfig of(Map<String, ?> values, List<ActivitySource> sources) {
        Builder builder = builder();
        values.forEach((key, value) -> set(builder, key, MxMessages.given(key, value)));
        sources.forEach(builder::source);
        return builder.build();
    }

    private static void set(Builder builder, String key, String text) {
        switch (key) {
            case "filename" -> builder.filename(path(text));
            case "profile_all" -> builder.profileAll(truth(key, text));
            case "profile_symbolic" -> builder.profile(ProfileCategory.SYMBOLIC, truth(key, text));
            case "profile_imperative" -> builder.profile(ProfileCategory.IMPERATIVE, truth(key, text));
            case "profile_memory" -> builder.profile(ProfileCategory.MEMORY, truth(key, text));
            case "profile_api" -> builder.profile(ProfileCategory.API, truth(key, text));
            case "continuous_dump" -> builder.continuousDump(truth(key, text));
            case "dump_period" -> builder.dumpPeriod(seconds(key, text));
            case "aggregate_stats" -> builder.aggregateStats(truth(key, text));
            case "gpu_memory_profile_filename_prefix" -> builder.gpuMemoryProfileFilenamePrefix(text);
            case "profile_process" -> {
                if (!text.equals("worker")) {
                    throw MxMessages.refused(key, text, "must be worker; server is for Profiler.setConfig(Map)");
                }
            }
            default -> throw MxMessages.refused("key", key, "must be one of " + KEYS);
        }
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw MxMessages.refused("filename", text, "must name a file");
        }
    }

    private static boolean truth(String key, String text) {
        boolean isTrue = text.equalsIgnoreCase("true") || text.equals("1");
        if (!isTrue && !text.equalsIgnoreCase("false") && !text.equals("0")) {
            throw MxMessages.refused(key, text, "must be true, false, 1 or 0");
        }
        return isTrue;
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
        throw MxMessages.refused(key, text, "must be a number of seconds, 0 to " + LONGEST);
    }

    /**
     * Returns the configuration for programs that never configure the profiler.
     *
     * @param bits the categories, by {@link ProfileCategory#bit()}
     */
    static ProfilerConfig unconfigured(int bits) {
        Builder builder = builder().continuousDump(false);
        builder.categories.clear();
        builder.categories.addAll(ProfileCategory.ofBits(bits));
        return builder.build();
    }

    /** Builder of a configuration. For use by one thread. */
    public static final class Builder {
        private final Set<ProfileCategory> categories = EnumSet.allOf(ProfileCategory.class);
        private final List<ActivitySource> sources = new ArrayList<>();
        private Path filename = Path.of("profile.json");
        private boolean all;
        private boolean continuousDump = true;
        private Duration dumpPeriod = Duration.ofSeconds(1);
        private boolean aggregateStats;
        private String memoryProfilePrefix = "gpu_memory_profile";
        private long maxFileBytes = MAX_FILE_BYTES;

        private Builder() {}

        /**
         * Sets the trace file; default {@code profile.json}. An existing file is removed when the configuration is set,
         * so that an old trace is never taken for the new one.
         *
         * @param value path of the file
         * @return this builder
         */
        public Builder filename(Path value) {
            filename = Objects.requireNonNull(value, "filename = null is not allowed: must name a file");
            return this;
        }

        /**
         * Profiles all categories, regardless of {@link #profile}; default false.
         *
         * @param value true for all
         * @return this builder
         */
        public Builder profileAll(boolean value) {
            all = value;
            return this;
        }

        /**
         * Switches a category on or off; default on.
         *
         * @param category the category
         * @param value false to leave it out
         * @return this builder
         */
        public Builder profile(ProfileCategory category, boolean value) {
            categories.remove(category);
            if (value) {
                categories.add(category);
            }
            return this;
        }

        /**
         * Writes the file again after each {@link #dumpPeriod}, valid after every write; default true.
         *
         * @param value false to write it at {@link Profiler#dump()} and at exit only
         * @return this builder
         */
        public Builder continuousDump(boolean value) {
            continuousDump = value;
            return this;
        }

        /**
         * Sets the pause between two continuous dumps; default a second. It is longer after a long dump, so that
         * dumping takes at most a twentieth of the time, but at most a minute because of that.
         *
         * @param value more than 0
         * @return this builder
         */
        public Builder dumpPeriod(Duration value) {
            dumpPeriod = Objects.requireNonNull(value, "dump_period = null is not allowed: must be a duration");
            return this;
        }

        /**
         * Keeps statistics for {@link Profiler#dumps()}; default false. Switching them off discards them.
         *
         * @param value true to keep them
         * @return this builder
         */
        public Builder aggregateStats(boolean value) {
            aggregateStats = value;
            return this;
        }

        /**
         * Sets the prefix of the file that lists the memory live at a dump; default {@code gpu_memory_profile}. The
         * name continues with {@code -pid_<pid>.csv}.
         *
         * @param value beginning of a path
         * @return this builder
         */
        public Builder gpuMemoryProfileFilenamePrefix(String value) {
            memoryProfilePrefix = Objects.requireNonNull(
                    value, "gpu_memory_profile_filename_prefix = null is not allowed: must not be empty");
            return this;
        }

        /**
         * Sets the approximate size in bytes at which the trace continues in another file; default {@link
         * #MAX_FILE_BYTES}. The files of {@code profile.json} are then {@code profile.json}, {@code profile.2.json} and
         * so on. Events of a file are kept in memory until then.
         *
         * @param value 65,536 or more
         * @return this builder
         */
        public Builder maxFileBytes(long value) {
            maxFileBytes = value;
            return this;
        }

        /**
         * Adds a source of events besides the program's own, such as the operations of a framework. If there is none,
         * the profiler uses the sources that {@link java.util.ServiceLoader} finds when it begins to run: {@code
         * step-profiler-pytorch}, which is also in the agent's jar, provides libtorch's operations and memory.
         *
         * @param source the source, recorded while its category is profiled
         * @return this builder
         */
        public Builder source(ActivitySource source) {
            sources.add(Objects.requireNonNull(source, "source = null is not allowed: must be a source"));
            return this;
        }

        /**
         * {@return the configuration}
         *
         * @throws IllegalArgumentException with the parameter, its value and the rule
         */
        public ProfilerConfig build() {
            return new ProfilerConfig(
                    filename,
                    all ? EnumSet.allOf(ProfileCategory.class) : categories,
                    continuousDump,
                    dumpPeriod,
                    aggregateStats,
                    memoryProfilePrefix,
                    maxFileBytes,
                    sources);
        }
    }
}
