package io.stepprofiler.tuning;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import io.stepprofiler.tuning.CallIndex.Call;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Times in which devices worked for calls, each moment once, from spans that share their correlation id with an event
 * that began during the call, on any thread.
 */
final class DeviceBusyTime {
    private record Span(long startNanos, long endNanos) {}

    private final Trace trace;
    private final TreeMap<Long, Call> callsByStart = new TreeMap<>();
    private final Map<Call, List<Span>> spans = new HashMap<>();

    DeviceBusyTime(Trace trace, CallIndex calls) {
        this.trace = trace;
        calls.all().forEach(call -> callsByStart.put(call.startNanos(), call));
        Map<Long, Call> causes = causes();
        for (Track track : trace.tracks()) {
            if (track.device().isPresent()) {
                add(track, causes);
            }
        }
    }

    private Map<Long, Call> causes() {
        Map<Long, Call> causes = new HashMap<>();
        for (Track track : trace.tracks()) {
            for (int i = 0; track.isThread() && i < track.size(); i++) {
                Map.Entry<Long, Call> last = callsByStart.floorEntry(track.startNanos(i));
                if (track.correlation(i) >= 0
                        && last != null
                        && track.startNanos(i) < last.getValue().endNanos()) {
                    causes.put(track.correlation(i), last.getValue());
                }
            }
        }
        return causes;
    }

    private void add(Track track, Map<Long, Call> causes) {
        for (int i = 0; i < track.size(); i++) {
            Call call = causes.get(track.correlation(i));
            if (call != null
                    && !track.isUnfinished(i)
                    && trace.kind(track.nameId(i)).isDeviceWork()) {
                long start = track.startNanos(i);
                spans.computeIfAbsent(call, any -> new ArrayList<>())
                        .add(new Span(start, start + track.durationNanos(i)));
            }
        }
    }

    /** Sets the time that devices worked for each call. */
    void addTo(CallTimes times) {
        spans.forEach((call, ofCall) -> times.set(call.variant(), call.round(), covered(ofCall)));
    }

    private static long covered(List<Span> spans) {
        spans.sort(Comparator.comparingLong(Span::startNanos));
        long covered = 0;
        long end = Long.MIN_VALUE;
        for (Span span : spans) {
            covered += Math.max(0, span.endNanos() - Math.max(end, span.startNanos()));
            end = Math.max(end, span.endNanos());
        }
        return covered;
    }
}
