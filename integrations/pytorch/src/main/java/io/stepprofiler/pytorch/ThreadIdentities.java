package io.stepprofiler.pytorch;

import io.stepprofiler.nativeaccess.torch.TorchThread;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Numbers of threads in a trace: ids of Java threads, and other numbers, which no Java thread has, for all other
 * threads.
 */
final class ThreadIdentities {
    private static final long FIRST_NATIVE = 1L << 32;
    private static final long FIRST_UNSEEN = 1L << 33;

    /** Limit of known threads: a long window may have any number, and backward operations refer to recent ones. */
    private static final int MAX_KNOWN = 1 << 16;

    private final Map<Long, Long> byTorchNumber = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
            return size() > MAX_KNOWN;
        }
    };

    void add(TorchThread thread) {
        byTorchNumber.put(thread.torchId(), of(thread));
    }

    static long of(TorchThread thread) {
        return thread.javaId() >= 0 ? thread.javaId() : FIRST_NATIVE + thread.nativeId();
    }

    /** The number of a thread by libtorch's number; the thread may have recorded nothing in the window so far. */
    long ofTorch(long number) {
        return byTorchNumber.getOrDefault(number, FIRST_UNSEEN + number);
    }
}
