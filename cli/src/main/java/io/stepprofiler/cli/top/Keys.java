package io.stepprofiler.cli.top;

import java.util.Optional;

/** What each key does. */
final class Keys {
    static final int DEFAULT_STEPS = 5;

    private static final int MOST_DIGITS = 4;
    private static final int ESCAPE = 27;
    private static final int DELETE = 127;
    private static final int END_OF_INPUT = 4;

    private Keys() {}

    /** Answers what is shown after a key. */
    static TopState press(int key, TopState state, Orders orders) {
        return state.typed()
                .map(typed -> answer(key, typed, state, orders))
                .orElseGet(() -> command(key, state.withMessage(""), orders));
    }

    private static TopState command(int key, TopState state, Orders orders) {
        switch (key) {
            case 'q', 'Q', END_OF_INPUT -> orders.quit();
            case 's' -> {
                return state.withSort(state.sort().next());
            }
            case 'p' -> {
                if (state.isPaused()) {
                    orders.resume();
                } else {
                    orders.pause();
                }
            }
            case 'c' -> {
                return state.withTyped(Optional.of(""));
            }
            case ' ' -> {
                return state.withFrozen(!state.frozen());
            }
            case 'h', '?' -> {
                return state.withHelp(!state.help());
            }
            case ESCAPE -> {
                return state.withHelp(false);
            }
            default -> {
                return state.withMessage("");
            }
        }
        return state;
    }

    private static TopState answer(int key, String typed, TopState state, Orders orders) {
        if (key >= '0' && key <= '9' && typed.length() < MOST_DIGITS) {
            return state.withTyped(Optional.of(typed + (char) key));
        }
        switch (key) {
            case '\b', DELETE -> {
                return state.withTyped(Optional.of(typed.substring(0, Math.max(0, typed.length() - 1))));
            }
            case '\r', '\n' -> {
                int steps = typed.isEmpty() ? DEFAULT_STEPS : Integer.parseInt(typed);
                if (steps == 0) {
                    return state.withTyped(Optional.empty()).withMessage("0 steps are none: nothing is captured.");
                }
                orders.capture(steps);
                return state.withTyped(Optional.empty());
            }
            case ESCAPE, 'q' -> {
                return state.withTyped(Optional.empty()).withMessage("");
            }
            default -> {
                return state;
            }
        }
    }
}
