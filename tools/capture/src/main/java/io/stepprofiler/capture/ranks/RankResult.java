package io.stepprofiler.capture.ranks;

import io.stepprofiler.capture.client.FetchedTrace;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * What came of a {@link RankCapture}.
 *
 * @param directory the directory of the run, in which the files are
 * @param firstStep the first step of all ranks; empty for a duration
 * @param traces what was written, in the order of the ranks
 * @param missing ranks of which there is nothing, a sentence each that begins with the address
 */
public record RankResult(Path directory, OptionalLong firstStep, List<FetchedTrace> traces, List<String> missing) {
    /**
     * Copies the lists.
     *
     * @param directory the directory of the run
     * @param firstStep the first step of all ranks
     * @param traces what was written
     * @param missing ranks of which there is nothing
     */
    public RankResult {
        traces = List.copyOf(traces);
        missing = List.copyOf(missing);
    }
}
