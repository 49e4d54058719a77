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
 * Labels of events in the timeline by number; equal events share a label. If there are too many different details,
 * further events get a label with their name only. Not thread-safe.
 */
final class TimelineLabels {
    /**
     * The label of an event.
     *
     * @param nameId its name in the trace
     * @param isThread whether it is on a thread, whose waits have a meaning for the step
     * @param isUnfinished whether its end is unknown
     * @param signatureId its signature in the trace, or -1
     * @param stackId its call stack in the trace, or -1
     */
    record Label(int nameId, boolean isThread, boolean isUnfinished, int signatureId, int stackId) {}

    /** Maximum number of labels with details; more would dominate the size of the page. */
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
            labels.add(new Label(name, (flags & ON_THREAD) != 0, (flags & UNFINISHED) != 0, signature, stack));
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

    /** The step category of an event; empty for a phase, or an event concurrent with the steps. */
    String meaning(Label label) {
        String name = trace.name(label.nameId);
        EventKind kind = trace.kind(label.nameId);
        if (label.isThread) {
            return EventMeaning.onThread(kind, name).map(StepCategory::name).orElse("");
        }
        return kind == EventKind.VIRTUAL_MACHINE && EventMeaning.isPause(name) ? StepCategory.VM_PAUSE.name() : "";
    }
}
