package io.stepprofiler.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.Collective;
import io.stepprofiler.event.ProcessInfo;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class LedgerBuilderTest {
    private final LedgerBuilder builder = new LedgerBuilder(new LedgerRun(
            "",
            "",
            "",
            "",
            new ProcessInfo(1, "a"),
            new ClockAnchor(5, 7),
            LedgerRun.Machine.UNKNOWN,
            OptionalInt.of(3),
            4,
            JobPlace.UNKNOWN));

    @Test
    void ledger_hasTheAddedRows() {
        builder.step(10, 100, 30);
        builder.set(StepValue.BATCH, 32);
        builder.step(11, 130, 90);
        builder.pooled(3);
        builder.losses(new LedgerLosses(1, 2, 3, 4, 5, 6));

        StepLedger ledger = builder.build();

        assertThat(ledger.run().rank()).hasValue(3);
        assertThat(ledger.stepCount()).isEqualTo(4);
        assertThat(ledger.number(1)).isEqualTo(11);
        assertThat(ledger.steps(1)).isEqualTo(3);
        assertThat(ledger.value(StepValue.BATCH, 0)).isEqualTo(32);
        assertThat(ledger.value(StepValue.BATCH, 1)).isEqualTo(StepLedger.UNKNOWN);
        assertThat(ledger.losses()).isEqualTo(new LedgerLosses(1, 2, 3, 4, 5, 6));
    }

    @Test
    void collectives_areKeptInOrder() {
        SyncGroup group = new SyncGroup("tp", 2, 2);
        builder.sync(10, new SyncGroup("", 0, 0), Collective.BARRIER, 0, 0, 100, 110);
        builder.sync(10, group, Collective.ALL_REDUCE, 1, 4096, 111, 120);

        StepSyncs syncs = builder.build().syncs();

        assertThat(syncs.size()).isEqualTo(2);
        assertThat(syncs.group(1)).isEqualTo(group);
        assertThat(syncs.kind(1)).isEqualTo(Collective.ALL_REDUCE);
        assertThat(syncs.number(1)).isEqualTo(1);
        assertThat(syncs.bytes(1)).isEqualTo(4096);
        assertThat(syncs.arrivalNanos(1)).isEqualTo(111);
        assertThat(syncs.endNanos(1)).isEqualTo(120);
    }

    @Test
    void values_beforeTheFirstStep_areRefused() {
        assertThatIllegalStateException().isThrownBy(() -> builder.set(StepValue.BATCH, 1));
        assertThatIllegalStateException().isThrownBy(() -> builder.pooled(2));
    }
}
