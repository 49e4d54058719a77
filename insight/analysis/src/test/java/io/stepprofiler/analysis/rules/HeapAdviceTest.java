package io.stepprofiler.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.MetadataValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Virtual machines start with the options that findings about collections and memory advise. */
class HeapAdviceTest {
    private static final long MILLI = StepsOfATrace.MILLI;
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])-X[^\\s,;]*[^\\s,;:.]");

    private static StepsOfATrace collecting(String environment, String... causes) {
        StepsOfATrace steps = new StepsOfATrace();
        steps.builder
                .metadata(Environment.KEY, new MetadataValue(environment, false))
                .metadata("jvm_flight_recorder_groups", new MetadataValue("GARBAGE_COLLECTION", false));
        for (int i = 0; i < 10; i++) {
            steps.step(10);
            steps.builder.counter("jvm heap MiB", 10L * i * MILLI, 115);
            steps.builder.counter("process memory MiB", 10L * i * MILLI, 130 + 50 * i);
        }
        for (int i = 0; i < causes.length; i++) {
            int name = steps.builder.nameId(causes[i], EventKind.VIRTUAL_MACHINE, "");
            steps.builder.lane("GC").add(name, (10 * i + 1) * MILLI, 5 * MILLI);
            int pause = steps.builder.nameId("GC Pause", EventKind.VIRTUAL_MACHINE, "");
            steps.builder.lane("GC").add(pause, (10 * i + 1) * MILLI, 5 * MILLI);
        }
        return steps;
    }

    private static List<String> advised() {
        String limits = "; heap.max=134217728; memory=2147483648; machine.processors=2";
        List<StepsOfATrace> all = List.of(
                collecting("java=17; collector=G1" + limits, "G1New (System.gc())", "G1Full (G1 Humongous Allocation)"),
                collecting("java=17; collector=Serial", "SerialOld (Allocation Failure)"));
        List<String> texts = new ArrayList<>();
        all.forEach(steps -> steps.diagnosis().findings().stream()
                .flatMap(finding -> finding.advice().stream())
                .filter(advice -> advice.framework().equals("JVM"))
                .forEach(advice -> texts.add(advice.text())));
        return texts.stream().distinct().toList();
    }

    private static Stream<List<String>> options() {
        return advised().stream()
                .map(text -> OPTION.matcher(text.replaceFirst(" instead of \\S+", ""))
                        .results()
                        .map(match -> match.group())
                        .toList())
                .filter(options -> !options.isEmpty());
    }

    @Test
    void advice_ofCollectionsAndMemory_hasOptions() {
        assertThat(options().flatMap(List::stream))
                .contains(
                        "-Xms512m",
                        "-Xmx512m",
                        "-XX:+UseParallelGC",
                        "-XX:G1HeapRegionSize=32m",
                        "-XX:+DisableExplicitGC",
                        "-XX:NativeMemoryTracking=summary");
    }

    @ParameterizedTest
    @MethodSource("options")
    void virtualMachine_withAdvisedOptions_starts(List<String> options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("-version");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s: %s", options, output).isZero();
    }
}
