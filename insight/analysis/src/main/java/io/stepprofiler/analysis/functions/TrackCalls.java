package io.stepprofiler.analysis.functions;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The calls of functions on one track, in the order of their starts.
 *
 * @param track the track; an empty one for a thread that has steps and no events
 * @param calls the calls
 * @param unfinished number of unfinished events of each function
 */
record TrackCalls(Track track, List<Call> calls, List<Long> unfinished) {
    /** The calls of all tracks that have calls or unfinished events of functions. */
    static List<TrackCalls> of(Trace trace, FunctionSelection selected) {
        return selected.areSteps() ? ofSteps(trace) : ofEvents(trace, selected);
    }

    private static List<TrackCalls> ofEvents(Trace trace, FunctionSelection selected) {
        List<TrackCalls> all = new ArrayList<>();
        for (Track track : trace.tracks()) {
            TrackCalls found = ofEvents(track, selected);
            if (!found.calls.isEmpty() || found.unfinished.stream().anyMatch(count -> count > 0)) {
                all.add(found);
            }
        }
        return all;
    }

    private static TrackCalls ofEvents(Track track, FunctionSelection selected) {
        List<Call> calls = new ArrayList<>();
        long[] unfinished = new long[selected.functions().size()];
        long[] ends = new long[unfinished.length];
        Arrays.fill(ends, Long.MIN_VALUE);
        long endOfAny = Long.MIN_VALUE;
        for (int i = 0; i < track.size(); i++) {
            int function = selected.ofName(track.nameId(i));
            if (function == FunctionSelection.NONE || track.isAsync(i)) {
                continue;
            }
            if (track.isUnfinished(i)) {
                unfinished[function]++;
                continue;
            }
            long start = track.startNanos(i);
            long end = start + track.durationNanos(i);
            if (start >= ends[function]) {
                calls.add(new Call(track.id(), function, start, end, i + 1, start < endOfAny));
                ends[function] = end;
                endOfAny = Math.max(endOfAny, end);
            }
        }
        return new TrackCalls(track, calls, Arrays.stream(unfinished).boxed().toList());
    }

    private static List<TrackCalls> ofSteps(Trace trace) {
        Map<Long, List<StepMark>> steps = new LinkedHashMap<>();
        trace.steps().stream()
                .sorted(StepMark.PARENTS_FIRST)
                .forEach(step -> steps.computeIfAbsent(step.trackId(), id -> new ArrayList<>())
                        .add(step));
        List<TrackCalls> all = new ArrayList<>();
        steps.forEach((id, marks) -> all.add(ofSteps(track(trace, id), marks)));
        return all;
    }

    private static Track track(Trace trace, long id) {
        return trace.tracks().stream()
                .filter(track -> track.id() == id)
                .findFirst()
                .orElseGet(() -> Track.empty(id, ""));
    }

    private static TrackCalls ofSteps(Track track, List<StepMark> marks) {
        List<Call> calls = new ArrayList<>();
        long unfinished = 0;
        long end = Long.MIN_VALUE;
        int first = 0;
        for (StepMark mark : marks) {
            if (mark.unfinished()) {
                unfinished++;
            } else if (mark.startNanos() >= end) {
                while (first < track.size() && track.startNanos(first) < mark.startNanos()) {
                    first++;
                }
                end = mark.startNanos() + mark.durationNanos();
                calls.add(new Call(
                        track.id(),
                        0,
                        mark.startNanos(),
                        end,
                        isStepItself(track, first, mark) ? first + 1 : first,
                        false));
            }
        }
        return new TrackCalls(track, calls, List.of(unfinished));
    }

    /** True if an event is the scope of a step: it is the call itself, not a part of it. */
    private static boolean isStepItself(Track track, int event, StepMark mark) {
        return event < track.size()
                && track.startNanos(event) == mark.startNanos()
                && track.durationNanos(event) == mark.durationNanos();
    }
}
