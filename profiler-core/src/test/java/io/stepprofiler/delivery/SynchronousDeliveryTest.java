package io.stepprofiler.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SynchronousDeliveryTest {
    private final Journal journal = new Journal();

    @Test
    void submit_assemblyAndHandlers_runOnTheCallingThreadBeforeItReturns() {
        List<Thread> threads = new ArrayList<>();
        Delivery delivery = new SynchronousDelivery(
                List.of(trace -> threads.add(Thread.currentThread()), trace -> threads.add(Thread.currentThread())),
                journal);
        delivery.submit(() -> {
            threads.add(Thread.currentThread());
            return Journal.window("A").assemble();
        });
        assertThat(threads).hasSize(3).containsOnly(Thread.currentThread());
    }

    @Test
    void abort_afterDeliveries_givesNothingUp() {
        Delivery delivery = new SynchronousDelivery(List.of(journal.handler("handler")), journal);
        delivery.submit(Journal.window("A"));
        assertThat(delivery.abort()).isZero();
        assertThat(delivery.await(Duration.ZERO)).isTrue();
    }
}
