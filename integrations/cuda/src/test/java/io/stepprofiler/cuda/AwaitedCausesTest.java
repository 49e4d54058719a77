package io.stepprofiler.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.source.ActivitySink;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AwaitedCausesTest {
    private static final ActivitySink SINK = (ActivitySink) Proxy.newProxyInstance(
            ActivitySink.class.getClassLoader(),
            new Class<?>[] {ActivitySink.class},
            (proxy, method, arguments) -> null);

    private final Causes causes = new Causes(true, true, true);
    private final AwaitedCauses awaited = new AwaitedCauses(causes, new Correlations());
    private final List<Long> told = new ArrayList<>();
    private final RecordHandler work = awaited.before((record, sink) -> told.add(DeviceEvents.correlation(record)));

    private void read(long correlation) {
        Words words = new Words().kernel(null, 0, 7, correlation, 10, 20);
        CudaRecord record = new CudaRecord(words.buffers(1).get(0));
        record.moveTo(0);
        work.report(record, SINK);
    }

    @Test
    void work_whoseCallIsRead_isToldAndOtherWorkWaits() {
        causes.called(1, true);
        read(1);
        read(2);
        read(3);
        assertThat(told).containsExactly(1L);

        causes.called(3, true);
        awaited.tellKnown(SINK);
        assertThat(told).containsExactly(1L, 3L);
    }

    @Test
    void work_whoseCauseDoesNotCome_isToldWithTheNextPiece() {
        read(1);
        awaited.endPiece(SINK);
        read(2);
        assertThat(told).isEmpty();

        awaited.endPiece(SINK);
        assertThat(told).containsExactly(1L);

        awaited.tellAll(SINK);
        assertThat(told).containsExactly(1L, 2L);
    }

    @Test
    void work_ofWhichTooMuchWaits_isToldTheOldestFirst() {
        for (long correlation = 1; correlation <= (1 << 14) + 2; correlation++) {
            read(correlation);
        }
        assertThat(told).containsExactly(1L, 2L);
    }
}
