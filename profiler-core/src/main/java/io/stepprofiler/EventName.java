package io.stepprofiler;

import io.stepprofiler.event.EventKind;

/**
 * What a name reference stands for.
 *
 * @param text the name
 * @param kind what sort of thing it names
 * @param type for a module the type of its class; else empty
 */
record EventName(String text, EventKind kind, String type) {
    static EventName ofScope(String text) {
        return new EventName(text, EventKind.SCOPE, "");
    }
}
