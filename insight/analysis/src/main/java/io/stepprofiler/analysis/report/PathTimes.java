package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.flame.Combinations;
import io.stepprofiler.analysis.stacktree.StackTree;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.steps.StepAxis;
import io.stepprofiler.analysis.steps.TrackWalk;
import io.stepprofiler.analysis.steps.WindowWalk;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Time of steps by the path of open events. */
final class PathTimes {
    private static final int NONE = -1;
    // D22: little paths are added to the path around them, so rows add up.
    private static final String LITTLE = "…";
    /** Stands for a name: time in which the virtual machine paused the thread. */
    private static final int PAUSED = -2;

    private static final int UNACCOUNTED = -3;

    private final Trace trace;
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
        IntervalSet pauses = walk.pauses();
        stepCount = steps.size();
        IntervalSet inSteps = IntervalSet.ofSteps(steps);
        boolean hasTrack = false;
        for (Track track : trace.tracks()) {
            if (walk.isOfSteps(track.id())) {
                hasTrack = true;
                add(track, ofSteps, inSteps, pauses);
            } else if (track.isThread() && !walk.stepping().contains(track.id())) {
                add(track, beside, inSteps, IntervalSet.NONE);
            }
        }
        if (!hasTrack) {
            // A thread without events has no track.
            pausedNanos += inSteps.and(pauses).nanos();
            unaccountedNanos += inSteps.minus(pauses).nanos();
        }
        addOfNoEvent(PAUSED, pausedNanos);
        addOfNoEvent(UNACCOUNTED, unaccountedNanos);
    }

    private void addOfNoEvent(int name, long nanos) {
        if (nanos > 0) {
            ofSteps.tree.add(ofSteps.inside(StackTree.EMPTY, name, NONE), nanos);
        }
    }

    private void add(Track track, Paths paths, IntervalSet within, IntervalSet held) {
        if (within.size() > 0) {
            long end = within.end(within.size() - 1);
            TrackWalk.along(track, StepAxis.within(within, held), new Walk(track, paths, end));
        }
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

    /** Adds the events of a track and their times within some intervals during a walk along it. */
    private final class Walk implements TrackWalk.Visitor {
        private final Track track;
        private final Paths paths;
        private final long end;
        /** Path of each event. */
        private final int[] pathOf;

        Walk(Track track, Paths paths, long end) {
            this.track = track;
            this.paths = paths;
            this.end = end;
            pathOf = new int[track.size()];
        }

        @Override
        public boolean takes(int event) {
            EventKind kind = trace.kind(track.nameId(event));
            boolean isLeftOut = kind == EventKind.PROFILER || (paths == beside && kind == EventKind.WAIT);
            return !isLeftOut && !track.isAsync(event) && track.startNanos(event) < end;
        }

        @Override
        public void begin(int event, int parent, int column) {
            int around = parent == TrackWalk.NONE ? StackTree.EMPTY : pathOf[parent];
            int path = paths.inside(around, track.nameId(event), track.signatureId(event));
            pathOf[event] = path;
            if (column != StepAxis.OUTSIDE && trace.kind(track.nameId(event)) != EventKind.WAIT) {
                paths.addCall(path);
            }
        }

        @Override
        public void pass(int event, int column, long nanos) {
            if (column == StepAxis.PAUSED) {
                pausedNanos += nanos;
            } else if (column != StepAxis.OUTSIDE && event != TrackWalk.NONE) {
                paths.tree.add(pathOf[event], nanos);
            } else if (column != StepAxis.OUTSIDE && paths == ofSteps) {
                unaccountedNanos += nanos;
            }
        }
    }
}
