package io.stepprofiler.cli.top;

import io.stepprofiler.capture.live.LiveView;
import java.util.Optional;

/**
 * What the screen shows. Immutable.
 *
 * @param target what was asked for, as it was typed
 * @param view the figures; empty before the first
 * @param sort order of the tables
 * @param frozen whether newer figures are not shown
 * @param help whether the keys are explained
 * @param typed how many steps to capture, as far as it has been typed; empty if nobody is asked
 * @param message what became of the last key; may be empty
 */
record TopState(
        String target,
        Optional<LiveView> view,
        Sort sort,
        boolean frozen,
        boolean help,
        Optional<String> typed,
        String message) {
    static TopState of(String target) {
        return new TopState(target, Optional.empty(), Sort.TIME, false, false, Optional.empty(), "");
    }

    TopState withView(LiveView next) {
        return new TopState(target, Optional.of(next), sort, frozen, help, typed, message);
    }

    TopState withSort(Sort next) {
        return new TopState(target, view, next, frozen, help, typed, message);
    }

    TopState withFrozen(boolean next) {
        return new TopState(target, view, sort, next, help, typed, message);
    }

    TopState withHelp(boolean next) {
        return new TopState(target, view, sort, frozen, next, typed, message);
    }

    TopState withTyped(Optional<String> next) {
        return new TopState(target, view, sort, frozen, help, next, message);
    }

    TopState withMessage(String next) {
        return new TopState(target, view, sort, frozen, help, typed, next);
    }

    boolean isPaused() {
        return view.map(each -> each.now().job().state().equals("paused")).orElse(false);
    }
}
