package io.stepprofiler.report.page;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.flame.Combinations;
import io.stepprofiler.analysis.steps.EventMeaning;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.List;

/**
 * What the timeline says of an event besides its times, by number: events that are called alike share a label. Events
 * whose details are too many kinds have the label of their name. Not thread-safe.
 */
final class TimelineLabels {
    /**
     * What is said of an event.
     *
     * @param nameId its name in the trace
     * @param isThread whether it is on a thread, where waits have a meaning for the step
     * @param isUnfinished whether its end is not known
     * @param signatureId its signature in the trace, or -1
     * @param stackId its call stack in the trace, or -1
     */
    record Label(int nameId, boolean isThread, boolean isUnfinished, int signatureId, int stackId) {}

    /** Most labels with details; more would be most of the page. */
    static final int MAX_DETAILED = 20_000;

    private static final int UNFINISHED = 1;
    private static final int ON_THREAD = 2;

    private final Trace trace;
    private final Combinations numbers = new Combinations();
    private final List<Label> labels = new ArrayList<>();
    private long withoutDetails;

    TimelineLabels(Trace trace) {
        this.trace = trace;
    }

    /** The number of the label of an event, from 0 in the order in which they are asked for. */
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
            labels.add(new Label(name, (flags & ON_THREAD) != 0, (flags & UNFINISHED) != 0, signature, stack));
        }
        return number;
    }

    List<Label> all() {
        return labels;
    }

    /** How many events were given a label without their details. */
    long withoutDetails() {
        return withoutDetails;
    }

    /** What the event means for its step: the name of a category, or empty for what is a phase or beside the steps. */
    String meaning(Label label) {
        String name = trace.name(label.nameId);
        EventKind kind = trace.kind(label.nameId);
        if (label.isThread) {
            return EventMeaning.onThread(kind, name).map(StepCategory::name).orElse("");
        }
        return kind == EventKind.VIRTUAL_MACHINE && EventMeaning.isPause(name) ? StepCategory.VM_PAUSE.name() : "";
    }
}
