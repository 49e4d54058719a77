package io.stepprofiler.report.page;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.flame.Combinations;
import io.stepprofiler.analysis.steps.EventMeaning;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Labels of events in the timeline by number; equal events share a label. If there are too many different details,
 * further events get a label with their name only. Not thread-safe.
 */
final class TimelineLabels {
    /**
     * The label of an event, a state or a sampled call.
     *
     * @param name its name
     * @param kind the kind of the event, {@code STATE} or {@code SAMPLES}
     * @param meaning the step category of an event; empty for a phase, or an event concurrent with the steps
     * @param isUnfinished whether its end is unknown
     * @param details the type of a module, or the shapes of inputs
     * @param stackId its call stack in the trace, or -1
     */
    record Label(String name, String kind, String meaning, boolean isUnfinished, String details, int stackId) {}

    /** Maximum number of labels with details; more would dominate the size of the page. */
    static final int MAX_DETAILED = 20_000;

    private static final int UNFINISHED = 1;
    private static final int ON_THREAD = 2;

    private final Trace trace;
    private final Combinations numbers = new Combinations();
    private final List<Label> labels = new ArrayList<>();
    /** Number of each name that is not of an event. */
    private final Map<String, Integer> others = new HashMap<>();

    private long withoutDetails;

    TimelineLabels(Trace trace) {
        this.trace = trace;
    }

    /** The number of an event's label; numbers are assigned from 0 in the order of first use. */
    int of(Track track, int event) {
        int name = track.nameId(event);
        int flags = (track.isUnfinished(event) ? UNFINISHED : 0) + (track.isThread() ? ON_THREAD : 0);
        int signature = track.signatureId(event);
        int stack = track.stackId(event);
        int known = numbers.find(name, flags, signature, stack);
        if (known != Combinations.NONE) {
            return known;
        }
        if (labels.size() >= MAX_DETAILED && (signature >= 0 || stack >= 0)) {
            withoutDetails++;
            return number(name, flags, -1, -1);
        }
        return number(name, flags, signature, stack);
    }

    private int number(int name, int flags, int signature, int stack) {
        int number = numbers.findOrAdd(name, flags, signature, stack);
        if (number == labels.size()) {
            labels.add(new Label(
                    trace.name(name),
                    trace.kind(name).name(),
                    meaning(name, (flags & ON_THREAD) != 0),
                    (flags & UNFINISHED) != 0,
                    signature >= 0 ? trace.signature(signature).inputDimsText() : trace.moduleType(name),
                    stack));
        }
        return number;
    }

    /** The number of the label of a span that is no event of the trace. */
    int of(TimelineTrack.Kind kind, String name, String meaning, int stack) {
        // Below the numbers of names and of nothing.
        int own = -2 - others.computeIfAbsent(kind + name, any -> others.size());
        int number = numbers.findOrAdd(own, 0, -1, labels.size() < MAX_DETAILED ? stack : -1);
        if (number == labels.size()) {
            labels.add(new Label(name, kind.name(), meaning, false, "", labels.size() < MAX_DETAILED ? stack : -1));
        }
        return number;
    }

    List<Label> all() {
        return labels;
    }

    /** Number of events whose label has no details. */
    long withoutDetails() {
        return withoutDetails;
    }

    private String meaning(int nameId, boolean isThread) {
        String name = trace.name(nameId);
        EventKind kind = trace.kind(nameId);
        if (isThread) {
            return EventMeaning.onThread(kind, name).map(StepCategory::name).orElse("");
        }
        return kind == EventKind.VIRTUAL_MACHINE && EventMeaning.isPause(name) ? StepCategory.VM_PAUSE.name() : "";
    }
}
