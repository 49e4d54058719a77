package io.stepprofiler.capture.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.capture.live.LiveFigures;
import io.stepprofiler.capture.live.LiveJob;
import io.stepprofiler.capture.live.LiveMachine;
import io.stepprofiler.capture.live.LiveSteps;
import io.stepprofiler.capture.live.StepSample;
import io.stepprofiler.capture.live.StepSample.Operation;
import io.stepprofiler.capture.live.StepSample.Part;
import io.stepprofiler.capture.proto.v1.Figures;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FiguresCodecTest {
    private static final LiveFigures FIGURES = new LiveFigures(
            1,
            new LiveJob("box", 2, "Train", 3, "paused"),
            new LiveSteps(4, 5, 6.5, List.of(7L, 8L), 9),
            new LiveMachine(1.5, 10, 2.5, 11, 12, 13, 14, 15),
            Optional.of(new StepSample(
                    16,
                    17,
                    18,
                    -1,
                    List.of(new Part("forward", "PHASE", 19)),
                    List.of(new Operation("aten::add", "SCOPE", 20.5, 21)),
                    22,
                    23,
                    24)),
            "note");

    @Test
    void decode_whatWasEncoded_isTheSame() throws Exception {
        assertThat(FiguresCodec.decode(
                        Figures.parseFrom(FiguresCodec.encode(FIGURES).toByteArray())))
                .isEqualTo(FIGURES);
    }

    @Test
    void decode_emptyMessage_hasNoSample() {
        LiveFigures decoded = FiguresCodec.decode(Figures.getDefaultInstance());
        assertThat(decoded.sample()).isEmpty();
        assertThat(decoded.steps().medianNanos()).isZero();
    }
}
