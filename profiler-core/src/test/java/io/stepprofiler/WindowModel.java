package io.stepprofiler;

import java.util.ArrayList;
import java.util.List;

/** Model of what one window records. */
final class WindowModel {
    private final List<Long> ended = new ArrayList<>();
    private long step = -1;
    private boolean hasBegun;
    private int events;

    /** Recordings of each source, once the window has ended. */
    List<Integer> recordings = List.of();

    void stepBegan(long number) {
        step = number;
        hasBegun = false;
    }

    void stepEnded() {
        ended.add(step);
        step = -1;
    }

    void event() {
        events++;
        hasBegun = true;
    }

    boolean hasStep() {
        return !ended.isEmpty();
    }

    boolean hasAnyMark() {
        return !ended.isEmpty() || step >= 0;
    }

    /** Describes its trace: a step that did not end is in it if anything was recorded in it. */
    String trace(boolean partial) {
        List<String> steps = new ArrayList<>();
        ended.forEach(number -> steps.add(String.valueOf(number)));
        if (step >= 0 && hasBegun) {
            steps.add(step + "?");
        }
        return steps + " " + events + (partial ? " partial" : "");
    }
}
