package io.stepprofiler.readers.xspace.trace;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.frameworks.PyTorch;
import io.stepprofiler.readers.xspace.ProfileEvent;
import io.stepprofiler.readers.xspace.ProfileStat;
import io.stepprofiler.readers.xspace.trace.EventType.Role;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import io.stepprofiler.wire.KernelDetails;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Adds the events of a line to its track: as events, steps or memory events, with their values. */
final class EventReader {
    private static final Set<String> DETAILS = Set.of("kernel_details", "memcpy_details");

    private final TraceBuilder trace;
    private final EventTypes types;
    private final boolean isOurs;
    private final Losses losses;
    private final Map<StepMark, String> steps;
    private final MemoryReader memory;
    private final Set<String> argumentNames = new HashSet<>();

    EventReader(
            TraceBuilder trace,
            EventTypes types,
            MemoryReader memory,
            boolean isOurs,
            Losses losses,
            Map<StepMark, String> steps) {
        this.trace = trace;
        this.types = types;
        this.isOurs = isOurs;
        this.losses = losses;
        this.steps = steps;
        this.memory = memory;
    }

    void read(ProfileEvent event, LinePlace place) {
        EventType type = types.of(event, place.isStream());
        if (event.occurrences().isPresent()) {
            losses.addedUp++;
        } else if (isImpossible(event)) {
            losses.impossible++;
        } else if (type.role() != Role.EVENT) {
            memory.read(event, type.role(), place);
        } else {
            add(event, type, place);
        }
    }

    static boolean isImpossible(ProfileEvent event) {
        long start = event.startPicos();
        return start == Long.MAX_VALUE || start == Long.MIN_VALUE || event.endPicos() == Long.MAX_VALUE;
    }

    private void add(ProfileEvent event, EventType type, LinePlace place) {
        Links links = new Links(isOurs);
        List<ProfileStat> stats = event.stats();
        stats.forEach(links::look);
        long duration = links.durationNanos(event);
        boolean isStep = links.isStep() && !place.isStream();
        if (isStep) {
            StepMark mark = new StepMark(
                    links.step(),
                    event.startNanos(),
                    Math.max(duration, 0),
                    place.track().id(),
                    links.isUnfinished(),
                    links.cpuNanos());
            steps.put(mark, type.name());
        }
        if (isStep && type.name().equals(PyTorch.STEP)) {
            return;
        }
        losses.negative += duration < 0 ? 1 : 0;
        losses.negativeSteps += links.isNegativeStep() && !place.isStream() ? 1 : 0;
        TrackBuilder track = place.track();
        int index = track.add(type.nameId(), event.startNanos(), duration);
        links.attach(track, index);
        if (type.signatureId() >= 0) {
            track.signature(index, type.signatureId());
        }
        if (type.stackId() >= 0) {
            track.stack(index, type.stackId());
        }
        argumentNames.clear();
        for (ProfileStat stat : stats) {
            if (!links.isLink(stat) && !(place.isStream() && addDetails(stat, track, index))) {
                addArgument(freeName(stat.name()), stat, track, index);
            }
        }
        for (ProfileStat stat : type.arguments()) {
            // An event's own value takes precedence over a value of its kind.
            if (!argumentNames.contains(stat.name())) {
                addArgument(freeName(stat.name()), stat, track, index);
            }
        }
    }

    /** Adds the details of a launch or a copy from a text, and returns whether the text has any. */
    private boolean addDetails(ProfileStat stat, TrackBuilder track, int index) {
        Map<String, Object> told = DETAILS.contains(stat.name()) ? KernelDetails.arguments(stat.asText()) : Map.of();
        told.forEach((detail, value) -> {
            String name = freeName(detail);
            argumentNames.add(name);
            int key = trace.nameId(name);
            if (value instanceof Long whole) {
                track.argument(index, key, (long) whole);
            } else if (value instanceof Double decimal) {
                track.argument(index, key, (double) decimal);
            } else {
                track.argument(index, key, value.toString());
            }
        });
        return !told.isEmpty();
    }

    /** JAX gives events two values of one name, such as the source of their begin and of their end. */
    private String freeName(String name) {
        String free = name;
        for (int number = 2; argumentNames.contains(free); number++) {
            free = name + " (" + number + ")";
        }
        return free;
    }

    private void addArgument(String name, ProfileStat stat, TrackBuilder track, int index) {
        argumentNames.add(name);
        if (!StatValues.add(name, stat, track, index, trace)) {
            losses.bytes++;
        }
    }
}
