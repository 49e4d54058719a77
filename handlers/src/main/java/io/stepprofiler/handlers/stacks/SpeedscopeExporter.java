package io.stepprofiler.handlers.stacks;

import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.output.JsonFile;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceExporter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;

/**
 * Writes traces for <a href="https://www.speedscope.app">speedscope</a>: {@code .speedscope.json}, or
 * {@code .speedscope.json.gz} compressed.
 *
 * <p>Each thread, lane and stream with events is a profile of the kind {@code evented}: its events in time, in
 * nanoseconds since the window began. Frames must nest there. An event that reaches beyond the end of the one it began
 * in is cut to that end; how many were cut, and by how much, is in {@code stepProfiler} at the end of the file, with
 * the account of losses. An event without a known end is called {@code forward (unfinished)}, so that it does not add up
 * with others. Events that ended on another thread are in a profile of their own, {@code main (async)}. A thread with
 * recorded call stacks has one more, of the kind {@code sampled}, {@code main (calls)}: its stacks with their self times, in no order of time, without the events that have no end, which are counted in {@code stepProfiler}
 * too. A thread with samples has up to three more, {@code main (samples)} of running Java and native code, {@code main
 * (CPU samples)} of processor time, {@code main (Java allocation)} in bytes: the call stacks inside the names of the
 * events around them. Steps are left out, so that the same work in different steps adds up; so are counters, memory,
 * and markers, tasks and frames, which are counted in {@code stepProfiler}: they are on no stack.
 *
 * <p>Safe on any thread. Time is linear in the events; memory is some tens of bytes for each event of the largest
 * thread with call stacks, and for each distinct stack.
 *
 * @see <a href="https://github.com/jlfwong/speedscope/blob/main/src/lib/file-format-spec.ts">the format</a>
 */
public final class SpeedscopeExporter implements TraceExporter {
    /** An exporter; it has no state. */
    public SpeedscopeExporter() {}

    @Override
    public Set<String> suffixes() {
        // The compressed one too, or the exporter for .json.gz would take it.
        return Set.of(".speedscope.json", ".speedscope.json.gz");
    }

    /** Writes the whole file; compressed if {@code fileName} ends in {@code .gz}. */
    @Override
    public void export(Trace trace, String fileName, OutputStream out, ExportMeter meter) throws IOException {
        JsonFile.write(fileName, out, json -> new SpeedscopeWriter(trace, json, meter).write(fileName));
    }
}
