package io.stepprofiler.mxnet;

import io.stepprofiler.event.ProcessInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/** Does in this process what the directory of ranks says, and answers there. Has a thread of its own. */
final class RankFollower implements AutoCloseable {
    static final String CONFIG = "config";
    static final String STATE = "state";
    static final String PAUSE = "pause";
    static final String RESUME = "resume";
    static final String DUMP = "dump";
    static final String FINISHED = "finished";

    static final String ID = "id";
    static final String COMMAND = "command";
    static final String VALUE = "value.";
    static final String ERROR = "error";
    static final String HOST = "host";
    static final String PID = "pid";

    /** Tells those apart that have joined as one rank: the last one is that rank. */
    private static final String FOLLOWER = "follower";

    private static final System.Logger LOG = System.getLogger(Profiler.class.getName());
    private static final long LOOK_NANOS = 100_000_000;

    private final RankFiles files;
    private final int rank;
    private final String own = UUID.randomUUID().toString();
    private final Thread thread = new Thread(this::follow, "step-profiler-mxnet-rank");
    private volatile boolean closed;

    private RankFollower(RankFiles files, int rank) {
        this.files = files;
        this.rank = rank;
    }

    static RankFollower start(RankFiles files, int rank) throws IOException {
        RankFollower follower = new RankFollower(files, rank);
        // What was meant for an earlier process of this rank.
        files.remove(RankFiles.Kind.COMMAND, rank);
        ProcessInfo process = ProcessInfo.current();
        Properties there = new Properties();
        there.setProperty(HOST, process.host());
        there.setProperty(PID, String.valueOf(process.pid()));
        there.setProperty(FOLLOWER, follower.own);
        files.write(RankFiles.Kind.THERE, rank, there);
        ProcessEnd.hold(follower::leave);
        follower.thread.setDaemon(true);
        follower.thread.start();
        return follower;
    }

    private void follow() {
        while (!closed) {
            try {
                Properties command = files.read(RankFiles.Kind.COMMAND, rank).orElse(null);
                if (command != null && !isListed()) {
                    return; // It is for the one that has joined since.
                }
                if (command != null) {
                    files.remove(RankFiles.Kind.COMMAND, rank);
                    files.write(RankFiles.Kind.ANSWER, rank, answer(command));
                }
            } catch (IOException | RuntimeException e) {
                LOG.log(System.Logger.Level.WARNING, "Rank " + rank + " follows no commands any longer", e);
                return;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private Properties answer(Properties command) {
        Properties answer = new Properties();
        answer.setProperty(ID, command.getProperty(ID, ""));
        try {
            Map<String, String> values = new LinkedHashMap<>();
            for (String key : command.stringPropertyNames()) {
                if (key.startsWith(VALUE)) {
                    values.put(key.substring(VALUE.length()), command.getProperty(key));
                }
            }
            perform(command.getProperty(COMMAND, ""), values);
        } catch (RuntimeException | Error e) {
            answer.setProperty(ERROR, e.getMessage() == null ? e.toString() : e.getMessage());
        }
        return answer;
    }

    private void perform(String command, Map<String, String> values) {
        switch (command) {
            case CONFIG -> {
                Path file = Path.of(values.getOrDefault("filename", "profile.json"));
                Path named = file.resolveSibling("rank" + rank + "_" + file.getFileName());
                values.put("filename", named.toString());
                Profiler.setConfig(values);
            }
            case STATE -> Profiler.setState(values.getOrDefault(STATE, ""));
            case PAUSE -> Profiler.pause();
            case RESUME -> Profiler.resume();
            case DUMP -> Profiler.dump(Boolean.parseBoolean(values.get(FINISHED)));
            default -> throw Texts.refused(COMMAND, command, "is of another version");
        }
    }

    private boolean isListed() throws IOException {
        return files.read(RankFiles.Kind.THERE, rank)
                .filter(there -> own.equals(there.getProperty(FOLLOWER)))
                .isPresent();
    }

    /** Follows no longer. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        leave();
    }

    private void leave() {
        try {
            if (isListed()) {
                files.remove(RankFiles.Kind.THERE, rank);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "Rank " + rank + " is still listed, and is no longer there", e);
        }
    }
}
