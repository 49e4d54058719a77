package io.stepprofiler.capture.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.CaptureRequest;
import io.stepprofiler.capture.proto.v1.CaptureSpec;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SpecReaderTest {
    private final SpecReader reader = new SpecReader(builder -> builder, Duration.ofMinutes(10));

    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of(CaptureSpec.newBuilder(), "steps or duration_millis must be given"),
                Arguments.of(CaptureSpec.newBuilder().setSteps(0), "steps = 0"),
                Arguments.of(CaptureSpec.newBuilder().setSteps(-1), "steps = -1"),
                Arguments.of(CaptureSpec.newBuilder().setSteps(10_001), "must be 1 to 10000"),
                Arguments.of(CaptureSpec.newBuilder().setDurationMillis(0), "duration_millis = 0"),
                Arguments.of(CaptureSpec.newBuilder().setDurationMillis(600_001), "must be 1 to 600000"),
                Arguments.of(CaptureSpec.newBuilder().setSteps(1).setFirstStep(-1), "first_step = -1"),
                Arguments.of(CaptureSpec.newBuilder().setSteps(1).setWarmup(-1), "warmup = -1"),
                Arguments.of(CaptureSpec.newBuilder().setSteps(1).setWarmup(101), "warmup = 101"),
                Arguments.of(CaptureSpec.newBuilder().setDurationMillis(1).setFirstStep(5), "goes with steps"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void spec_wrong_isRefusedByName(CaptureSpec.Builder spec, String said) {
        assertThatThrownBy(() -> reader.read(spec.build(), "caller"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(said);
    }

    @Test
    void spec_ofSteps_isTheRequest() {
        CaptureRequest request = reader.read(
                CaptureSpec.newBuilder()
                        .setSteps(5)
                        .setFirstStep(100)
                        .setWarmup(2)
                        .setHolder("me\nand you")
                        .setYields(true)
                        .build(),
                "127.0.0.1:1");
        assertThat(request.steps()).hasValue(5);
        assertThat(request.warmup()).isEqualTo(2);
        assertThat(request.isYielding()).isTrue();
        assertThat(request.holder()).isEqualTo("me\\u000aand you");
    }

    @Test
    void spec_ofDuration_isTheRequest() {
        CaptureRequest request = reader.read(
                CaptureSpec.newBuilder()
                        .setDurationMillis(1_500)
                        .setHolder("x".repeat(1_000))
                        .build(),
                "caller");
        assertThat(request.duration()).contains(Duration.ofMillis(1_500));
        assertThat(request.holder()).hasSize(200);
    }

    @Test
    void holder_notGiven_isTheCaller() {
        CaptureSpec spec = CaptureSpec.newBuilder().setSteps(1).build();
        assertThat(reader.read(spec, "127.0.0.1:50712").holder()).isEqualTo("127.0.0.1:50712");
    }
}
