package io.stepprofiler.analysis.steps;

import io.stepprofiler.analysis.breakdown.ConcurrentCost;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Costs concurrent with the threads of steps, by track. */
final class ConcurrentCosts {
    /** Times of one cost on one track, whose thread has no steps. */
    private record Part(ConcurrentCost cost, IntervalSet stretches) {}

    private final List<StepMark> steps;
    private final List<Part> parts = new ArrayList<>();

    ConcurrentCosts(WindowWalk walk) {
        steps = walk.steps();
        Trace trace = walk.trace();
        for (Track track : trace.tracks()) {
            Map<ConcurrentCost, IntervalSet.Builder> found = new EnumMap<>(ConcurrentCost.class);
            for (int i = 0; i < track.size(); i++) {
                if (track.isUnfinished(i)) {
                    continue;
                }
                long start = track.startNanos(i);
                long end = track.device().isPresent()
                        ? LaunchedWork.endNanos(trace, track, i)
                        : start + track.durationNanos(i);
                cost(track, trace.kind(track.nameId(i)), track.eventName(i))
                        .ifPresent(cost -> found.computeIfAbsent(cost, any -> new IntervalSet.Builder())
                                .add(start, end));
            }
            // Loading on the thread of steps is part of them.
            if (!walk.stepping().contains(track.id())) {
                found.forEach((cost, builder) -> parts.add(new Part(cost, builder.build())));
            }
        }
    }

    private static Optional<ConcurrentCost> cost(Track track, EventKind kind, String name) {
        if (track.device().isPresent()) {
            return kind.isDeviceWork() ? Optional.of(ConcurrentCost.DEVICE) : Optional.empty();
        }
        return switch (kind) {
            case VIRTUAL_MACHINE -> EventMeaning.beside(track.name(), name);
            case DATA_LOADER -> Optional.of(ConcurrentCost.DATA_LOADING);
            case PROFILER -> Optional.of(ConcurrentCost.PROFILER);
            default -> Optional.empty();
        };
    }

    /** Returns the nanoseconds of each step by cost. */
    List<Map<ConcurrentCost, Long>> nanos() {
        return steps.stream().map(this::nanos).toList();
    }

    private Map<ConcurrentCost, Long> nanos(StepMark step) {
        Map<ConcurrentCost, Long> nanos = new EnumMap<>(ConcurrentCost.class);
        IntervalSet whole = Breakdowns.stretch(step);
        parts.forEach(part -> nanos.merge(part.cost, whole.and(part.stretches).nanos(), Long::sum));
        return nanos;
    }
}
