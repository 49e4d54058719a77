package io.stepprofiler.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ScheduleBuilderTest {
    static Stream<Arguments> wrongValues() {
        return Stream.of(
                wrong("wait = -1", "0 to 2147483647", builder -> builder.wait(-1)),
                wrong("warmup = -2", "0 to 2147483647", builder -> builder.warmup(-2)),
                wrong("active = 0", "1 to 2147483647", builder -> builder.active(0)),
                wrong("active = -3", "1 to 2147483647", builder -> builder.active(-3)),
                wrong("repeat = -1", "0 to 2147483647", builder -> builder.repeat(-1)),
                wrong("skipFirst = -2147483648", "0 to 2147483647", builder -> builder.skipFirst(Integer.MIN_VALUE)));
    }

    private static Arguments wrong(String value, String range, UnaryOperator<Schedule.Builder> setter) {
        return Arguments.of(value, range, setter);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrongValues")
    void setter_valueOutOfRange_namesParameterValueAndRange(
            String value, String range, UnaryOperator<Schedule.Builder> setter) {
        assertThatThrownBy(() -> setter.apply(Schedule.builder()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(value + " is not allowed: must be " + range);
    }

    @Test
    void build_activeNotSet_isRefused() {
        assertThatThrownBy(() -> Schedule.builder().warmup(1).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("active");
    }

    @Test
    void always_anyStep_records() {
        assertThat(Schedule.always().action(0)).isEqualTo(ProfilerAction.RECORD);
        assertThat(Schedule.always().action(Long.MAX_VALUE)).isEqualTo(ProfilerAction.RECORD);
    }

    @Test
    void warnOnce_severalWarnings_passesOnTheFirst() {
        List<String> heard = new ArrayList<>();
        WarnOnce warnOnce = new WarnOnce(heard::add);
        warnOnce.warn("first");
        warnOnce.warn("second");
        assertThat(heard).containsExactly("first");
    }

    @Test
    void build_withoutWarmup_warns() {
        List<String> heard = new ArrayList<>();
        new Schedule.Builder(new WarnOnce(heard::add)).active(1).build();
        assertThat(heard).singleElement().asString().contains("warmup = 0");
    }

    @Test
    void build_withWarmup_warnsOfNothing() {
        List<String> heard = new ArrayList<>();
        new Schedule.Builder(new WarnOnce(heard::add)).warmup(1).active(1).build();
        assertThat(heard).isEmpty();
    }
}
