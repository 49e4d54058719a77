package io.stepprofiler.tuning;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Calls in a trace: the scopes around them, on the calling thread. */
final class CallIndex {
    /** Call of a variant in a round. */
    record Call(int variant, int round, long startNanos, long endNanos) {}

    private final List<Call> calls = new ArrayList<>();

    /** Finds the calls; {@code names} are the names of the scopes, by variant. */
    CallIndex(Trace trace, long threadId, List<String> names) {
        Map<Integer, Integer> variants = new HashMap<>();
        for (int nameId = 0; nameId < trace.nameCount(); nameId++) {
            int variant = names.indexOf(trace.name(nameId));
            if (variant >= 0) {
                variants.put(nameId, variant);
            }
        }
        for (Track track : trace.tracks()) {
            if (track.isThread() && track.id() == threadId) {
                add(track, variants);
            }
        }
        calls.sort(Comparator.comparingLong(Call::startNanos));
    }

    private void add(Track track, Map<Integer, Integer> variants) {
        long end = Long.MIN_VALUE;
        for (int i = 0; i < track.size(); i++) {
            Integer variant = variants.get(track.nameId(i));
            if (variant != null
                    && !track.isUnfinished(i)
                    && track.arguments(i).get(VariantRounds.ROUND) instanceof Long round) {
                long start = track.startNanos(i);
                if (start < end) {
                    continue; // Inside a call: another tuning of the same name.
                }
                end = start + track.durationNanos(i);
                calls.add(new Call(variant, Math.toIntExact(round), start, end));
            }
        }
    }

    /** The calls in the order of time; they do not overlap. */
    List<Call> all() {
        return calls;
    }

    /** Sets the times of the calls. */
    void addTo(CallTimes times) {
        calls.forEach(call -> times.set(call.variant(), call.round(), call.endNanos() - call.startNanos()));
    }
}
