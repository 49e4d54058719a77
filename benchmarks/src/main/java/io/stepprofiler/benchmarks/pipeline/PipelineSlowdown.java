package io.stepprofiler.benchmarks.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Prints the slowdown of a pipeline whose operations are in a file, to compare it with published results for the same
 * operations. Each line of the file, after a heading, is an operation: copy, stage, step, kind (as in
 * {@link PipelineKind#label()}), model chunk, start and duration in seconds, with commas between them.
 *
 * <pre>java -cp benchmarks/target/benchmarks.jar io.stepprofiler.benchmarks.pipeline.PipelineSlowdown operations.csv</pre>
 */
public final class PipelineSlowdown {
    private static final double NANOS = 1e9;

    private static final Map<String, PipelineKind> KINDS =
            Arrays.stream(PipelineKind.values()).collect(Collectors.toMap(PipelineKind::label, Function.identity()));

    private PipelineSlowdown() {}

    /** Prints the figures; the argument is the file. */
    public static void main(String[] arguments) throws IOException {
        List<PipelineOperation> operations;
        try (Stream<String> lines = Files.lines(Path.of(arguments[0]))) {
            operations = lines.skip(1).map(PipelineSlowdown::operation).toList();
        }
        long start = System.nanoTime();
        GraphAnswer answer = GraphWhatIf.of(operations);
        System.out.printf(
                Locale.ROOT, "%d operations, %.0f ms%n", operations.size(), (System.nanoTime() - start) / 1e6);
        if (answer instanceof GraphSlowdown slowdown) {
            print(slowdown);
        } else if (answer instanceof GraphRefusal refusal) {
            System.out.println(refusal.reason().sentence() + " " + refusal.detail());
        }
    }

    private static PipelineOperation operation(String line) {
        String[] cells = line.split(",", -1);
        PipelineKind kind = KINDS.get(cells[3]);
        if (kind == null) {
            throw new IllegalArgumentException("kind is " + cells[3] + ", must be one of " + KINDS.keySet());
        }
        return new PipelineOperation(
                Integer.parseInt(cells[0]),
                Integer.parseInt(cells[1]),
                Long.parseLong(cells[2]),
                kind,
                Integer.parseInt(cells[4]),
                Math.round(Double.parseDouble(cells[5]) * NANOS),
                Math.round(Double.parseDouble(cells[6]) * NANOS));
    }

    private static void print(GraphSlowdown slowdown) {
        System.out.printf(
                Locale.ROOT,
                "steps %d, left out %d, recorded %.6f s, no delay %.6f s, ideal %.6f s, replay error %.3f %%%n",
                slowdown.steps(),
                slowdown.stepsLeftOut(),
                slowdown.recordedNanos() / NANOS,
                slowdown.noDelayNanos() / NANOS,
                slowdown.idealNanos() / NANOS,
                100 * slowdown.replayError());
        System.out.printf(Locale.ROOT, "S %.6f%n", slowdown.slowdown());
        slowdown.parts().ifPresent(parts -> {
            print("copy", parts.copies());
            print("stage", parts.stages());
            print("kind", parts.kinds());
            System.out.println("worst workers " + parts.worstWorkers() + ", the first "
                    + parts.workers().get(0));
            System.out.println("last stage " + parts.lastStage());
        });
    }

    private static void print(String name, List<PartSlowdown> parts) {
        parts.forEach(part -> System.out.printf(Locale.ROOT, "S of %s %s %.6f%n", name, part.part(), part.slowdown()));
    }
}
