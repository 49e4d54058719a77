package io.stepprofiler.mxnet;

import io.stepprofiler.ProfileFailure;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Profiler with the interface of MXNet's {@code mx.profiler}: configured once, run and stopped, with statistics while
 * it runs and a trace file at the end or continuously.
 *
 * <pre>{@code
 * Profiler.setConfig(ProfilerConfig.builder().profileAll(true).aggregateStats(true).build());
 * Profiler.setState(ProfilerState.RUN);
 * train();
 * System.out.println(Profiler.dumps());
 * Profiler.dump();
 * }</pre>
 *
 * <p>There is one for the process. {@code MXNET_PROFILER_AUTOSTART=1}, in the environment or as a system property,
 * starts it at the first use of this package; {@code MXNET_PROFILER_MODE} has the bits of the categories that are
 * profiled until it is configured. The effect of a method depends on earlier calls: see the table in
 * docs/state-machine.md. It records scopes, modules, counters and memory of this project, the objects of this package,
 * and events of {@linkplain ProfilerConfig.Builder#source sources}. Events are kept in memory until their file reaches
 * its maximum size, so that a run of any length takes the same memory. When the virtual machine ends, the trace is
 * finished, however long that takes. If that fails, a line is printed on standard error, and the last dump is marked
 * {@code partial}.
 *
 * <p>Wrong arguments, and calls in a wrong state, fail at once. Later failures, such as a full disk, are logged once
 * and listed by {@link #failures()}, and the program goes on. Safe on any thread.
 */
public final class Profiler {
    private static final Control CONTROL = begin();

    private Profiler() {}

    /** Loads this class, so that the environment's settings take effect with the first object, too. */
    static void load() {}

    private static Control begin() {
        EnvironmentVariables environment = EnvironmentVariables.current();
        Control control = new Control(ProfilerConfig.unconfigured(environment.mode()));
        if (environment.autostart()) {
            try {
                control.run(Command.RUN);
            } catch (RuntimeException e) {
                MxFailureLog.warn("The program goes on without a profile", e);
            }
        }
        ProfilerRanks.joinByEnvironment();
        return control;
    }

    static void run(Command command) {
        CONTROL.run(command);
    }

    private static void run(Command command, String profileProcess) {
        if (isServer(profileProcess)) {
            ProfilerRanks.check(ProfilerRanks.ofEnvironment().send(command, Map.of()));
        } else {
            run(command);
        }
    }

    /** Returns whether other processes are meant; fails unless the value is {@code worker} or {@code server}. */
    private static boolean isServer(@Nullable Object profileProcess) {
        boolean isServer = "server".equals(profileProcess);
        if (!isServer && !"worker".equals(profileProcess)) {
            throw MxMessages.refused("profile_process", String.valueOf(profileProcess), "must be worker or server");
        }
        return isServer;
    }

    /**
     * Configures the profiler, at any time. If the file changes, an open trace is completed in the earlier file; with
     * the same file the trace continues.
     *
     * @param config the configuration
     * @throws java.io.UncheckedIOException if the file cannot be written; nothing has changed then
     */
    public static void setConfig(ProfilerConfig config) {
        CONTROL.configure(Objects.requireNonNull(config, "config = null is not allowed: must be a configuration"));
    }

    /**
     * Configures the profiler by MXNet's keys; see {@link #setConfig(ProfilerConfig)}. They name no sources: the
     * current sources stay.
     *
     * @param values values by key, as for {@link ProfilerConfig#of}; with {@code profile_process} {@code server} they
     *     apply to the processes of {@link ProfilerRanks}
     * @throws IllegalArgumentException for a key or value that is not allowed
     * @throws IllegalStateException if one of those processes fails
     */
    public static void setConfig(Map<String, ?> values) {
        Objects.requireNonNull(values, "values = null is not allowed: must be values by key");
        Map<String, Object> rest = new HashMap<>(values);
        Object profileProcess = rest.remove("profile_process");
        if (profileProcess != null && isServer(profileProcess)) {
            ProfilerRanks.check(ProfilerRanks.ofEnvironment().setConfig(rest));
        } else {
            CONTROL.configure(values);
        }
    }

    /**
     * Runs or stops the profiler. Running it again continues the same trace, until {@link #dump()} has finished that.
     *
     * @param state the requested state
     * @throws IllegalArgumentException if it is null
     * @throws IllegalStateException if another profile of this process is running
     */
    public static void setState(ProfilerState state) {
        run(Command.of(state));
    }

    /**
     * Runs or stops the profiler of this process, or the profilers of {@link ProfilerRanks}. Like all methods with this
     * parameter, it fails with an {@link IllegalStateException} if one of those processes fails.
     *
     * @param state the requested state
     * @param profileProcess {@code worker} for this process, {@code server} for the others
     * @throws IllegalArgumentException if an argument has another value
     */
    public static void setState(ProfilerState state, String profileProcess) {
        run(Command.of(state), profileProcess);
    }

    /** {@return whether the profiler runs and does not pause} */
    public static boolean isProfiling() {
        return CONTROL.phase() == ProfilerPhase.RUNNING;
    }

    /**
     * Pauses the profiler: events that begin before {@link #resume()} are not profiled, earlier ones are profiled to
     * their end. Pauses are not nested; no effect unless the profiler runs.
     */
    public static void pause() {
        run(Command.PAUSE);
    }

    /**
     * Pauses the profiler of this process, or of others; see {@link #setState(ProfilerState, String)}.
     *
     * @param profileProcess {@code worker} for this process, {@code server} for the others
     */
    public static void pause(String profileProcess) {
        run(Command.PAUSE, profileProcess);
    }

    /** Ends a pause; no effect if there is none. */
    public static void resume() {
        run(Command.RESUME);
    }

    /**
     * Ends a pause of the profiler of this process, or of others; see {@link #setState(ProfilerState, String)}.
     *
     * @param profileProcess {@code worker} for this process, {@code server} for the others
     */
    public static void resume(String profileProcess) {
        run(Command.RESUME, profileProcess);
    }

    /**
     * Stops the profiler and writes the complete trace; see {@link #dump(boolean)}.
     *
     * @throws IllegalStateException if the profiler has never run
     */
    public static void dump() {
        dump(true);
    }

    /**
     * Writes the whole trace as valid JSON, replacing the file at once. If memory is profiled, the list of live memory
     * is written, too. A finished trace is not written again; the next run begins another one.
     *
     * @param finished whether this stops the profiler and finishes the trace; else profiling goes on
     * @throws IllegalStateException if the profiler has never run
     */
    public static void dump(boolean finished) {
        run(Command.dump(finished));
    }

    /**
     * Writes the trace of this process, or of others; see {@link #setState(ProfilerState, String)}.
     *
     * @param finished whether this stops the profiler and finishes the trace; else profiling goes on
     * @param profileProcess {@code worker} for this process, {@code server} for the others
     */
    public static void dump(boolean finished, String profileProcess) {
        run(Command.dump(finished), profileProcess);
    }

    /** {@return the statistics so far as a table, by descending totals} */
    public static String dumps() {
        return CONTROL.dumps(DumpsOptions.TABLE);
    }

    /**
     * {@return the statistics of all runs since they were switched on or reset; empty unless {@code aggregate_stats} is
     * on} The trace and its current file are not changed.
     *
     * @param reset whether the statistics begin anew afterwards
     * @param format form of the text
     * @param sortBy figure that sorts the rows of a category
     * @param ascending whether the smallest comes first
     * @throws IllegalArgumentException if an argument is null
     */
    public static String dumps(boolean reset, DumpFormat format, SortBy sortBy, boolean ascending) {
        return CONTROL.dumps(new DumpsOptions(
                reset,
                MxMessages.given("format", format, DumpFormat.values()),
                MxMessages.given("sort_by", sortBy, SortBy.values()),
                ascending));
    }

    /**
     * Opens a scope that memory allocated inside it, on this thread, is attributed to; see {@link #scope(String,
     * boolean)}.
     *
     * @param name its name
     * @return the scope to close
     */
    public static MemoryScope scope(String name) {
        return scope(name, true);
    }

    /**
     * Opens a scope that memory allocated inside it, on this thread, is attributed to. Modules of a model are such
     * scopes, too.
     *
     * @param name its name; gets a colon at its end, {@code <unk>:} if it is empty
     * @param append whether it is appended to the name of the scope around it
     * @return the scope to close
     */
    public static MemoryScope scope(String name, boolean append) {
        return MemoryScope.open(name, append);
    }

    /** {@return failures that were kept from the program; the first 100} */
    public static List<ProfileFailure> failures() {
        return CONTROL.failures();
    }
}
