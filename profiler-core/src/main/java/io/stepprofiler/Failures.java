package io.stepprofiler;

import io.stepprofiler.recording.EnumCounts;
import io.stepprofiler.recording.FailureLog;
import io.stepprofiler.text.OneLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Failures of one profile: all of them counted, the first ones listed, the first of each kind logged.
 *
 * <p>Nothing here throws, even if logging fails or memory is short: this is the profiler's last resort. A failure is
 * counted first, which needs no memory; if there is none to list it, the list has the number of its kind.
 */
final class Failures implements FailureLog {
    private final List<ProfileFailure> listed = new ArrayList<>();
    private final EnumCounts<ProfileFailure.Kind> counts = new EnumCounts<>(ProfileFailure.Kind.class);
    private final EnumCounts<ProfileFailure.Kind> unlisted = new EnumCounts<>(ProfileFailure.Kind.class);
    private final Set<ProfileFailure.Kind> kept = EnumSet.noneOf(ProfileFailure.Kind.class);
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
            case LEDGER -> ProfileFailure.Kind.LEDGER_FAILED;
        };
        add(kind, message, cause);
    }

    void add(ProfileFailure.Kind kind, String message) {
        add(kind, message, null);
    }

    void add(ProfileFailure.Kind kind, String message, @Nullable Throwable cause) {
        boolean isListed = false;
        try {
            counts.count(kind);
            boolean first = keep(kind, OneLine.of(message), cause);
            isListed = true;
            if (first) {
                // One line in the program's log, whose handler may print all of a stack.
                log.log(
                        System.Logger.Level.WARNING,
                        OneLine.of(message, cause) + " (" + kind
                                + "; further ones of this kind are only counted, see Profile.failures())");
                if (cause != null) {
                    log.log(System.Logger.Level.DEBUG, OneLine.of(message), cause);
                }
            }
        } catch (Throwable e) {
            // The logger failed, or there was no memory for the message.
            if (!isListed) {
                unlisted.count(kind);
            }
        }
    }

    /** Lists a failure; returns whether it is the first of its kind. */
    private synchronized boolean keep(ProfileFailure.Kind kind, String message, @Nullable Throwable cause) {
        if (listed.size() < Defaults.MAX_FAILURES) {
            listed.add(new ProfileFailure(Instant.now(), kind, message, Optional.ofNullable(cause)));
        }
        return kept.add(kind);
    }

    synchronized List<ProfileFailure> list() {
        List<ProfileFailure> all = new ArrayList<>(listed);
        unlisted.all()
                .forEach((kind, count) -> all.add(new ProfileFailure(
                        Instant.now(),
                        kind,
                        "Memory was lacking to list failures of this kind: " + count,
                        Optional.empty())));
        return List.copyOf(all);
    }

    long count() {
        return counts.all().values().stream().mapToLong(Long::longValue).sum();
    }

    long count(ProfileFailure.Kind kind) {
        return counts.get(kind);
    }
}
