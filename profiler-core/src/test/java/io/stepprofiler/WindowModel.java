package io.stepprofiler;

import java.util.ArrayList;
import java.util.List;

/** Model of what one window records. */
final class WindowModel {
    private record Step(long number, int events) {}

    private final List<Step> ended = new ArrayList<>();
    private long step = -1;
    private int eventsInStep;
    private int eventsNotDelivered;
    private int events;

    /** Recordings of each source, once the window has ended. */
    List<Integer> recordings = List.of();

    void stepBegan(long number) {
        step = number;
        eventsInStep = 0;
        eventsNotDelivered = 0;
    }

    void stepEnded() {
        ended.add(new Step(step, eventsInStep));
        step = -1;
    }

    void event() {
        events++;
        eventsInStep++;
        eventsNotDelivered++;
    }

    void snapshot() {
        eventsNotDelivered = 0;
    }

    /** True if something was recorded in the step under way after the last snapshot. */
    boolean hasMore() {
        return step >= 0 && eventsNotDelivered > 0;
    }

    boolean hasStep() {
        return !ended.isEmpty();
    }

    boolean isEmpty() {
        return !hasStep() && events == 0;
    }

    boolean hasAnyMark() {
        return hasStep() || step >= 0;
    }

    /** True if the step that did not end is in the trace, since anything was recorded in it. */
    boolean isInStep() {
        return step >= 0 && eventsInStep > 0;
    }

    /** Describes its trace. */
    String trace(boolean partial) {
        return trace(partial, Integer.MAX_VALUE);
    }

    /** Describes a trace of the last steps that have ended, and of the one under way. */
    String trace(boolean partial, int count) {
        List<Step> last = ended.subList(Math.max(0, ended.size() - count), ended.size());
        int recorded = ended.size() < count
                ? events
                : last.stream().mapToInt(Step::events).sum() + (isInStep() ? eventsInStep : 0);
        List<String> steps = new ArrayList<>();
        last.forEach(each -> steps.add(String.valueOf(each.number)));
        if (isInStep()) {
            steps.add(step + "?");
        }
        return steps + " " + recorded + (partial ? " partial" : "");
    }
}
