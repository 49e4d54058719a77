package io.stepprofiler.mxnet;

import io.stepprofiler.event.ProcessInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/** Follower of the commands in a directory of ranks: executes and answers them, on its own thread. */
final class RankFollower implements AutoCloseable {
    static final String ID = "id";
    static final String COMMAND = "command";
    static final String VALUE = "value.";
    static final String ERROR = "error";
    static final String HOST = "host";
    static final String PID = "pid";

    /** Namespace of the process id: containers on one machine, even with one host name, have their own. */
    static final String PROCESSES = "processes";

    /** Id that distinguishes processes that join as one rank: the last one is that rank. */
    private static final String FOLLOWER = "follower";

    private static final long LOOK_NANOS = 100_000_000;

    private final Path directory;
    private final int rank;
    private final RankFile there;
    private final String own = UUID.randomUUID().toString();
    private volatile boolean closed;

    private RankFollower(Path directory, int rank) {
        this.directory = directory;
        this.rank = rank;
        there = RankFile.there(directory, rank);
    }

    static RankFollower start(Path directory, int rank) throws IOException {
        RankFollower follower = new RankFollower(directory, rank);
        // A command in progress is not for a process that joins meanwhile.
        String ignored = id(RankFile.command(directory).read().orElseGet(Properties::new));
        ProcessInfo process = ProcessInfo.current();
        follower.there.write(Map.of(
                HOST,
                process.host(),
                PID,
                String.valueOf(process.pid()),
                PROCESSES,
                processes(),
                FOLLOWER,
                follower.own));
        Background.atExit(follower::close, "Rank " + rank + " has left, but is still listed");
        Background.start("rank", () -> follower.follow(ignored));
        return follower;
    }

    /** Returns the namespace of this process's id; the same text for all processes if the system has no namespaces. */
    private static String processes() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }

    /** Returns whether a joined process has ended without leaving; false if this process cannot see it. */
    static boolean isGone(Properties said) {
        return ProcessInfo.current().host().equals(said.getProperty(HOST))
                && processes().equals(said.getProperty(PROCESSES))
                && !ProcessHandle.of(pid(said)).map(ProcessHandle::isAlive).orElse(false);
    }

    static long pid(Properties said) {
        return Long.parseLong(said.getProperty(PID, "0"));
    }

    private static String id(Properties command) {
        return command.getProperty(ID, "");
    }

    private void follow(String ignored) {
        String last = ignored;
        try {
            while (!closed) {
                Properties command = RankFile.command(directory).read().orElse(null);
                if (command != null && !id(command).equals(last)) {
                    if (!isListed()) {
                        return; // Another process has joined as this rank.
                    }
                    last = id(command);
                    RankFile.answer(directory, rank).write(answer(command));
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
        } catch (IOException | RuntimeException e) {
            MxFailureLog.warn("Rank " + rank + " no longer follows commands", e);
        }
    }

    private Map<String, String> answer(Properties told) {
        try {
            Command command = MxMessages.oneOf(COMMAND, told.getProperty(COMMAND, ""), Command.values());
            if (command == Command.CONFIGURE) {
                configure(told);
            } else {
                Profiler.run(command);
            }
            return Map.of(ID, id(told));
        } catch (RuntimeException | Error e) {
            return Map.of(ID, id(told), ERROR, e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    private void configure(Properties told) {
        Map<String, String> values = new HashMap<>();
        for (String key : told.stringPropertyNames()) {
            if (key.startsWith(VALUE)) {
                values.put(key.substring(VALUE.length()), told.getProperty(key));
            }
        }
        Path file = Path.of(values.getOrDefault("filename", "profile.json"));
        values.put(
                "filename",
                file.resolveSibling("rank" + rank + "_" + file.getFileName()).toString());
        Profiler.setConfig(values);
    }

    private boolean isListed() throws IOException {
        return there.read()
                .filter(said -> own.equals(said.getProperty(FOLLOWER)))
                .isPresent();
    }

    /** Ends the thread, and leaves the directory. */
    @Override
    public void close() {
        closed = true;
        try {
            if (isListed()) {
                there.remove();
            }
        } catch (IOException e) {
            MxFailureLog.warn("Rank " + rank + " has left, but is still listed", e);
        }
    }
}
