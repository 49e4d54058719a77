package io.stepprofiler.pytorch;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The self-test in a process of its own, whose other threads do not wait for it. */
class BusyThreadsTest {
    private static final int THREADS = 4;
    private static final int WARM = 2000;

    @Test
    void selfTest_whileOtherThreadsRunOperations_findsAllThatItFindsAlone() throws Exception {
        Recorded.assumeNativeLibrary();
        AtomicBoolean isOver = new AtomicBoolean();
        CountDownLatch running = new CountDownLatch(THREADS);
        try (NDManager memory = NDManager.newBaseManager()) {
            NDArray array = memory.ones(new Shape(2, 2));
            array.neg().close();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Thread thread = new Thread(() -> {
                    for (int round = 0; !isOver.get(); round++) {
                        array.neg().close();
                        if (round == WARM) {
                            running.countDown();
                        }
                    }
                });
                thread.start();
                threads.add(thread);
            }
            running.await();
            TorchStatus status = TorchSource.status();
            isOver.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(List.of(status.operations(), status.shapes(), status.sequenceNumbers(), status.memory()))
                    .as(status.toString())
                    .containsOnly("ok");
        }
    }
}
