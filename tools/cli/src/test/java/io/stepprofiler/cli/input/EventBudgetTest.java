package io.stepprofiler.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EventBudgetTest {
    @Test
    void windows_getEqualPartsOfWhatThoseBeforeLeft() {
        EventBudget budget = new EventBudget(1000, 4);
        assertThat(budget.take(100)).isEqualTo(250);
        assertThat(budget.take(5_000_000_000L)).isEqualTo(300);
        assertThat(budget.take(0)).isEqualTo(300);
        assertThat(budget.take(1000)).isEqualTo(600);
    }

    @Test
    void oneWindow_getsAll() {
        assertThat(new EventBudget(1000, 1).take(5000)).isEqualTo(1000);
    }

    @Test
    void moreWindowsThanThereShouldBe_getOneEventEach() {
        EventBudget budget = new EventBudget(10, 1);
        assertThat(budget.take(10)).isEqualTo(10);
        assertThat(budget.take(10)).isEqualTo(1);
    }
}
