package io.stepprofiler.analysis.steps;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Takes from each step, category by category, what belongs to it, until only the unaccounted is left. */
final class Breakdowns {
    /** What a thread with steps did, by categories, and its phases from the innermost layer to the outermost. */
    private record ThreadTimes(Map<StepCategory, Stretches> categories, List<Phases> layers) {}

    private final Trace trace;
    private final Stretches pauses;
    private final List<StepMark> steps;
    private final Map<Long, ThreadTimes> threads = new HashMap<>();

    Breakdowns(Trace trace) {
        this.trace = trace;
        steps = trace.steps().stream().filter(step -> !step.unfinished()).toList();
        pauses = pauses(trace);
        Map<Long, List<Stretches>> byThread = steps.stream()
                .collect(Collectors.groupingBy(
                        StepMark::trackId, Collectors.mapping(Breakdowns::stretch, Collectors.toList())));
        for (Track track : trace.tracks()) {
            List<Stretches> own = byThread.get(track.id());
            if (track.isThread() && own != null) {
                threads.put(track.id(), times(track, own));
            }
        }
    }

    /** When the virtual machine held the threads of the program. */
    static Stretches pauses(Trace trace) {
        Stretches.Builder pauses = new Stretches.Builder();
        for (Track track : trace.tracks()) {
            for (int i = 0; i < track.size(); i++) {
                if (trace.kind(track.nameId(i)) == EventKind.VIRTUAL_MACHINE
                        && EventMeaning.isPause(track.eventName(i))) {
                    pauses.add(track.startNanos(i), track.startNanos(i) + track.durationNanos(i));
                }
            }
        }
        return pauses.build();
    }

    static Stretches stretch(StepMark step) {
        return Stretches.of(step.startNanos(), step.startNanos() + step.durationNanos());
    }

    List<StepBreakdown> all() {
        List<StepBreakdown> all = new ArrayList<>();
        List<Map<ConcurrentCost, Long>> concurrent = new Beside(trace, steps).nanos();
        for (int i = 0; i < steps.size(); i++) {
            all.add(of(steps.get(i), concurrent.get(i)));
        }
        return all;
    }

    private ThreadTimes times(Track track, List<Stretches> own) {
        Map<StepCategory, Stretches.Builder> builders = new EnumMap<>(StepCategory.class);
        for (int i = 0; i < track.size(); i++) {
            if (!track.isAsync(i)) {
                long start = track.startNanos(i);
                long end = start + track.durationNanos(i);
                EventMeaning.onThread(trace.kind(track.nameId(i)), track.eventName(i))
                        .ifPresent(category -> builders.computeIfAbsent(category, any -> new Stretches.Builder())
                                .add(start, end));
            }
        }
        Map<StepCategory, Stretches> categories = new EnumMap<>(StepCategory.class);
        builders.forEach((category, builder) -> categories.put(category, builder.build()));
        categories.merge(StepCategory.VM_PAUSE, pauses, Breakdowns::either);

        List<Integer> wrappers = List.copyOf(Wrappers.of(trace, track, own));
        List<Phases> layers = new ArrayList<>();
        layers.add(Phases.of(trace, track, name -> !isAmong(wrappers, name)));
        for (int i = wrappers.size() - 1; i >= 0; i--) {
            int wrapper = wrappers.get(i);
            layers.add(Phases.of(trace, track, name -> name == wrapper));
        }
        return new ThreadTimes(categories, layers);
    }

    private static boolean isAmong(List<Integer> names, int name) {
        return !names.isEmpty() && names.contains(name);
    }

    private static Stretches either(Stretches one, Stretches other) {
        Stretches.Builder both = new Stretches.Builder();
        List.of(one, other).forEach(each -> {
            for (int i = 0; i < each.size(); i++) {
                both.add(each.start(i), each.end(i));
            }
        });
        return both.build();
    }

    private StepBreakdown of(StepMark step, Map<ConcurrentCost, Long> concurrent) {
        Map<StepCategory, Long> nanos = new EnumMap<>(StepCategory.class);
        Map<String, Long> phases = new LinkedHashMap<>();
        ThreadTimes times = threads.get(step.trackId());
        Stretches free = stretch(step);
        for (StepCategory category : StepCategory.values()) {
            Stretches own = times == null
                    ? (category == StepCategory.VM_PAUSE ? pauses : Stretches.NONE)
                    : times.categories.getOrDefault(category, Stretches.NONE);
            nanos.put(category, free.and(own).nanos());
            free = free.minus(own);
        }
        for (Phases layer : times == null ? List.<Phases>of() : times.layers) {
            layer.within(free).forEach((name, each) -> phases.merge(trace.name(name), each, Long::sum));
            free = free.minus(layer.all());
        }
        nanos.put(
                StepCategory.PHASE,
                phases.values().stream().mapToLong(Long::longValue).sum());
        nanos.put(StepCategory.UNACCOUNTED, free.nanos());
        return new StepBreakdown(step, nanos, phases, concurrent);
    }
}
