package io.stepprofiler.pytorch;

import io.stepprofiler.nativeaccess.torch.TorchLog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The numbers that threads have in a trace: those of Java; others, that no Java thread has, for all other threads. */
final class ThreadNumbers {
    private static final long FIRST_NATIVE = 1L << 32;
    private static final long FIRST_UNSEEN = 1L << 33;

    private final Map<Long, Long> byTorchNumber = new HashMap<>();

    ThreadNumbers(List<TorchLog> logs) {
        logs.forEach(log -> byTorchNumber.put(log.torchId(), of(log)));
    }

    static long of(TorchLog log) {
        return log.javaId() >= 0 ? log.javaId() : FIRST_NATIVE + log.nativeId();
    }

    /** That of the thread with a number of libtorch's, which may have recorded nothing in the window. */
    long ofTorch(long number) {
        return byTorchNumber.getOrDefault(number, FIRST_UNSEEN + number);
    }
}
