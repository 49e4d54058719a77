package io.stepprofiler.xprof;

import io.stepprofiler.LiveMemory;
import io.stepprofiler.handlers.pprof.DeviceMemoryProfile;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Sessions for XProf and TensorBoard, with the calls of JAX's {@code jax.profiler}.
 *
 * <pre>{@code
 * try (TraceSession session = XProf.trace(Path.of("log"))) {
 *     for (long step = 0; step < 10; step++) {
 *         try (StepTraceAnnotation ignored = StepTraceAnnotation.open("train", step)) {
 *             train(batches.next());
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>A session is a {@link io.stepprofiler.Profile} that records everything from its start to its end. Its files are in
 * {@code <logDir>/plugins/profile/<session>}; {@code xprof <logDir>} or {@code tensorboard --logdir <logDir>} shows
 * them. Starting and ending a session may throw, and always leave the process able to start another; annotations never
 * throw. Safe on any thread.
 */
public final class XProf {
    private static final System.Logger LOG = System.getLogger(XProf.class.getName());
    private static final Object LOCK = new Object();

    private static @Nullable TraceSession running;

    private XProf() {}

    /**
     * Starts a session with the default options.
     *
     * @param logDir the log directory; created when needed
     * @return the session, to be closed; {@link #stopTrace()} closes it, too
     * @throws IllegalStateException if a session or another profile is running
     * @throws UncheckedIOException if the directory is not writable
     */
    public static TraceSession trace(Path logDir) {
        return trace(logDir, ProfileOptions.DEFAULT);
    }

    /**
     * Starts a session.
     *
     * @param logDir the log directory; created when needed
     * @param options options of recording and writing
     * @return the session, to be closed; {@link #stopTrace()} closes it, too
     * @throws IllegalStateException if a session or another profile is running
     * @throws IllegalArgumentException if the options have another {@link ProfileOptions.Builder#repositoryPath(Path)
     *     path}, or need a module that is not on the class path
     * @throws UncheckedIOException if the directory is not writable
     */
    public static TraceSession trace(Path logDir, ProfileOptions options) {
        Objects.requireNonNull(logDir, "logDir");
        Objects.requireNonNull(options, "options");
        synchronized (LOCK) {
            try {
                options.repositoryPath().filter(path -> !path.equals(logDir)).ifPresent(path -> {
                    throw OptionText.refused("repositoryPath", path, "logDir is " + logDir + "; name one of them");
                });
                if (running != null) {
                    throw new IllegalStateException(
                            "Profile has already been started. Only one profile may be run at a time.");
                }
                TraceSession started = TraceSession.start(logDir, options);
                running = started;
                return started;
            } catch (RuntimeException e) {
                if (options.raiseErrorOnStartFailure()) {
                    throw e;
                }
                LOG.log(
                        System.Logger.Level.WARNING,
                        () -> "The program continues without a trace: " + OneLine.of(String.valueOf(e.getMessage())));
                TraceSession failed = TraceSession.failed(e, options);
                if (running == null) {
                    running = failed;
                }
                return failed;
            }
        }
    }

    /**
     * Starts a session that is written to the options' {@link ProfileOptions.Builder#repositoryPath(Path) path}.
     *
     * @param options options of recording and writing, with a path
     * @return the session, to be closed; {@link #stopTrace()} closes it, too
     * @throws IllegalStateException if a session or another profile is running
     * @throws IllegalArgumentException if the options have no path
     */
    public static TraceSession trace(ProfileOptions options) {
        return trace(
                options.repositoryPath()
                        .orElseThrow(() -> new IllegalArgumentException(
                                "repositoryPath is missing: without a log directory it says where sessions go")),
                options);
    }

    /**
     * Starts a session with the default options, to be ended by {@link #stopTrace()}.
     *
     * @param logDir as for {@link #trace(Path)}
     * @throws IllegalStateException as for {@link #trace(Path)}
     * @throws UncheckedIOException as for {@link #trace(Path)}
     */
    public static void startTrace(Path logDir) {
        trace(logDir);
    }

    /**
     * Starts a session, to be ended by {@link #stopTrace()}.
     *
     * @param logDir as for {@link #trace(Path, ProfileOptions)}
     * @param options as for {@link #trace(Path, ProfileOptions)}
     * @throws IllegalStateException as for {@link #trace(Path, ProfileOptions)}
     * @throws IllegalArgumentException as for {@link #trace(Path, ProfileOptions)}
     * @throws UncheckedIOException as for {@link #trace(Path, ProfileOptions)}
     */
    public static void startTrace(Path logDir, ProfileOptions options) {
        trace(logDir, options);
    }

    /**
     * Ends the session; see {@link TraceSession#close()}.
     *
     * @return the session that has ended, or that another thread is ending
     * @throws IllegalStateException if none has been started, or its files could not be written
     */
    public static TraceSession stopTrace() {
        TraceSession session;
        synchronized (LOCK) {
            session = running;
        }
        if (session == null) {
            throw new IllegalStateException("No profile started");
        }
        session.close();
        return session;
    }

    /** Forgets a session that has ended. */
    static void ended(TraceSession session) {
        synchronized (LOCK) {
            if (running == session) {
                running = null;
            }
        }
    }

    /**
     * {@return a wrapper of functions of all kinds that makes each call a scope}
     *
     * @param name name of the scopes, 1 to 1024 characters, not all blank
     * @throws IllegalArgumentException if the name is not allowed
     */
    public static AnnotatedFunction annotateFunction(String name) {
        return AnnotatedFunction.named(name);
    }

    /**
     * {@return the memory that is allocated now, by device, annotations and call stack, as {@code pprof} reads it} Can
     * be called at any time in a session. The profile shows {@link LiveMemory#trace()}: memory that integrations and
     * the program report to {@link io.stepprofiler.Memory} from the start of a session that records memory on, or from
     * {@link LiveMemory#track()} on, and allocations that the session's sources, such as libtorch's, have recorded
     * since its start. It has no Java objects. Memory of libtorch has no Java stack: it is inside its operations and
     * the annotations around them.
     *
     * @throws IllegalStateException if memory is not tracked
     */
    public static byte[] deviceMemoryProfile() {
        return DeviceMemoryProfile.of(liveMemory().trace());
    }

    /**
     * Writes the memory that is allocated now; see {@link #deviceMemoryProfile()}.
     *
     * @param file the file, such as {@code memory.pb.gz}
     * @throws IllegalStateException if memory is not tracked
     * @throws UncheckedIOException if the file cannot be written
     */
    public static void saveDeviceMemoryProfile(Path file) {
        try {
            DeviceMemoryProfile.export(liveMemory().trace(), file);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private static LiveMemory liveMemory() {
        return LiveMemory.current()
                .orElseThrow(() -> new IllegalStateException("Memory is not tracked: start a session with"
                        + " hostTracerLevel(3) or jvm_profile_memory, or call LiveMemory.track() before the"
                        + " allocations"));
    }
}
