package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LiveMemoryTest {
    @Test
    void account_outsideOfWindows_hasWhatIsNotFreed() {
        try (LiveMemory live = LiveMemory.track()) {
            Memory.allocated(1, 100, MemoryCategory.INPUT);
            Memory.allocated(2, 50);
            Memory.freed(2);
            Memory.allocated(Device.cuda(1), 2, 70, -1, 0, MemoryCategory.UNKNOWN);
            Memory.categorize(Device.CPU, 1, MemoryCategory.PARAMETER);
            MemoryEvents memory = live.trace().memory();
            assertThat(memory.size()).isEqualTo(2);
            assertThat(memory.event(0).bytes()).isEqualTo(100);
            assertThat(memory.event(0).category()).isEqualTo(MemoryCategory.PARAMETER);
            assertThat(memory.event(1).device()).isEqualTo(Device.cuda(1));
        }
    }

    @Test
    void allocation_hasTheCallStackThatItWasMadeFrom() {
        try (LiveMemory live = LiveMemory.track()) {
            allocateHere(1);
            Trace trace = live.trace();
            // Frames of the profiler's main package, such as this test's, never lead a stack.
            assertThat(trace.stack(trace.memory().event(0).stackId()))
                    .isNotEmpty()
                    .noneMatch(frame -> frame.getClassName().startsWith("io.stepprofiler.LiveMemory"));
        }
    }

    private static void allocateHere(long address) {
        Memory.allocated(address, 8);
    }

    @Test
    void account_ofRandomReports_isThatOfAMap() {
        Random random = new Random(7);
        Map<Long, Long> expected = new HashMap<>();
        try (LiveMemory live = LiveMemory.track()) {
            for (int i = 0; i < 2000; i++) {
                long address = random.nextInt(50);
                if (random.nextBoolean()) {
                    expected.put(address, (long) i);
                    Memory.allocated(address, i);
                } else {
                    expected.remove(address);
                    Memory.freed(address);
                }
            }
            Map<Long, Long> found = new HashMap<>();
            MemoryEvents memory = live.trace().memory();
            for (int i = 0; i < memory.size(); i++) {
                found.put(memory.event(i).address(), memory.event(i).bytes());
            }
            assertThat(found).isEqualTo(expected);
        }
    }

    @Test
    void tracking_whileTracked_isRefused() {
        try (LiveMemory live = LiveMemory.track()) {
            assertThat(LiveMemory.current()).containsSame(live);
            assertThatThrownBy(LiveMemory::track)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("tracked already");
        }
        assertThat(LiveMemory.current()).isEmpty();
    }

    @Test
    void account_ofMorePiecesThanItHolds_countsTheRest() {
        try (LiveMemory live = LiveMemory.track(100)) {
            for (int i = 0; i < 103; i++) {
                Memory.allocated(i, 1);
            }
            assertThat(live.pieces()).isEqualTo(100);
            assertThat(live.notTracked()).isEqualTo(3);
            assertThat(live.trace().metadata()).containsKey("allocations not tracked");
        }
    }

    @Test
    void report_thatMakesNoSense_isIgnored() {
        try (LiveMemory live = LiveMemory.track()) {
            Memory.allocated(1, -1);
            assertThat(live.pieces()).isZero();
        }
    }
}
