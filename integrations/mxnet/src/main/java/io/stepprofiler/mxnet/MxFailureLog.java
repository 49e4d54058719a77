package io.stepprofiler.mxnet;

import io.stepprofiler.ProfileFailure;
import io.stepprofiler.text.OneLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Failures that are kept from the training program: the first {@value #MAX_LISTED}, each logged once. */
final class MxFailureLog {
    private static final int MAX_LISTED = 100;
    /** Logger of the class Profiler, which need not be loaded for it. */
    private static final System.Logger LOG = System.getLogger("io.stepprofiler.mxnet.Profiler");

    private final List<ProfileFailure> listed = new ArrayList<>();

    synchronized void add(ProfileFailure.Kind kind, String message, @Nullable Throwable cause) {
        if (listed.size() < MAX_LISTED) {
            String told = OneLine.of(message);
            boolean isNew = listed.stream().noneMatch(each -> each.message().equals(told));
            listed.add(new ProfileFailure(Instant.now(), kind, told, Optional.ofNullable(cause)));
            if (isNew) {
                warn(told, cause);
            }
        }
    }

    static void warn(@Nullable String message, @Nullable Throwable cause) {
        LOG.log(System.Logger.Level.WARNING, message, cause);
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
