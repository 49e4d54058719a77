package io.stepprofiler.columns;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryColumnsTest {
    private static <T> T any(T[] values, Random random) {
        return values[random.nextInt(values.length)];
    }

    /** Out of memory or categories, to which no total is added; each column has runs of one value. */
    private static MemoryEvent event(Random random, int run) {
        boolean isMixed = run % 2 == 0;
        return new MemoryEvent(
                random.nextInt(1 << 20),
                isMixed ? random.nextInt(3) : run,
                isMixed ? MemoryAction.OUT_OF_MEMORY : MemoryAction.CATEGORIZE,
                isMixed ? Device.cuda(random.nextInt(3)) : Device.CPU,
                random.nextLong(),
                random.nextInt(100),
                isMixed ? random.nextInt(1000) : 7,
                isMixed ? random.nextLong() : 0,
                isMixed ? any(MemoryCategory.values(), random) : MemoryCategory.UNKNOWN,
                isMixed ? random.nextInt(5) : -1);
    }

    private static List<MemoryEvent> events(MemoryColumns columns) {
        return IntStream.range(0, columns.size()).mapToObj(columns::event).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16, 17, 4095, 4096, 4097, 20_000})
    void complete_ofEventsInAnyOrder_givesThemInThatOfTime(int count) {
        Random random = new Random(count);
        List<MemoryEvent> expected = new ArrayList<>();
        MemoryColumns columns = new MemoryColumns();
        for (int i = 0; i < count; i++) {
            MemoryEvent event = event(random, i / 3000);
            expected.add(event);
            columns.add(event);
        }
        assertThat(events(columns)).isEqualTo(expected);
        columns.complete(anomaly -> {});
        expected.sort(Comparator.comparingLong(MemoryEvent::nanos));
        assertThat(events(columns)).isEqualTo(expected);
    }

    @Test
    void heapBytes_ofEventsOfOneThread_areThoseOfTheColumnsThatDiffer() {
        MemoryColumns columns = new MemoryColumns();
        for (int i = 0; i < 40_960; i++) {
            columns.add(i % 2 == 0 ? MemoryEvent.allocated(i, 1, i, i) : MemoryEvent.freed(i, 1, i - 1, i));
        }
        assertThat(columns.heapBytes()).isEqualTo(40_960 * (3 * Long.BYTES + Integer.BYTES));
        columns.complete(anomaly -> {});
        assertThat(columns.heapBytes()).isLessThanOrEqualTo(40_960L * MemoryColumns.BYTES_PER_EVENT);
    }
}
