package io.stepprofiler.analysis.functions;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The rules of function profiles, instant by instant and pair by pair. */
final class NaiveFunctions {
    /** Sums of one function; nodes by their text. */
    static final class Sums {
        long calls;
        long nanos;
        long spanNanos;
        long unfinished;
        final Map<String, long[]> nodes = new TreeMap<>();
    }

    private record NaiveCall(String function, long start, long end, int event) {}

    final Map<String, Sums> functions = new TreeMap<>();
    final Sums sum = new Sums();

    static NaiveFunctions of(Trace trace, Function<TraceEvent, Optional<String>> functionOf) {
        NaiveFunctions result = new NaiveFunctions();
        for (Track track : trace.tracks()) {
            result.add(track, functionOf);
        }
        return result;
    }

    static NaiveFunctions ofSteps(Trace trace) {
        NaiveFunctions result = new NaiveFunctions();
        for (StepMark step : trace.steps()) {
            Optional<Track> track = trace.tracks().stream()
                    .filter(each -> each.id() == step.trackId())
                    .findFirst();
            List<TraceEvent> events = track.map(NaiveFunctions::events).orElse(List.of());
            if (step.unfinished()) {
                result.of(FunctionSelector.STEP).unfinished++;
                continue;
            }
            int first = 0;
            while (first < events.size() && events.get(first).startNanos() < step.startNanos()) {
                first++;
            }
            if (first < events.size()
                    && events.get(first).startNanos() == step.startNanos()
                    && events.get(first).durationNanos() == step.durationNanos()) {
                first++;
            }
            NaiveCall call = new NaiveCall(
                    FunctionSelector.STEP, step.startNanos(), step.startNanos() + step.durationNanos(), first - 1);
            add(events, call, List.of(result.of(FunctionSelector.STEP), result.sum), "");
        }
        return result;
    }

    private Sums of(String function) {
        return functions.computeIfAbsent(function, unknown -> new Sums());
    }

    private static List<TraceEvent> events(Track track) {
        return IntStream.range(0, track.size()).mapToObj(track::event).toList();
    }

