package io.stepprofiler;

import io.stepprofiler.trace.MetadataValue;
import java.util.LinkedHashMap;
import java.util.Map;

/** Metadata of a profile: preset entries go into every window, other entries into the window that ends next. */
final class Metadata {
    private final Map<String, MetadataValue> preset = new LinkedHashMap<>();
    private final Map<String, MetadataValue> current = new LinkedHashMap<>();
    private final Failures failures;

    /** Creates empty metadata; unusable entries are reported as failures. */
    Metadata(Failures failures) {
        this.failures = failures;
    }

    void presetJson(String key, String json) {
        if (isUsable(key, json)) {
            preset(key, new MetadataValue(json, true));
        }
    }

    synchronized void preset(String key, MetadataValue value) {
        preset.put(key, value);
    }

    void add(String key, String value, boolean isJson) {
        if (isUsable(key, value)) {
            add(key, new MetadataValue(value, isJson));
        }
    }

    private synchronized void add(String key, MetadataValue value) {
        current.put(key, value);
    }

    /** Checks for null, too, which callers without a null checker may pass. */
    private boolean isUsable(String key, String value) {
        if (key != null && value != null && key.length() <= Label.MAX_LENGTH) {
            return true;
        }
        String name = key == null ? "without a key" : "'" + key.substring(0, Math.min(key.length(), 40)) + "'";
        failures.add(
                ProfileFailure.Kind.METADATA_IGNORED,
                "Metadata " + name + " was ignored: it must have a value, and a key of at most " + Label.MAX_LENGTH
                        + " characters, the limit of JSON readers");
        return false;
    }

    /** Metadata of every window. */
    synchronized Map<String, MetadataValue> preset() {
        return new LinkedHashMap<>(preset);
    }

    /** Metadata of the open window so far. */
    synchronized Map<String, MetadataValue> present() {
        Map<String, MetadataValue> present = new LinkedHashMap<>(preset);
        present.putAll(current);
        return present;
    }

    /** Returns the metadata of the window that ends now; its own entries are then cleared. */
    synchronized Map<String, MetadataValue> take() {
        Map<String, MetadataValue> taken = present();
        current.clear();
        return taken;
    }
}
