package io.stepprofiler.analysis.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import io.stepprofiler.analysis.whatif.OperationGraph.Gaps;
import io.stepprofiler.analysis.whatif.OperationGraph.RecordedMemory;
import io.stepprofiler.analysis.whatif.Peaks.Peak;
import io.stepprofiler.event.Device;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class MemoryProfileTest {
    private static final Optional<Device> CPU = Optional.of(Device.CPU);
    private static final Optional<Device> GPU = Optional.of(Device.cuda(0));
    private static final int KIB = 1024;

    private static OperationGraph chain(Optional<Device> device, int kib) {
        OperationGraphBuilder builder = new OperationGraphBuilder();
        int input = builder.input(device);
        builder.operation("relu", "[[8]]", "forward › conv");
        builder.read(input);
        int made = builder.create((long) kib * KIB, device, "float [8]");
        builder.operation("add_", "[[8]]", "");
        int sum = builder.overwrite(made, (long) kib * KIB, "float [8]");
        builder.operation("view", "", "");
        builder.output(builder.view(sum, (long) kib * KIB, ""));
        return builder.build(List.of(new RecordedMemory(Device.CPU, 7L * KIB, 300, 20)), Gaps.NONE);
    }

    @Test
    void text_profile_saysPeaksAndLargestResults() {
        MemoryProfileOptions options = MemoryProfileOptions.DEFAULT.withRows(2);

        assertThat(MemoryProfile.of(chain(CPU, 6), options).text()).isEqualTo("""
                Memory profile
                Results of 3 operations only: inputs and older memory are not counted; 1 KiB = 1024 bytes
                Peak in KiB, as executed (in topological order)      cpu
                each result freed after its last use               6 (6)
                the same, nothing written in place               12 (12)
                nothing freed                                          6
                as recorded: freed when the program did                7

                Largest results (c: created, i: written in place, v: view)
                Bytes  Codes  Shapes  ←  operation, its inputs
                6,144  c      float [8]  ←  relu [[8]]  in forward › conv
                6,144  i      float [8]  ←  add_ [[8]]
                The results of 1 operation more take 6,144 bytes (33.33%)

                Not known
                1 result of unknown shape
                Not counted: up to 300 bytes of scratch memory of one operation
                Not counted: 20 bytes allocated outside operations
                """);
    }

    @Test
    void text_remainingResults_hasANumberOfBytes() {
        // Aesara prints a literal placeholder there.
        String text = MemoryProfile.of(chain(CPU, 6), MemoryProfileOptions.DEFAULT.withRows(0))
                .text();

        assertThat(text).contains("The results of 3 operations more take 18,432 bytes (100.00%)");
        assertThat(text).doesNotContain("%d").doesNotContain("%s").doesNotContain("{");
    }

    @Test
    void peaks_resultsOnAGpu_areInItsOwnColumn() {
        // Aesara's column for the GPU is always 0.
        MemoryProfile profile = MemoryProfile.of(chain(GPU, 6), MemoryProfileOptions.DEFAULT);

        assertThat(profile.peaks()).hasSize(1);
        assertThat(profile.peaks().get(0).device()).isEqualTo("cuda:0");
        assertThat(profile.peaks().get(0).asIs()).isEqualTo(new Peak(6 * KIB, 6 * KIB));
    }

    @Test
    void peaks_twoDevices_areThoseOfEachAndOfAll() {
        for (long seed = 0; seed < 500; seed++) {
            OperationGraph graph = RandomGraph.onTwoDevices(seed, 10).graph;
            List<Peaks> peaks =
                    MemoryProfile.of(graph, MemoryProfileOptions.DEFAULT).peaks();
            if (peaks.size() > 1) {
                assertThat(peaks).extracting(Peaks::device).containsExactly("cpu", "cuda:0", "all devices");
                assertThat(peaks.get(2).asIs().executed())
                        .as("seed %d", seed)
                        .isEqualTo(NaivePeak.of(graph, Orders.executed(graph), true))
                        .isBetween(
                                peaks.get(0).asIs().executed(),
                                peaks.get(0).asIs().executed()
                                        + peaks.get(1).asIs().executed());
            }
        }
    }

    @Test
    void plus_severalFunctions_takesTheLargerOfEachFigure() {
        MemoryProfileOptions options = MemoryProfileOptions.DEFAULT.withRows(1).withMinimalPeak();
        MemoryProfile profile = MemoryProfile.of(chain(CPU, 6), options)
                .inside("f")
                .plus(MemoryProfile.of(chain(CPU, 9), options).inside("g"));

        Peaks peaks = profile.peaks().get(0);
        assertThat(peaks.asIs()).isEqualTo(new Peak(9 * KIB, 9 * KIB));
        assertThat(peaks.recorded()).isEqualTo(OptionalLong.of(7 * KIB));
        assertThat(peaks.minimal().orElseThrow().bytes()).isEqualTo(9 * KIB);
        assertThat(peaks.minimal().orElseThrow().isProven()).isTrue();
        assertThat(profile.largest())
                .extracting(OperationResults::bytes, OperationResults::path)
                .containsExactly(tuple(9L * KIB, "g › forward › conv"));
        assertThat(profile.operations()).isEqualTo(6);
        assertThat(profile.bytes()).isEqualTo(3 * (6 + 9) * KIB);
    }

    @Test
    void plus_callsOfOneFunction_haveEachOperationOnce() {
        MemoryProfile profile = MemoryProfile.of(chain(CPU, 6), MemoryProfileOptions.DEFAULT)
                .plus(MemoryProfile.of(chain(CPU, 9), MemoryProfileOptions.DEFAULT))
                .plus(MemoryProfile.of(chain(CPU, 3), MemoryProfileOptions.DEFAULT));

        assertThat(profile.calls()).isEqualTo(3);
        assertThat(profile.operations()).isEqualTo(3);
        assertThat(profile.bytes()).isEqualTo(3 * 9 * KIB);
        assertThat(profile.largest())
                .extracting(OperationResults::operation, OperationResults::calls, OperationResults::bytes)
                .containsExactlyInAnyOrder(
                        tuple("relu", 3L, 9L * KIB), tuple("add_", 3L, 9L * KIB), tuple("view", 3L, 9L * KIB));
        assertThat(profile.text())
                .contains("Results of 3 operations only, each the largest of 3 calls:")
                .contains("    3  9,216  c      float [8]  ←  relu [[8]]  in forward › conv\n")
                .contains("\n1 result of unknown shape\n");
    }

    @Test
    void plus_operationsThatAreAlikeInACall_areToldApartByTheirOrder() {
        MemoryProfile profile = MemoryProfile.of(twice(1, 2), MemoryProfileOptions.DEFAULT)
                .plus(MemoryProfile.of(twice(4, 1), MemoryProfileOptions.DEFAULT));

        assertThat(profile.largest())
                .extracting(OperationResults::calls, OperationResults::bytes)
                .containsExactly(tuple(2L, 4L * KIB), tuple(2L, 2L * KIB));
    }

    private static OperationGraph twice(int firstKib, int secondKib) {
        OperationGraphBuilder builder = new OperationGraphBuilder();
        for (int kib : List.of(firstKib, secondKib)) {
            builder.operation("exp", "[[8]]", "forward");
            builder.create((long) kib * KIB, CPU, "float [8]");
        }
        return builder.build(List.of(), Gaps.NONE);
    }

    @Test
    void plus_everNewOperations_areOneByNameInTheEnd() {
        MemoryProfile profile = MemoryProfile.of(many(0), MemoryProfileOptions.DEFAULT);
        for (int call = 1; call < 40; call++) {
            profile = profile.plus(MemoryProfile.of(many(call), MemoryProfileOptions.DEFAULT));
        }

        assertThat(profile.operations()).isEqualTo(10_001);
        assertThat(profile.calls()).isEqualTo(40);
    }

    private static OperationGraph many(int call) {
        OperationGraphBuilder builder = new OperationGraphBuilder();
        for (int i = 0; i < 500; i++) {
            builder.operation("exp", "[[" + call + ", " + i + "]]", "");
            builder.create(KIB, CPU, "");
        }
        return builder.build(List.of(), Gaps.NONE);
    }

    @Test
    void text_noOperations_saysWhatIsMissing() {
        OperationGraph empty = new OperationGraphBuilder().build(List.of(), new Gaps(2, 0, List.of(), 0));

        assertThat(MemoryProfile.of(empty, MemoryProfileOptions.DEFAULT).text())
                .contains("No operation has recorded tensors")
                .contains("2 operations without a recorded tensor");
    }

    @Test
    void text_namesThatBreakLines_stayOnTheirLine() {
        OperationGraphBuilder builder = new OperationGraphBuilder();
        builder.operation("a\nb", "", "");
        builder.create(2000, CPU, "");
        MemoryProfile profile = MemoryProfile.of(builder.build(List.of(), Gaps.NONE), MemoryProfileOptions.DEFAULT);

        assertThat(profile.text()).contains("a\\u000ab");
    }

    @Test
    void options_negative_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MemoryProfileOptions.DEFAULT.withRows(-1))
                .withMessage("rows = -1 is not allowed: must be 0 or more");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MemoryProfileOptions.DEFAULT.withMinBytes(-2))
                .withMessage("minBytes = -2 is not allowed: must be 0 or more");
    }
}
