package io.stepprofiler.mxnet;

import io.stepprofiler.ProfileFailure;
import io.stepprofiler.text.OneLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Failures that are kept from the training program: the first {@value #MAX_LISTED}; the first of a kind is logged. */
final class MxFailureLog {
    private static final int MAX_LISTED = 100;
    /** Logger of the class Profiler, which need not be loaded for it. */
    private static final System.Logger LOG = System.getLogger("io.stepprofiler.mxnet.Profiler");

    private static volatile boolean isEnding;

    private final List<ProfileFailure> listed = new ArrayList<>();

    synchronized void add(ProfileFailure.Kind kind, String message, @Nullable Throwable cause) {
        if (listed.size() < MAX_LISTED) {
            String told = OneLine.of(message);
            boolean isNew = listed.stream().noneMatch(each -> each.kind() == kind);
            listed.add(new ProfileFailure(Instant.now(), kind, told, Optional.ofNullable(cause)));
            if (isNew) {
                warn(told, cause);
            }
        }
    }

    /** Goes on without the log, which ends with the process in any order. */
    static void processEnds() {
        isEnding = true;
    }

    /** Warns in one line; the stack is for debugging. */
    static void warn(String message, @Nullable Throwable cause) {
        String line = OneLine.of(message, cause);
        if (isEnding) {
            System.err.println("step-profiler: " + line);
            return;
        }
        LOG.log(System.Logger.Level.WARNING, line);
        if (cause != null) {
            LOG.log(System.Logger.Level.DEBUG, message, cause);
        }
    }

    /** Logs an expected condition that may surprise. */
    static void remark(String message) {
        LOG.log(System.Logger.Level.INFO, message);
    }

    /** Adds failures that a profile has logged itself. */
    synchronized void addAll(List<ProfileFailure> failures) {
        failures.stream().limit(MAX_LISTED - listed.size()).forEach(listed::add);
    }

    synchronized List<ProfileFailure> list() {
        return List.copyOf(listed);
    }
}
