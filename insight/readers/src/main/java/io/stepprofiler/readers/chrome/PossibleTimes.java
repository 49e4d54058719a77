package io.stepprofiler.readers.chrome;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Times at which events of a file can begin and end. A few events that lie hours from all others have a wrong time,
 * such as 0, and would stretch the window over days or decades: they are left out and counted.
 */
final class PossibleTimes {
    private static final long HOUR = 3_600_000_000_000L;
    private static final long GAP = 2 * HOUR;

    private final long from;
    private final long until;
    private long excluded;
    private long farthest;

    private PossibleTimes(long from, long until) {
        this.from = from;
        this.until = until;
    }

    /** Times that exclude none. */
    static PossibleTimes any() {
        return new PossibleTimes(Long.MIN_VALUE / 2, Long.MAX_VALUE / 2);
    }

    /** The possible times of a file, by the events of its threads; mostly empty, as all are. */
    static Optional<PossibleTimes> of(Trace trace) {
        long first = trace.start().monotonicNanos();
        long last = trace.end().monotonicNanos();
        if (last - first <= GAP) {
            return Optional.empty();
        }
        long[] begins = LongStream.concat(
                        trace.steps().stream().mapToLong(StepMark::startNanos),
                        trace.tracks().stream()
                                .filter(Track::isThread)
                                .flatMapToLong(track ->
                                        IntStream.range(0, track.size()).mapToLong(track::startNanos)))
                .sorted()
                .toArray();
        int low = begins.length / 2;
        int high = low;
        while (low > 0 && begins[low] - begins[low - 1] <= GAP) {
            low--;
        }
        while (high < begins.length - 1 && begins[high + 1] - begins[high] <= GAP) {
            high++;
        }
        // More than a quarter of the events is no error of a few.
        if (begins.length == 0 || 4L * (high - low + 1) < 3L * begins.length) {
            return Optional.empty();
        }
        PossibleTimes possible = new PossibleTimes(begins[low] - GAP, begins[high] + GAP);
        return first < possible.from || last > possible.until ? Optional.of(possible) : Optional.empty();
    }

    /** True if an event is at possible times; if not, it is counted. */
    boolean has(long start, long end) {
        long beyond = Math.max(from - start, end - until);
        excluded += beyond > 0 ? 1 : 0;
        farthest = Math.max(farthest, beyond);
        return beyond <= 0;
    }

    /** Number of events at other times. */
    long excluded() {
        return excluded;
    }

    /** A sentence about the excluded events; empty if there are none. */
    Optional<String> sentence() {
        return excluded == 0
                ? Optional.empty()
                : Optional.of(Amount.count(
                                excluded, "event is left out: it lies ", "events are left out: they lie up to ")
                        + Amount.number((double) (farthest + GAP) / HOUR) + " h away from all others, by a wrong time");
    }
}
