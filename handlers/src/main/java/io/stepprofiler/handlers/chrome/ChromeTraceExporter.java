package io.stepprofiler.handlers.chrome;

import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceExporter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;

/**
 * Writes traces as Chrome trace JSON, the format of {@code torch.profiler}: {@code .json}, or {@code .json.gz}
 * compressed.
 *
 * <p>Perfetto, {@code chrome://tracing}, TensorBoard's PyTorch profiler plugin and HTA read it. What differs from
 * torch, and why:
 *
 * <ul>
 *   <li>Scopes have the category {@code cpu_op}, because the plugin's operator view leaves {@code user_annotation} out;
 *       steps are {@code user_annotation}s named {@code ProfilerStep#N}. A scope that is itself named so has the
 *       category {@code user_scope} and is no step.
 *   <li>The tid of an event is the id of its thread. Viewers drop an event that overlaps another one on its tid
 *       partially. Such events, those that ended on another thread, scopes that were forgotten open, and steps that
 *       scopes reach across go to rows of their own, named after the thread: {@code main (overlapping)},
 *       {@code main (async)}, {@code main (unfinished)}, {@code main (steps)}. Their tids count from 2^30, and so do
 *       those of tracks whose id is 2^31 or more, as lanes have, because Perfetto reads 32 bits.
 *   <li>{@code unfinished}, {@code async} and {@code shortened ns} among the arguments of an event say that its end is
 *       not known, that it ended on another thread, and that its duration is written shorter by so many nanoseconds:
 *       mostly one, where it ends with its parent or where the next one begins, since viewers would otherwise see them
 *       overlap by a rounding error. Arguments of the user with such a name are prefixed with {@code user_}.
 *   <li>{@code stepProfiler} at the top is the account of losses, with the counter samples that are left out because
 *       they are not finite numbers.
 * </ul>
 *
 * <p>Times are microseconds with three decimals, exact to the nanosecond, since {@code baseTimeNanoseconds}. The file
 * is valid JSON in UTF-8 whatever names and values are; half surrogate pairs become U+FFFD. Metadata that is not valid
 * JSON, or nested more than 100 levels, is written as a string, with a warning.
 *
 * <p>Safe on any thread. What it costs is in docs/PERFORMANCE.md. Memory is a few megabytes, the
 * distinct names, and at worst two bytes an event. Compression uses up to four daemon threads, which end with the call.
 */
public final class ChromeTraceExporter implements TraceExporter {
    /** An exporter; it has no state. */
    public ChromeTraceExporter() {}

    @Override
    public Set<String> suffixes() {
        return Set.of(".json", ".json.gz");
    }

    /**
     * Writes the whole file; compressed if {@code fileName} ends in {@code .gz}.
     *
     * @throws IOException if {@code out} fails, or an {@link java.io.InterruptedIOException} if the thread is
     *     interrupted while it waits for the compression
     */
    @Override
    public void export(Trace trace, String fileName, OutputStream out) throws IOException {
        try (Blocks blocks = fileName.endsWith(".gz") ? new GzipBlocks(out) : new PlainBlocks(out)) {
            new ChromeTraceWriter(trace, blocks).write(fileName);
        }
    }
}
