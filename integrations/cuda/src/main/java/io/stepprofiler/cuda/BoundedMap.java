package io.stepprofiler.cuda;

import java.util.LinkedHashMap;
import java.util.Map;

/** Map of limited size that drops its oldest entries. */
final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;

    private final int most;

    BoundedMap(int most) {
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}
