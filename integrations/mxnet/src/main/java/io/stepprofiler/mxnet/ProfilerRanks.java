package io.stepprofiler.mxnet;

import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.text.OneLine;
import io.stepprofiler.trace.DistributedInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Remote control of the profilers of a training's other processes, like {@code profile_process='server'} in MXNet.
 *
 * <p>The processes share a directory, on a disk that their machines share. Only their user may be able to write to it,
 * because commands decide where processes write their files. Each process to be controlled {@linkplain #join joins}
 * there as a rank; {@code MXNET_PROFILER_RANKS}, in the environment or as a system property, does so for a process
 * whose environment has its rank ({@code RANK}, as elsewhere). A command goes to all joined processes, waits until each
 * has executed it, and returns the answer of each; a process of this machine that has ended without leaving, because it
 * was killed for example, is listed and not waited for. A command fails with an {@link IllegalStateException} if no
 * process has joined, and with an {@link UncheckedIOException} if the directory cannot be used. Files are named by
 * rank: {@code rank3_profile.json} for {@code profile.json}.
 *
 * <p>A joined process polls the directory ten times a second. Safe on any thread; one command at a time.
 */
public final class ProfilerRanks {
    /** Variable that names the directory. */
    static final String VARIABLE = "MXNET_PROFILER_RANKS";

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long LOOK_NANOS = 20_000_000;
    private static final Object SENDING = new Object();

    private final Path directory;
    private final Duration timeout;

    private ProfilerRanks(Path directory, Duration timeout) {
        this.directory = directory;
        this.timeout = timeout;
    }

    /**
     * {@return the ranks of a directory}
     *
     * @param directory the directory, created for this user alone if it does not exist
     * @throws IOException if it cannot be used, or others can write into it
     */
    public static ProfilerRanks in(Path directory) throws IOException {
        try {
            if (!Files.isDirectory(directory)) {
                Files.createDirectories(
                        directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            // M4: a file steers this process, so no other user may write here.
            Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(directory);
            if (allowed.contains(PosixFilePermission.GROUP_WRITE)
                    || allowed.contains(PosixFilePermission.OTHERS_WRITE)) {
                throw new IOException(directory + " can be written by others (" + PosixFilePermissions.toString(allowed)
                        + "), who could choose the files that this process writes: chmod 700");
            }
        } catch (UnsupportedOperationException e) {
            Files.createDirectories(directory); // A system without such permissions.
        }
        return new ProfilerRanks(directory, PATIENCE);
    }

    /** Returns the ranks of the directory that the environment names. */
    static ProfilerRanks ofEnvironment() {
        String named = EnvironmentVariables.variable(VARIABLE)
                .orElseThrow(() -> new IllegalStateException(
                        "profile_process = server: " + VARIABLE + " does not name the directory of the processes"));
        try {
            return in(Path.of(named));
        } catch (IOException e) {
            throw new UncheckedIOException(VARIABLE + " = " + named + ": " + e.getMessage(), e);
        }
    }

    /** Joins if the environment has a directory and a rank. */
    static void joinByEnvironment() {
        Optional<DistributedInfo> worker = DistributedInfo.fromEnvironment(
                System.getenv(), ProcessInfo.current().host());
        if (EnvironmentVariables.variable(VARIABLE).isPresent() && worker.isPresent()) {
            try {
                ofEnvironment().join(worker.get().rank());
            } catch (IOException | RuntimeException e) {
                MxFailureLog.warn("This process cannot be profiled from others", e);
            }
        }
    }

    /**
     * {@return the same ranks, with another time limit for answers}
     *
     * @param time more than 0; default 30 seconds
     */
    public ProfilerRanks timeout(Duration time) {
        if (time.isNegative() || time.isZero()) {
            throw MxMessages.refused("timeout", time, "must be more than 0");
        }
        return new ProfilerRanks(directory, time);
    }

    /**
     * Lets other processes control this one, until the returned object is closed or the process ends. A process that
     * has joined as the same rank before is replaced.
     *
     * @param rank rank of this process, 0 or more
     * @return object that ends the membership when it is closed
     * @throws IOException if the directory cannot be written in
     */
    public AutoCloseable join(int rank) throws IOException {
        if (rank < 0) {
            throw MxMessages.refused("rank", rank, "must be 0 or more");
        }
        return RankFollower.start(directory, rank);
    }

    /**
     * {@return the answers to a configuration; see {@link Profiler#setConfig(Map)}}
     *
     * @param values values by MXNet's keys; each process resolves a relative {@code filename} in its working directory
     */
    public List<RankAnswer> setConfig(Map<String, ?> values) {
        Objects.requireNonNull(values, "values = null is not allowed: must be values by key");
        Map<String, String> texts = new HashMap<>();
        values.forEach((key, value) -> texts.put(RankFollower.VALUE + key, MxMessages.given(key, value)));
        return send(Command.CONFIGURE, texts);
    }

    /**
     * {@return the answers to a new state; see {@link Profiler#setState(ProfilerState)}}
     *
     * @param state the requested state
     */
    public List<RankAnswer> setState(ProfilerState state) {
        return send(Command.of(state), Map.of());
    }

    /** {@return the answers to a pause; see {@link Profiler#pause()}} */
    public List<RankAnswer> pause() {
        return send(Command.PAUSE, Map.of());
    }

    /** {@return the answers to the end of a pause; see {@link Profiler#resume()}} */
    public List<RankAnswer> resume() {
        return send(Command.RESUME, Map.of());
    }

    /**
     * {@return the answers to a dump; see {@link Profiler#dump(boolean)}}
     *
     * @param finished whether this finishes the traces
     */
    public List<RankAnswer> dump(boolean finished) {
        return send(Command.dump(finished), Map.of());
    }

    /** Fails if an answer has an error. */
    static void check(List<RankAnswer> answers) {
        List<RankAnswer> wrong =
                answers.stream().filter(answer -> answer.error().isPresent()).toList();
        if (!wrong.isEmpty()) {
            throw new IllegalStateException(wrong.size() + " of " + answers.size() + " ranks failed: "
                    + wrong.stream().map(RankAnswer::toString).collect(Collectors.joining("; ")));
        }
    }

    @SuppressWarnings("try") // The lock is there to be held.
    List<RankAnswer> send(Command command, Map<String, String> values) {
        Map<String, String> told = new HashMap<>(values);
        String id = UUID.randomUUID().toString();
        told.put(RankFollower.ID, id);
        told.put(RankFollower.COMMAND, MxMessages.lower(command));
        synchronized (SENDING) {
            try (FileChannel channel = FileChannel.open(
                            directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                return sendLocked(told, id);
            } catch (IOException e) {
                throw new UncheckedIOException("The ranks of " + directory + ": " + e.getMessage(), e);
            }
        }
    }

    private List<RankAnswer> sendLocked(Map<String, String> told, String id) throws IOException {
        Map<Integer, Properties> ranks = joined();
        if (ranks.isEmpty()) {
            throw new IllegalStateException("No process has joined " + directory);
        }
        RankFile command = RankFile.command(directory);
        command.write(told);
        Map<Integer, Optional<String>> errors = new HashMap<>();
        Map<Integer, Properties> awaited = new HashMap<>(ranks);
        Set<Integer> gone = new HashSet<>();
        long end = System.nanoTime() + timeout.toNanos();
        try {
            while (!awaited.isEmpty() && System.nanoTime() < end) {
                LockSupport.parkNanos(LOOK_NANOS);
                // Checked before the answers are read, because a process may answer and then end.
                awaited.forEach((rank, there) -> {
                    if (RankFollower.isGone(there)) {
                        gone.add(rank);
                    }
                });
                for (int rank : awaited.keySet()) {
                    RankFile.answer(directory, rank)
                            .read()
                            .filter(said -> id.equals(said.getProperty(RankFollower.ID)))
                            .map(said -> Optional.ofNullable(said.getProperty(RankFollower.ERROR)))
                            .ifPresent(error -> errors.put(rank, error));
                }
                awaited.keySet().removeAll(errors.keySet());
                awaited.keySet().removeAll(gone);
            }
        } finally {
            command.remove(); // No process must execute it later.
        }
        List<RankAnswer> answers = new ArrayList<>();
        ranks.forEach((rank, there) -> answers.add(new RankAnswer(
                rank,
                OneLine.of(there.getProperty(RankFollower.HOST, "")),
                RankFollower.pid(there),
                errors.getOrDefault(rank, Optional.of(silence(rank, gone.contains(rank))))
                        .map(OneLine::of))));
        return List.copyOf(answers);
    }

    private String silence(int rank, boolean isGone) {
        return isGone
                ? "the process has ended without leaving; it is listed until "
                        + RankFile.there(directory, rank).path() + " is removed or the rank joins again"
                : "no answer within " + timeout + " in "
                        + RankFile.answer(directory, rank).path();
    }

    /** Returns the descriptions of all joined ranks. */
    private Map<Integer, Properties> joined() throws IOException {
        Map<Integer, Properties> ranks = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "rank-[0-9]*")) {
            for (Path file : files) {
                int rank = Integer.parseInt(file.getFileName().toString().substring("rank-".length()));
                new RankFile(file).read().ifPresent(said -> ranks.put(rank, said));
            }
        } catch (NumberFormatException e) {
            throw new IOException(directory + " has a file of a rank whose number is invalid: remove it", e);
        }
        return ranks;
    }
}
