package io.stepprofiler.mxnet;

import io.stepprofiler.ProfileFailure;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The profiler as those who know MXNet know it from {@code mx.profiler}: configured once, run and stopped, with
 * statistics while it runs and a trace file at the end or all the time.
 *
 * <pre>{@code
 * Profiler.setConfig(ProfilerConfig.builder().profileAll(true).aggregateStats(true).build());
 * Profiler.setState(ProfilerState.RUN);
 * train();
 * System.out.println(Profiler.dumps());
 * Profiler.dump();
 * }</pre>
 *
 * <p>It is one for the process. {@code MXNET_PROFILER_AUTOSTART=1}, in the environment or as a system property, lets it
 * run from the first use of this package on; {@code MXNET_PROFILER_MODE} has the bits of the categories that are
 * profiled until it is configured. What a method does depends on what was done before: the table is in
 * docs/state-machine.md. Recorded are the scopes, modules, counters and memory of this project, the objects of this
 * package, and what {@linkplain ProfilerConfig.Builder#source sources} see. Events are kept in memory until their file
 * is as large as it may be, so that a run of any length takes the same memory. When the virtual machine ends, the trace
 * is finished.
 *
 * <p>Wrong arguments, and a state in which nothing can be done, fail at once; what goes wrong later, such as a full
 * disk, is logged once and listed by {@link #failures()}, and the program goes on. For any thread.
 */
public final class Profiler {
    private static final Control CONTROL = begin();

    private Profiler() {}

    /** Loads this class, so that what the environment asks for begins with the first object, too. */
    static void load() {}

    private static Control begin() {
        Environment environment = Environment.current();
        Control control = new Control(ProfilerConfig.unconfigured(environment.mode()));
        if (environment.autostart()) {
            try {
                control.run(Command.RUN);
            } catch (RuntimeException e) {
                Troubles.warn("The program goes on without a profile", e);
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

    /** Whether the other processes are meant; fails for what is neither this process nor the others. */
    private static boolean isServer(@Nullable Object profileProcess) {
        boolean isServer = "server".equals(profileProcess);
        if (!isServer && !"worker".equals(profileProcess)) {
            throw Texts.refused("profile_process", String.valueOf(profileProcess), "must be worker or server");
        }
        return isServer;
    }

    /**
     * Configures the profiler, at any time. While it runs, what was recorded so far goes to the file that was
     * configured before, complete, if the new one is another; with the same file the trace goes on.
     *
     * @param config what is profiled, and where it is written
     * @throws java.io.UncheckedIOException if the file cannot be written where it is to be; nothing has changed then
     */
    public static void setConfig(ProfilerConfig config) {
        CONTROL.configure(Objects.requireNonNull(config, "config = null is not allowed: must be a configuration"));
    }

    /**
     * Configures the profiler by MXNet's keys; see {@link #setConfig(ProfilerConfig)}. They name no sources: those of
     * the configuration before stay.
     *
     * @param values values by key, as for {@link ProfilerConfig#of}; with {@code profile_process} {@code server} they are
     *     for the processes of {@link ProfilerRanks}
     * @throws IllegalArgumentException for a key or value that is not allowed
     * @throws IllegalStateException if one of those processes has not done it
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
     * Runs or stops the profiler. Running it again goes on with the same trace, until {@link #dump()} has finished
     * that.
     *
     * @param state what is wanted
     * @throws IllegalArgumentException if it is null
     * @throws IllegalStateException if another profile of this process is running
     */
    public static void setState(ProfilerState state) {
        run(Command.of(state));
    }

    /**
     * Runs or stops the profiler of this process, or those of {@link ProfilerRanks}. As all methods with this parameter
     * it fails with an {@link IllegalStateException} if one of those has not done it.
     *
     * @param state what is wanted
     * @param profileProcess {@code worker} for this process, {@code server} for the others
     * @throws IllegalArgumentException if one of them is another
     */
    public static void setState(ProfilerState state, String profileProcess) {
        run(Command.of(state), profileProcess);
    }

    /** {@return whether the profiler runs and does not pause} */
    public static boolean isProfiling() {
        return CONTROL.phase() == Phase.RUNNING;
    }

    /**
     * Pauses: what begins now is not profiled, until {@link #resume()}. What has begun before is profiled to its end.
     * Pauses are not nested; without effect unless the profiler runs.
     */
    public static void pause() {
        run(Command.PAUSE);
    }

    /**
     * Pauses the profiler of this process, or those of others; see {@link #setState(ProfilerState, String)}.
     *
     * @param profileProcess {@code worker} for this process, {@code server} for the others
     */
    public static void pause(String profileProcess) {
        run(Command.PAUSE, profileProcess);
    }

    /** Ends a pause; without effect if there is none. */
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
     * Writes the trace: all of it, valid JSON, replacing the file at once. If memory is profiled, the list of what is
     * live is written, too. A trace that is finished stays as it is; the next run begins another one.
     *
     * @param finished whether this stops the profiler and finishes the trace; else profiling goes on
     * @throws IllegalStateException if the profiler has never run
     */
    public static void dump(boolean finished) {
        run(Command.dump(finished));
    }

    /**
     * Writes the trace of this process, or those of others; see {@link #setState(ProfilerState, String)}.
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
     * {@return the statistics so far; empty unless {@code aggregate_stats} is on} Neither the trace nor its file is
     * touched. They are those since they were switched on, or reset, over all runs.
     *
     * @param reset whether the statistics begin anew afterwards
     * @param format what the text looks like
     * @param sortBy what the rows of a category are sorted by
     * @param ascending whether the least comes first
     * @throws IllegalArgumentException if one is null
     */
    public static String dumps(boolean reset, DumpFormat format, SortBy sortBy, boolean ascending) {
        return CONTROL.dumps(new DumpsOptions(
                reset,
                Texts.given("format", format, DumpFormat.values()),
                Texts.given("sort_by", sortBy, SortBy.values()),
                ascending));
    }

    /**
     * Opens a scope to which the memory is attributed that is allocated inside it, on this thread; see {@link
     * #scope(String, boolean)}.
     *
     * @param name its name
     * @return the scope to close
     */
    public static MemoryScope scope(String name) {
        return scope(name, true);
    }

    /**
     * Opens a scope to which the memory is attributed that is allocated inside it, on this thread. Modules of a model
     * are such scopes by themselves.
     *
     * @param name its name; gets a colon at its end, {@code <unk>:} if it is empty
     * @param append whether it is appended to the name of the scope around it
     * @return the scope to close
     */
    public static MemoryScope scope(String name, boolean append) {
        return MemoryScope.open(name, append);
    }

    /** {@return what went wrong and was kept from the program; the first 100} */
    public static List<ProfileFailure> failures() {
        return CONTROL.failures();
    }
}
