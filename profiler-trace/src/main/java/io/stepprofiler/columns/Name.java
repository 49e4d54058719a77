package io.stepprofiler.columns;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MarkerScope;

/**
 * Name behind a name id.
 *
 * @param text the name
 * @param kind kind of event that it names
 * @param type for a module the type of its class, such as {@code Linear}; for a marker, task or frame its domain
 * @param scope for a marker its reach; else {@link MarkerScope#PROCESS}
 */
record Name(String text, EventKind kind, String type, MarkerScope scope) {}
