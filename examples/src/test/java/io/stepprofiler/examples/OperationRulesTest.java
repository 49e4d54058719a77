package io.stepprofiler.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.rules.Diagnosis;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.child.OwnProcess;
import io.stepprofiler.examples.program.OperationFaults;
import io.stepprofiler.examples.program.OperationFaults.Fault;
import io.stepprofiler.report.faces.SummaryFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rules about operations find their fault in a real training with libtorch, and nothing in the same training without
 * it. In a process of its own, since this one may have loaded another libtorch.
 */
@Tag("alone")
@Tag("long")
class OperationRulesTest {
    private static final Map<Fault, Diagnosis> DIAGNOSES = new EnumMap<>(Fault.class);

    @BeforeAll
    static void train(@TempDir Path dir) throws Exception {
        OwnProcess ended = OwnProcess.run(
                List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-Dorg.bytedeco.javacpp.cachedir=" + System.getProperty("stepprofiler.javacpp.cache")),
                OperationFaults.class,
                dir.toString());
        assertThat(ended.exit()).as(ended.output()).isZero();
        for (Fault fault : Fault.values()) {
            DIAGNOSES.put(fault, read(dir.resolve(fault + ".json")));
        }
    }

    private static Diagnosis read(Path summary) throws IOException {
        return SummaryFile.read(summary).windows().get(0).diagnosis();
    }

    private static Optional<Finding> found(String rule, Fault fault) {
        return DIAGNOSES.get(fault).findings().stream()
                .filter(each -> each.rule().equals(rule))
                .findFirst();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gradients-zeroed        | ZEROED        | aten::zero_",
                "optimizer-per-parameter | PER_PARAMETER | operations",
                "operation-loop          | LOOP          | 256 times a step aten::select",
                "copies                  | COPIES        | aten::to in forward",
                "values-read-back        | READS         | aten::item",
                "changing-shapes         | SHAPES        | for the first time"
            })
    void rule_trainingWithItsFault_findsItAndNothingWithout(String rule, Fault fault, String evidence) {
        Optional<Finding> finding = found(rule, fault);
        assertThat(finding).as("%s", DIAGNOSES.get(fault)).isPresent();
        assertThat(finding.orElseThrow().proofs())
                .isNotEmpty()
                .allSatisfy(proof -> assertThat(proof.step()).isPositive())
                .anyMatch(proof -> proof.text().contains(evidence));
        assertThat(finding.orElseThrow().advice()).isNotEmpty();
        for (Fault other : List.of(Fault.NONE, fault == Fault.READS ? Fault.SHAPES : Fault.READS)) {
            assertThat(found(rule, other)).as("%s of %s", rule, other).isEmpty();
        }
    }

    @Test
    void rules_aboutOperations_areCheckedInATrainingWithoutFault() {
        assertThat(DIAGNOSES.get(Fault.NONE).fine())
                .contains(
                        "Gradients zeroed one by one",
                        "Optimizer per parameter",
                        "Loop of the same operations",
                        "Copies and conversions",
                        "Values are read back",
                        "Shapes change");
    }

    @Test
    void training_withoutFault_hasNoWarningAboutOperations() {
        assertThat(DIAGNOSES.get(Fault.NONE).findings())
                // They are about a machine on which other things run, too.
                .filteredOn(each -> !Set.of("other-processes", "profiler-cost").contains(each.rule()))
                .allSatisfy(each -> assertThat(each.severity()).isEqualTo(Severity.INFORMATION));
    }
}
