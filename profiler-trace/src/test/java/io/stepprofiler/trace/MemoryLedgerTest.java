package io.stepprofiler.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryLedgerTest {
    private static final MemoryCategory NOT_SAID = MemoryCategory.UNKNOWN;

    private static MemoryEvent allocated(long nanos, long address, long bytes) {
        return MemoryEvent.allocated(nanos, 1, address, bytes);
    }

    private static MemoryEvent freed(long nanos, long address, long bytes) {
        return MemoryEvent.freed(nanos, 1, address, bytes);
    }

    private static MemoryEvent said(long nanos, long address, MemoryCategory category) {
        return new MemoryEvent(nanos, 1, MemoryAction.CATEGORIZE, Device.CPU, address, 0, -1, 0, category, -1);
    }

    private static Trace trace(List<MemoryEvent> events) {
        TraceBuilder builder = new TraceBuilder();
        events.forEach(builder::memory);
        return builder.build();
    }

    private static List<Long> totals(Trace trace) {
        return IntStream.range(0, trace.memory().size())
                .mapToObj(i -> trace.memory().totalAllocated(i))
                .toList();
    }

    private static List<Long> bytes(Trace trace) {
        return IntStream.range(0, trace.memory().size())
                .mapToObj(i -> trace.memory().bytes(i))
                .toList();
    }

    private static List<Integer> counterparts(Trace trace) {
        return IntStream.range(0, trace.memory().size())
                .mapToObj(i -> trace.memory().counterpart(i))
                .toList();
    }

    static Stream<Arguments> stories() {
        return Stream.of(
                story(
                        "reported out of order",
                        List.of(freed(2, 7, 0), allocated(1, 7, 10)),
                        List.of(10L, 0L),
                        List.of(10L, -10L),
                        List.of(1, 0),
                        Map.of()),
                story(
                        "said to be two things",
                        List.of(
                                allocated(1, 7, 10).withCategory(MemoryCategory.INPUT),
                                said(2, 7, MemoryCategory.INPUT),
                                said(3, 7, MemoryCategory.PARAMETER)),
                        List.of(10L, 10L, 10L),
                        List.of(10L, 0L, 0L),
                        List.of(-1, -1, -1),
                        Map.of(Anomaly.CATEGORY_CONFLICT, 1L)),
                story(
                        "said to be another thing after its reuse",
                        List.of(
                                said(1, 7, MemoryCategory.INPUT),
                                allocated(2, 7, 10).withCategory(MemoryCategory.GRADIENT),
                                freed(3, 7, 0),
                                allocated(4, 7, 10).withCategory(MemoryCategory.ACTIVATION)),
                        List.of(0L, 10L, 0L, 10L),
                        List.of(0L, 10L, -10L, 10L),
                        List.of(-1, 2, 1, -1),
                        Map.of()),
                story(
                        "reported with a total",
                        List.of(
                                allocated(1, 7, 10),
                                new MemoryEvent(
                                        2, 1, MemoryAction.ALLOCATE, Device.CPU, 8, 5, 1000, 2000, NOT_SAID, -1)),
                        List.of(10L, 1000L),
                        List.of(10L, 5L),
                        List.of(-1, -1),
                        Map.of()),
                story(
                        "out of memory",
                        List.of(
                                allocated(1, 0, 10),
                                new MemoryEvent(
                                        2, 1, MemoryAction.OUT_OF_MEMORY, Device.CPU, 0, 99, -1, 0, NOT_SAID, -1)),
                        List.of(10L, 10L),
                        List.of(10L, 99L),
                        List.of(-1, -1),
                        Map.of()));
    }

    private static Arguments story(
            String what,
            List<MemoryEvent> events,
            List<Long> totals,
            List<Long> bytes,
            List<Integer> counterparts,
            Map<Anomaly, Long> anomalies) {
        return Arguments.of(what, events, totals, bytes, counterparts, anomalies);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("stories")
    void events_ofAStory_areMadeSenseOf(
            String what,
            List<MemoryEvent> events,
            List<Long> totals,
            List<Long> bytes,
            List<Integer> counterparts,
            Map<Anomaly, Long> anomalies) {
        Trace trace = trace(events);
        assertThat(totals(trace)).isEqualTo(totals);
        assertThat(bytes(trace)).isEqualTo(bytes);
        assertThat(counterparts(trace)).isEqualTo(counterparts);
        assertThat(trace.account().anomalies()).isEqualTo(anomalies);
        assertThat(trace.account().written()).isEqualTo(events.size());
    }

    /** Follows each device with the pieces that are live, searching lists where the ledger looks up. */
    private static final class NaiveDevice {
        private record Piece(long address, int event, long bytes) {}

        final List<Piece> live = new ArrayList<>();
        final List<Long> free = new ArrayList<>();
        long preexisting;
        long grown;

        /** By how much the memory in use grows. */
        long enter(MemoryEvent event, int index, int[] counterparts, Map<Anomaly, Long> anomalies) {
            Piece piece = live.stream()
                    .filter(each -> each.address == event.address())
                    .findFirst()
                    .orElse(null);
            live.remove(piece);
            if (event.action() == MemoryAction.ALLOCATE) {
                free.remove(event.address());
                live.add(new Piece(event.address(), index, event.bytes()));
                if (piece != null) {
                    anomalies.merge(Anomaly.ALLOCATED_TWICE, 1L, Long::sum);
                    counterparts[piece.event] = index;
                    return event.bytes() - piece.bytes;
                }
                return event.bytes();
            }
            if (piece != null) {
                free.add(event.address());
                counterparts[piece.event] = index;
                counterparts[index] = piece.event;
                return -piece.bytes;
            }
            if (free.contains(event.address())) {
                anomalies.merge(Anomaly.FREED_TWICE, 1L, Long::sum);
                return 0;
            }
            free.add(event.address());
            preexisting -= event.bytes();
            if (event.bytes() == 0) {
                anomalies.merge(Anomaly.FREED_UNKNOWN, 1L, Long::sum);
            }
            return event.bytes();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void events_madeUpAtRandom_areMadeSenseOfAsNaively(int seed) {
        Random random = new Random(seed);
        List<MemoryEvent> events = new ArrayList<>();
        Map<Device, NaiveDevice> devices = new HashMap<>();
        Map<Anomaly, Long> anomalies = new HashMap<>();
        int count = 2000;
        int[] counterparts = new int[count];
        long[] grown = new long[count];
        for (int i = 0; i < count; i++) {
            long address = random.nextInt(40);
            MemoryEvent event = random.nextBoolean()
                    ? allocated(i / 2, address, random.nextInt(100))
                    : freed(i / 2, address, random.nextInt(3));
            event = event.on(random.nextBoolean() ? Device.CPU : Device.cuda(random.nextInt(2)));
            events.add(event);
            counterparts[i] = -1;
            grown[i] = devices.computeIfAbsent(event.device(), device -> new NaiveDevice())
                    .enter(event, i, counterparts, anomalies);
        }
        Trace trace = trace(events);
        assertThat(trace.account().anomalies()).isEqualTo(anomalies);
        assertThat(trace.account().written()).isEqualTo(count);
        for (int i = 0; i < count; i++) {
            NaiveDevice device = devices.get(events.get(i).device());
            device.grown += grown[i];
            assertThat(trace.memory().totalAllocated(i))
                    .as("event %d", i)
                    .isEqualTo(device.preexisting + device.grown)
                    .isNotNegative();
            assertThat(trace.memory().counterpart(i)).as("event %d", i).isEqualTo(counterparts[i]);
            assertThat(trace.memory().bytes(i))
                    .as("event %d", i)
                    .isEqualTo(
                            events.get(i).action() == MemoryAction.ALLOCATE
                                    ? events.get(i).bytes()
                                    : grown[i]);
        }
    }

    @Test
    void events_ofOneDevice_shareOneObjectForIt() {
        MemoryEvent read = new MemoryEvent(
                1, 1, MemoryAction.ALLOCATE, new Device(Device.Type.CUDA, 0), 1, 8, -1, 0, NOT_SAID, -1);
        MemoryEvent next =
                new MemoryEvent(2, 1, MemoryAction.FREE, new Device(Device.Type.CUDA, 0), 1, -8, -1, 0, NOT_SAID, -1);
        Trace trace = trace(List.of(read, next));
        assertThat(trace.memory().device(1)).isSameAs(trace.memory().device(0));
    }

    @Test
    void allocations_aMillionLiveAtOnce_addUp() {
        int count = 1_000_000;
        TraceBuilder builder = new TraceBuilder();
        for (int i = 0; i < count; i++) {
            builder.memory(allocated(i, i, 2));
        }
        Trace trace = builder.build();
        assertThat(trace.memory().totalAllocated(count - 1)).isEqualTo(2L * count);
        assertThat(trace.account().written()).isEqualTo(count);
    }

    @Test
    void devices_severalOfThem_areListedInTheOrderOfTime() {
        Trace trace = trace(List.of(
                allocated(3, 1, 1).on(Device.cuda(1)), allocated(1, 1, 1).on(Device.cuda(2)), allocated(2, 1, 1)));
        assertThat(trace.memory().devices()).containsExactly(Device.cuda(2), Device.CPU, Device.cuda(1));
        assertThat(trace.account().anomalies()).isEmpty();
    }
}
