package io.stepprofiler.schedule;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Passes on the first warning it is given and swallows the rest. */
final class WarnOnce {
    private final AtomicBoolean warned = new AtomicBoolean();
    private final Consumer<String> sink;

    WarnOnce(Consumer<String> sink) {
        this.sink = sink;
    }

    void warn(String message) {
        if (warned.compareAndSet(false, true)) {
            sink.accept(message);
        }
    }
}
