package io.stepprofiler.report.page;

import io.stepprofiler.analysis.window.SampledCalls;
import io.stepprofiler.analysis.window.SampledCalls.Call;
import io.stepprofiler.analysis.window.VirtualLanes;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.report.page.ThreadStates.State;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lays out the events of a window in tracks. Markers, tasks and frames are in tracks of their domains, separate from
 * the threads on which they began; so are the events of many virtual threads. Times are relative to the start of the
 * window.
 */
final class TimelineLayout {
    private record Unnested(long start, long end, int label) {}

    private final Trace trace;
    private final long origin;
    private final TimelineChoice choice;
    private final TimelineLabels labels;
    private final List<TimelineTrack> tracks = new ArrayList<>();
    private final Map<String, List<Unnested>> domains = new LinkedHashMap<>();
    private long leftOut;

    TimelineLayout(WindowAnalysis window, TimelineChoice choice) {
        trace = window.trace();
        origin = trace.start().monotonicNanos();
        this.choice = choice;
        labels = new TimelineLabels(trace);
        addSteps(window.walk().otherSteps().keySet());
        Set<Long> stepping = trace.steps().stream().map(StepMark::trackId).collect(Collectors.toSet());
        VirtualLanes virtual = new VirtualLanes(trace.tracks(), stepping);
        List<Unnested> pool = new ArrayList<>();
        List<State> states = ThreadStates.of(window.breakdowns());
        List<Call> calls = SampledCalls.of(window.walk(), window.samples());
        boolean hasTrack = false;
        for (Track track : trace.tracks()) {
            boolean isOfSteps = window.walk().isOfSteps(track.id());
            hasTrack |= isOfSteps;
            addStates(title(track), isOfSteps && !window.walk().isWhole() ? states : List.of());
            add(track, kind(track, stepping), virtual.contains(track) ? pool : null);
            addCalls(title(track), isOfSteps ? calls : List.of());
        }
        addUnnested(virtual.nameOfAll(), TimelineTrack.Kind.THREAD, pool);
        if (!hasTrack && !window.walk().isWhole() && !window.walk().steps().isEmpty()) {
            // A thread without events has no track.
            String thread = nameless(window.walk().steps().get(0).trackId());
            addStates(thread, states);
            addCalls(thread, calls);
        }
        domains.forEach((domain, found) ->
                addUnnested(domain.isEmpty() ? "Markers and tasks" : domain, TimelineTrack.Kind.TASKS, found));
        tracks.removeIf(track -> track.rows().isEmpty());
        tracks.sort(Comparator.comparing(track -> track.kind().place()));
    }

    /** The non-empty tracks, from the top. */
    List<TimelineTrack> tracks() {
        return tracks;
    }

    TimelineLabels labels() {
        return labels;
    }

    /** Number of events that are left out because they are too short. */
    long leftOut() {
        return leftOut;
    }

    /** Number of events left out for lack of a row. */
    long crowded() {
        return tracks.stream().mapToLong(TimelineTrack::crowded).sum();
    }

    private void addSteps(Set<Long> others) {
        TimelineTrack steps = new TimelineTrack("Steps", TimelineTrack.Kind.STEPS);
        Stream<StepMark> own = trace.steps().stream().filter(step -> !others.contains(step.trackId()));
        own.sorted(StepMark.PARENTS_FIRST).forEach(step -> {
            long start = step.startNanos() - origin;
            steps.addNested(start, start + step.durationNanos(), (int) Math.min(step.number(), Integer.MAX_VALUE));
        });
        tracks.add(steps);
    }

    private void addStates(String thread, List<State> states) {
        TimelineTrack shown = new TimelineTrack(thread + ": state", TimelineTrack.Kind.STATE);
        for (State state : states) {
            if (choice.shows(state.start(), state.end() - state.start())) {
                int label = labels.of(shown.kind(), state.name(), state.category(), -1);
                shown.addNested(state.start() - origin, state.end() - origin, label);
            }
        }
        tracks.add(shown);
    }

    private void addCalls(String thread, List<Call> calls) {
        TimelineTrack shown = new TimelineTrack(thread + ": samples", TimelineTrack.Kind.SAMPLES);
        for (Call call : calls) {
            int label = labels.of(shown.kind(), call.method(), "", call.stackId());
            shown.addNested(call.startNanos() - origin, call.endNanos() - origin, label);
        }
        tracks.add(shown);
    }

    /** Adds the events of a track, in rows of its own unless they go into a pool. */
    private void add(Track track, TimelineTrack.Kind kind, @Nullable List<Unnested> pool) {
        TimelineTrack shown = new TimelineTrack(title(track), kind);
        for (int i = 0; i < track.size(); i++) {
            if (!choice.shows(track, i)) {
                leftOut++;
                continue;
            }
            long start = track.startNanos(i) - origin;
            long end = start + track.durationNanos(i);
            int label = labels.of(track, i);
            int name = track.nameId(i);
            if (trace.kind(name).isAsync()) {
                domains.computeIfAbsent(trace.domain(name), fresh -> new ArrayList<>())
                        .add(new Unnested(start, end, label));
            } else if (pool != null) {
                pool.add(new Unnested(start, end, label));
            } else if (track.isAsync(i)) {
                shown.addLoose(start, end, label);
            } else {
                shown.addNested(start, end, label);
            }
        }
        tracks.add(shown);
    }

    private void addUnnested(String title, TimelineTrack.Kind kind, List<Unnested> found) {
        TimelineTrack shown = new TimelineTrack(title, kind);
        found.sort(Comparator.comparingLong(Unnested::start));
        for (Unnested each : found) {
            shown.addLoose(each.start, each.end, each.label);
        }
        tracks.add(shown);
    }

    private TimelineTrack.Kind kind(Track track, Set<Long> stepping) {
        if (track.isThread()) {
            return stepping.contains(track.id()) ? TimelineTrack.Kind.STEPPING_THREAD : TimelineTrack.Kind.THREAD;
        } else if (track.device().isPresent()) {
            return TimelineTrack.Kind.DEVICE;
        }
        boolean isOfMachine = track.size() > 0 && trace.kind(track.nameId(0)) == EventKind.VIRTUAL_MACHINE;
        return isOfMachine ? TimelineTrack.Kind.MACHINE : TimelineTrack.Kind.LANE;
    }

    private static String title(Track track) {
        if (track.device().isPresent()) {
            return track.device().get() + " stream " + track.stream();
        } else if (!track.name().isEmpty()) {
            return track.name();
        }
        return track.isThread() ? nameless(track.id()) : "(unnamed)";
    }

    private static String nameless(long thread) {
        return "thread " + thread;
    }
}
