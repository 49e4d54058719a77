package io.stepprofiler.mxnet;

import io.stepprofiler.ProfileFailure;
import io.stepprofiler.trace.OneLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What went wrong and is kept from the training program: the first {@value #MAX_LISTED}, each logged once. */
final class Troubles {
    private static final int MAX_LISTED = 100;
    private static final System.Logger LOG = System.getLogger(Profiler.class.getName());

    private final List<ProfileFailure> listed = new ArrayList<>();

    synchronized void add(ProfileFailure.Kind kind, String message, @Nullable Throwable cause) {
        if (listed.size() < MAX_LISTED) {
            String told = OneLine.of(message);
            boolean isNew = listed.stream().noneMatch(each -> each.message().equals(told));
            listed.add(new ProfileFailure(Instant.now(), kind, told, Optional.ofNullable(cause)));
            if (isNew) {
                LOG.log(System.Logger.Level.WARNING, told, cause);
            }
        }
    }

    /**
     * Tells how far something stands that is told again and again: what was told of it before makes room, and is logged
     * the first time only.
     *
     * @param about how all that is told of it begins
     */
    synchronized void renew(ProfileFailure.Kind kind, String about, String state) {
        String told = OneLine.of(about + state);
        String begin = OneLine.of(about);
        boolean isNew = !listed.removeIf(each -> each.message().startsWith(begin));
        if (listed.size() < MAX_LISTED) {
            listed.add(new ProfileFailure(Instant.now(), kind, told, Optional.empty()));
            if (isNew) {
                LOG.log(System.Logger.Level.WARNING, told);
            }
        }
    }

    /** Takes over what a profile has logged itself. */
    synchronized void addAll(List<ProfileFailure> failures) {
        failures.stream().limit(MAX_LISTED - listed.size()).forEach(listed::add);
    }

    synchronized List<ProfileFailure> list() {
        return List.copyOf(listed);
    }
}
