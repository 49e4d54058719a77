package io.stepprofiler.cuda;

import java.util.LinkedHashMap;
import java.util.Map;

/** Map of limited size that drops its oldest entries. */
final class Newest<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;

    private final int most;

    Newest(int most) {
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}
