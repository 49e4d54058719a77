package io.stepprofiler.readers.xspace.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignatureTextTest {
    @Test
    void lists_ofAllKindsOfOperands_areRead() {
        SignatureText text = new SignatureText();
        text.take("Input Dims", "[[64, 784], [[2, 3], [4]], [], [], []]");
        text.take("Input type", "[float, TensorList, Scalar, ScalarList, ]");
        text.take("Concrete Inputs", "[, , 0.5, [1, 1], ]");
        text.take("Output Dims", "[[64, 10]]");
        text.take("Output type", "[c10::Half]");
        text.take("Overload Name", "Tensor");
        text.take("FLOPs", "123");

        assertThat(text.signature())
                .hasValue(new OpSignature(
                        "Tensor",
                        List.of(
                                Operand.tensor(ElementType.FLOAT, Dims.of(64, 784)),
                                Operand.tensors(ElementType.UNKNOWN, List.of(Dims.of(2, 3), Dims.of(4))),
                                Operand.scalar("0.5"),
                                Operand.scalars(1, 1),
                                Operand.ABSENT),
                        List.of(Operand.tensor(ElementType.HALF, Dims.of(64, 10))),
                        123));
    }

    @Test
    void oneOperandWithoutAType_isAbsent() {
        SignatureText text = new SignatureText();
        text.take("Input Dims", "[[]]");
        text.take("Input type", "[]");

        assertThat(text.signature()).hasValue(OpSignature.of(Operand.ABSENT));
    }

    @Test
    void textsInQuotes_areOneElementEach() {
        SignatureText text = new SignatureText();
        text.take("Input Dims", "[[], [], []]");
        text.take("Input type", "[, Scalar, ]");
        text.take("Concrete Inputs", "[\"a, \\\"b\\\"], \\\\\", 1, \"\\\"\"]");

        assertThat(text.signature())
                .hasValue(OpSignature.of(Operand.other("a, \"b\"], \\"), Operand.scalar("1"), Operand.other("\"")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"abc", "\"a\"b\"", "\"", "\"a\\"})
    void textOfAnEarlierVersion_thatBeginsWithAQuote_isTakenAsItIs(String value) {
        SignatureText text = new SignatureText();
        text.take("Input Dims", "[[], [], [2, 3]]");
        text.take("Input type", "[, Scalar, float]");
        text.take("Concrete Inputs", "[" + value + ", 1, ]");

        assertThat(text.signature())
                .hasValue(OpSignature.of(
                        Operand.other(value), Operand.scalar("1"), Operand.tensor(ElementType.FLOAT, Dims.of(2, 3))));
    }

    @Test
    void quoteWithoutItsEnd_makesNoSignature() {
        SignatureText text = new SignatureText();
        text.take("Input Dims", "[[]]");
        text.take("Concrete Inputs", "[\"a, b]");

        assertThat(text.signature()).isEmpty();
    }

    @Test
    void lists_thatDoNotGoTogether_areNone() {
        for (String dims : new String[] {"[[1], [2]]", "[x]", "[[99999999999999999999]]", ""}) {
            SignatureText text = new SignatureText();
            text.take("Input Dims", dims);
            text.take("Input type", "[float, a, b, c]");

            assertThat(text.signature()).as(dims).isEmpty();
        }
    }

    @Test
    void valuesOfOtherNames_areNoPart() {
        SignatureText text = new SignatureText();

        assertThat(text.take("batch", "1")).isFalse();
        assertThat(text.signature()).isEmpty();
    }
}
