package io.stepprofiler.cli.top;

import io.stepprofiler.capture.live.LiveFigures;
import io.stepprofiler.capture.live.LiveJob;
import io.stepprofiler.capture.live.LiveMachine;
import io.stepprofiler.capture.live.LiveSteps;
import io.stepprofiler.capture.live.LiveView;
import io.stepprofiler.capture.live.StepSample;
import io.stepprofiler.capture.live.StepSample.Operation;
import io.stepprofiler.capture.live.StepSample.Part;
import java.util.List;
import java.util.Optional;

/** Figures of a job that there is not. */
final class SomeFigures {
    static final List<Part> PARTS = List.of(
            new Part("backward", "PHASE", 20_000_000),
            new Part("forward", "PHASE", 14_000_000),
            new Part("waiting for data", "DATA_WAIT", 6_000_000));

    static final List<Operation> OPERATIONS = List.of(
            new Operation("aten::convolution_backward", "SCOPE", 2, 9_000_000),
            new Operation("aten::addmm", "SCOPE", 5, 3_000_000),
            new Operation("aten::copy_", "SCOPE", 40, 1_000_000));

    private SomeFigures() {}

    static LiveFigures at(int second) {
        return with(second, "LeNetTraining", PARTS, OPERATIONS, 0, "");
    }

    static LiveFigures with(
            int second, String program, List<Part> parts, List<Operation> operations, long lost, String note) {
        return new LiveFigures(
                1_700_000_000_000L + 1000L * second,
                new LiveJob("box", 4242, program, 5_025_000 + 1000L * second, "profile waits"),
                new LiveSteps(1235, 1234, 25.0, List.of(40_000_000L, 41_000_000L, 80_000_000L, 40_000_000L), 1_000_000),
                new LiveMachine(1.8, 2, 1.9, 512L << 20, 2048L << 20, 900L << 20, 7 + second, 70 + 5L * second),
                Optional.of(new StepSample(1230 + second, 3, 40_000_000, 30_000_000, parts, operations, 312, lost, 60)),
                note);
    }

    static TopState state(LiveFigures... figures) {
        TopState state = TopState.of("localhost:9012");
        for (LiveFigures each : figures) {
            state = state.withView(state.view().map(view -> view.next(each)).orElseGet(() -> LiveView.of(each)));
        }
        return state;
    }
}
