package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.Trace;
import org.junit.jupiter.api.Test;

class LabelTest {
    @Test
    void of_sameName_isTheSameLabel() {
        assertThat(Label.of("same")).isSameAs(Label.of("same")).isNotEqualTo(Label.of("other"));
    }

    @Test
    @SuppressWarnings("NullAway") // Null is what this is about.
    void of_nullOrEmpty_isUnnamed() {
        assertThat(Label.of(null).name()).isEqualTo("(unnamed)");
        assertThat(Label.of("").name()).isEqualTo("(unnamed)");
    }

    @Test
    void of_nameOfAMegabyte_isCut() {
        assertThat(Label.of("x".repeat(1 << 20)).name()).isEqualTo("x".repeat(Label.MAX_LENGTH) + "…");
    }

    @Test
    void counter_withoutAName_isRecordedAsUnnamed() {
        Trace trace = Recorded.trace(() -> Counter.of("").record(1));
        assertThat(trace.counters())
                .singleElement()
                .satisfies(counter -> assertThat(counter.name()).isEqualTo("(unnamed)"));
    }
}
