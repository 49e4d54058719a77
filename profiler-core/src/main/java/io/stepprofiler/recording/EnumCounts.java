package io.stepprofiler.recording;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ObjLongConsumer;

/** Counters for the constants of an enum, for any number of threads. */
public final class EnumCounts<K extends Enum<K>> {
    private final Map<K, LongAdder> counts;

    public EnumCounts(Class<K> type) {
        counts = new EnumMap<>(type);
        for (K key : type.getEnumConstants()) {
            LongAdder counter = new LongAdder();
            // Links the code that counts while there is memory: running out of it is counted, too.
            counter.add(0);
            counts.put(key, counter);
        }
    }

    @SuppressWarnings("NullAway") // The constructor puts a counter in for every constant.
    public void count(K key) {
        counts.get(key).increment();
    }

    @SuppressWarnings("NullAway") // The constructor puts a counter in for every constant.
    public void add(K key, long count) {
        counts.get(key).add(count);
    }

    /** Returns the counts above 0. */
    public Map<K, Long> all() {
        Map<K, Long> all = new LinkedHashMap<>();
        counts.forEach((key, count) -> {
            if (count.sum() > 0) {
                all.put(key, count.sum());
            }
        });
        return all;
    }

    @SuppressWarnings("NullAway") // The constructor puts a counter in for every constant.
    public long get(K key) {
        return counts.get(key).sum();
    }

    public void forEach(ObjLongConsumer<K> consumer) {
        counts.forEach((key, count) -> consumer.accept(key, count.sum()));
    }
}
