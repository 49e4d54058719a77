package io.stepprofiler.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Names of frameworks stand in string literals of the package of frameworks only, so that a new framework is one class.
 * Integrations are each about one framework.
 */
@Tag("sources")
class FrameworkNamesTest {
    private static final Pattern FREE = Pattern.compile("(?!(integrations|examples|benchmarks|testkit|build)/)"
            + "(?!profiler-trace/src/main/java/io/stepprofiler/frameworks/).*/src/main/java/.*\\.java");

    /** A text block, a literal, or a comment, which is skipped. */
    private static final Pattern TOKEN = Pattern.compile(
            "\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])*'|/\\*.*?\\*/|//[^\n]*", Pattern.DOTALL);

    private static final Pattern NAME =
            Pattern.compile("(?i)torch(?!Source)|aten::|autograd::|accumulategrad|nn\\.module"
                    + "|profilerstep|optimizer\\.step|djl|nd4j|dl4j|deeplearning4j|javacpp|bytedeco|tensorflow|\\bjax\\b"
                    + "|\\bxla\\b|xgboost|apache\\.spark|tribuo|mxnet|onnx|bigdl|gloo:|nccl:");

    /** Files with names that formats, protocols, other programs or the help of commands prescribe. */
    private static final List<String> OTHERS = List.of(
            "analysis/window/Program.java", // what integrations write
            "analysis/window/ProgramFrames.java", // packages of the integrations
            "capture/client/ProfileCollector.java",
            "capture/tensorflow/TensorFlowService.java",
            "cli/input/OtherForms.java",
            "cli/live/CaptureMessages.java",
            "cli/live/CollectCommand.java",
            "cli/live/PsCommand.java", // an annotation, which PsTest compares with the package
            "cli/command/ShowCommand.java",
            "cli/spark/SparkHome.java",
            "handlers/chrome/ChromeTraceWriter.java",
            "handlers/executiontrace/Nodes.java",
            "handlers/tensorboard/TensorBoardHandler.java",
            "ledger/JobPlace.java", // variables of launchers
            "nativeaccess/torch/TorchLibrary.java",
            "readers/xspace/trace/SpaceReader.java",
            "readers/xspace/trace/XSpaceImporter.java");

    @Test
    void names_ofFrameworks_standInTheirPackage() throws IOException {
        TreeSet<String> found = new TreeSet<>();
        for (String path : ProjectFiles.paths()) {
            if (FREE.matcher(path).matches() && hasName(ProjectFiles.ROOT.resolve(path))) {
                found.add(path.replaceFirst(".*/src/main/java/io/stepprofiler/", ""));
            }
        }
        assertThat(found).containsExactlyElementsOf(new TreeSet<>(OTHERS));
    }

    private static boolean hasName(Path file) throws IOException {
        return TOKEN.matcher(Files.readString(file))
                .results()
                .map(token -> token.group())
                .anyMatch(token -> token.startsWith("\"") && NAME.matcher(token).find());
    }
}
