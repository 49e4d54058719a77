package io.stepprofiler.frameworks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FrameworksTest {
    @Test
    void names_ofFrameworks_areDistinct() {
        assertThat(Frameworks.ALL).extracting(Framework::name).doesNotHaveDuplicates();
        assertThat(Frameworks.ALL).extracting(Framework::shortName).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void advice_aboutAProblem_isGivenBySomeFramework(Problem problem) {
        assertThat(Frameworks.advice(problem)).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/home/me/.djl.ai/pytorch/libdjl_torch.so, DJL",
        "/tmp/libtorch_cuda.so, PyTorch",
        "/lib/deeplearning4j-nn-1.0.0-M2.1.jar, Deeplearning4j",
        "/cache/libjnind4jcpu.so, ND4J",
        "/cache/libjnitensorflow.so, TensorFlow",
        "/tmp/libxgboost4j123.so, XGBoost",
        "/jars/spark-core_2.13-4.0.0.jar, Spark",
        "/lib/tribuo-core-4.3.1.jar, Tribuo",
        "/lib/smile-core-3.0.0.jar, Smile",
        "/lib/libmxnet.so, MXNet"
    })
    void loaded_fileOfAFramework_isThatFramework(String file, String framework) {
        assertThat(Frameworks.loaded(Set.of("/lib/libc.so.6", file))).containsExactly(framework);
    }

    @ParameterizedTest
    @CsvSource({
        "/root/.djl.ai/pytorch/2.7.1-20250812-cpu-linux-x86_64/libtorch_cpu.so, '{DJL=0.35.1, PyTorch=2.7.1}'",
        "/opt/torch/lib/libtorch_cpu.so, {DJL=0.35.1}",
        "/cache/pytorch-2.10.0-1.5.13.jar/org/bytedeco/pytorch/linux-x86_64/libtorch_cpu.so,"
                + " '{DJL=0.35.1, PyTorch (JavaCPP)=2.10.0}'",
        "/lib/libc.so.6, '{DJL=0.35.1, PyTorch (JavaCPP)=2.10.0}'"
    })
    void versions_ofAClassPathWithTwoPyTorches_areThatOfTheLoadedOne(String files, String versions) {
        Map<String, String> onClassPath = Map.of("DJL", "0.35.1", PyTorch.OF_PRESETS, "2.10.0");

        assertThat(new TreeMap<>(PyTorch.loaded(onClassPath, Set.of(files.split(" ", -1)))))
                .hasToString(versions);
    }

    @Test
    void withAgent_operations_areThoseThatTheAgentWeaves() {
        assertThat(Frameworks.withAgent("OPERATIONS")).isEqualTo("DJL, ND4J or DL4J");
        assertThat(Frameworks.withAgent("OPTIMIZER")).isEqualTo("DJL");
    }

    @Test
    void operation_ofAFramework_isNoFunctionOfTheEngine() {
        assertThat(Frameworks.isOperation("aten::mm")).isTrue();
        assertThat(Frameworks.isOperation("autograd::engine::evaluate_function: MmBackward0"))
                .isFalse();
        assertThat(Frameworks.isOperation("forward")).isFalse();
        assertThat(Frameworks.withoutNamespace("nd4j::gemm")).isEqualTo("gemm");
    }

    @Test
    void optimizer_isAScopeOfItsStepOnly() {
        assertThat(Frameworks.isOptimizer("Optimizer.step#SGD.step")).isTrue();
        assertThat(Frameworks.isOptimizer("Optimizer.zero_grad#SGD.zero_grad")).isFalse();
        assertThat(Frameworks.isOptimizer("aten::_fused_optimizer")).isFalse();
    }
}
