package io.stepprofiler.report;

import static io.stepprofiler.report.Trials.assertSilent;
import static io.stepprofiler.report.Trials.diagnosis;
import static io.stepprofiler.report.Trials.eventually;
import static io.stepprofiler.report.Trials.stacks;
import static io.stepprofiler.report.Trials.warned;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.rules.Diagnosis;
import io.stepprofiler.analysis.rules.Finding;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where objects are allocated: each fault in a real program, and the same program without it. */
@Tag("alone")
class AllocationRulesTest {
    private static final int STEPS = 4;
    private static final int MANY = 3_000_000;
    private static final int SIZE = 8_192;

    /** Written so that nothing is made in vain. */
    private final Object[] boxes = new Object[1024];

    private final long[] numbers = new long[1024];
    private final double[][] buffers = new double[64][];

    private void box(int step) {
        for (long i = 0; i < MANY; i++) {
            boxes[(int) i % boxes.length] = i * 1000;
        }
    }

    private void keepAsTheyAre(int step) {
        for (long i = 0; i < MANY; i++) {
            numbers[(int) i % numbers.length] = i * 1000;
        }
    }

    private void allocate(int step) {
        for (int i = 0; i < SIZE; i++) {
            buffers[i % buffers.length] = new double[SIZE];
        }
    }

    private void reuse(int step) {
        for (int i = 0; i < SIZE; i++) {
            if (buffers[i % buffers.length] == null) {
                buffers[i % buffers.length] = new double[SIZE];
            }
        }
    }

    @Test
    void boxing_ofEachNumber_namesTheCode() {
        eventually(() -> {
            Finding found = warned("boxing", diagnosis(SmallLoop.withFault(STEPS, this::box)));
            assertThat(stacks(found)).anyMatch(frame -> frame.contains("AllocationRulesTest.box"));
        });
    }

    @Test
    void boxing_ofNoNumber_isFine() {
        eventually(() -> {
            Diagnosis diagnosis = diagnosis(SmallLoop.withFault(STEPS, this::keepAsTheyAre));
            assertSilent("boxing", diagnosis);
            assertSilent("one-allocation-site", diagnosis);
        });
    }

    @Test
    void oneAllocationSite_ofNearlyAll_namesTheCode() {
        eventually(() -> {
            Diagnosis diagnosis = diagnosis(SmallLoop.withFault(STEPS, this::allocate));
            assertThat(warned("one-allocation-site", diagnosis).sentence()).contains("AllocationRulesTest.allocate");
            assertSilent("boxing", diagnosis);
        });
    }

    @Test
    void oneAllocationSite_whatIsAllocatedIsReused_isFine() {
        eventually(() -> assertSilent("one-allocation-site", diagnosis(SmallLoop.withFault(STEPS, this::reuse))));
    }
}
