package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.recording.Chunk;
import io.stepprofiler.trace.LossAccount;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RecordingLimitsTest {
    @Test
    void scopes_moreThanTheEventLimit_dropsTheRestByCause() {
        Trace trace = Recorded.trace(builder -> builder.limits(those -> those.withMaxEvents(1000)), () -> {
            for (int i = 0; i < 2500; i++) {
                Scope.open("scope").close();
            }
        });
        assertThat(trace.eventCount()).isEqualTo(1000);
        assertThat(trace.account().begun()).isEqualTo(2500);
        assertThat(trace.account().dropped()).containsExactly(entry(DropCause.EVENT_LIMIT, 1500L));
    }

    @Test
    void scopes_moreThanTheByteLimit_dropsTheRestByCause() {
        int bytes = 100_000;
        int scopes = 10_000;
        Trace trace = Recorded.trace(builder -> builder.limits(those -> those.withMaxBufferBytes(bytes)), () -> {
            for (int i = 0; i < scopes; i++) {
                Scope.open("scope").close();
            }
        });
        // The thread and the name take the rest.
        assertThat(trace.eventCount()).isBetween(4800L, (long) bytes / Chunk.BYTES_PER_EVENT);
        assertThat(trace.account().begun()).isEqualTo(scopes);
        assertThat(trace.account().dropped())
                .containsExactly(entry(DropCause.BYTE_LIMIT, (long) scopes - trace.eventCount()));
    }

    @Test
    void tokensAndCounters_moreThanTheEventLimit_dropsTheRestByCause() {
        Counter counter = Counter.of("limited counter");
        Label label = Label.of("limited label");
        Trace trace = Recorded.trace(builder -> builder.limits(those -> those.withMaxEvents(100)), () -> {
            for (int i = 0; i < 100; i++) {
                counter.record(i);
                Scope.end(Scope.begin(label));
            }
        });
        assertThat(trace.account().begun()).isEqualTo(200);
        assertThat(trace.account().written()).isEqualTo(100);
        assertThat(trace.account().dropped()).containsExactly(entry(DropCause.EVENT_LIMIT, 100L));
        assertThat(trace.eventCount() + trace.counters().get(0).size()).isEqualTo(100);
    }

    @Test
    void arguments_longerThanTheByteLimit_areLeftOutAndCounted() {
        String text = "x".repeat(1000);
        Trace trace = Recorded.trace(builder -> builder.limits(those -> those.withMaxBufferBytes(100_000)), () -> {
            try (Scope scope = Scope.open("scope")) {
                for (int i = 0; i < 1000; i++) {
                    scope.arg("text " + i % 100, text);
                }
            }
        });
        int kept = trace.events().get(0).arguments().size();
        assertThat(kept).isBetween(10, 50);
        assertThat(trace.account().anomalies()).containsEntry(Anomaly.ARGUMENT_DROPPED, 1000L - kept);
    }

    @Test
    void buffer_event_takesNoMoreThan32Bytes() {
        assertThat(Chunk.BYTES_PER_EVENT).isLessThanOrEqualTo(32);
        Chunk chunk = new Chunk(Chunk.MAX_CAPACITY);
        assertThat(chunk.capacity()).isEqualTo(Chunk.MAX_CAPACITY);
    }

    /** Threads that open, close, lose and confuse scopes: whatever they do, the account must add up. */
    @Test
    void account_threadsMisbehavingAtRandom_addsUp() {
        for (int seed = 0; seed < 40; seed++) {
            AtomicLong begun = new AtomicLong();
            Random limits = new Random(seed);
            long maxEvents = 1L + limits.nextInt(20_000);
            long maxBytes = 65_536L + limits.nextInt(400_000);
            int first = seed * 100;
            Trace trace = Recorded.trace(
                    builder -> builder.limits(those -> those.withMaxEvents(maxEvents))
                            .limits(those -> those.withMaxBufferBytes(maxBytes)),
                    () -> {
                        List<Scope> shared = new ArrayList<>();
                        List<Thread> threads = new ArrayList<>();
                        for (int t = 0; t < 4; t++) {
                            Random random = new Random(first + t);
                            Thread thread = new Thread(() -> misbehave(random, shared, begun));
                            threads.add(thread);
                            thread.start();
                        }
                        for (Thread thread : threads) {
                            thread.join();
                        }
                    });
            LossAccount account = trace.account();
            assertThat(account.begun()).as("seed %d", seed).isEqualTo(begun.get());
            assertThat(account.written() + account.unfinishedTotal())
                    .as("seed %d", seed)
                    .isEqualTo(trace.eventCount())
                    .isLessThanOrEqualTo(maxEvents);
        }
    }

    private static void misbehave(Random random, List<Scope> shared, AtomicLong begun) {
        List<Scope> mine = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> {
                    mine.add(Scope.open("name " + random.nextInt(50)));
                    begun.incrementAndGet();
                }
                case 3, 4 -> {
                    if (!mine.isEmpty()) {
                        mine.remove(mine.size() - 1).close();
                    }
                }
                case 5 -> {
                    if (!mine.isEmpty()) {
                        mine.get(random.nextInt(mine.size())).close();
                    }
                }
                case 6 -> {
                    synchronized (shared) {
                        if (!mine.isEmpty() && shared.size() < 100) {
                            shared.add(mine.get(mine.size() - 1));
                        }
                    }
                }
                default -> {
                    synchronized (shared) {
                        if (!shared.isEmpty()) {
                            shared.remove(random.nextInt(shared.size())).close();
                        }
                    }
                }
            }
        }
    }
}
