package io.stepprofiler.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.UnfinishedCause;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class LossAccountTest {
    @Test
    void account_sumAddsUp_keepsTheFigures() {
        LossAccount account = new LossAccount(
                21,
                10,
                Map.of(DropCause.EVENT_LIMIT, 4L, DropCause.SOURCE, 5L),
                Map.of(UnfinishedCause.THREAD_ENDED, 2L),
                Map.of(Anomaly.CLOSED_TWICE, 100L));
        assertThat(account.begun()).isEqualTo(21);
        assertThat(account.written()).isEqualTo(10);
        assertThat(account.droppedTotal()).isEqualTo(9);
        assertThat(account.unfinishedTotal()).isEqualTo(2);
        assertThat(account.anomalies()).containsExactly(entry(Anomaly.CLOSED_TWICE, 100L));
    }

    @ParameterizedTest
    @CsvSource({"11, 4, 2, 4", "9, 4, 2, 4", "0, 1, 0, 0", "1, 0, 0, 0", "-1, -1, 0, 0", "0, -1, 1, 0"})
    void account_sumDoesNotAddUpOrIsNegative_isRefusedWithItsTerms(
            long begun, long written, long dropped, long unfinished) {
        Map<DropCause, Long> droppedByCause = Map.of(DropCause.BYTE_LIMIT, dropped);
        Map<UnfinishedCause, Long> unfinishedByCause = Map.of(UnfinishedCause.WINDOW_ENDED, unfinished);
        assertThatThrownBy(() -> new LossAccount(begun, written, droppedByCause, unfinishedByCause, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("begun = " + begun)
                .hasMessageContaining("written = " + written);
    }

    static Stream<Map<Anomaly, Long>> negativeAnomalies() {
        return Stream.of(
                Map.of(Anomaly.UNNAMED, -1L), Map.of(Anomaly.UNNAMED, Long.MIN_VALUE, Anomaly.TEXT_TRUNCATED, 1L));
    }

    @ParameterizedTest
    @MethodSource("negativeAnomalies")
    void account_negativeAnomaly_namesKindValueAndRange(Map<Anomaly, Long> anomalies) {
        assertThatThrownBy(() -> new LossAccount(0, 0, Map.of(), Map.of(), anomalies))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("UNNAMED = " + anomalies.get(Anomaly.UNNAMED) + " is not allowed: must be 0 or more");
    }

    @Test
    void account_negativeCounts_areRefusedEvenWhereTheSumAddsUp() {
        assertThatThrownBy(() -> new LossAccount(
                        1, 0, Map.of(DropCause.SOURCE, -1L, DropCause.BYTE_LIMIT, 2L), Map.of(), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("SOURCE = -1 is not allowed: must be 0 or more");
        assertThatThrownBy(() -> new LossAccount(1, 2, Map.of(), Map.of(UnfinishedCause.WINDOW_ENDED, -1L), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("WINDOW_ENDED = -1 is not allowed: must be 0 or more");
    }

    @Test
    void account_zeroCounts_areNotKept() {
        LossAccount account = new LossAccount(
                1,
                1,
                Map.of(DropCause.SOURCE, 0L),
                Map.of(UnfinishedCause.WINDOW_ENDED, 0L),
                Map.of(Anomaly.UNNAMED, 0L));
        assertThat(account).isEqualTo(new LossAccount(1, 1, Map.of(), Map.of(), Map.of()));
        assertThat(account.dropped()).isEmpty();
        assertThat(account.unfinished()).isEmpty();
        assertThat(account.anomalies()).isEmpty();
    }

    @Test
    void account_mapsChangedLater_staysAsItWas() {
        Map<DropCause, Long> dropped = new EnumMap<>(Map.of(DropCause.SOURCE, 3L));
        LossAccount account = new LossAccount(3, 0, dropped, Map.of(), Map.of());
        dropped.put(DropCause.SOURCE, 4L);
        assertThat(account.droppedTotal()).isEqualTo(3);
        assertThatThrownBy(() -> account.dropped().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void summary_nothingLost_isTheSumAlone() {
        assertThat(new LossAccount(7, 7, Map.of(), Map.of(), Map.of()).summary())
                .isEqualTo("7 events begun = 7 written + 0 dropped + 0 unfinished");
    }

    @Test
    void summary_lossesAndAnomalies_namesEachInTheOrderOfTheirKinds() {
        Map<DropCause, Long> dropped = new LinkedHashMap<>();
        dropped.put(DropCause.SOURCE, 1L);
        dropped.put(DropCause.EVENT_LIMIT, 2L);
        LossAccount account = new LossAccount(
                10,
                3,
                dropped,
                Map.of(UnfinishedCause.WINDOW_ENDED, 4L),
                Map.of(Anomaly.CLOSED_TWICE, 5L, Anomaly.NEGATIVE_DURATION, 6L));
        assertThat(account.summary())
                .isEqualTo("10 events begun = 3 written + 3 dropped + 4 unfinished (dropped, event limit: 2,"
                        + " dropped, activity source: 1, unfinished, window ended: 4, closed twice: 5,"
                        + " negative duration: 6)");
    }
}
