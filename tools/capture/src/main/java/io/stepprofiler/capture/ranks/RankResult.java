package io.stepprofiler.capture.ranks;

import io.stepprofiler.capture.client.FetchedTrace;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * Result of a {@link RankCapture}.
 *
 * @param directory the directory of the run with the files
 * @param firstStep the first step of all ranks; empty for a duration
 * @param traces written traces, in the order of the ranks
 * @param missing sentences about ranks without a trace, each beginning with the address
 */
public record RankResult(Path directory, OptionalLong firstStep, List<FetchedTrace> traces, List<String> missing) {
    /** Copies the lists. */
    public RankResult {
        traces = List.copyOf(traces);
        missing = List.copyOf(missing);
    }
}
