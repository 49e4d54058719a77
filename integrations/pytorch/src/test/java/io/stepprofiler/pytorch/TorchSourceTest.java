package io.stepprofiler.pytorch;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.trace.ForwardBackward;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Operations of the libtorch that DJL brings. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
class TorchSourceTest {
    private static TinyMlp mlp;

    @BeforeAll
    static void warmUp() {
        mlp = new TinyMlp();
        mlp.step();
    }

    @AfterAll
    static void close() {
        mlp.close();
    }

    @Test
    void status_withLibtorch_saysThatAllWorksAndWithWhich() {
        TorchStatus status = TorchSource.status();
        assertThat(status.isAvailable()).as(status.toString()).isTrue();
        assertThat(List.of(status.operations(), status.shapes(), status.sequenceNumbers(), status.memory()))
                .containsOnly("ok");
        assertThat(status.version()).isEqualTo("2.7.1");
        assertThat(status.path()).endsWith("libtorch_cpu.so");
        assertThat(status.copies()).isEqualTo(1);
    }

    @Test
    void smoke() throws Exception {
        Trace trace = Recorded.withMemory(mlp::step);
        for (TraceEvent e : Recorded.events(trace)) {
            System.out.println(e.trackId() + " "
                    + (e.startNanos() - trace.start().monotonicNanos()) + " " + e.durationNanos() + " " + e.name() + " "
                    + e.signature()
                            .map(s -> s.overload()
                                    + s.inputDimsText()
                                    + s.inputs().stream()
                                            .map(o -> o.torchType() + ":" + o.text())
                                            .toList())
                            .orElse("")
                    + " " + e.sequenceNumber() + " " + e.forwardThread());
        }
        System.out.println(trace.metadata());
        System.out.println(trace.account());
        for (int i = 0; i < trace.memory().size(); i++)
            System.out.println(trace.memory().event(i));
        System.out.println(ForwardBackward.links(trace).size());
    }
}
