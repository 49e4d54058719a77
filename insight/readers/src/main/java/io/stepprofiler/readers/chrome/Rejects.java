package io.stepprofiler.readers.chrome;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Events of a file that its trace must not have: with impossible times, or copies of others, as when two writers add
 * the same events. A first trace shows whether there may be any.
 */
final class Rejects {
    private static final int EVENT_BYTES = 500;
    /** Phases of events that are whole: a program may begin two alike at one time. */
    private static final String WHOLE = "XiInTpCP";

    private static final String WITHOUT_TIME = "Mstf";
    /** Number of events before an event among which its copy is, if they begin and end with it. */
    private static final int SEARCHED = 8;

    private final PossibleTimes times;
    private final Set<Long> starts;
    private final Set<List<Object>> known = new HashSet<>();
    private long copies;

    private Rejects(PossibleTimes times, Set<Long> starts) {
        this.times = times;
        this.starts = starts;
    }

    static Rejects none() {
        return new Rejects(PossibleTimes.any(), Set.of());
    }

    /** The events to reject when the file of a trace is read again; mostly empty, as it need not be. */
    static Optional<Rejects> of(Trace trace) {
        Optional<PossibleTimes> times = PossibleTimes.of(trace);
        Set<Long> starts = new HashSet<>();
        for (Track track : trace.tracks()) {
            for (int i = 1; i < track.size(); i++) {
                for (int other = i - 1; other >= Math.max(0, i - SEARCHED) && areTogether(track, i, other); other--) {
                    if (track.nameId(i) == track.nameId(other)) {
                        starts.add(track.startNanos(i));
                    }
                }
            }
        }
        if (!starts.isEmpty()) {
            // Steps are on no track.
            trace.steps().forEach(step -> starts.add(step.startNanos()));
        }
        return times.isEmpty() && starts.isEmpty()
                ? Optional.empty()
                : Optional.of(new Rejects(times.orElseGet(PossibleTimes::any), starts));
    }

    private static boolean areTogether(Track track, int one, int other) {
        return track.startNanos(one) == track.startNanos(other)
                && track.durationNanos(one) == track.durationNanos(other)
                && track.durationNanos(one) > 0;
    }

    /** True if an event is rejected; then it is counted. */
    boolean has(EventRecord event, Charges charges) throws ImportException {
        if (event.start == Micros.INVALID || WITHOUT_TIME.indexOf(event.phase) >= 0) {
            return false;
        }
        if (!times.has(event.start, event.start + Math.max(event.duration, 0))) {
            return true;
        }
        if (!starts.contains(event.start) || WHOLE.indexOf(event.phase) < 0) {
            return false;
        }
        charges.memory(EVENT_BYTES);
        boolean isCopy = !known.add(event.content());
        copies += isCopy ? 1 : 0;
        return isCopy;
    }

    void addTo(Tally tally) {
        times.sentence().ifPresent(sentence -> tally.invalid(times.excluded(), sentence));
        if (copies > 0) {
            tally.missing(
                    Amount.count(copies, "event is left out: it is a copy", "events are left out: they are copies")
                            + " of another with the same values of all members");
        }
    }
}
