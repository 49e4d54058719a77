package io.stepprofiler.pytorch;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.Operand;
import io.stepprofiler.pytorch.OperationNames.OperationName;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MutationsTest {
    private static final Operand TENSOR = Operand.tensor(ElementType.FLOAT, Dims.of(2));
    private static final List<Operand> OPERANDS = List.of(Operand.scalar("1"), TENSOR, TENSOR, Operand.scalar("2"));

    @ParameterizedTest
    @CsvSource({
        "aten::add_, Tensor, 1",
        "aten::addcmul_, '', 1",
        "aten::add, Tensor, ''",
        "aten::add, out, 2",
        "aten::threshold_backward, grad_input, 2",
        "aten::max, dim_max, ''",
        "aten::mean, names_out, 2",
        "aten::__and__, Tensor, ''",
        "my scope_, '', ''"
    })
    void operand_thatTheNameSaysIsWrittenInto_isMarked(String name, String overload, String marked) {
        List<Operand> operands = Mutations.mark(new OperationName(name, overload), OPERANDS);
        List<String> mutated = IntStream.range(0, operands.size())
                .filter(i -> operands.get(i).isMutated())
                .mapToObj(Integer::toString)
                .toList();
        assertThat(mutated).isEqualTo(marked.isEmpty() ? List.of() : List.of(marked));
    }

    @ParameterizedTest
    @CsvSource({"aten::add_, ''", "aten::add, out"})
    void operation_withoutTensors_isLeftAlone(String name, String overload) {
        List<Operand> numbers = List.of(Operand.scalar("1"));
        assertThat(Mutations.mark(new OperationName(name, overload), numbers)).isEqualTo(numbers);
    }
}
