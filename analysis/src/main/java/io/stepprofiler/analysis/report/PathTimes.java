package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.steps.StepCategory;
import io.stepprofiler.analysis.steps.Stretches;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.nesting.OpenEvents;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Adds up the time of steps by the path of events that are open. */
final class PathTimes {
    private static final String LITTLE = "…";
    private static final int NONE = -1;

    /** A path, with those inside it. */
    private static final class Node {
        private final String name;
        private final Map<Object, Node> inside = new LinkedHashMap<>();
        private long self;
        private long calls;
        private long total;

        Node(String name) {
            this.name = name;
        }

        long addUp() {
            total = self + inside.values().stream().mapToLong(Node::addUp).sum();
            return total;
        }
    }

    private record Key(int name, int signature) {}

    private final Trace trace;
    private final Stretches pauses;
    private final int stepCount;
    private final Node ofSteps = new Node("");
    private final Node beside = new Node("");
    private final Node paused = new Node(StepCategory.VM_PAUSE.label());
    private final Node nowhere = new Node("");
    private final Node unaccounted = new Node(StepCategory.UNACCOUNTED.label());

    /** The pauses are when the virtual machine held all threads. */
    PathTimes(Trace trace, List<StepMark> steps, Stretches pauses) {
        this.trace = trace;
        this.pauses = pauses;
        stepCount = steps.size();
        Map<Long, List<StepMark>> byThread = steps.stream().collect(Collectors.groupingBy(StepMark::trackId));
        Stretches anyStep = stretches(steps);
        for (Track track : trace.tracks()) {
            List<StepMark> own = byThread.remove(track.id());
            if (own != null) {
                new Walk(track, ofSteps, stretches(own)).walk();
            } else if (track.isThread()) {
                new Walk(track, beside, anyStep).walk();
            }
        }
        // Threads without any event have no track.
        byThread.values().forEach(own -> {
            Stretches whole = stretches(own);
            paused.self += whole.and(pauses).nanos();
            unaccounted.self += whole.minus(pauses).nanos();
        });
        if (paused.self > 0) {
            ofSteps.inside.put(paused, paused);
        }
        if (unaccounted.self > 0) {
            ofSteps.inside.put(unaccounted, unaccounted);
        }
    }

    private static Stretches stretches(List<StepMark> steps) {
        return Stretches.of(steps.stream()
                .map(step -> new Stretches.Stretch(step.startNanos(), step.startNanos() + step.durationNanos()))
                .toList());
    }

    /** How many events begin in a step on its own thread; waits, which come by chance, are not counted. */
    double callsPerStep() {
        return (double) calls(ofSteps) / Math.max(1, stepCount);
    }

    private static long calls(Node node) {
        return node.calls
                + node.inside.values().stream().mapToLong(PathTimes::calls).sum();
    }

    /** The paths with the most time, so many at most; the rest is put together where it belongs. */
    List<PathTime> largest(Limits limits) {
        List<PathTime> all = new ArrayList<>();
        for (Node root : List.of(ofSteps, beside)) {
            root.addUp();
            List<Long> totals = new ArrayList<>();
            collect(root, totals);
            totals.sort(Comparator.reverseOrder());
            int most = root == ofSteps ? limits.paths() : limits.paths() / 4;
            // The total of a path is never below those inside it, so none is kept without the one around it.
            long least = totals.size() > most ? totals.get(most) + 1 : 1;
            list(root, -1, root == beside, least, limits, all);
        }
        return all;
    }

    private static void collect(Node node, List<Long> totals) {
        for (Node each : node.inside.values()) {
            totals.add(each.total);
            collect(each, totals);
        }
    }

    private void list(Node around, int parent, boolean isBeside, long least, Limits limits, List<PathTime> all) {
        Node little = new Node(LITTLE);
        for (Node each : around.inside.values()) {
            if (each.total < least) {
                little.self += each.total;
                little.calls += calls(each);
                continue;
            }
            all.add(path(each, parent, isBeside, limits));
            list(each, all.size() - 1, isBeside, least, limits, all);
        }
        if (little.self > 0 || little.calls > 0) {
            all.add(path(little, parent, isBeside, limits));
        }
    }

    private PathTime path(Node node, int parent, boolean isBeside, Limits limits) {
        return new PathTime(
                parent, limits.cut(node.name), isBeside, (double) node.calls / Math.max(1, stepCount), node.self);
    }

    /** One way along a track, which looks at some stretches of time. */
    private final class Walk {
        private final Track track;
        private final Node root;
        private final Stretches within;
        private final Stretches held;
        private final OpenEvents open = new OpenEvents();
        private final Map<Integer, Node> nodes = new HashMap<>();
        private long now;

        Walk(Track track, Node root, Stretches within) {
            this.track = track;
            this.root = root;
            this.within = within;
            held = root == ofSteps ? within.and(pauses) : Stretches.NONE;
        }

        void walk() {
            if (within.size() == 0) {
                return;
            }
            now = within.start(0);
            long end = within.end(within.size() - 1);
            for (int i = 0; i < track.size() && track.startNanos(i) < end; i++) {
                if (!track.isAsync(i) && !isLeftOut(trace.kind(track.nameId(i)))) {
                    long start = track.startNanos(i);
                    advance(start);
                    begin(i, start, start + track.durationNanos(i));
                }
            }
            advance(end);
        }

        private boolean isLeftOut(EventKind kind) {
            return kind == EventKind.PROFILER || (root == beside && kind == EventKind.WAIT);
        }

        private void begin(int event, long start, long until) {
            int parent = open.begin(event, start, until);
            int name = track.nameId(event);
            Key key = new Key(name, track.hasSignatures() ? track.signatureId(event) : NONE);
            Node around = parent == OpenEvents.NONE ? root : nodes.getOrDefault(parent, root);
            Node node = around.inside.computeIfAbsent(key, any -> new Node(name(key)));
            nodes.put(event, node);
            if (trace.kind(name) != EventKind.WAIT && within.contains(start)) {
                node.calls++;
            }
        }

        private void advance(long instant) {
            while (open.depth() > 0 && open.innermostEnd() <= instant) {
                add(open.innermost(), open.innermostEnd());
                nodes.remove(open.innermost());
                open.close();
            }
            add(open.innermost(), instant);
            open.closeUntil(instant);
        }

        private void add(int event, long until) {
            if (until > now) {
                long still = held.nanosWithin(now, until);
                paused.self += still;
                Node node = event == OpenEvents.NONE ? outside() : nodes.getOrDefault(event, outside());
                node.self += within.nanosWithin(now, until) - still;
                now = until;
            }
        }

        private Node outside() {
            return root == ofSteps ? unaccounted : nowhere;
        }
    }

    private String name(Key key) {
        String name = trace.name(key.name);
        if (key.signature < 0) {
            return name;
        }
        OpSignature known = trace.signature(key.signature);
        return known.inputs().isEmpty() ? name : name + " " + known.inputDimsText();
    }
}
