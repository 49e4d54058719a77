package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.recording.MemoryRecord;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MemoryTest {
    private static Trace withMemory(Recorded.Body body) {
        return Recorded.trace(builder -> builder.profileMemory(true), body);
    }

    private static List<MemoryEvent> events(Trace trace) {
        MemoryEvents memory = trace.memory();
        return IntStream.range(0, memory.size()).mapToObj(memory::event).toList();
    }

    @Test
    void reports_ofEachKind_areInTheTraceAsTold() {
        Device gpu = Device.cuda(3);
        Trace trace = withMemory(() -> {
            Memory.allocated(1, 100, MemoryCategory.INPUT);
            Memory.allocated(gpu, -5, 70, 700, 7000, MemoryCategory.PARAMETER);
            Memory.freed(1);
            Memory.freed(gpu, -5, 70, 630, 7000);
            Memory.outOfMemory(gpu, 1L << 40);
            Memory.categorize(gpu, 9, MemoryCategory.GRADIENT);
        });
        long thread = Thread.currentThread().getId();
        assertThat(events(trace))
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("nanos")
                .containsExactly(
                        new MemoryEvent(
                                0, thread, MemoryAction.ALLOCATE, Device.CPU, 1, 100, 100, 0, MemoryCategory.INPUT, -1),
                        new MemoryEvent(
                                0, thread, MemoryAction.ALLOCATE, gpu, -5, 70, 700, 7000, MemoryCategory.PARAMETER, -1),
                        new MemoryEvent(
                                0, thread, MemoryAction.FREE, Device.CPU, 1, -100, 0, 0, MemoryCategory.UNKNOWN, -1),
                        new MemoryEvent(
                                0, thread, MemoryAction.FREE, gpu, -5, -70, 630, 7000, MemoryCategory.UNKNOWN, -1),
                        new MemoryEvent(
                                0,
                                thread,
                                MemoryAction.OUT_OF_MEMORY,
                                gpu,
                                0,
                                1L << 40,
                                0,
                                0,
                                MemoryCategory.UNKNOWN,
                                -1),
                        new MemoryEvent(
                                0, thread, MemoryAction.CATEGORIZE, gpu, 9, 0, 0, 0, MemoryCategory.GRADIENT, -1));
        assertThat(trace.account().written()).isEqualTo(6);
        assertThat(trace.account().anomalies()).isEmpty();
    }

    @Test
    void reports_betweenScopes_lieBetweenTheirTimes() {
        Trace trace = withMemory(() -> {
            Scope before = Scope.open("before");
            before.close();
            Memory.allocated(1, 1);
            Scope.open("after").close();
        });
        assertThat(List.of(
                        Recorded.event(trace, "before").endNanos(),
                        trace.memory().nanos(0),
                        Recorded.event(trace, "after").startNanos()))
                .isSorted();
    }

    @Test
    void reports_withoutProfileMemory_areNotRecorded() {
        Trace trace = Recorded.trace(() -> {
            Memory.allocated(1, 1);
            Memory.allocated(2, -1);
        });
        assertThat(trace.memory().size()).isZero();
        assertThat(trace.account().begun()).isZero();
    }

    @Test
    @SuppressWarnings("NullAway") // Null is what this is about.
    void reports_thatMakeNoSense_areDroppedAndCounted() {
        Trace trace = withMemory(() -> {
            Memory.allocated(1, -1);
            Memory.freed(1, Long.MIN_VALUE);
            Memory.allocated(1, 1, null);
            Memory.freed(null, 1, 1, -1, 0);
            Memory.outOfMemory(new Device(null, 0), 1);
            Memory.categorize(Device.CPU, 1, null);
            Memory.allocated(1, 5);
        });
        assertThat(events(trace))
                .singleElement()
                .satisfies(event -> assertThat(event.bytes()).isEqualTo(5));
        assertThat(trace.account().begun()).isEqualTo(7);
        assertThat(trace.account().dropped()).containsExactly(entry(DropCause.INVALID, 6L));
    }

    @Test
    void reports_fromManyThreads_areInTheOrderOfTimeAndAllThere() {
        Trace trace = withMemory(() -> {
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                long base = t * 100_000L;
                threads.add(new Thread(() -> {
                    for (int i = 0; i < 20_000; i++) {
                        Memory.allocated(base + i, 1);
                        Memory.freed(base + i);
                    }
                }));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
        });
        assertThat(trace.account().written()).isEqualTo(160_000);
        assertThat(trace.account().anomalies()).isEmpty();
        assertThat(trace.memory().totalAllocated(159_999)).isZero();
        assertThat(IntStream.range(1, 160_000)
                        .allMatch(i ->
                                trace.memory().nanos(i - 1) <= trace.memory().nanos(i)))
                .isTrue();
    }

    @Test
    void reports_afterTheWindow_areInNoTrace() {
        Trace first = withMemory(() -> Memory.allocated(1, 1));
        Memory.allocated(2, 2);
        Trace second = withMemory(() -> Memory.freed(1));
        assertThat(events(first)).hasSize(1);
        assertThat(events(second))
                .singleElement()
                .satisfies(event -> assertThat(event.address()).isEqualTo(1));
        assertThat(second.account().anomalies()).containsExactly(entry(Anomaly.FREED_UNKNOWN, 1L));
    }

    @Test
    void reports_beyondTheByteLimit_areDroppedAndCounted() {
        Trace trace = Recorded.trace(
                builder -> builder.profileMemory(true).limits(limits -> limits.withMaxBufferBytes(65_536)), () -> {
                    for (int i = 0; i < 10_000; i++) {
                        Memory.allocated(i, 1);
                    }
                });
        assertThat(trace.memory().size()).isBetween(200, 65_536 / (MemoryRecord.LENGTH * Long.BYTES));
        assertThat(trace.account().begun()).isEqualTo(10_000);
        assertThat(trace.account().dropped())
                .containsExactly(
                        entry(DropCause.BYTE_LIMIT, 10_000L - trace.memory().size()));
    }

    @Test
    void reports_ofAThreadForWhichThereIsNoRoom_areDroppedAndCounted() {
        Trace trace = Recorded.trace(
                builder -> builder.profileMemory(true).limits(limits -> limits.withMaxBufferBytes(65_536)), () -> {
                    for (int i = 0; i < 100; i++) {
                        Recorded.onNewThread("thread", () -> {
                            Memory.allocated(1, 1);
                            return "";
                        });
                    }
                });
        assertThat(trace.account().begun()).isEqualTo(100);
        assertThat(trace.account().droppedTotal()).isPositive();
    }

    @Test
    void reports_switchedOffAndOn_areRecordedWhileOn() {
        List<Trace> traces = new ArrayList<>();
        try (Profile profile = Profile.builder()
                .synchronousDelivery(true)
                .profileMemory(true)
                .onTraceReady(traces::add)
                .start()) {
            Memory.allocated(1, 1);
            profile.toggleTypes(false, Set.of(ActivityType.MEMORY));
            Memory.allocated(2, 1);
            profile.toggleTypes(true, Set.of(ActivityType.MEMORY));
            Memory.allocated(3, 1);
        }
        assertThat(events(traces.get(0))).extracting(MemoryEvent::address).containsExactly(1L, 3L);
    }
}
