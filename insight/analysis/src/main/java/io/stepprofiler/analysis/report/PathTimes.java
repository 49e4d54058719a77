package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.nesting.OpenEvents;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Time of steps by the path of open events. */
final class PathTimes {
    private static final int NONE = -1;
    /** Stands for a name: time in which the virtual machine paused the thread. */
    private static final int PAUSED = -2;

    private static final int UNACCOUNTED = -3;

    private final Trace trace;
    private final IntervalSet pauses;
    private final int stepCount;
    private final PathTree ofSteps = new PathTree();
    private final PathTree beside = new PathTree();
    private long pausedNanos;
    private long unaccountedNanos;

    /** Adds up the time of some steps; pauses are the times at which the virtual machine stopped all threads. */
    PathTimes(Trace trace, List<StepMark> steps, IntervalSet pauses) {
        this.trace = trace;
        this.pauses = pauses;
        stepCount = steps.size();
        Map<Long, List<StepMark>> byThread = steps.stream().collect(Collectors.groupingBy(StepMark::trackId));
        IntervalSet anyStep = stretches(steps);
        for (Track track : trace.tracks()) {
            List<StepMark> own = byThread.remove(track.id());
            if (own != null) {
                new Walk(track, ofSteps, stretches(own)).walk();
            } else if (track.isThread()) {
                new Walk(track, beside, anyStep).walk();
            }
        }
        // A thread without events has no track.
        byThread.values().forEach(own -> {
            IntervalSet whole = stretches(own);
            pausedNanos += whole.and(pauses).nanos();
            unaccountedNanos += whole.minus(pauses).nanos();
        });
        addOfNoEvent(PAUSED, pausedNanos);
        addOfNoEvent(UNACCOUNTED, unaccountedNanos);
    }

    private void addOfNoEvent(int name, long nanos) {
        if (nanos > 0) {
            ofSteps.addSelf(ofSteps.child(PathTree.EMPTY, name, NONE), nanos);
        }
    }

    private static IntervalSet stretches(List<StepMark> steps) {
        return IntervalSet.of(steps.stream()
                .map(step -> new IntervalSet.Stretch(step.startNanos(), step.startNanos() + step.durationNanos()))
                .toList());
    }

    /** Returns the number of events that begin in a step on its own thread, without waits, which occur by chance. */
    double callsPerStep() {
        return (double) ofSteps.calls() / Math.max(1, stepCount);
    }

    /** Returns the paths with the most time; smaller paths are merged under their enclosing paths. */
    List<PathTime> largest(ReportLimits limits) {
        List<PathTime> all = new ArrayList<>();
        ofSteps.new Listing(false, stepCount, (name, inputs) -> limits.cut(text(name, inputs)), all)
                .largest(limits.paths());
        beside.new Listing(true, stepCount, (name, inputs) -> limits.cut(text(name, inputs)), all)
                .largest(limits.paths() / 4);
        return all;
    }

    private String text(int name, int signature) {
        if (name < 0) {
            return (name == PAUSED ? StepCategory.VM_PAUSE : StepCategory.UNACCOUNTED).label();
        }
        if (signature < 0 || trace.signature(signature).inputs().isEmpty()) {
            return trace.name(name);
        }
        return trace.name(name) + " " + trace.signature(signature).inputDimsText();
    }

    /** Walk along a track within some intervals. */
    private final class Walk {
        private final Track track;
        private final PathTree tree;
        private final IntervalSet within;
        private final IntervalSet.Way inside;
        private final IntervalSet.Way held;
        private final OpenEvents open = new OpenEvents();
        /** Path of each event. */
        private final int[] paths;

        private long now;

        Walk(Track track, PathTree tree, IntervalSet within) {
            this.track = track;
            this.tree = tree;
            this.within = within;
            paths = new int[within.size() == 0 ? 0 : track.size()];
            inside = within.way();
            held = (tree == ofSteps ? within.and(pauses) : IntervalSet.NONE).way();
        }

        void walk() {
            if (within.size() == 0) {
                return;
            }
            now = within.start(0);
            long end = within.end(within.size() - 1);
            for (int i = 0; i < track.size() && track.startNanos(i) < end; i++) {
                if (!track.isAsync(i) && !track.isUnfinished(i) && !isLeftOut(trace.kind(track.nameId(i)))) {
                    long start = track.startNanos(i);
                    advance(start);
                    begin(i, start, start + track.durationNanos(i));
                }
            }
            advance(end);
        }

        private boolean isLeftOut(EventKind kind) {
            return kind == EventKind.PROFILER || (tree == beside && kind == EventKind.WAIT);
        }

        private void begin(int event, long start, long until) {
            int parent = open.begin(event, start, until);
            int name = track.nameId(event);
            int path = tree.child(
                    parent == OpenEvents.NONE ? PathTree.EMPTY : paths[parent], name, track.signatureId(event));
            paths[event] = path;
            if (trace.kind(name) != EventKind.WAIT && inside.contains(start)) {
                tree.addCall(path);
            }
        }

        private void advance(long instant) {
            while (open.depth() > 0 && open.innermostEnd() <= instant) {
                add(open.innermost(), open.innermostEnd());
                open.close();
            }
            add(open.innermost(), instant);
            open.closeUntil(instant);
        }

        private void add(int event, long until) {
            if (until > now) {
                long still = held.nanosTo(until);
                pausedNanos += still;
                long nanos = inside.nanosTo(until) - still;
                if (event != OpenEvents.NONE) {
                    tree.addSelf(paths[event], nanos);
                } else if (tree == ofSteps) {
                    unaccountedNanos += nanos;
                }
                now = until;
            }
        }
    }
}
