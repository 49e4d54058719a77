package io.stepprofiler;

import io.stepprofiler.recording.EnumCounts;
import io.stepprofiler.recording.FailureLog;
import io.stepprofiler.trace.OneLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The failures of one profile: all of them counted, the first ones listed, the first of each kind logged.
 *
 * <p>Nothing here throws, whatever the log or the memory is like: this is where the profiler ends up when all else has
 * failed.
 */
final class Failures implements FailureLog {
    private final List<ProfileFailure> listed = new ArrayList<>();
    private final EnumCounts<ProfileFailure.Kind> counts = new EnumCounts<>(ProfileFailure.Kind.class);
    private final AtomicLong total = new AtomicLong();
    private final System.Logger log;

    Failures(System.Logger log) {
        this.log = log;
    }

    @Override
    public void add(Part part, String message, @Nullable Throwable cause) {
        ProfileFailure.Kind kind = switch (part) {
            case RECORDING -> ProfileFailure.Kind.RECORDING_FAILED;
            case JOURNAL -> ProfileFailure.Kind.JOURNAL_FAILED;
            case ANNOTATIONS -> ProfileFailure.Kind.ANNOTATION_FAILED;
        };
        add(kind, message, cause);
    }

    void add(ProfileFailure.Kind kind, String message) {
        add(kind, message, null);
    }

    void add(ProfileFailure.Kind kind, String message, @Nullable Throwable cause) {
        try {
            String told = OneLine.of(message);
            if (keep(kind, told, cause)) {
                String text =
                        told + " (" + kind + "; further ones of this kind are only counted, see Profile.failures())";
                log.log(System.Logger.Level.WARNING, text, cause);
            }
        } catch (Throwable e) {
            // A logger that throws, or no memory for a message: it has been counted.
        }
    }

    /** Answers whether this is the first of its kind. */
    private synchronized boolean keep(ProfileFailure.Kind kind, String message, @Nullable Throwable cause) {
        boolean first = counts.get(kind) == 0;
        counts.count(kind);
        total.incrementAndGet();
        if (listed.size() < Defaults.MAX_FAILURES) {
            listed.add(new ProfileFailure(Instant.now(), kind, message, Optional.ofNullable(cause)));
        }
        return first;
    }

    synchronized List<ProfileFailure> list() {
        return List.copyOf(listed);
    }

    long count() {
        return total.get();
    }

    long count(ProfileFailure.Kind kind) {
        return counts.get(kind);
    }
}
