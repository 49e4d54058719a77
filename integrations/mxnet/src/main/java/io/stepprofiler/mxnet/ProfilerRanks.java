package io.stepprofiler.mxnet;

import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.OneLine;
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
 * The profilers of other processes of a training, steered from here: what {@code profile_process='server'} is in MXNet.
 *
 * <p>The processes have a directory in common, on a disk that their machines share, which only their user can write to:
 * who can decides where they write their files. Each that is to be steered {@linkplain #join joins} there as a rank;
 * {@code MXNET_PROFILER_RANKS}, in the environment or as a system property, does so for a process whose environment says
 * its rank ({@code RANK}, as elsewhere). A command goes to all that have joined, waits until each has done it, and brings
 * an answer of each; one whose process on this machine has ended without leaving, killed perhaps, is named and not waited
 * for. It fails with an {@link IllegalStateException} if none has joined, and with an {@link UncheckedIOException} if the
 * directory cannot be used. Files are called by rank: {@code rank3_profile.json} for {@code profile.json}.
 *
 * <p>A joined process looks into the directory ten times a second. For any thread; one command at a time.
 */
public final class ProfilerRanks {
    /** The variable that names the directory. */
    static final String VARIABLE = "MXNET_PROFILER_RANKS";

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long LOOK_NANOS = 20_000_000;
    private static final Object SENDING = new Object();

    private final Path directory;
    private final Duration patience;

    private ProfilerRanks(Path directory, Duration patience) {
        this.directory = directory;
        this.patience = patience;
    }

    /**
     * {@return the ranks of a directory}
     *
     * @param directory is made, for this user alone, if it is not there
     * @throws IOException if it cannot be used, or others can write into it
     */
    public static ProfilerRanks in(Path directory) throws IOException {
        try {
            if (!Files.isDirectory(directory)) {
                Files.createDirectories(
                        directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(directory);
            if (allowed.contains(PosixFilePermission.GROUP_WRITE)
                    || allowed.contains(PosixFilePermission.OTHERS_WRITE)) {
                throw new IOException(directory + " can be written by others (" + PosixFilePermissions.toString(allowed)
                        + "), who could say where this process writes its files: chmod 700");
            }
        } catch (UnsupportedOperationException e) {
            Files.createDirectories(directory); // A system without such permissions.
        }
        return new ProfilerRanks(directory, PATIENCE);
    }

    /** Those that the environment names. */
    static ProfilerRanks ofEnvironment() {
        String named = Environment.variable(VARIABLE)
                .orElseThrow(() -> new IllegalStateException("profile_process = server: " + VARIABLE
                        + " names no directory, by which the processes could be reached"));
        try {
            return in(Path.of(named));
        } catch (IOException e) {
            throw new UncheckedIOException(VARIABLE + " = " + named + ": " + e.getMessage(), e);
        }
    }

    /** Joins if the environment says where, and as what. */
    static void joinByEnvironment() {
        Optional<DistributedInfo> worker = DistributedInfo.fromEnvironment(
                System.getenv(), ProcessInfo.current().host());
        if (Environment.variable(VARIABLE).isPresent() && worker.isPresent()) {
            try {
                ofEnvironment().join(worker.get().rank());
            } catch (IOException | RuntimeException e) {
                Troubles.warn("This process cannot be profiled from others", e);
            }
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
        return new ProfilerRanks(directory, time);
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
        return RankFollower.start(directory, rank);
    }

    /**
     * {@return what each says to a configuration; see {@link Profiler#setConfig(Map)}}
     *
     * @param values by MXNet's keys; a relative {@code filename} is one of the working directory of each
     */
    public List<RankAnswer> setConfig(Map<String, ?> values) {
        Objects.requireNonNull(values, "values = null is not allowed: must be values by key");
        Map<String, String> texts = new HashMap<>();
        values.forEach((key, value) -> texts.put(RankFollower.VALUE + key, Texts.given(key, value)));
        return send(Command.CONFIGURE, texts);
    }

    /**
     * {@return what each says to being run or stopped; see {@link Profiler#setState(ProfilerState)}}
     *
     * @param state what is wanted
     */
    public List<RankAnswer> setState(ProfilerState state) {
        return send(Command.of(state), Map.of());
    }

    /** {@return what each says to a pause; see {@link Profiler#pause()}} */
    public List<RankAnswer> pause() {
        return send(Command.PAUSE, Map.of());
    }

    /** {@return what each says to the end of a pause; see {@link Profiler#resume()}} */
    public List<RankAnswer> resume() {
        return send(Command.RESUME, Map.of());
    }

    /**
     * {@return what each says to a dump; see {@link Profiler#dump(boolean)}}
     *
     * @param finished whether this finishes the traces
     */
    public List<RankAnswer> dump(boolean finished) {
        return send(Command.dump(finished), Map.of());
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
    List<RankAnswer> send(Command command, Map<String, String> values) {
        Map<String, String> told = new HashMap<>(values);
        String id = UUID.randomUUID().toString();
        told.put(RankFollower.ID, id);
        told.put(RankFollower.COMMAND, Texts.lower(command));
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
        long end = System.nanoTime() + patience.toNanos();
        try {
            while (!awaited.isEmpty() && System.nanoTime() < end) {
                LockSupport.parkNanos(LOOK_NANOS);
                // Before the answers are read: one may answer, and end.
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
            command.remove(); // Nobody is to do it at some other time.
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
                ? "the process has ended without leaving; nobody waits for it, and it is named until "
                        + RankFile.there(directory, rank).path() + " is removed or the rank joins again"
                : "no answer within " + patience + " in "
                        + RankFile.answer(directory, rank).path();
    }

    /** What is said of all ranks that are there. */
    private Map<Integer, Properties> joined() throws IOException {
        Map<Integer, Properties> ranks = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "rank-[0-9]*")) {
            for (Path file : files) {
                int rank = Integer.parseInt(file.getFileName().toString().substring("rank-".length()));
                new RankFile(file).read().ifPresent(said -> ranks.put(rank, said));
            }
        } catch (NumberFormatException e) {
            throw new IOException(directory + " has a file of a rank that is no number: remove it", e);
        }
        return ranks;
    }
}
