package io.stepprofiler.handlers.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperandTextTest {
    private static final List<Operand> OPERANDS = List.of(
            Operand.tensor(ElementType.FLOAT, Dims.of(2, 3)),
            Operand.other("a, b"),
            Operand.other("x], ["),
            Operand.other("say \"no\", \\"),
            Operand.other("\"quoted\""),
            Operand.scalars(1, 2),
            Operand.other("plain"));

    @TempDir
    private Path dir;

    @Test
    void list_ofTextsThatLookLikeSeveral_hasThemInQuotes() {
        assertThat(OperandText.list(OPERANDS, Operand::text))
                .isEqualTo("[, \"a, b\", \"x], [\", \"say \\\"no\\\", \\\\\", \"\\\"quoted\\\"\", [1, 2], plain]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"t.xplane.pb", "t.json"})
    void operands_ofAnyText_areReadAgainWithTheirShapes(String name) throws IOException {
        TraceBuilder builder = new TraceBuilder();
        TrackBuilder main = builder.thread(1, "main");
        main.signature(
                main.add(builder.nameId("op"), 0, 5),
                builder.signatureId(OpSignature.of(OPERANDS.toArray(new Operand[0]))));
        Path file = dir.resolve(name);
        builder.build().export(file);

        Trace read = Traces.read(file);
        assertThat(read.events().get(0).signature().orElseThrow().inputs()).isEqualTo(OPERANDS);
        assertThat(read.events().get(0).arguments()).isEmpty();
    }
}
