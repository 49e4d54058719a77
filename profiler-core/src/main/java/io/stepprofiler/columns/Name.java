package io.stepprofiler.columns;

import io.stepprofiler.event.EventKind;

/**
 * Name behind a name id.
 *
 * @param text the name
 * @param kind what sort of thing it names
 * @param type for a module the type of its class, such as {@code Linear}; else empty
 */
record Name(String text, EventKind kind, String type) {}
