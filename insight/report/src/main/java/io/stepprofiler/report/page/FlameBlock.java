package io.stepprofiler.report.page;

import io.stepprofiler.analysis.flame.FlameFrame;
import io.stepprofiler.analysis.flame.FlameGraph;
import io.stepprofiler.analysis.flame.FlameGraphs;
import io.stepprofiler.analysis.flame.FlameLimits;
import io.stepprofiler.analysis.window.WindowAnalysis;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The flame graphs of a window.
 *
 * <p>Numbers are LEB128. The block is the version; the steps as {@link StepColumns}; the texts of frames as {@link
 * TextTable}; the number of frames, the text of each, the kind of each; and the number of graphs. Each graph is its
 * source, the number of its stacks, the number of stacks left out, for each stack but the first the number of levels
 * from its parent down to the previous stack, for each of these its frame, and all weights as {@link StepColumns}.
 */
final class FlameBlock implements PageBlock {
    /** Incremented by changes that would break readers of the old version. */
    private static final int VERSION = 1;

    private final FlameLimits limits;

    FlameBlock() {
        this(FlameLimits.DEFAULT);
    }

    FlameBlock(FlameLimits limits) {
        this.limits = limits;
    }

    @Override
    public String name() {
        return "flame";
    }

    @Override
    public void write(WindowAnalysis window, OutputStream out) throws IOException {
        FlameGraphs graphs = FlameGraphs.of(window, limits);
        if (!graphs.graphs().isEmpty()) {
            ColumnWriter columns = new ColumnWriter(out);
            write(graphs, columns);
            columns.flush();
        }
    }

    static void write(FlameGraphs graphs, ColumnWriter out) throws IOException {
        out.number(VERSION);
        StepColumns.writeSteps(graphs.steps(), out);
        int[] numbers = writeFrames(graphs, out);
        out.number(graphs.graphs().size());
        for (FlameGraph graph : graphs.graphs()) {
            write(graph, numbers, out);
        }
    }

    /** Writes the frames in use; returns the number in the block for each frame. */
    private static int[] writeFrames(FlameGraphs graphs, ColumnWriter out) throws IOException {
        List<FlameFrame> frames = graphs.frames();
        // Sorted by text, so that the numbers of the texts are ascending.
        int[] used = graphs.graphs().stream()
                .flatMapToInt(graph -> IntStream.range(1, graph.size()).map(graph::frame))
                .distinct()
                .boxed()
                .sorted(Comparator.comparing(
                        (Integer frame) -> frames.get(frame).name()))
                .mapToInt(Integer::intValue)
                .toArray();
        TextTable texts = new TextTable(
                Arrays.stream(used).mapToObj(frame -> frames.get(frame).name()).toList());
        texts.write(out);
        out.number(used.length);
        int before = 0;
        for (int frame : used) {
            int text = texts.number(frames.get(frame).name());
            out.number(text - before);
            before = text;
        }
        int[] numbers = new int[frames.size()];
        for (int i = 0; i < used.length; i++) {
            out.number(frames.get(used[i]).kind().number());
            numbers[used[i]] = i;
        }
        return numbers;
    }

    private static void write(FlameGraph graph, int[] numbers, ColumnWriter out) throws IOException {
        out.number(graph.source().number());
        out.number(graph.size());
        out.number(graph.leftOut());
        int[] depths = new int[graph.size()];
        for (int node = 1; node < depths.length; node++) {
            depths[node] = depths[graph.parent(node)] + 1;
            out.number(depths[node - 1] - depths[graph.parent(node)]);
        }
        for (int node = 1; node < depths.length; node++) {
            out.number(numbers[graph.frame(node)]);
        }
        StepColumns.writeSums(graph.weights(), graph.size(), out);
    }
}
