package io.stepprofiler.analysis.rules;

import static io.stepprofiler.traced.DeviceProgram.MICRO;
import static io.stepprofiler.traced.DeviceProgram.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.rules.Diagnosis.Unchecked;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.traced.DeviceProgram;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each rule about devices fires on a program with its fault, and is silent on the same program without. */
class DeviceRulesTest {
    private static final int STEPS = 24;
    private static final long GIB = 1L << 30;
    private static final long MIB = 1L << 20;

    private static Diagnosis check(Consumer<DeviceProgram> step) {
        DeviceProgram program = new DeviceProgram();
        for (int i = 0; i < STEPS; i++) {
            program.step(() -> step.accept(program));
        }
        return RuleSet.builtIn().check(WindowFacts.of(program.trace()));
    }

    private static Optional<Finding> found(String rule, Diagnosis diagnosis) {
        return diagnosis.findings().stream()
                .filter(each -> each.rule().equals(rule))
                .findFirst();
    }

    private static Finding finding(String rule, Diagnosis diagnosis) {
        assertThat(found(rule, diagnosis)).as("%s", diagnosis).isPresent();
        return found(rule, diagnosis).orElseThrow();
    }

    private static void assertFine(String rule, Diagnosis diagnosis) {
        assertThat(found(rule, diagnosis)).as("%s", diagnosis).isEmpty();
        assertThat(diagnosis.unchecked()).extracting(Unchecked::rule).doesNotContain(rule);
    }

    /** A step that keeps the device busy: the thread launches ahead of it. */
    private static void busy(DeviceProgram program) {
        program.scope("forward", () -> {
            for (int i = 0; i < 10; i++) {
                program.scope("aten::addmm", () -> program.kernel("sgemm", 300 * MICRO));
            }
        });
        program.synchronize();
    }

    @Test
    void deviceBound_theDeviceHasEnoughToDo_saysWhichOperationAndNothingIsHeldUp() {
        Diagnosis diagnosis = check(DeviceRulesTest::busy);
        assertThat(diagnosis.verdict().rule()).as("%s", diagnosis).isEqualTo("device-bound");
        assertThat(diagnosis.verdict().sentence())
                .contains("kernels run in 99.9 %", "aten::addmm (100.0 %)", "Net.train");
        for (String rule : new String[] {
            "launch-bound",
            "low-device-use",
            "device-synchronised",
            "synchronous-copies",
            "pageable-copies",
            "exposed-communication"
        }) {
            assertFine(rule, diagnosis);
        }
    }

    @Test
    void deviceWaitsForData_batchesComeLate_isTheVerdictOfTheDeviceAndTheInput() {
        Diagnosis diagnosis = check(program -> {
            program.load(2 * MILLI);
            busy(program);
        });
        assertThat(diagnosis.verdict().rule()).as("%s", diagnosis).isEqualTo("device-waits-for-data");
        assertThat(diagnosis.verdict().sentence()).contains("no device works in 40.0 % of the step");
        assertThat(finding("input-bound", diagnosis).gainNanosPerStep()).isZero();
    }

    @Test
    void deviceWaitsForData_loadedWhileTheDeviceWorks_isFine() {
        assertFine("device-waits-for-data", check(program -> {
            program.kernel("sgemm", 3 * MILLI);
            program.load(2 * MILLI);
            program.synchronize();
        }));
    }

    @Test
    void launchBound_manyTinyKernels_namesTheOperationThatLaunchesThem() {
        Diagnosis diagnosis = check(program -> program.scope("optimizer", () -> {
            for (int i = 0; i < 200; i++) {
                program.scope("aten::add_", () -> {
                    program.compute(6 * MICRO);
                    program.kernel("vectorized_elementwise_kernel", 2 * MICRO);
                });
            }
        }));
        assertThat(diagnosis.verdict().rule()).as("%s", diagnosis).isEqualTo("launch-bound");
        assertThat(diagnosis.verdict().sentence())
                .contains("200 kernels a step take 2.00 µs each", "launches 5.00 µs", "aten::add_", "Net.train");
    }

    @Test
    void launchBound_asManyTinyKernelsInAQueueThatIsNeverEmpty_isFine() {
        Diagnosis diagnosis = check(program -> {
            program.kernel("sgemm", 4 * MILLI);
            for (int i = 0; i < 200; i++) {
                program.kernel("vectorized_elementwise_kernel", 6 * MICRO);
            }
            program.synchronize();
        });
        assertFine("launch-bound", diagnosis);
    }

    @Test
    void deviceSynchronised_aValueIsReadAfterEachLayer_namesIt() {
        Diagnosis diagnosis = check(program -> {
            for (int i = 0; i < 5; i++) {
                program.scope("forward", () -> {
                    program.compute(300 * MICRO);
                    program.kernel("sgemm", 500 * MICRO);
                });
                program.item();
            }
        });
        assertThat(diagnosis.verdict().rule()).as("%s", diagnosis).isEqualTo("device-synchronised");
        assertThat(diagnosis.verdict().sentence()).contains("5 times a step", "aten::item", "Net.train");
        assertThat(finding("device-synchronised", diagnosis).gainShare()).isBetween(0.3, 0.4);
    }

