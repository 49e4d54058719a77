package io.stepprofiler;

import io.stepprofiler.event.EventKind;

/**
 * Name, kind and type behind a name reference.
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
