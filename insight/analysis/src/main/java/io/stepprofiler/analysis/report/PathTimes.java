package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.flame.Combinations;
import io.stepprofiler.analysis.stacktree.StackTree;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.steps.WindowWalk;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.nesting.OpenEvents;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Time of steps by the path of open events. */
final class PathTimes {
    private static final int NONE = -1;
    // D22: little paths are added to the path around them, so rows add up.
    private static final String LITTLE = "…";
    /** Stands for a name: time in which the virtual machine paused the thread. */
    private static final int PAUSED = -2;

    private static final int UNACCOUNTED = -3;

    private final Trace trace;
    private final IntervalSet pauses;
    private final int stepCount;
    /** Frames of paths: the name of an event, and the signature of its inputs. */
    private final Combinations frames = new Combinations();

    private final Paths ofSteps = new Paths();
    private final Paths beside = new Paths();
    private long pausedNanos;
    private long unaccountedNanos;

    /** Adds up the time of some steps. */
    PathTimes(WindowWalk walk, List<StepMark> steps) {
        trace = walk.trace();
        pauses = walk.pauses();
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
            ofSteps.tree.add(ofSteps.inside(StackTree.EMPTY, name, NONE), nanos);
        }
    }

    private static IntervalSet stretches(List<StepMark> steps) {
        return IntervalSet.of(steps.stream()
                .map(step -> new IntervalSet.Stretch(step.startNanos(), step.startNanos() + step.durationNanos()))
                .toList());
    }

    /** Returns the number of events that begin in a step on its own thread, without waits, which occur by chance. */
    double callsPerStep() {
        return (double) Arrays.stream(ofSteps.calls).sum() / Math.max(1, stepCount);
    }

    /** Returns the paths with the most time; smaller paths are merged under their enclosing paths. */
    List<PathTime> largest(ReportLimits limits) {
        List<PathTime> all = new ArrayList<>();
        ofSteps.list(limits.paths(), limits, all);
        beside.list(limits.paths() / 4, limits, all);
        return all;
    }

    private String text(int frame) {
        int name = frames.first(frame);
        int signature = frames.second(frame);
        if (name < 0) {
            return (name == PAUSED ? StepCategory.VM_PAUSE : StepCategory.UNACCOUNTED).label();
        }
        if (signature < 0 || trace.signature(signature).inputs().isEmpty()) {
            return trace.name(name);
        }
        return trace.name(name) + " " + trace.signature(signature).inputDimsText();
    }

    /** Paths of open events, with self times and calls. */
    private final class Paths {
        private final StackTree tree = new StackTree();
        private long[] calls = new long[64];

        /** Returns the path with one more event. */
        int inside(int path, int name, int signature) {
            return tree.child(path, frames.findOrAdd(name, signature, 0, 0));
        }

        void addCall(int path) {
            if (path >= calls.length) {
                calls = Arrays.copyOf(calls, 2 * path);
            }
            calls[path]++;
        }

        /** Lists the paths with the most time, each after its enclosing path; smaller ones are summed up there (D22). */
        void list(int most, ReportLimits limits, List<PathTime> listed) {
            int[] largest = tree.largest(tree.totals(), most);
            int[] innermost = tree.innermostOf(largest);
            long[] nanos = new long[innermost.length];
            long[] count = Arrays.copyOf(calls, innermost.length);
            long[] littleNanos = new long[innermost.length];
            long[] littleCalls = new long[innermost.length];
            for (int path = 0; path < innermost.length; path++) {
                nanos[path] = tree.value(path);
                if (innermost[path] != path) {
                    littleNanos[innermost[path]] += nanos[path];
                    littleCalls[innermost[path]] += count[path];
                }
            }
            Arrays.sort(largest);
            tree.visit(largest, new StackTree.Visitor() {
                @Override
                public int enter(int path, int around) {
                    return path == StackTree.EMPTY
                            ? NONE
                            : add(around, limits.cut(text(tree.frame(path))), count[path], nanos[path]);
                }

                @Override
                public void leave(int path, int place) {
                    if (littleNanos[path] > 0 || littleCalls[path] > 0) {
                        add(place, LITTLE, littleCalls[path], littleNanos[path]);
                    }
                }

                private int add(int around, String name, long callCount, long selfNanos) {
                    double steps = Math.max(1, stepCount);
                    listed.add(new PathTime(around, name, Paths.this == beside, callCount / steps, selfNanos));
                    return listed.size() - 1;
                }
            });
        }
    }

    /** Walk along a track within some intervals. */
    private final class Walk {
        private final Track track;
        private final Paths paths;
        private final IntervalSet within;
        private final IntervalSet.Way inside;
        private final IntervalSet.Way held;
        private final OpenEvents open = new OpenEvents();
        /** Path of each event. */
        private final int[] pathOf;

        private long now;

        Walk(Track track, Paths paths, IntervalSet within) {
            this.track = track;
            this.paths = paths;
            this.within = within;
            pathOf = new int[within.size() == 0 ? 0 : track.size()];
            inside = within.way();
            held = (paths == ofSteps ? within.and(pauses) : IntervalSet.NONE).way();
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
            return kind == EventKind.PROFILER || (paths == beside && kind == EventKind.WAIT);
        }

        private void begin(int event, long start, long until) {
            int parent = open.begin(event, start, until);
            int name = track.nameId(event);
            int path = paths.inside(
                    parent == OpenEvents.NONE ? StackTree.EMPTY : pathOf[parent], name, track.signatureId(event));
            pathOf[event] = path;
            if (trace.kind(name) != EventKind.WAIT && inside.contains(start)) {
                paths.addCall(path);
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
                    paths.tree.add(pathOf[event], nanos);
                } else if (paths == ofSteps) {
                    unaccountedNanos += nanos;
                }
                now = until;
            }
        }
    }
}
