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
    private static final String PROFILE_PROCESS = "profile_process";
    private static final String WORKER = "worker";
    private static final String SERVER = "server";

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
                System.getLogger(Profiler.class.getName())
                        .log(System.Logger.Level.WARNING, "The program goes on without a profile", e);
            }
        }
        ProfilerRanks.joinByEnvironment();
        return control;
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
     * Configures the profiler by MXNet's keys; see {@link #setConfig(ProfilerConfig)}.
     *
     * @param values values by key, as for {@link ProfilerConfig#of}; with {@code profile_process} {@code server} they are
     *     for the processes of {@link ProfilerRanks}
     * @throws IllegalArgumentException for a key or value that is not allowed
     * @throws IllegalStateException if one of those processes has not done it
     */
    public static void setConfig(Map<String, ?> values) {
        Objects.requireNonNull(values, "values = null is not allowed: must be values by key");
        if (isServer(values.get(PROFILE_PROCESS))) {
            Map<String, Object> rest = new HashMap<>(values);
            rest.remove(PROFILE_PROCESS);
            ProfilerRanks.check(ProfilerRanks.ofEnvironment().setConfig(rest));
        } else {
            setConfig(ProfilerConfig.of(values));
        }
    }

    private static boolean isServer(@Nullable Object profileProcess) {
        return SERVER.equals(profileProcess);
    }

    /** Fails for what is neither this process nor the others. */
    private static boolean isForOthers(String profileProcess) {
        if (!isServer(profileProcess) && !WORKER.equals(profileProcess)) {
            throw Texts.refused(PROFILE_PROCESS, profileProcess, "must be worker or server");
        }
        return isServer(profileProcess);
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
        boolean runs = Texts.given("state", state, ProfilerState.values()) == ProfilerState.RUN;
        CONTROL.run(runs ? Command.RUN : Command.STOP);
    }

    /**
     * Runs or stops the profiler; see {@link #setState(ProfilerState)}.
     *
     * @param state {@code run} or {@code stop}
     * @throws IllegalArgumentException if it is another
     */
    public static void setState(String state) {
        setState(ProfilerState.of(state));
    }

    /**
     * Runs or stops the profiler of this process, or those of {@link ProfilerRanks}.
     *
     * @param state {@code run} or {@code stop}
     * @param profileProcess {@code worker} for this process, {@code server} for the others
     * @throws IllegalArgumentException if one of them is another
     * @throws IllegalStateException if one of the others has not done it
     */
    public static void setState(String state, String profileProcess) {
        if (isForOthers(profileProcess)) {
            ProfilerRanks.check(ProfilerRanks.ofEnvironment().setState(ProfilerState.of(state)));
        } else {
            setState(state);
        }
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
        CONTROL.run(Command.PAUSE);
    }

    /**
     * Pauses the profiler of this process, or those of {@link ProfilerRanks}.
     *
     * @param profileProcess {@code worker} for this process, {@code server} for the others
     * @throws IllegalArgumentException if it is another
     * @throws IllegalStateException if one of the others has not done it
     */
    public static void pause(String profileProcess) {
        if (isForOthers(profileProcess)) {
            ProfilerRanks.check(ProfilerRanks.ofEnvironment().pause());
        } else {
            pause();
        }
    }

    /**
     * Ends a pause of the profiler of this process, or of those of {@link ProfilerRanks}.
     *
     * @param profileProcess {@code worker} for this process, {@code server} for the others
     * @throws IllegalArgumentException if it is another
     * @throws IllegalStateException if one of the others has not done it
     */
    public static void resume(String profileProcess) {
        if (isForOthers(profileProcess)) {
            ProfilerRanks.check(ProfilerRanks.ofEnvironment().resume());
        } else {
            resume();
        }
    }

    /** Ends a pause; without effect if there is none. */
    public static void resume() {
        CONTROL.run(Command.RESUME);
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
        CONTROL.run(finished ? Command.FINISH : Command.DUMP);
    }

    /**
     * Writes the trace of this process, or those of {@link ProfilerRanks}; see {@link #dump(boolean)}.
     *
     * @param finished whether this stops the profiler and finishes the trace; else profiling goes on
     * @param profileProcess {@code worker} for this process, {@code server} for the others
     * @throws IllegalArgumentException if it is another
     * @throws IllegalStateException if the profiler has never run, or one of the others has not done it
     */
    public static void dump(boolean finished, String profileProcess) {
        if (isForOthers(profileProcess)) {
            ProfilerRanks.check(ProfilerRanks.ofEnvironment().dump(finished));
        } else {
            dump(finished);
        }
    }

    /** {@return the statistics so far as a table, by descending totals; see {@link #dumps(DumpsOptions)}} */
    public static String dumps() {
        return dumps(DumpsOptions.DEFAULT);
    }

    /**
     * {@return the statistics so far; empty unless {@code aggregate_stats} is on} Neither the trace nor its file is
     * touched. They are those since they were switched on, or reset, over all runs.
     *
     * @param options what the text looks like, and whether the statistics begin anew afterwards
     */
    public static String dumps(DumpsOptions options) {
        return CONTROL.dumps(Objects.requireNonNull(options, "options = null is not allowed: must be options"));
    }

    /**
     * {@return the statistics so far, by MXNet's names; see {@link #dumps(DumpsOptions)}}
     *
     * @param reset whether the statistics begin anew afterwards
     * @param format {@code table} or {@code json}
     * @param sortBy {@code total}, {@code avg}, {@code min}, {@code max} or {@code count}
     * @param ascending whether the least comes first
     * @throws IllegalArgumentException for another format or figure
     */
    public static String dumps(boolean reset, String format, String sortBy, boolean ascending) {
        return dumps(new DumpsOptions(reset, DumpFormat.of(format), SortBy.of(sortBy), ascending));
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
