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
 * Configuration of {@link Profiler}: what {@code mx.profiler.set_config} takes, checked.
 *
 * <p>Immutable; {@link #builder()} has the defaults that hold when MXNet's function is called without arguments.
 *
 * @param filename the trace file
 * @param categories what is profiled besides the user's own objects and scopes
 * @param continuousDump whether the file is written anew every {@code dumpPeriod}
 * @param dumpPeriod pause between two such dumps
 * @param aggregateStats whether there are statistics for {@link Profiler#dumps()}
 * @param memoryProfilePrefix with what the name of the file begins that lists the memory that is live
 * @param maxFileBytes at how many bytes the trace goes on in another file
 * @param sources what is recorded besides the program's own events; without any, {@linkplain
 *     ActivitySource services} are looked for
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
    /** Size from which on a trace goes on in another file, unless something else is said: 256 MiB. */
    public static final long MAX_FILE_BYTES = 256L << 20;

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
     * @param memoryProfilePrefix not empty, begin of a path
     * @param maxFileBytes 65,536 or more
     * @param sources those that {@linkplain ActivitySource#collectsWhileOpen() deliver} while they record
     * @throws IllegalArgumentException naming the parameter, its value and what is allowed
     */
    public ProfilerConfig {
        if (filename.toString().isBlank() || filename.getFileName() == null || Files.isDirectory(filename)) {
            throw Texts.refused("filename", filename, "must name a file");
        }
        if (dumpPeriod.isNegative() || (continuousDump && dumpPeriod.isZero())) {
            throw Texts.refused("dump_period", dumpPeriod, "must be more than 0 where continuous_dump is true");
        }
        if (memoryProfilePrefix.isBlank()) {
            throw Texts.refused("gpu_memory_profile_filename_prefix", memoryProfilePrefix, "must not be empty");
        }
        try {
            MemoryCsv.file(memoryProfilePrefix, 0);
        } catch (InvalidPathException e) {
            throw Texts.refused(
                    "gpu_memory_profile_filename_prefix", memoryProfilePrefix, "must be the begin of a path");
        }
        if (maxFileBytes < MIN_FILE_BYTES) {
            throw Texts.refused("maxFileBytes", maxFileBytes, "must be " + MIN_FILE_BYTES + " or more");
        }
        categories = Set.copyOf(categories);
        sources = List.copyOf(sources);
        for (ActivitySource source : sources) {
            if (!source.collectsWhileOpen()) {
                throw Texts.refused("source", source, "must deliver what it sees while it records");
            }
        }
    }

    ProfilerConfig withSources(List<ActivitySource> others) {
        return new ProfilerConfig(
                filename,
                categories,
                continuousDump,
                dumpPeriod,
                aggregateStats,
                memoryProfilePrefix,
                maxFileBytes,
                others);
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
     * @throws IllegalArgumentException for a key that is not known, naming those there are, and for a value that is not
     *     allowed
     */
    public static ProfilerConfig of(Map<String, ?> values) {
        Builder builder = builder();
        values.forEach((key, value) -> set(builder, key, Texts.given(key, value)));
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
                    throw Texts.refused(key, text, "must be worker; server is for Profiler.setConfig(Map)");
                }
            }
            default -> throw Texts.refused("key", key, "must be one of " + KEYS);
        }
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw Texts.refused("filename", text, "must name a file");
        }
    }

    private static boolean truth(String key, String text) {
        boolean isTrue = text.equalsIgnoreCase("true") || text.equals("1");
        if (!isTrue && !text.equalsIgnoreCase("false") && !text.equals("0")) {
            throw Texts.refused(key, text, "must be true, false, 1 or 0");
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
        throw Texts.refused(key, text, "must be a number of seconds, 0 to " + LONGEST);
    }

    /**
     * What holds where the program never configures the profiler.
     *
     * @param bits the categories, by {@link ProfileCategory#bit()}
     */
    static ProfilerConfig unconfigured(int bits) {
        Builder builder = builder().continuousDump(false);
        builder.categories.clear();
        builder.categories.addAll(ProfileCategory.ofBits(bits));
        return builder.build();
    }

    /** Gathers a configuration. For use by one thread. */
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
         * The trace file; default {@code profile.json}. One that is there is removed when the configuration is set, so
         * that an old trace is never taken for the new one.
         *
         * @param value path of the file
         * @return this builder
         */
        public Builder filename(Path value) {
            filename = Objects.requireNonNull(value, "filename = null is not allowed: must name a file");
            return this;
        }

        /**
         * Whether all categories are profiled, whatever {@link #profile} says; default false.
         *
         * @param value true for all
         * @return this builder
         */
        public Builder profileAll(boolean value) {
            all = value;
            return this;
        }

        /**
         * Whether a category is profiled; default true for each.
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
         * Whether the file is written anew after each {@link #dumpPeriod}, valid after every write; default true.
         *
         * @param value false to write it at {@link Profiler#dump()} and at exit only
         * @return this builder
         */
        public Builder continuousDump(boolean value) {
            continuousDump = value;
            return this;
        }

        /**
         * Pause between two continuous dumps; default a second. Where a dump takes long it becomes longer, so that
         * dumping takes no more than a twentieth of the time.
         *
         * @param value more than 0
         * @return this builder
         */
        public Builder dumpPeriod(Duration value) {
            dumpPeriod = Objects.requireNonNull(value, "dump_period = null is not allowed: must be a duration");
            return this;
        }

        /**
         * Whether statistics are kept for {@link Profiler#dumps()}; default false. Switching them off discards them.
         *
         * @param value true to keep them
         * @return this builder
         */
        public Builder aggregateStats(boolean value) {
            aggregateStats = value;
            return this;
        }

        /**
         * With what the name of the file begins that lists the memory that is live at a dump; default {@code
         * gpu_memory_profile}. The name goes on with {@code -pid_<pid>.csv}.
         *
         * @param value begin of a path
         * @return this builder
         */
        public Builder gpuMemoryProfileFilenamePrefix(String value) {
            memoryProfilePrefix = Objects.requireNonNull(
                    value, "gpu_memory_profile_filename_prefix = null is not allowed: must not be empty");
            return this;
        }

        /**
         * At how many bytes, about, the trace goes on in another file; default {@link #MAX_FILE_BYTES}. The files of
         * {@code profile.json} are then {@code profile.json}, {@code profile.2.json} and so on. The events of a file are
         * in memory until then.
         *
         * @param value 65,536 or more
         * @return this builder
         */
        public Builder maxFileBytes(long value) {
            maxFileBytes = value;
            return this;
        }

        /**
         * Adds a source of more than the program's own events, such as the operations of a framework. Without any it is
         * those that {@link java.util.ServiceLoader} finds when the profiler begins to run: {@code
         * step-profiler-pytorch}, which is in the agent's jar, too, provides libtorch's operations and memory.
         *
         * @param source what is recorded besides, while its category is profiled
         * @return this builder
         */
        public Builder source(ActivitySource source) {
            sources.add(Objects.requireNonNull(source, "source = null is not allowed: must be a source"));
            return this;
        }

        /**
         * {@return the configuration}
         *
         * @throws IllegalArgumentException naming the parameter, its value and what is allowed
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
