package io.stepprofiler.mxnet;

import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.OneLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * The profilers of other processes of a training, steered from here: what {@code profile_process='server'} is in MXNet.
 *
 * <p>The processes have a directory in common, on a disk that their machines share, which only their user can write to.
 * Each that is to be steered {@linkplain #join joins} there as a rank; {@code MXNET_PROFILER_RANKS}, in the environment
 * or as a system property, does so for a process whose environment says its rank ({@code RANK}, as elsewhere). A command
 * goes to all that have joined, waits until each has done it, and brings an answer of each. Files are called by rank:
 * {@code rank3_profile.json} for {@code profile.json}.
 *
 * <p>A joined process looks into the directory ten times a second. For any thread; one command at a time.
 */
public final class ProfilerRanks {
    /** The variable that names the directory. */
    static final String VARIABLE = "MXNET_PROFILER_RANKS";

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long LOOK_NANOS = 20_000_000;
    private static final Object SENDING = new Object();

    private final RankFiles files;
    private final Duration patience;

    private ProfilerRanks(RankFiles files, Duration patience) {
        this.files = files;
        this.patience = patience;
    }

    /**
     * {@return the ranks of a directory}
     *
     * @param directory is made, for this user alone, if it is not there
     * @throws IOException if it cannot be used, or others can write into it
     */
    public static ProfilerRanks in(Path directory) throws IOException {
        return new ProfilerRanks(RankFiles.in(directory), PATIENCE);
    }

    /** Those that the environment names. */
    static ProfilerRanks ofEnvironment() {
        String named = named().orElseThrow(() -> new IllegalStateException("profile_process = server: " + VARIABLE
                + " names no directory, by which the processes could be reached"));
        try {
            return in(Path.of(named));
        } catch (IOException e) {
            throw new UncheckedIOException(VARIABLE + " = " + named + ": " + e.getMessage(), e);
        }
    }

    private static Optional<String> named() {
        String property = System.getProperty(VARIABLE);
        return Optional.ofNullable(property != null ? property : System.getenv(VARIABLE))
                .filter(text -> !text.isBlank());
    }

    /** Joins if the environment says where, and as what. */
    static void joinByEnvironment() {
        Optional<DistributedInfo> worker = DistributedInfo.fromEnvironment(
                System.getenv(), ProcessInfo.current().host());
        if (named().isEmpty() || worker.isEmpty()) {
            return;
        }
        try {
            ofEnvironment().join(worker.get().rank());
        } catch (IOException | RuntimeException e) {
            System.getLogger(Profiler.class.getName())
                    .log(System.Logger.Level.WARNING, "This process cannot be profiled from others", e);
        }
    }

    /**
     * {@return these, with another time within which each is to answer}
     *
     * @param time more than 0; default 30 seconds
     */
    public ProfilerRanks patience(Duration time) {
        if (time.isNegative() || time.isZero()) {
            throw Texts.refused("patience", time, "must be more than 0");
        }
        return new ProfilerRanks(files, time);
    }

    /**
     * Lets this process be steered, until what is answered is closed, or the process ends. A process that has joined as
     * the same rank before is replaced.
     *
     * @param rank which worker of the training it is, 0 or more
     * @return ends it
     * @throws IOException if the directory cannot be written in
     */
    public AutoCloseable join(int rank) throws IOException {
        if (rank < 0) {
            throw Texts.refused("rank", rank, "must be 0 or more");
        }
        return RankFollower.start(files, rank);
    }

    /**
     * Configures all; see {@link Profiler#setConfig(Map)}.
     *
     * @param values by MXNet's keys; a relative {@code filename} is one of the working directory of each
     * @return what each says
     * @throws IllegalStateException if no process has joined
     * @throws UncheckedIOException if the directory cannot be used
     */
    public List<RankAnswer> setConfig(Map<String, ?> values) {
        Objects.requireNonNull(values, "values = null is not allowed: must be values by key");
        Map<String, String> texts = new LinkedHashMap<>();
        values.forEach((key, value) -> texts.put(key, Texts.given(key, value)));
        return send(RankFollower.CONFIG, texts);
    }

    /**
     * Runs or stops all; see {@link Profiler#setState(ProfilerState)}.
     *
     * @param state what is wanted
     * @return what each says
     * @throws IllegalStateException if no process has joined
     * @throws UncheckedIOException if the directory cannot be used
     */
    public List<RankAnswer> setState(ProfilerState state) {
        return send(
                RankFollower.STATE,
                Map.of(RankFollower.STATE, Texts.lower(Texts.given("state", state, ProfilerState.values()))));
    }

    /**
     * Pauses all; see {@link Profiler#pause()}.
     *
     * @return what each says
     * @throws IllegalStateException if no process has joined
     * @throws UncheckedIOException if the directory cannot be used
     */
    public List<RankAnswer> pause() {
        return send(RankFollower.PAUSE, Map.of());
    }

    /**
     * Ends a pause of all; see {@link Profiler#resume()}.
     *
     * @return what each says
     * @throws IllegalStateException if no process has joined
     * @throws UncheckedIOException if the directory cannot be used
     */
    public List<RankAnswer> resume() {
        return send(RankFollower.RESUME, Map.of());
    }

    /**
     * Has all write their traces; see {@link Profiler#dump(boolean)}.
     *
     * @param finished whether this finishes the traces
     * @return what each says
     * @throws IllegalStateException if no process has joined
     * @throws UncheckedIOException if the directory cannot be used
     */
    public List<RankAnswer> dump(boolean finished) {
        return send(RankFollower.DUMP, Map.of(RankFollower.FINISHED, String.valueOf(finished)));
    }

    /** For those who have no use for answers but that nothing went wrong. */
    static void check(List<RankAnswer> answers) {
        List<RankAnswer> wrong =
                answers.stream().filter(answer -> answer.error().isPresent()).toList();
        if (!wrong.isEmpty()) {
            throw new IllegalStateException(wrong.size() + " of " + answers.size() + " ranks have not done it: "
                    + wrong.stream().map(RankAnswer::toString).collect(Collectors.joining("; ")));
        }
    }

    @SuppressWarnings("try") // The lock is there to be held.
    private List<RankAnswer> send(String command, Map<String, String> values) {
        synchronized (SENDING) {
            try (FileChannel channel = FileChannel.open(
                            files.path().resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                return sendLocked(command, values);
            } catch (IOException e) {
                throw new UncheckedIOException("The ranks of " + files.path() + ": " + e.getMessage(), e);
            }
        }
    }

    private List<RankAnswer> sendLocked(String command, Map<String, String> values) throws IOException {
        SortedMap<Integer, Properties> there = files.there();
        if (there.isEmpty()) {
            throw new IllegalStateException("No process has joined " + files.path());
        }
        Properties told = new Properties();
        told.setProperty(RankFollower.ID, UUID.randomUUID().toString());
        told.setProperty(RankFollower.COMMAND, command);
        values.forEach((key, value) -> told.setProperty(RankFollower.VALUE + key, value));
        for (int rank : there.keySet()) {
            files.write(RankFiles.Kind.COMMAND, rank, told);
        }
        SortedMap<Integer, Optional<String>> answers = await(told, there.keySet());
        List<RankAnswer> all = new ArrayList<>();
        for (Map.Entry<Integer, Properties> rank : there.entrySet()) {
            Optional<String> error = answers.get(rank.getKey());
            if (error == null) {
                files.remove(RankFiles.Kind.COMMAND, rank.getKey()); // It is not to do it at some other time.
                error = Optional.of("no answer within " + patience);
            }
            all.add(new RankAnswer(
                    rank.getKey(),
                    OneLine.of(rank.getValue().getProperty(RankFollower.HOST, "")),
                    Long.parseLong(rank.getValue().getProperty(RankFollower.PID, "0")),
                    error));
        }
        return List.copyOf(all);
    }

    /** The errors of those that have answered, by rank. */
    private SortedMap<Integer, Optional<String>> await(Properties told, Iterable<Integer> ranks) throws IOException {
        SortedMap<Integer, Optional<String>> answers = new TreeMap<>();
        long end = System.nanoTime() + patience.toNanos();
        boolean complete = false;
        while (!complete && System.nanoTime() < end) {
            complete = true;
            for (int rank : ranks) {
                if (!answers.containsKey(rank)) {
                    files.read(RankFiles.Kind.ANSWER, rank)
                            .filter(said -> told.getProperty(RankFollower.ID).equals(said.getProperty(RankFollower.ID)))
                            .ifPresent(said -> answers.put(
                                    rank,
                                    Optional.ofNullable(said.getProperty(RankFollower.ERROR))
                                            .map(OneLine::of)));
                    complete &= answers.containsKey(rank);
                }
            }
            if (!complete) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
        return answers;
    }
}
