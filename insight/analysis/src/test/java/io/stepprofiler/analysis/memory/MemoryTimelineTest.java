package io.stepprofiler.analysis.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;

import io.stepprofiler.analysis.memory.LeakReport.RetainedMemory;
import io.stepprofiler.analysis.memory.MemoryChange.TimelineAction;
import io.stepprofiler.analysis.memory.MemoryTimeline.TimelineAccount;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.traced.LinearTraining;
import io.stepprofiler.traced.TracedProgram;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryTimelineTest {
    private static final int SEEDS = 300;

    @Test
    void changes_randomEvents_addUpToWhatIsAliveAtEachTime() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Trace trace = RandomMemory.withoutOperations(seed);
            for (Device device : trace.memory().devices()) {
                assertThat(totals(MemoryTimeline.of(trace).on(device)))
                        .as("seed %d, %s", seed, device)
                        .isEqualTo(naiveTotals(trace.memory(), device));
            }
        }
    }

    @Test
    void changes_randomEventsAndOperations_neverTakeMoreThanACategoryHas() {
        for (long seed = 0; seed < SEEDS; seed++) {
            for (Device device : new Device[] {Device.CPU, Device.cuda(0), Device.cuda(1)}) {
                MemoryTimeline timeline =
                        MemoryTimeline.of(RandomMemory.of(seed)).on(device);
                Map<MemoryCategory, Long> bytes = new HashMap<>();
                for (MemoryChange change : timeline.changes()) {
                    if (change.action().code() >= TimelineAction.INCREMENT_VERSION.code()) {
                        bytes.merge(change.before(), -change.bytes(), Long::sum);
                    }
                    if (change.action().code() <= TimelineAction.INCREMENT_VERSION.code()) {
                        bytes.merge(change.after(), change.bytes(), Long::sum);
                    }
                    assertThat(bytes.values()).as("seed %d", seed).allMatch(sum -> sum >= 0);
                }
            }
        }
    }

    @Test
    void changes_randomEventsAndOperations_areInTheOrderOfTimeAndAction() {
        for (long seed = 0; seed < SEEDS; seed++) {
            assertThat(MemoryTimeline.of(RandomMemory.of(seed)).changes().stream()
                            .map(change -> change.action() == TimelineAction.PREEXISTING
                                    ? -1
                                    : change.nanos() * 10 + change.action().code()))
                    .as("seed %d", seed)
                    .isSorted();
        }
    }

    @Test
    void peak_randomEvents_isTheLargestOfTheTotals() {
        for (long seed = 0; seed < SEEDS; seed++) {
            MemoryTimeline timeline =
                    MemoryTimeline.of(RandomMemory.withoutOperations(seed)).on(Device.CPU);

            long largest = totals(timeline).values().stream()
                    .mapToLong(Long::longValue)
                    .max()
                    .orElse(0);
            assertThat(timeline.peakBytes()).as("seed %d", seed).isEqualTo(largest);
            assertThat(timeline.peakBytesByCategory().values().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isEqualTo(largest);
        }
    }

    @Test
    void chartPoints_manyMoments_areFewAndKeepThePeak() {
        TracedProgram program = new TracedProgram();
        for (int i = 0; i < 20_000; i++) {
            program.free(program.allocate(i == 12_345 ? 5000 : 100 + i % 7));
        }
        MemoryTimeline timeline = MemoryTimeline.of(program.trace());

        MemoryChart chart = new MemoryChart(timeline);

        assertThat(chart.moments()).isEqualTo(40_000);
        assertThat(chart.points()).hasSizeBetween(1000, MemoryChart.MAX_POINTS);
        assertThat(chart.points().stream().mapToLong(MemoryMoment::total).max()).hasValue(timeline.peakBytes());
        assertThat(chart.points().stream().map(MemoryMoment::nanos)).isSorted();
    }

    @ParameterizedTest
    @CsvSource({
        "false, true, true, 'recordShapes required for memory profiling.'",
        "true, false, true, 'profileMemory required for memory profiling.'",
        "true, true, false, 'withStack required for memory profiling.'",
        "false, true, false, 'recordShapes, withStack required for memory profiling.'",
        "false, false, false, 'recordShapes, profileMemory, withStack required for memory profiling.'"
    })
    void of_missingOptions_namesThem(boolean shapes, boolean memory, boolean stack, String message) {
        Trace trace = new TraceBuilder()
                .options(new RecordingOptions(shapes, memory, stack, false, false))
                .build();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> MemoryTimeline.of(trace))
                .withMessageStartingWith(message);
    }

    @Test
    void of_withoutInference_needsProfileMemoryOnly() {
        MemoryTimelineOptions stated = MemoryTimelineOptions.DEFAULT.withInferCategories(false);
        Trace memory = new TraceBuilder()
                .options(new RecordingOptions(false, true, false, false, false))
                .build();

        assertThat(MemoryTimeline.of(memory, stated).changes()).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MemoryTimeline.of(
                        new TraceBuilder().options(RecordingOptions.NONE).build(), stated))
                .withMessageStartingWith("profileMemory required");
    }

    @Test
    void device_eventsOfTheFirstGpu_isThatGpuByDefault() {
        Trace both = new TraceBuilder()
                .options(RecordingOptions.ALL)
                .memory(MemoryEvent.allocated(1, 1, 16, 100))
                .memory(MemoryEvent.allocated(2, 1, 32, 200).on(Device.cuda(0)))
                .build();

        assertThat(MemoryTimeline.of(both).device()).isEqualTo(Device.cuda(0));
        assertThat(MemoryTimeline.of(both).peakBytes()).isEqualTo(200);
        assertThat(MemoryTimeline.of(both).on(Device.CPU).peakBytes()).isEqualTo(100);
        assertThat(MemoryTimeline.of(both).on(Device.cuda(7)).changes()).isEmpty();
    }

    @Test
    void account_eventsThatMakeNoSense_countsEachOfThem() {
        Trace trace = new TraceBuilder()
                .options(RecordingOptions.ALL)
                .memory(MemoryEvent.freed(1, 1, 16, 0))
                .memory(MemoryEvent.freed(2, 1, 16, 8))
                .memory(MemoryEvent.allocated(3, 1, 32, -5))
                .memory(MemoryEvent.allocated(4, 1, 48, 0))
                .memory(MemoryEvent.allocated(5, 1, 64, 100))
                .memory(MemoryEvent.allocated(6, 1, 64, 200))
                .memory(MemoryEvent.freed(7, 1, 64, 200))
                .memory(new MemoryEvent(
                        8, 1, MemoryAction.CATEGORIZE, Device.CPU, 64, 0, -1, 0, MemoryCategory.INPUT, -1))
                .memory(new MemoryEvent(
                        9, 1, MemoryAction.OUT_OF_MEMORY, Device.CPU, 0, 1L << 40, -1, 0, MemoryCategory.UNKNOWN, -1))
                .build();

        MemoryTimeline timeline = MemoryTimeline.of(trace);

        assertThat(timeline.account()).isEqualTo(new TimelineAccount(4, 3, 1, 1, 2, 1, 1, 1, 1, 0));
        assertThat(timeline.account().isClean()).isFalse();
        assertThat(timeline.account().summary()).contains("freed twice: 1", "allocated twice: 1", "out of memory: 1");
        assertThat(timeline.peakBytes()).isEqualTo(200);
    }

    @Test
    void of_millionLivingAllocations_holdsThemAll() {
        TraceBuilder builder = new TraceBuilder().options(RecordingOptions.ALL);
        int count = 1_000_000;
        for (int i = 0; i < count; i++) {
            builder.memory(MemoryEvent.allocated(i, 1, 16L * i, 16));
        }

        MemoryTimeline timeline = MemoryTimeline.of(builder.build());

        assertThat(timeline.peakBytes()).isEqualTo(16L * count);
        assertThat(LeakReport.of(timeline.trace()).retained())
                .singleElement()
                .extracting(RetainedMemory::count)
                .isEqualTo((long) count);
    }

    @Test
    void peakBytesByCategory_linearTraining_saysWhatItWasFor() {
        MemoryTimeline timeline = MemoryTimeline.of(LinearTraining.of(3));

        assertThat(timeline.peakBytesByCategory())
                .contains(
                        entry(MemoryCategory.PARAMETER, LinearTraining.WEIGHT + LinearTraining.BIAS),
                        entry(MemoryCategory.TEMPORARY, LinearTraining.WORKSPACE),
                        entry(
                                MemoryCategory.OPTIMIZER_STATE,
                                LinearTraining.WEIGHT_MOMENTUM + LinearTraining.BIAS_MOMENTUM),
                        entry(MemoryCategory.INPUT, LinearTraining.DATA + LinearTraining.TARGET));
    }

    /** The bytes in use after each time, -1 standing for what was there before. */
    private static Map<Long, Long> totals(MemoryTimeline timeline) {
        Map<Long, Long> totals = new TreeMap<>();
        long total = 0;
        for (MemoryChange change : timeline.changes()) {
            switch (change.action()) {
                case PREEXISTING, CREATE -> total += change.bytes();
                case DESTROY -> total -= change.bytes();
                case INCREMENT_VERSION -> {}
            }
            totals.put(change.action() == TimelineAction.PREEXISTING ? -1 : change.nanos(), total);
        }
        return totals;
    }

    /** The same by following each address by itself. */
    private static Map<Long, Long> naiveTotals(MemoryEvents events, Device device) {
        Map<Long, Long> alive = new HashMap<>();
        Set<Long> allocatedOrFreed = new HashSet<>();
        boolean before = false;
        for (int e = 0; e < events.size(); e++) {
            long address = events.address(e);
            boolean touches = events.action(e) != MemoryAction.OUT_OF_MEMORY;
            if (events.device(e).equals(device) && touches && !allocatedOrFreed.contains(address)) {
                switch (events.action(e)) {
                    case FREE, CATEGORIZE -> {
                        before = true;
                        long bytes = events.action(e) == MemoryAction.FREE ? -events.bytes(e) : events.bytes(e);
                        alive.merge(address, Math.max(bytes, 0), Math::max);
                    }
                    case ALLOCATE, OUT_OF_MEMORY -> {}
                }
                if (events.action(e) != MemoryAction.CATEGORIZE) {
                    allocatedOrFreed.add(address);
                }
            }
        }
        Map<Long, Long> totals = new TreeMap<>();
        if (before) {
            totals.put(-1L, sum(alive));
        }
        for (int e = 0; e < events.size(); e++) {
            if (events.device(e).equals(device)) {
                boolean changed = false;
                if (events.action(e) == MemoryAction.ALLOCATE) {
                    alive.put(events.address(e), Math.max(events.bytes(e), 0));
                    changed = true;
                } else if (events.action(e) == MemoryAction.FREE) {
                    changed = alive.remove(events.address(e)) != null;
                }
                if (changed) {
                    totals.put(events.nanos(e), sum(alive));
                }
            }
        }
        return totals;
    }

    private static long sum(Map<Long, Long> alive) {
        return alive.values().stream().mapToLong(Long::longValue).sum();
    }
}