    private void add(Track track, Function<TraceEvent, Optional<String>> functionOf) {
        List<TraceEvent> events = events(track);
        List<NaiveCall> accepted = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            TraceEvent event = events.get(i);
            Optional<String> function = functionOf.apply(event);
            if (function.isEmpty() || event.async()) {
                continue;
            }
            if (event.unfinished()) {
                of(function.get()).unfinished++;
                continue;
            }
            long start = event.startNanos();
            boolean recursive =
                    accepted.stream().anyMatch(call -> call.function().equals(function.get()) && call.end() > start);
            boolean inner = accepted.stream().anyMatch(call -> call.end() > start);
            if (!recursive) {
                NaiveCall call = new NaiveCall(function.get(), start, event.endNanos(), i);
                accepted.add(call);
                add(events, call, List.of(of(function.get())), "");
                if (!inner) {
                    add(events, call, List.of(sum), function.get() + "/");
                }
            }
        }
    }

    private static void add(List<TraceEvent> events, NaiveCall call, List<Sums> to, String prefix) {
        List<Integer> nodes = new ArrayList<>();
        for (int i = call.event() + 1; i < events.size(); i++) {
            TraceEvent event = events.get(i);
            if (takesPart(event) && event.startNanos() >= call.start() && event.startNanos() < call.end()) {
                boolean covered = ancestors(events, i).stream().anyMatch(a -> a > call.event() && isNode(events, a));
                if (!covered && isNode(events, i)) {
                    nodes.add(i);
                }
            }
        }
        Map<Integer, Long> times = new HashMap<>();
        long first = -1;
        long last = -1;
        for (long now = call.start(); now < call.end(); now++) {
            long instant = now;
            // The one that began last, unless it has ended.
            Optional<Integer> latest = nodes.stream()
                    .filter(node -> events.get(node).startNanos() <= instant)
                    .max(Integer::compare);
            if (latest.isPresent() && events.get(latest.get()).endNanos() > instant) {
                times.merge(latest.get(), 1L, Long::sum);
                last = instant + 1;
            }
        }
        if (!nodes.isEmpty()) {
            first = events.get(nodes.get(0)).startNanos();
            TraceEvent lastNode = events.get(nodes.get(nodes.size() - 1));
            last = Math.max(last, lastNode.startNanos());
        }
        for (Sums sums : to) {
            sums.calls++;
            sums.nanos += call.end() - call.start();
            sums.spanNanos += nodes.isEmpty() ? 0 : last - first;
            Map<String, Integer> occurrences = new HashMap<>();
            for (int node : nodes) {
                String alike = prefix + text(events, node, call.event());
                int occurrence = occurrences.merge(alike, 1, Integer::sum) - 1;
                long[] figures = sums.nodes.computeIfAbsent(alike + " #" + occurrence, unknown -> new long[2]);
                figures[0]++;
                figures[1] += times.getOrDefault(node, 0L);
            }
        }
    }

    private static String text(List<TraceEvent> events, int node, int callEvent) {
        StringBuilder path = new StringBuilder();
        for (int ancestor : ancestors(events, node)) {
            if (ancestor > callEvent && isCandidate(events.get(ancestor))) {
                path.insert(0, events.get(ancestor).name() + "/");
            }
        }
        TraceEvent event = events.get(node);
        String signature = event.signature()
                .map(known -> known.inputs().stream()
                        .map(operand -> operand.dimsText()
                                + operand.stridesText()
                                + operand.text().replace("0.25", "*").replace("0.5", "*"))
                        .toList()
                        .toString())
                .orElse("[]");
        String site = event.stack().isEmpty() ? "" : event.stack().get(0).toString();
        return path + event.name() + signature + site;
    }

    private static boolean takesPart(TraceEvent event) {
        return !event.async() && !event.unfinished();
    }

    private static boolean isCandidate(TraceEvent event) {
        return takesPart(event)
                && Set.of(EventKind.SCOPE, EventKind.MODULE, EventKind.FUNCTION, EventKind.COMMUNICATION)
                        .contains(event.kind());
    }

    private static boolean isOperation(TraceEvent event) {
        boolean named = event.name().startsWith("aten::") || event.signature().isPresent();
        return isCandidate(event)
                && event.kind() != EventKind.MODULE
                && event.kind() != EventKind.FUNCTION
                && named
                && !event.name().contains("Backward");
    }

    private static boolean isNode(List<TraceEvent> events, int index) {
        TraceEvent event = events.get(index);
        if (!isCandidate(event)) {
            return false;
        }
        if (isOperation(event)) {
            return true;
        }
        List<TraceEvent> inside = IntStream.range(0, events.size())
                .filter(i -> takesPart(events.get(i)) && ancestors(events, i).contains(index))
                .mapToObj(events::get)
                .toList();
        boolean isAutograd = event.kind() == EventKind.SCOPE && event.name().contains("Backward");
        return inside.stream().noneMatch(isAutograd ? NaiveFunctions::isOperation : NaiveFunctions::isCandidate);
    }

    /** The events around one, the innermost first. */
    private static List<Integer> ancestors(List<TraceEvent> events, int index) {
        List<Integer> ancestors = new ArrayList<>();
        int at = parent(events, index);
        while (at >= 0) {
            ancestors.add(at);
            at = parent(events, at);
        }
        return ancestors;
    }

    private static int parent(List<TraceEvent> events, int index) {
        TraceEvent event = events.get(index);
        for (int i = index - 1; i >= 0 && takesPart(event); i--) {
            TraceEvent before = events.get(i);
            if (takesPart(before) && before.endNanos() > event.startNanos() && before.endNanos() >= event.endNanos()) {
                return i;
            }
        }
        return -1;
    }
}