    @Test
    void deviceSynchronised_onceAStepAfterMuchWork_isFine() {
        assertFine("device-synchronised", check(DeviceRulesTest::busy));
    }

    @Test
    void valuesReadBack_whileTheDeviceWorks_countsOnlyWhatIsNotItsWork() {
        Diagnosis diagnosis = check(program -> {
            program.kernel("sgemm", 4 * MILLI);
            program.item();
        });
        assertFine("values-read-back", diagnosis);
        assertThat(diagnosis.verdict().rule()).isEqualTo("device-bound");
    }

    @Test
    void synchronousCopies_theThreadWaitsForEachCopy_saysHowMuchIsCopied() {
        Finding found = finding("synchronous-copies", check(program -> {
            busy(program);
            program.scope("metrics", () -> program.copyOut(12 * MIB));
        }));
        assertThat(found.sentence()).contains("1 copies a step (12.0 MiB)", "metrics");
        assertThat(found.severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void pageableCopies_saysHowFastTheyAreAndPinnedOnesAreFine() {
        Finding found = finding("pageable-copies", check(program -> {
            program.scope("to", () -> program.copyIn(6 * MIB, false));
            busy(program);
        }));
        assertThat(found.sentence()).contains("(6.00 MiB)", "at 6.00 GB/s", "by to");
        assertFine("pageable-copies", check(program -> {
            program.scope("to", () -> program.copyIn(6 * MIB, true));
            busy(program);
        }));
    }

    @Test
    void pageableCopies_behindKernels_costNothing() {
        Finding found = finding("pageable-copies", check(program -> {
            program.kernel("sgemm", 3 * MILLI);
            program.copyIn(6 * MIB, false);
            program.synchronize();
        }));
        assertThat(found.gainNanosPerStep()).isLessThan(10 * MICRO);
    }

    @Test
    void synchronousCopies_inAGraphWhoseLaunchTakesLong_areFine() {
        Diagnosis diagnosis = check(program -> {
            busy(program);
            program.graph(40);
            program.compute(MILLI);
        });
        assertFine("synchronous-copies", diagnosis);
    }

    @Test
    void lowDeviceUse_theThreadDoesMuchBeside_saysWhatAndWhere() {
        Finding found = finding("low-device-use", check(program -> {
            program.kernel("sgemm", 200 * MICRO);
            program.scope("augment", () -> program.compute(MILLI));
        }));
        assertThat(found.sentence())
                .startsWith("cuda:0 is idle in 80.1 % of the step")
                .contains("in its phases");
        assertThat(found.severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void lowDeviceUse_ofTwoDevicesOneIdles_namesThatOne() {
        Finding found = finding("low-device-use", check(program -> {
            program.on(1).kernel("sgemm", 200 * MICRO);
            program.on(0).kernel("sgemm", 2 * MILLI);
            program.synchronize();
        }));
        assertThat(found.sentence()).startsWith("cuda:1 is idle in");
    }

    private static Diagnosis checkOn(String name, int major, int minor, String kernel) {
        return check(program -> {
            program.is(name, major, minor);
            program.scope("aten::addmm", () -> program.kernel(kernel, 3 * MILLI));
            program.kernel("void at::native::vectorized_elementwise_kernel<4>(int)", MILLI);
            program.synchronize();
        });
    }

    @Test
    void noTensorCores_productsInSinglePrecision_saysWhichPartOfKernelsAndWhoseTheyAre() {
        Finding found = finding("no-tensor-cores", checkOn("NVIDIA A100", 8, 0, "ampere_sgemm_128x64_tn"));
        assertThat(found.measure()).isEqualTo(0.75);
        assertThat(found.severity()).isEqualTo(Severity.WARNING);
        assertThat(found.sentence()).contains("75.0 % of the time of kernels", "aten::addmm");
        assertThat(found.gainNanosPerStep()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "NVIDIA A100, 8, 0, ampere_sgemm_128x64_tn, true",
        "Tesla V100, 7, 0, volta_scudnn_128x64_relu_interior_nn_v1, true",
        "NVIDIA A100, 8, 0, void cudnn::cnn::wgrad_alg0_engine<float>(int), true",
        "NVIDIA A100, 8, 0, void implicit_convolve_sgemm<float>(int), true",
        "NVIDIA A100, 8, 0, cutlass_80_simt_sgemm_128x64_8x5_nn_align1, true",
        "NVIDIA A100, 8, 0, sm80_xmma_gemm_f32f32_f32f32_f32_tn_n_tilesize64x64x8_stage3_ffma_kernel, true",
        "NVIDIA A100, 8, 0, cutlass_80_simt_dgemm_64x64_8x3_nn_align1, true",
        "NVIDIA GeForce RTX 3090, 8, 6, cutlass_80_simt_dgemm_64x64_8x3_nn_align1, false",
        "Tesla P100, 6, 0, maxwell_sgemm_128x64_nn, false",
        "NVIDIA GeForce GTX 1660, 7, 5, volta_sgemm_128x64_nn, false",
        "NVIDIA A100, 8, 0, ampere_s16816gemm_fp16_128x64_ldg8_stages_64x3_tn, false",
        "NVIDIA A100, 8, 0, sm80_xmma_wgrad_implicit_gemm_tf32f32_tf32f32_f32_nhwckrsc_nhwc_tilesize128x64x32, false",
        "NVIDIA A100, 8, 0, void gemv2T_kernel_val<int>(float), false",
        "NVIDIA A100, 8, 0, void cublasLt::splitKreduce_kernel<32>(), false",
        "NVIDIA A100, 8, 0, void conv_depthwise2d_forward_kernel<3>(), false",
        "AMD Instinct MI300X, 9, 4, igemm_fwd_gtcx3_nhwc_bf16_bx0_ex1_bt128x128x32, false"
    })
    void noTensorCores_ofKernel_isFoundOnlyWhereTheDeviceHasThemAndTheKernelCouldUseThem(
            String device, int major, int minor, String kernel, boolean isFound) {
        assertThat(found("no-tensor-cores", checkOn(device, major, minor, kernel))
                        .isPresent())
                .isEqualTo(isFound);
    }

    @Test
    void noTensorCores_deviceOfUnknownProperties_isNotChecked() {
        Diagnosis diagnosis = check(DeviceRulesTest::busy);
        assertThat(diagnosis.unchecked()).extracting(Unchecked::rule).contains("no-tensor-cores");
        assertThat(diagnosis.fine()).doesNotContain("Tensor cores are not used");
    }

    @Test
    void noTensorCores_deviceWithoutANameWhoseWarpsAreThoseOfAmd_isNotChecked() {
        Diagnosis diagnosis = check(program -> {
            program.builder.metadata(
                    "deviceProperties",
                    new MetadataValue(
                            "[{\"id\":0,\"name\":\"\",\"computeMajor\":9,\"computeMinor\":4,\"warpSize\":64}]", true));
            program.scope("aten::mm", () -> program.kernel("igemm_fwd_gtcx3_nhwc_bf16", 3 * MILLI));
            program.synchronize();
        });
        assertThat(diagnosis.unchecked()).extracting(Unchecked::rule).contains("no-tensor-cores");
    }

    @Test
    void exposedCommunication_afterTheKernels_saysHowMuchIsHidden() {
        Finding found = finding("exposed-communication", check(program -> {
            program.scope("backward", () -> {
                program.kernel("sgemm", MILLI);
                program.allReduce(2 * MILLI);
            });
            program.synchronize();
        }));
        assertThat(found.sentence()).contains("takes 50.0 % of the step", "of all communication is hidden", "backward");
        assertFine("exposed-communication", check(program -> {
            program.kernel("sgemm", 3 * MILLI);
            program.allReduce(2 * MILLI);
            program.synchronize();
        }));
    }

    @Test
    void deviceMemory_almostAllIsTaken_saysHowMuchIsInUse() {
        Finding found = finding("device-memory-near-limit", check(program -> {
            program.hasMemory(24 * GIB);
            program.free(program.allocate(12 * GIB, 23 * GIB), 12 * GIB, 23 * GIB);
            busy(program);
        }));
        assertThat(found.sentence()).contains("23.0 GiB of the 24.0 GiB of cuda:0", "12.0 GiB of them", "blocks");
        assertFine("device-memory-near-limit", check(program -> {
            program.hasMemory(24 * GIB);
            program.free(program.allocate(12 * GIB, 13 * GIB), 12 * GIB, 13 * GIB);
            busy(program);
        }));
    }

    @Test
    void deviceMemory_ranOut_saysHowOftenAndForHowMuch() {
        Finding found = finding("device-out-of-memory", check(program -> {
            program.outOfMemory(2 * GIB, 23 * GIB);
            busy(program);
        }));
        assertThat(found.sentence()).contains("cuda:0 ran out of memory 24 times, the last time for 2.00 GiB");
    }

    @Test
    void check_noDevice_doesNotMentionAnyOfTheRules() {
        Diagnosis diagnosis = check(program -> program.scope("forward", () -> program.compute(MILLI)));
        assertThat(diagnosis.unchecked()).extracting(Unchecked::rule).noneMatch(rule -> rule.contains("device"));
        assertThat(diagnosis.fine()).noneMatch(title -> title.contains("GPU") || title.contains("Launch"));
        assertThat(diagnosis.verdict().rule()).isEqualTo("compute-bound");
    }

    @Test
    void check_memoryOfADeviceWithoutItsWork_saysWhatToTurnOn() {
        Diagnosis diagnosis = check(program -> {
            program.free(program.allocate(MIB, MIB), MIB, MIB);
            program.scope("forward", () -> program.compute(MILLI));
        });
        assertThat(diagnosis.unchecked())
                .filteredOn(each -> each.rule().equals("launch-bound"))
                .extracting(Unchecked::turnOn)
                .containsExactly("source(CudaSource.create()) of step-profiler-cuda");
    }
}
