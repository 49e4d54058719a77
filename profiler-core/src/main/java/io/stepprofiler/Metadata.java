package io.stepprofiler;

import io.stepprofiler.trace.MetadataValue;
import java.util.LinkedHashMap;
import java.util.Map;

/** The metadata of a profile: what was preset goes into every window, the rest into the one that ends next. */
final class Metadata {
    private final Map<String, MetadataValue> preset = new LinkedHashMap<>();
    private final Map<String, MetadataValue> current = new LinkedHashMap<>();

    synchronized void preset(String key, MetadataValue value) {
        preset.put(key, value);
    }

    synchronized void add(String key, MetadataValue value) {
        current.put(key, value);
    }

    /** What every window gets. */
    synchronized Map<String, MetadataValue> preset() {
        return new LinkedHashMap<>(preset);
    }

    /** What the window that goes on has so far. */
    synchronized Map<String, MetadataValue> present() {
        Map<String, MetadataValue> present = new LinkedHashMap<>(preset);
        present.putAll(current);
        return present;
    }

    /** What the window that ends now gets. */
    synchronized Map<String, MetadataValue> take() {
        Map<String, MetadataValue> taken = new LinkedHashMap<>(preset);
        taken.putAll(current);
        current.clear();
        return taken;
    }
}
