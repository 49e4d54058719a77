package io.stepprofiler.recording;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;

/**
 * Name, kind, type and reach behind a name reference.
 *
 * @param text the name
 * @param kind kind of event that it names
 * @param type for a module the type of its class; for a marker, task, frame or counter its domain; else empty
 * @param scope for a marker its reach; else {@link MarkerScope#PROCESS}
 */
public record EventName(String text, EventKind kind, String type, MarkerScope scope) {
    public EventName(String text, EventKind kind, String type) {
        this(text, kind, type, MarkerScope.PROCESS);
    }

    public static EventName ofScope(String text) {
        return new EventName(text, EventKind.SCOPE, "");
    }

    /** True if it is a text and nothing else, as the names of scopes are. */
    public boolean isPlain() {
        return kind == EventKind.SCOPE && type.isEmpty();
    }
}
