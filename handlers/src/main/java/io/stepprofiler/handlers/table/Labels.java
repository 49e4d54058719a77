package io.stepprofiler.handlers.table;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.nesting.OpenEvents;
import io.stepprofiler.text.ShownFrame;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Numbered descriptions of the activity of a thread in an event: the name of a scope, or the manner and place of a
 * wait.
 */
final class Labels {
    private static final List<String> NOT_THE_PROGRAM = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    /** Manner of waiting, by the name of the wait. */
    private static final Map<String, String> WAITING = Map.of(
            "Sleep", "asleep", "Park", "parked", "Monitor enter", "blocked at a lock", "Monitor wait", "waiting");

    /**
     * A kind of events with one text.
     *
     * @param nameId name of the events
     * @param stackId call stack of a wait, which says where it waits; -1 for others
     * @param scopeId name of the scope around a wait; -1 if there is none, and for others
     */
    private record Label(int nameId, int stackId, int scopeId) {}

    private final Trace trace;
    private final Map<Label, Integer> numbers = new HashMap<>();
    private final List<Label> labels = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();

    Labels(Trace trace) {
        this.trace = trace;
    }

    /** The label of an event that is about to begin; the open events are given by their labels. */
    int of(Track track, int event, OpenEvents open) {
        int nameId = track.nameId(event);
        return isWait(nameId)
                ? number(new Label(nameId, track.stackId(event), scope(open)))
                : number(new Label(nameId, -1, -1));
    }

    String text(int label) {
        return texts.get(label);
    }

    private int number(Label label) {
        return numbers.computeIfAbsent(label, unknown -> {
            labels.add(unknown);
            texts.add(text(unknown));
            return texts.size() - 1;
        });
    }

    /** The name of the innermost open event that is no wait. */
    private int scope(OpenEvents open) {
        for (int level = open.depth() - 1; level >= 0; level--) {
            int nameId = labels.get(open.event(level)).nameId();
            if (!isWait(nameId)) {
                return nameId;
            }
        }
        return -1;
    }

    private boolean isWait(int nameId) {
        return trace.kind(nameId) == EventKind.WAIT;
    }

    private String text(Label label) {
        String name = trace.name(label.nameId());
        if (!isWait(label.nameId())) {
            return "in " + name;
        }
        String how = WAITING.getOrDefault(name, name.toLowerCase(Locale.ROOT));
        return place(label.stackId())
                .or(() -> label.scopeId() < 0 ? Optional.empty() : Optional.of(trace.name(label.scopeId())))
                .map(place -> how + " in " + place)
                .orElse(how);
    }

    /** The innermost method of the program. */
    private Optional<String> place(int stackId) {
        List<StackTraceElement> stack = stackId < 0 ? List.of() : trace.stack(stackId);
        return stack.stream()
                .filter(frame -> NOT_THE_PROGRAM.stream().noneMatch(frame.getClassName()::startsWith)
                        && !frame.getClassName().contains(".woven."))
                .map(ShownFrame::of)
                .map(frame -> frame.getClassName()
                                .substring(frame.getClassName().lastIndexOf('.') + 1) + "." + frame.getMethodName())
                .findFirst();
    }
}
