package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.Activity;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HistoryTest {
    static Stream<Arguments> wrong() {
        History history = History.ofSteps(1);
        return Stream.of(
                wrong("steps", "0", () -> History.ofSteps(0)),
                wrong("steps", "-1", () -> History.ofSteps(-1)),
                wrong("time", "PT0S", () -> History.of(Duration.ZERO)),
                wrong("time", "PT-1S", () -> History.of(Duration.ofSeconds(-1))),
                wrong("time", "PT8784H", () -> History.of(Duration.ofDays(366))),
                wrong("time", "PT876000000H", () -> History.of(Duration.ofDays(36_500_000))),
                wrong("maxBytes", "1048575", () -> history.withMaxBytes((1 << 20) - 1)),
                wrong("maxBytes", "-1", () -> history.withMaxBytes(-1)),
                wrong("slowStep", "1.0", () -> history.onSlowStep(1)),
                wrong("slowStep", "NaN", () -> history.onSlowStep(Double.NaN)),
                wrong("slowStep", "-3.0", () -> history.onSlowStep(-3)),
                wrong("maxSnapshots", "-1", () -> history.withMaxSnapshots(-1)));
    }

    private static Arguments wrong(String parameter, String value, Supplier<History> making) {
        return Arguments.of(parameter, value, making);
    }

    @ParameterizedTest(name = "{0} = {1}")
    @MethodSource("wrong")
    void history_ofWhatCannotBe_isRefusedByName(String parameter, String value, Supplier<History> making) {
        assertThatThrownBy(making::get)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(parameter + " = ")
                .hasMessageContaining(value)
                .hasMessageContaining("must be");
    }

    @Test
    void history_changedInOneThing_keepsTheOthers() {
        History history = History.ofSteps(7)
                .withMaxBytes(1 << 21)
                .onSlowStep(3)
                .onUncaught(false)
                .onNotFinite(true)
                .withMaxSnapshots(4);
        assertThat(history.steps).contains(7);
        assertThat(history.time).isEmpty();
        assertThat(history.maxBytes).isEqualTo(1 << 21);
        assertThat(history.slowStep).contains(3.0);
        assertThat(history.onUncaught).isFalse();
        assertThat(history.onNotFinite).isTrue();
        assertThat(history.maxSnapshots).isEqualTo(4);
        assertThat(History.of(Duration.ofSeconds(2)).time).contains(Duration.ofSeconds(2));
    }

    @Test
    void profile_withAHistoryAndASchedule_isRefusedByName() {
        ProfileBuilder builder = Profile.builder().history(History.ofSteps(1)).schedule(Schedule.always());
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("history = ")
                .hasMessageContaining("schedule");
    }

    @Test
    void profile_withAHistoryAndASourceThatDeliversAtTheEndOnly_isRefusedByName() {
        ProfileBuilder builder = Profile.builder().history(History.ofSteps(1)).source(ScriptedSource.of(Activity.JVM));
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("history = ")
                .hasMessageContaining("sources");
    }

    @Test
    void kept_isSaidInWords() {
        History steps = History.ofSteps(10).withMaxBytes(4 << 20);
        History time = History.of(Duration.ofSeconds(90)).withMaxBytes(4 << 20);
        assertThat(steps.toString()).isEqualTo("the last 10 steps, in 4.00 MiB at most");
        assertThat(time.toString()).isEqualTo("the last 90.0 s, in 4.00 MiB at most");
    }
}
