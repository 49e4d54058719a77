package io.stepprofiler.micrometer;

import io.stepprofiler.Profile;
import java.time.Duration;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Reader of the running profile, or of the last one that it has seen running. Safe on any thread. */
final class ProfileReader {
    private static final long LEAST_KEPT_NANOS = Duration.ofSeconds(1).toNanos();

    /** A reading is kept for this multiple of its duration, so that readings take a hundredth of a processor at most. */
    private static final int KEPT = 100;

    private final LongSupplier clock;
    private @Nullable Profile profile;

    /** Last readings of the profiles before the present one, which may start again, and their sums. */
    private final Map<Profile, Reading> left = new WeakHashMap<>();

    private Reading before = Reading.NONE;
    private Reading last = Reading.NONE;
    private long validUntil;

    ProfileReader(LongSupplier clock) {
        this.clock = clock;
        validUntil = clock.getAsLong();
    }

    /** Returns the figures as of about now. All meters of one scrape have the same. */
    synchronized Reading reading() {
        long begun = clock.getAsLong();
        if (begun - validUntil >= 0) {
            last = read();
            long ended = clock.getAsLong();
            validUntil = ended + Math.max(LEAST_KEPT_NANOS, KEPT * (ended - begun));
        }
        return last;
    }

    private Reading read() {
        Profile running = Profile.running().orElse(profile);
        if (running == null) {
            return Reading.NONE;
        }
        Profile known = profile;
        if (running != known && known != null) {
            Reading ended = Reading.of(known);
            left.put(known, ended);
            before = before.plus(ended, 1);
        }
        Reading earlier = left.remove(running);
        if (earlier != null) {
            before = before.plus(earlier, -1);
        }
        profile = running;
        return Reading.of(running).plus(before, 1);
    }
}
