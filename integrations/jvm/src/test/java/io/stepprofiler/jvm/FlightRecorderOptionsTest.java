package io.stepprofiler.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.stepprofiler.trace.Trace;
import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FlightRecorderOptionsTest {
    static Stream<Arguments> wrong() {
        return Stream.of(
                wrong("waitThreshold = PT-0.000000001S", "PT0S to PT1H", b -> b.waitThreshold(Duration.ofNanos(-1))),
                wrong("waitThreshold = PT2H", "PT0S to PT1H", b -> b.waitThreshold(Duration.ofHours(2))),
                wrong("samplingPeriod = PT0S", "PT0.001S to PT1H", b -> b.samplingPeriod(Duration.ZERO)),
                wrong("samplingPeriod = PT2H", "PT0.001S to PT1H", b -> b.samplingPeriod(Duration.ofHours(2))),
                wrong("maxEvents = 0", "1 to 100000000", b -> b.maxEvents(0)),
                wrong("flushInterval = PT0.5S", "PT1S to PT1H", b -> b.flushInterval(Duration.ofMillis(500))),
                wrong("flushInterval = PT2H", "PT1S to PT1H", b -> b.flushInterval(Duration.ofHours(2))));
    }

    private static Arguments wrong(String given, String allowed, UnaryOperator<FlightRecorderSource> setting) {
        return Arguments.of(given, allowed, setting);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrong")
    void options_thatAreNotAllowed_areNamedWithWhatIs(
            String given, String allowed, UnaryOperator<FlightRecorderSource> setting) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> setting.apply(FlightRecorderSource.create()))
                .withMessageStartingWith(given + " is not allowed")
                .withMessageEndingWith(allowed);
    }

    @Test
    void groups_none_recordNothing() throws Exception {
        FlightRecorderSource none = FlightRecorderSource.create().without(EventGroup.values());
        Trace trace = Windows.of(none, () -> {
            System.gc();
        });
        assertThat(trace.eventCount()).isZero();
        assertThat(trace.metadata()).containsKey(FlightNotes.STATUS);
    }
}
