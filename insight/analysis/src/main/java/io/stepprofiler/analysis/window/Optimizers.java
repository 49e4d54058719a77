package io.stepprofiler.analysis.window;

import io.stepprofiler.event.EventKind;
import java.util.Locale;

/** Names of scopes around the update of the parameters, such as {@code Optimizer.step#SGD.step}. */
public final class Optimizers {
    private Optimizers() {}

    /**
     * {@return whether an event is an update of the parameters}
     *
     * @param kind kind of the event
     * @param name name of the event
     */
    public static boolean isOne(EventKind kind, String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return kind == EventKind.SCOPE
                && lower.contains("optimizer")
                && !lower.contains("zero_grad")
                && !lower.contains("::");
    }
}
