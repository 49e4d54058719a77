package io.stepprofiler;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The failures of one profile: the first ones listed, all of them counted, each kind of message logged once. */
final class Failures {
    private static final System.Logger LOG = System.getLogger(Profile.class.getName());

    private final List<ProfileFailure> listed = new ArrayList<>();
    private final Map<ProfileFailure.Kind, Long> counts = new EnumMap<>(ProfileFailure.Kind.class);

    void add(ProfileFailure.Kind kind, String message) {
        add(kind, message, null);
    }

    void add(ProfileFailure.Kind kind, String message, @Nullable Throwable cause) {
        if (keep(kind, message, cause)) {
            String text =
                    message + " (" + kind + "; further ones of this kind are only counted, see Profile.failures())";
            LOG.log(System.Logger.Level.WARNING, text, cause);
        }
    }

    /** Answers whether this is the first of its kind. */
    private synchronized boolean keep(ProfileFailure.Kind kind, String message, @Nullable Throwable cause) {
        if (listed.size() < Defaults.MAX_FAILURES) {
            listed.add(new ProfileFailure(Instant.now(), kind, message, Optional.ofNullable(cause)));
        }
        return counts.merge(kind, 1L, Long::sum) == 1;
    }

    synchronized List<ProfileFailure> list() {
        return List.copyOf(listed);
    }

    synchronized long count() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    synchronized long count(ProfileFailure.Kind kind) {
        return counts.getOrDefault(kind, 0L);
    }
}
